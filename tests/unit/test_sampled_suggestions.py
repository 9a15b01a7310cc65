"""Suggestions where candidates, guesses or both are sampled."""

import numpy as np
import pytest

from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.evaluate import drawn_secrets, evaluate
from mastermind_engine.solver.sampled import suggest_sampled
from mastermind_engine.solver.strategies import FROM_TREES, ONE_STEP, Quality, Strategy
from mastermind_engine.solver.suggest import suggest
from mastermind_engine.solver.suggestion import Wish
from tests.unit.oracle import feedback
from tests.unit.samples import custom, label, listed, turn
from tests.unit.solving import NEVER, history

LARGE = (
    custom(8, 12),
    custom(15, 63),
    custom(15, 63, blanks=True, repeats=False),
    custom(9, 30, repeats=False, guess_repeats=True),
    custom(12, 8, kind=FeedbackKind.BLACK_ONLY),
)
SECRET = (6, 2, 3, 6, 9, 4, 5, 2)


def candidate_of(ruleset: Ruleset, guess: tuple[int, ...], turns: list[Turn]) -> bool:
    legal = ruleset.repeats or len(set(guess)) == len(guess)
    return legal and all(feedback(ruleset, guess, each.guess) == each.feedback for each in turns)


@pytest.mark.parametrize("strategy", [Strategy.AUTO, Strategy.FIRST_CONSISTENT, *ONE_STEP])
@pytest.mark.parametrize("ruleset", LARGE, ids=label)
def test_a_space_of_any_size_has_an_opening_and_a_second_guess(
    ruleset: Ruleset, strategy: Strategy
) -> None:
    secret = drawn_secrets(ruleset, 1, 7)[0]
    opening = suggest(None, ruleset, (), Wish(strategy), NEVER)
    turns = history(ruleset, secret, [opening.guess])

    second = suggest(None, ruleset, turns, Wish(strategy, seed=3), NEVER)

    assert opening.candidates_remaining == ruleset.secret_count
    assert not opening.candidates_estimated
    assert second.candidates_remaining < ruleset.secret_count
    assert second.is_candidate == candidate_of(ruleset, second.guess, turns)
    by_rule = strategy == Strategy.FIRST_CONSISTENT
    assert second.quality == (Quality.BY_RULE if by_rule else Quality.SAMPLED)
    assert second == suggest(None, ruleset, turns, Wish(strategy, seed=3), NEVER)


def test_candidates_only_are_weighed_where_that_is_wished() -> None:
    turns = history(custom(8, 12), SECRET, [(1, 1, 2, 3, 4, 5, 6, 7)])
    wish = Wish(Strategy.ENTROPY, candidates_only=True, alternatives=20)

    found = suggest_sampled(custom(8, 12), turns, wish, NEVER)

    assert len(found.alternatives) == 20
    for each in (found, *found.alternatives):
        assert each.is_candidate
        assert candidate_of(custom(8, 12), each.guess, turns)
    scores = [found.score, *(each.score for each in found.alternatives)]
    assert scores == sorted(set(scores))


def test_a_spent_budget_is_told() -> None:
    turns = history(custom(8, 12), SECRET, [(1, 1, 2, 3, 4, 5, 6, 7)])

    few = suggest_sampled(custom(8, 12), turns, Wish(Strategy.ENTROPY, max_evaluations=9), NEVER)

    assert few.quality == Quality.BUDGET_HIT


def test_a_contradiction_is_refused_once_it_is_proved() -> None:
    turns = [turn("11112222", 8, 0), turn("33333333", 1, 0)]
    # The first is no solution: the code is not broken in the last turn.
    with pytest.raises(Refusal) as refused:
        suggest_sampled(custom(8, 12), turns, Wish(), NEVER)

    assert refused.value.reason == RuleReason.CONTRADICTORY_HISTORY
    assert refused.value.details["first_contradictory_turn"] == "2"
    assert refused.value.details["repairing_turns"] == "1,2"


def test_a_search_that_is_ended_says_so() -> None:
    rare = [Turn(tuple(range(1, 16)), Feedback(13, 0))]

    found = suggest_sampled(custom(15, 63), rare, Wish(), np.ones(1, np.uint8))

    assert found.quality == Quality.BUDGET_HIT


def test_where_all_is_known_the_numbers_are_those_of_a_listed_space() -> None:
    ruleset = custom(4, 6)
    turns = [turn("1122", 1, 0)]

    sampled = suggest_sampled(ruleset, turns, Wish(Strategy.ENTROPY), NEVER)

    exact = suggest(listed(ruleset), ruleset, turns, Wish(Strategy.ENTROPY, alternatives=99), NEVER)
    same = [each for each in (exact, *exact.alternatives) if each.score == sampled.score]
    assert sampled.candidates_remaining == exact.candidates_remaining == 256
    assert same
    assert (sampled.parts, sampled.worst_case_remaining) == (
        same[0].parts,
        same[0].worst_case_remaining,
    )
    assert sampled.entropy_bits == pytest.approx(same[0].entropy_bits)


@pytest.mark.parametrize("strategy", [Strategy.ENTROPY, Strategy.FIRST_CONSISTENT])
def test_drawn_secrets_of_a_huge_space_are_broken(strategy: Strategy) -> None:
    ruleset = custom(8, 12)

    played = evaluate(None, ruleset, strategy, sample=4, seed=11)
    threaded = evaluate(None, ruleset, strategy, sample=4, seed=11, threads=2)

    assert played.lengths.tolist() == threaded.lengths.tolist()
    assert played.sampled
    assert 4 < played.average < 16
    assert played.standard_error > 0


def test_every_secret_of_a_huge_space_is_not_played() -> None:
    with pytest.raises(Refusal) as refused:
        evaluate(None, custom(8, 12), Strategy.ENTROPY)

    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET


@pytest.mark.parametrize("strategy", FROM_TREES)
def test_an_exact_search_of_a_space_too_large_to_list_is_refused(strategy: Strategy) -> None:
    with pytest.raises(Refusal) as refused:
        suggest(None, custom(8, 12), (), Wish(strategy), NEVER)

    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET
