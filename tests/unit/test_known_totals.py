"""What ListStrategies tells of a strategy is what the published results say."""

import pytest

from mastermind_engine.rulesets import PRESETS, FeedbackKind, Ruleset, preset
from mastermind_engine.solver.known_totals import KnownTotal, known_total
from mastermind_engine.solver.strategies import ONE_STEP, Strategy
from tests.unit.published import PUBLISHED, board
from tests.unit.samples import custom

ROWS = {
    name: row
    for name, row in PUBLISHED["one_step_strategies_with_the_tie_rule"].items()
    if name != "note"
}


@pytest.mark.parametrize("name", ROWS)
def test_every_recomputed_total_is_known(name: str) -> None:
    for strategy in ONE_STEP:
        told = ROWS[name][strategy.name.lower()]
        assert known_total(board(name), strategy) == KnownTotal(told["total"], told["max"])


def test_the_first_consistent_total_of_the_classic_board_is_known() -> None:
    told = PUBLISHED["classic_4x6_repeats"]["first_consistent"]
    known = known_total(preset("classic"), Strategy.FIRST_CONSISTENT)
    assert known == KnownTotal(told["total"], told["max"])


def test_a_blank_is_one_more_symbol() -> None:
    told = ROWS["4x7"]["entropy"]
    known = known_total(preset("advanced"), Strategy.ENTROPY)
    assert known == KnownTotal(told["total"], told["max"])


@pytest.mark.parametrize(
    "ruleset",
    [
        custom(4, 6, kind=FeedbackKind.BLACK_ONLY),
        custom(4, 6, repeats=False, guess_repeats=True),
        custom(6, 6),
    ],
    ids=["black-only", "free-guesses", "unknown-size"],
)
def test_what_was_not_played_is_not_known(ruleset: Ruleset) -> None:
    assert all(known_total(ruleset, strategy) is None for strategy in Strategy)


def test_strategies_of_chance_and_trees_have_no_one_step_total() -> None:
    for strategy in (Strategy.RANDOM_CONSISTENT, Strategy.OPTIMAL, Strategy.AUTO):
        assert not any(known_total(ruleset, strategy) for ruleset in PRESETS.values())
