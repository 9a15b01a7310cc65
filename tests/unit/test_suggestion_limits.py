"""Where a suggestion stops short, is refused, or leaves something to chance."""

from collections import Counter

import numpy as np
import pytest

from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import ONE_STEP, Quality, Strategy
from mastermind_engine.solver.suggest import Wish, suggest
from tests.unit.samples import custom, listed, turn
from tests.unit.solving import NEVER, history

CLASSIC = preset("classic")
SPACE = listed(CLASSIC)
TURNS = [turn("1122", 1, 0)]


def refusal(turns: list[Turn], wish: Wish) -> Refusal:
    with pytest.raises(Refusal) as refused:
        suggest(SPACE, CLASSIC, turns, wish, NEVER)
    return refused.value


@pytest.mark.parametrize("strategy", [Strategy.AUTO, Strategy.FIRST_CONSISTENT, Strategy.ENTROPY])
def test_a_solved_position_is_over(strategy: Strategy) -> None:
    turns = [turn("1122", 1, 0), turn("1344", 4, 0)]

    assert refusal(turns, Wish(strategy)).reason == RuleReason.GAME_OVER


@pytest.mark.parametrize("strategy", [Strategy.AUTO, Strategy.RANDOM_CONSISTENT, Strategy.MINIMAX])
def test_a_contradictory_position_is_refused_with_what_could_repair_it(strategy: Strategy) -> None:
    turns = [turn("1111", 1, 0), turn("1122", 0, 0), turn("1234", 1, 0), turn("2222", 0, 0)]

    refused = refusal(turns, Wish(strategy))

    assert refused.reason == RuleReason.CONTRADICTORY_HISTORY
    assert refused.details["first_contradictory_turn"] == "2"
    assert refused.details["repairing_turns"] == "1,2"


def test_a_strategy_that_no_ruleset_of_this_kind_has_is_refused() -> None:
    ruleset = custom(3, 4, blanks=True)

    with pytest.raises(Refusal) as refused:
        suggest(listed(ruleset), ruleset, (), Wish(Strategy.EQUILIBRIUM), NEVER)

    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [(custom(3, 6), Strategy.MOST_PARTS), (custom(4, 10, repeats=False), Strategy.ENTROPY)],
    ids=["small", "large"],
)
def test_auto_says_what_it_chose(ruleset: Ruleset, expected: Strategy) -> None:
    assert suggest(listed(ruleset), ruleset, (), Wish(), NEVER).strategy_used == expected


@pytest.mark.parametrize("budget", [1, 256, 256 * 10, 256 * 30])
def test_a_spent_budget_is_told_and_the_best_so_far_suggested(budget: int) -> None:
    wish = Wish(Strategy.MINIMAX, max_evaluations=budget)

    limited = suggest(SPACE, CLASSIC, TURNS, wish, NEVER)

    full = suggest(SPACE, CLASSIC, TURNS, Wish(Strategy.MINIMAX), NEVER)
    assert limited.quality == Quality.BUDGET_HIT
    assert limited.is_candidate
    assert limited.score >= full.score
    assert limited == suggest(SPACE, CLASSIC, TURNS, wish, NEVER)


def test_a_budget_for_one_guess_suggests_the_first_candidate() -> None:
    limited = suggest(SPACE, CLASSIC, TURNS, Wish(Strategy.MINIMAX, max_evaluations=1), NEVER)

    first = SPACE.secrets.unrank(int(candidates(SPACE, TURNS)[0]))
    assert limited.guess == first


def test_a_budget_that_suffices_is_not_told() -> None:
    wish = Wish(Strategy.MINIMAX, max_evaluations=256 * 1296)

    assert suggest(SPACE, CLASSIC, TURNS, wish, NEVER).quality == Quality.EXACT_ONE_STEP


def test_a_cancelled_search_still_suggests_a_guess() -> None:
    cancelled = np.ones(1, np.uint8)

    suggestion = suggest(SPACE, CLASSIC, TURNS, Wish(Strategy.MINIMAX), cancelled)

    assert suggestion.quality == Quality.BUDGET_HIT
    assert suggestion.is_candidate


def test_a_search_that_would_take_minutes_is_sampled_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mastermind_engine.solver.suggest.MAX_EVALUATIONS", 1000)

    sampled = suggest(SPACE, CLASSIC, TURNS, Wish(Strategy.ENTROPY), NEVER)
    assert (sampled.quality, sampled.candidates_remaining) == (Quality.SAMPLED, 256)
    bounded = Wish(Strategy.ENTROPY, max_evaluations=2000)
    assert suggest(SPACE, CLASSIC, TURNS, bounded, NEVER).quality == Quality.BUDGET_HIT


def test_chance_repeats_by_its_seed() -> None:
    def drawn() -> list[tuple[int, ...]]:
        return [
            suggest(SPACE, CLASSIC, TURNS, Wish(Strategy.RANDOM_CONSISTENT, seed=seed), NEVER).guess
            for seed in range(20)
        ]

    assert drawn() == drawn()
    assert len(set(drawn())) > 10


def test_chance_takes_every_candidate_about_as_often() -> None:
    turns = history(CLASSIC, (3, 6, 3, 2), [(1, 1, 2, 2), (1, 3, 4, 4)])
    members = candidates(SPACE, turns)
    draws = 60 * len(members)

    counts = Counter(
        suggest(SPACE, CLASSIC, turns, Wish(Strategy.RANDOM_CONSISTENT, seed=seed), NEVER).guess
        for seed in range(draws)
    )

    assert set(counts) == {SPACE.secrets.unrank(int(member)) for member in members}
    assert min(counts.values()) > 30
    assert max(counts.values()) < 100


@pytest.mark.parametrize("strategy", ONE_STEP, ids=lambda strategy: strategy.name)
def test_the_only_candidate_is_suggested_whatever_the_strategy(strategy: Strategy) -> None:
    turns = [turn("1122", 0, 4)]

    suggestion = suggest(SPACE, CLASSIC, turns, Wish(strategy, alternatives=3), NEVER)

    assert suggestion.guess == (2, 2, 1, 1)
    assert suggestion.candidates_remaining == 1
    assert suggestion.entropy_bits == 0
    assert suggestion.alternatives == ()


def test_alternatives_are_as_many_as_there_are_worse_scores() -> None:
    ruleset = custom(2, 2)
    wish = Wish(Strategy.EXPECTED_SIZE, alternatives=100)

    suggestion = suggest(listed(ruleset), ruleset, (), wish, NEVER)

    # 12 leaves 1, 2 and 1 codes, 11 leaves 1, 2 and 1 too: no guess is worse.
    assert (suggestion.guess, suggestion.score, suggestion.alternatives) == ((1, 1), 6, ())
