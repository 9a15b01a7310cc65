"""Exact search proves the least totals that others have published, and trees that take them."""

from threading import Timer
from typing import Any

import numpy as np
import pytest

from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset, preset
from mastermind_engine.solver.exact import Effort, SearchResult, search_exact
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.tree import play_tree
from tests.unit.plain_search import PlainSearch
from tests.unit.published import PUBLISHED, board
from tests.unit.samples import SMALL, custom, label, listed
from tests.unit.solving import history

QUICK = 700
"""Codes of the spaces whose proof takes a moment."""

CLASSIC = preset("classic")

GREEDY_NODES = 200
"""More than the first, greedy tree takes, which any search starts from."""


def check(ruleset: Ruleset, result: SearchResult) -> None:
    """The tree takes what the search says: every code is played."""
    lengths = play_tree(listed(ruleset), result.tree)
    assert lengths.sum() == result.total
    assert lengths.max() == result.depth


KINDS: dict[str, dict[str, Any]] = {
    "repeats": {},
    "no_repeats": {"repeats": False},
    "black_only": {"kind": FeedbackKind.BLACK_ONLY},
    "distinct_secrets_free_guesses": {"repeats": False, "guess_repeats": True},
}
QUICK_ROWS = ("3x8", "3x9", "6x3")


def rows(key: str, longest: tuple[str, ...] = QUICK_ROWS) -> list[Any]:
    """Rulesets of the facts and the figure that they tell under a key."""
    found = []
    for kind, features in KINDS.items():
        for name, row in PUBLISHED[f"optimal_totals_{kind}"].items():
            # The total of 5x8 is the best known and not proved.
            if name in ("note", "5x8") or row.get(key) is None:
                continue
            pegs, colors = map(int, name.split("x"))
            ruleset = custom(pegs, colors, **features)
            long = ruleset.secret_count > QUICK and name not in longest
            marks = [pytest.mark.long, pytest.mark.timeout(3600)] if long else []
            found.append(pytest.param(ruleset, row[key], id=f"{name}-{kind}", marks=marks))
    return found


@pytest.mark.parametrize(("ruleset", "total"), rows("total"))
def test_a_published_optimum_is_proved_again(ruleset: Ruleset, total: int) -> None:
    result = search_exact(listed(ruleset))

    assert (result.total, result.lower_bound, result.proven) == (total, total, True)
    check(ruleset, result)


@pytest.mark.parametrize(("ruleset", "depth"), rows("worst_case_optimum"))
def test_a_published_worst_case_is_proved_again(ruleset: Ruleset, depth: int) -> None:
    result = search_exact(listed(ruleset), goal=Strategy.OPTIMAL_DEPTH)

    assert (result.depth, result.proven) == (depth, True)
    assert result.total >= search_exact(listed(ruleset)).total
    check(ruleset, result)


def test_the_classic_board_takes_5625_guesses_and_one_more_within_five_each() -> None:
    optimum = PUBLISHED["classic_4x6_repeats"]["optimum"]
    best = search_exact(listed(CLASSIC))
    assert (best.total, best.proven, best.depth) == (optimum["total"], True, optimum["max"])
    check(CLASSIC, best)

    flat = PUBLISHED["classic_4x6_repeats"]["optimum_max_5"]
    best = search_exact(listed(CLASSIC), goal=Strategy.OPTIMAL_DEPTH)
    assert (best.total, best.proven, best.depth) == (flat["total"], True, flat["max"])
    check(CLASSIC, best)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        pytest.param(name, total, id=name)
        for name, total in PUBLISHED["optimal_totals_consistent_only"].items()
        if name != "5x8"
    ],
)
def test_the_optimum_of_guessing_candidates_only_is_proved_again(name: str, total: int) -> None:
    ruleset = board(name)
    result = search_exact(listed(ruleset), candidates_only=True)

    assert (result.total, result.proven) == (total, True)
    check(ruleset, result)


