"""Off every tree OPTIMAL searches, and AUTO does where few candidates are left."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_engine.codes import secret_space
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.evaluate import EvaluationCancelled, Progress, evaluate
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import Quality, Strategy
from mastermind_engine.solver.suggest import EXACT_CANDIDATES, Wish, suggest
from tests.unit.published import PUBLISHED
from tests.unit.samples import SMALL, custom, label, listed, repeatable
from tests.unit.solving import NEVER, history

CLASSIC = preset("classic")
AFTER_1122 = history(CLASSIC, (1, 2, 3, 4), [(1, 1, 2, 2)])
FEW = history(CLASSIC, (1, 2, 3, 4), [(1, 1, 2, 2), (2, 3, 4, 4)])


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_every_game_takes_what_the_search_says(ruleset: Ruleset) -> None:
    """The score of the opening is the total of all games that follow the suggestions."""
    space, wish = listed(ruleset), Wish(Strategy.OPTIMAL)
    secrets = secret_space(ruleset)
    total = 0
    for secret in map(secrets.unrank, range(secrets.size)):
        turns = history(ruleset, secret, [])
        while not turns or turns[-1].guess != secret:
            found = suggest(space, ruleset, turns, wish, NEVER)
            assert found.quality == Quality.PROVEN_OPTIMAL
            turns += history(ruleset, secret, [found.guess])
        total += len(turns)
    assert suggest(space, ruleset, (), wish, NEVER).score == total


@settings(repeatable, max_examples=20)
@given(st.data())
def test_auto_searches_where_few_candidates_are_left(data: st.DataObject) -> None:
    space, secrets = listed(CLASSIC), secret_space(CLASSIC)
    codes = st.integers(0, secrets.size - 1).map(secrets.unrank)
    secret = data.draw(codes)
    turns = history(CLASSIC, secret, data.draw(st.lists(codes, min_size=1, max_size=3)))
    if secret in [turn.guess for turn in turns]:
        return

    found = suggest(space, CLASSIC, turns, Wish(), NEVER)

    if len(candidates(space, turns)) <= EXACT_CANDIDATES:
        assert (found.strategy_used, found.quality) == (
            Strategy.OPTIMAL,
            Quality.PROVEN_OPTIMAL,
        )
        optimal = suggest(space, CLASSIC, turns, Wish(Strategy.OPTIMAL), NEVER)
        assert found == optimal
    else:
        assert (found.strategy_used, found.quality) == (
            Strategy.MOST_PARTS,
            Quality.EXACT_ONE_STEP,
        )


def test_a_bound_that_auto_does_not_reach_changes_nothing() -> None:
    free = suggest(listed(CLASSIC), CLASSIC, FEW, Wish(), NEVER)
    assert free.strategy_used == Strategy.OPTIMAL
    assert suggest(listed(CLASSIC), CLASSIC, FEW, Wish(max_evaluations=10**9), NEVER) == free


@pytest.mark.parametrize("wish", [Wish(alternatives=2), Wish(max_evaluations=1000)], ids=str)
def test_auto_weighs_one_step_where_a_search_could_not_do_as_asked(wish: Wish) -> None:
    found = suggest(listed(CLASSIC), CLASSIC, FEW, wish, NEVER)
    assert found.strategy_used == Strategy.MOST_PARTS
    assert len(found.alternatives) == wish.alternatives


def test_candidates_only_is_kept_by_searches() -> None:
    for strategy in (Strategy.AUTO, Strategy.OPTIMAL, Strategy.OPTIMAL_DEPTH):
        wish = Wish(strategy, candidates_only=True)
        free = Wish(strategy)
        found = suggest(listed(CLASSIC), CLASSIC, FEW, wish, NEVER)
        assert found.is_candidate
        assert found.score >= suggest(listed(CLASSIC), CLASSIC, FEW, free, NEVER).score


def test_a_search_that_was_cancelled_or_bounded_says_so() -> None:
    cancelled = NEVER.copy()
    cancelled[0] = 1
    stopped = suggest(listed(CLASSIC), CLASSIC, AFTER_1122, Wish(Strategy.OPTIMAL), cancelled)
    bounded = suggest(
        listed(CLASSIC), CLASSIC, AFTER_1122, Wish(Strategy.OPTIMAL, max_evaluations=1), NEVER
    )
    full = suggest(listed(CLASSIC), CLASSIC, AFTER_1122, Wish(Strategy.OPTIMAL), NEVER)
    assert stopped.quality == bounded.quality == Quality.BUDGET_HIT
    assert full.quality == Quality.PROVEN_OPTIMAL
    assert full.score <= stopped.score


def test_optimal_depth_never_takes_longer_than_need_be() -> None:
    found = suggest(listed(CLASSIC), CLASSIC, AFTER_1122, Wish(Strategy.OPTIMAL_DEPTH), NEVER)
    best = suggest(listed(CLASSIC), CLASSIC, AFTER_1122, Wish(Strategy.OPTIMAL), NEVER)
    assert found.quality == Quality.PROVEN_OPTIMAL
    assert found.score >= best.score


def test_too_many_candidates_to_search_are_refused_off_the_tree() -> None:
    ruleset = custom(7, 4)
    with pytest.raises(Refusal, match="exact search is for up to 6 pegs"):
        suggest(listed(ruleset), ruleset, (), Wish(Strategy.OPTIMAL), NEVER)
    found = suggest(listed(ruleset), ruleset, (), Wish(candidates_only=True), NEVER)
    assert found.strategy_used == Strategy.ENTROPY


@pytest.mark.parametrize(("size", "pegs", "colors"), [("3x5", 3, 5), ("4x4", 4, 4)])
def test_optima_are_evaluated_without_a_tree(size: str, pegs: int, colors: int) -> None:
    ruleset = custom(pegs, colors)
    published = PUBLISHED["optimal_totals_repeats"][size]
    optimal = evaluate(listed(ruleset), ruleset, Strategy.OPTIMAL)
    shallow = evaluate(listed(ruleset), ruleset, Strategy.OPTIMAL_DEPTH)
    assert optimal.total == published["total"]
    assert shallow.max == published["worst_case_optimum"]


def test_optima_among_candidates_alone_are_evaluated() -> None:
    ruleset = custom(3, 5)
    found = evaluate(listed(ruleset), ruleset, Strategy.OPTIMAL, candidates_only=True)
    assert found.total == PUBLISHED["optimal_totals_consistent_only"]["3x5"]


def test_an_opening_is_refused_where_there_is_no_tree() -> None:
    ruleset = custom(3, 5)
    with pytest.raises(Refusal, match="chooses its opening itself"):
        evaluate(listed(ruleset), ruleset, Strategy.OPTIMAL, opening=(1, 2, 3))


def test_a_cancelled_evaluation_ends() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(EvaluationCancelled):
        evaluate(listed(CLASSIC), CLASSIC, Strategy.OPTIMAL, progress=progress)
