"""SuggestGuess on any position: the guess, what is told of it, and what bounds the search."""

import math

import pytest
from google.protobuf.duration_pb2 import Duration

from mastermind.v1 import types_pb2 as pb
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import Strategy
from tests.support.api import Api, custom, preset, text_of, turn
from tests.support.calls import choice_of
from tests.unit import samples
from tests.unit.oracle import slow_solver

SMALL = [
    samples.custom(3, 4),
    samples.custom(3, 5, repeats=False, guess_repeats=True),
    samples.custom(3, 3, blanks=True),
    samples.custom(3, 4, kind=FeedbackKind.BLACK_ONLY),
]
ONE_STEP = [
    pb.STRATEGY_MINIMAX,
    pb.STRATEGY_EXPECTED_SIZE,
    pb.STRATEGY_ENTROPY,
    pb.STRATEGY_MOST_PARTS,
]


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("strategy", ONE_STEP, ids=pb.Strategy.Name)
@pytest.mark.parametrize("ruleset", SMALL, ids=samples.label)
def test_the_guess_is_the_one_that_a_plain_search_finds(
    stateless_api: Api, ruleset: Ruleset, strategy: pb.Strategy.ValueType, candidates_only: bool
) -> None:
    solver = slow_solver(ruleset)
    played = Turn((1, 2, 3), Feedback(1))
    wire = pb.Turn(guess=pb.Code(pegs=played.guess), feedback=pb.Feedback(black=1))

    told = stateless_api.suggest_for(
        [wire], choice_of(ruleset), strategy=strategy, candidates_only=candidates_only
    )

    left = solver.candidates([played])
    score, other, guess = solver.ranked(left, Strategy(strategy), candidates_only=candidates_only)[
        0
    ]
    cells = solver.cells(left, guess).values()
    assert tuple(told.guess.pegs) == guess
    assert told.is_candidate is not other
    assert told.score == score
    assert told.candidates_remaining == len(left)
    assert told.candidates_log2 == pytest.approx(math.log2(len(left)))
    assert not told.candidates_estimated
    assert told.worst_case_remaining == max(cells)
    assert told.expected_remaining == pytest.approx(sum(n * n for n in cells) / len(left))
    assert told.entropy_bits == pytest.approx(
        sum(n / len(left) * math.log2(len(left) / n) for n in cells)
    )
    assert told.parts == len(cells)
    assert (told.strategy_used, told.quality) == (strategy, pb.QUALITY_EXACT_ONE_STEP)


def test_alternatives_are_the_first_guess_of_each_next_worse_score(stateless_api: Api) -> None:
    told = stateless_api.suggest_for(strategy=pb.STRATEGY_MINIMAX, alternatives=9)

    ranked = [(text_of(each.guess), each.score) for each in (told, *told.alternatives)]
    assert ranked == [("1122", 256), ("1123", 276), ("1234", 312), ("1112", 317), ("1111", 625)]
    assert all(each.quality == told.quality for each in told.alternatives)


def test_as_many_alternatives_as_asked_for_and_none_unless(stateless_api: Api) -> None:
    def count(alternatives: int) -> int:
        return len(stateless_api.suggest_for(alternatives=alternatives).alternatives)

    assert [count(0), count(1), count(3)] == [0, 1, 3]


@pytest.mark.parametrize(
    ("ruleset", "strategy"),
    [
        (custom(4, 5), pb.STRATEGY_MOST_PARTS),
        (preset("hasbro-ninth-doubles"), pb.STRATEGY_ENTROPY),
    ],
    ids=["4x5", "hasbro-ninth-doubles"],
)
def test_without_a_tree_auto_is_most_parts_up_to_4096_codes_and_entropy_above(
    stateless_api: Api, ruleset: pb.RulesetChoice, strategy: int
) -> None:
    told = stateless_api.suggest_for(ruleset=ruleset)

    assert told.strategy_used == strategy
    assert told == stateless_api.suggest_for(ruleset=ruleset, strategy=pb.STRATEGY_AUTO)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("classic", 5625),
        ("travel", 5625),
        ("variablo", 854),
        ("advanced", 11228),
        ("hasbro", 7797),
        ("hasbro-doubles", 20471),
        ("hasbro-ninth", 14892),
        ("bulls-and-cows", 26274),
    ],
)
def test_auto_opens_with_the_proven_optimum(stateless_api: Api, name: str, total: int) -> None:
    told = stateless_api.suggest_for(ruleset=preset(name))

    assert (told.strategy_used, told.quality) == (
        pb.STRATEGY_OPTIMAL,
        pb.QUALITY_PROVEN_OPTIMAL,
    )
    assert told.score == total
    # Trees hold one guess for a position.
    assert not told.alternatives


def test_a_tree_is_followed_in_the_callers_labels(stateless_api: Api) -> None:
    own = stateless_api.suggest_for([turn("1123", 0, 2)], strategy=pb.STRATEGY_OPTIMAL)
    other = stateless_api.suggest_for([turn("6564", 0, 2)], strategy=pb.STRATEGY_OPTIMAL)

    assert own.quality == other.quality == pb.QUALITY_PROVEN_OPTIMAL
    assert (own.candidates_remaining, own.score) == (222, 772)
    assert (other.candidates_remaining, other.score) == (222, 772)
    # 6 is the tree's 1, at its places 1 and 2; 5 and 4 may be either of 2 and 3.
    assert text_of(other.guess) != text_of(own.guess)


def test_candidates_only_gives_up_a_better_probe(stateless_api: Api) -> None:
    history = [turn("1111", 3, 0), turn("1112", 3, 0)]

    free = stateless_api.suggest_for(history, strategy=pb.STRATEGY_MINIMAX)
    bound = stateless_api.suggest_for(history, strategy=pb.STRATEGY_MINIMAX, candidates_only=True)

    assert (free.is_candidate, free.worst_case_remaining) == (False, 2)
    assert (bound.is_candidate, bound.worst_case_remaining) == (True, 3)


def test_a_bound_on_evaluations_ends_the_search_and_says_so(stateless_api: Api) -> None:
    told = stateless_api.suggest_for(strategy=pb.STRATEGY_MINIMAX, max_evaluations=2 * 1296)

    assert told.quality == pb.QUALITY_BUDGET_HIT
    # Two guesses were weighed, of which the second is the better one.
    assert text_of(told.guess) == "1112"
    assert told == stateless_api.suggest_for(strategy=pb.STRATEGY_MINIMAX, max_evaluations=2 * 1296)


def test_one_guess_is_weighed_whatever_the_bound(stateless_api: Api) -> None:
    told = stateless_api.suggest_for(strategy=pb.STRATEGY_MOST_PARTS, max_evaluations=1)

    assert (text_of(told.guess), told.quality) == ("1111", pb.QUALITY_BUDGET_HIT)


def test_a_bound_that_is_not_reached_changes_nothing(stateless_api: Api) -> None:
    free = stateless_api.suggest_for()

    assert stateless_api.suggest_for(max_evaluations=1296 * 1296) == free
    assert stateless_api.suggest_for(budget=Duration(seconds=60)) == free


def test_a_budget_of_time_ends_the_search_and_says_so(stateless_api: Api) -> None:
    # No table ships for these codes: listing them takes longer than the budget.
    told = stateless_api.suggest_for(
        ruleset=custom(6, 8), strategy=pb.STRATEGY_MINIMAX, budget=Duration(nanos=1_000_000)
    )

    assert told.quality == pb.QUALITY_BUDGET_HIT
    assert told.candidates_remaining == 8**6


def test_first_consistent_is_the_smallest_candidate(stateless_api: Api) -> None:
    told = stateless_api.suggest_for([turn("1111", 0, 0)], strategy=pb.STRATEGY_FIRST_CONSISTENT)

    assert (text_of(told.guess), told.quality) == ("2222", pb.QUALITY_BY_RULE)


def test_a_position_without_a_ruleset_is_classic_and_may_be_empty(stateless_api: Api) -> None:
    assert stateless_api.suggest_for() == stateless_api.suggest_for(ruleset=preset("classic"))