@pytest.mark.parametrize("candidates_only", [False, True], ids=["any-guess", "candidates-only"])
@pytest.mark.parametrize("goal", [Strategy.OPTIMAL, Strategy.OPTIMAL_DEPTH], ids=lambda g: g.name)
@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_no_tree_of_a_plain_search_is_better(
    ruleset: Ruleset, goal: Strategy, candidates_only: bool
) -> None:
    plain = PlainSearch(ruleset, candidates_only=candidates_only)
    for first in range(0, listed(ruleset).secrets.size, 5):
        # Every set that one guess leaves: candidates of real positions, few enough.
        for cell in plain.cells(plain.everyone, first):
            if len(cell) > plain.reach:
                continue
            members = np.array(cell, np.int32)
            told = plain.best(cell, flat=goal == Strategy.OPTIMAL_DEPTH)
            result = search_exact(
                listed(ruleset), members, goal=goal, candidates_only=candidates_only
            )
            assert (result.depth, result.total)[goal == Strategy.OPTIMAL :] == told
            assert result.proven
            lengths = play_tree(listed(ruleset), result.tree, members)
            assert (lengths.sum(), lengths.max()) == (result.total, result.depth)


def test_positions_of_one_set_take_the_same_whatever_the_turns_were() -> None:
    turns = history(CLASSIC, (1, 2, 3, 4), [(1, 1, 2, 2), (3, 3, 4, 5)])
    sets = [candidates(listed(CLASSIC), order) for order in (turns, turns[::-1])]
    assert sets[0].tolist() == sets[1].tolist()

    totals = {search_exact(listed(CLASSIC), members).total for members in sets}
    assert len(totals) == 1


def test_a_renaming_of_colors_and_positions_changes_no_total() -> None:
    one = history(CLASSIC, (1, 2, 3, 4), [(1, 1, 2, 3)])
    two = history(CLASSIC, (4, 6, 5, 2), [(6, 4, 5, 5)])
    results = [search_exact(listed(CLASSIC), candidates(listed(CLASSIC), t)) for t in (one, two)]
    assert one[0].feedback == two[0].feedback
    assert results[0].total == results[1].total


@pytest.mark.parametrize("max_nodes", [1, 10, 100, 300, 1000])
def test_without_a_proof_the_bound_is_honest_and_the_tree_whole(max_nodes: int) -> None:
    optimum = PUBLISHED["classic_4x6_repeats"]["optimum"]["total"]
    result = search_exact(listed(CLASSIC), effort=Effort(max_nodes=max_nodes))

    assert not result.proven
    assert result.lower_bound <= optimum <= result.total
    assert result.nodes <= max_nodes + GREEDY_NODES
    check(CLASSIC, result)


@pytest.mark.parametrize("memory", [4, 1 << 10])
def test_a_short_memory_changes_no_total(memory: int) -> None:
    ruleset = custom(4, 4)
    result = search_exact(listed(ruleset), effort=Effort(memory=memory))
    assert (result.total, result.proven) == (905, True)
    check(ruleset, result)


def test_a_search_gives_the_same_tree_every_time() -> None:
    one, two = (search_exact(listed(CLASSIC)).tree for _ in range(2))
    assert one.guesses.tolist() == two.guesses.tolist()
    assert one.children.tolist() == two.children.tolist()


def test_a_cancelled_search_gives_the_tree_that_it_has() -> None:
    cancelled = np.ones(1, np.uint8)
    for goal in (Strategy.OPTIMAL, Strategy.OPTIMAL_DEPTH):
        result = search_exact(listed(CLASSIC), goal=goal, cancelled=cancelled)
        assert not result.proven
        check(CLASSIC, result)


def test_another_thread_can_stop_a_search_of_minutes() -> None:
    bulls = preset("bulls-and-cows")
    cancelled = np.zeros(1, np.uint8)
    timer = Timer(1, lambda: cancelled.fill(1))
    timer.start()
    result = search_exact(listed(bulls), cancelled=cancelled)
    timer.join()
    assert not result.proven
    check(bulls, result)


@pytest.mark.parametrize(
    ("ruleset", "fault"),
    [(custom(7, 2), "up to 6 pegs"), (preset("super"), "holds up to")],
    ids=["seven-pegs", "super"],
)
def test_what_cannot_be_searched_is_refused(ruleset: Ruleset, fault: str) -> None:
    with pytest.raises(Refusal, match=fault) as refused:
        search_exact(listed(ruleset))
    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET
