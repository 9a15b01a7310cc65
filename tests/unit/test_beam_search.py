"""A beam tries the best guesses of one step: its trees are good, and never called proved."""

import numpy as np
import pytest

from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver import beam as beam_module
from mastermind_engine.solver.beam import Beam, SearchCancelled, search_beam
from mastermind_engine.solver.exact import SearchResult
from mastermind_engine.solver.tree import play_tree
from tests.unit.published import PUBLISHED
from tests.unit.samples import custom, listed

CLASSIC = preset("classic")
SMALL_BOARD = custom(4, 4)
OPTIMUM = PUBLISHED["classic_4x6_repeats"]["optimum"]["total"]


def check(result: SearchResult, ruleset: Ruleset = CLASSIC) -> None:
    """The tree takes what the search says: every code is played."""
    lengths = play_tree(listed(ruleset), result.tree)
    assert (lengths.sum(), lengths.max()) == (result.total, result.depth)


def test_a_beam_beats_every_one_step_strategy_and_a_wider_one_is_no_worse() -> None:
    totals = []
    for width in (1, 3, 6):
        result = search_beam(listed(CLASSIC), Beam(width, exact_up_to=24))
        check(result)
        assert not result.proven
        assert result.lower_bound <= OPTIMUM <= result.total
        totals.append(result.total)
    assert totals == sorted(totals, reverse=True)
    assert totals[1] < PUBLISHED["classic_4x6_repeats"]["most_parts"]["total"]


def test_a_beam_over_all_guesses_finds_the_optimum() -> None:
    result = search_beam(listed(SMALL_BOARD), Beam(1, exact_up_to=256))
    check(result, SMALL_BOARD)
    assert result.total == 905


@pytest.mark.parametrize("candidates_only", [False, True], ids=["any-guess", "candidates-only"])
def test_a_board_too_large_for_one_frame_is_searched_in_parts(
    candidates_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    beam = Beam(3, exact_up_to=256)
    optimum = search_beam(listed(SMALL_BOARD), beam, candidates_only=candidates_only)
    monkeypatch.setattr(beam_module, "MAX_PART", 256 * 60)
    parts = search_beam(listed(SMALL_BOARD), beam, candidates_only=candidates_only)
    check(parts, SMALL_BOARD)
    # All sets of up to 60 are solved: only the opening and large cells are tried by entropy.
    assert optimum.total <= parts.total <= optimum.total + 4


def test_a_wide_beam_tries_no_guess_that_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beam_module, "MAX_PART", 27 * 9)
    tiny = custom(3, 3)
    check(search_beam(listed(tiny), Beam(27, exact_up_to=9)), tiny)


def test_an_opening_is_kept() -> None:
    result = search_beam(listed(CLASSIC), Beam(1, 24), opening=(1, 1, 2, 2))
    assert listed(CLASSIC).code(int(result.tree.guesses[0])) == (1, 1, 2, 2)
    check(result)


def test_a_cancelled_beam_has_no_tree() -> None:
    with pytest.raises(SearchCancelled):
        search_beam(listed(CLASSIC), Beam(1, 24), cancelled=np.ones(1, np.uint8))


def test_a_cancelled_beam_over_a_large_board_has_no_tree() -> None:
    with pytest.raises(SearchCancelled):
        search_beam(listed(preset("super")), Beam(1, 24), cancelled=np.ones(1, np.uint8))


def test_more_pegs_than_a_frame_can_hold_are_refused() -> None:
    with pytest.raises(Refusal, match="up to 6 pegs") as refused:
        search_beam(listed(custom(7, 2)), Beam(1, 24))
    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_super_mastermind_takes_less_than_by_entropy() -> None:
    space = listed(preset("super"))
    result = search_beam(space, Beam(3, exact_up_to=24), opening=(1, 1, 2, 2, 3))
    lengths = play_tree(space, result.tree)
    assert lengths.sum() == result.total < 179704
