"""Reported cases: solvers weaker than they claim."""

import json
import subprocess
import sys

import pytest

from mastermind_engine.feedback import Feedback, score
from mastermind_engine.game import Turn
from mastermind_engine.solver.evaluate import Evaluation, evaluate
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Suggestion, Wish, suggest
from tests.unit.cases import CASES, Case, history_of, ruleset_of, selected
from tests.unit.samples import code, custom, listed
from tests.unit.solving import NEVER

STRATEGIES = {
    "minimax": Strategy.MINIMAX,
    "first-remaining": Strategy.FIRST_CONSISTENT,
    "entropy": Strategy.ENTROPY,
}


def suggested(case: Case, *, candidates_only: bool = False) -> Suggestion:
    ruleset = ruleset_of(case)
    wish = Wish(Strategy.MINIMAX, candidates_only=candidates_only)
    return suggest(listed(ruleset), ruleset, history_of(case["steps"][0]), wish, NEVER)


def played(case: Case, step: Case, *, candidates_only: bool = False) -> Evaluation:
    ruleset = ruleset_of(case)
    return evaluate(
        listed(ruleset),
        ruleset,
        STRATEGIES[step["strategy"]],
        opening=code(step["first"]),
        candidates_only=candidates_only,
    )


@pytest.mark.parametrize("case", selected("O023"))
def test_a_suggestion_carries_as_much_information_as_any_can(case: Case) -> None:
    expected = case["expected"]

    suggestion = suggested(case)

    assert suggestion.worst_case_remaining == expected["best_possible_worst_case"]
    assert suggestion.guess not in map(code, expected["must_not_suggest"])


@pytest.mark.parametrize("case", selected("O024", "O025"))
def test_minimax_probes_with_a_code_that_cannot_be_the_secret(case: Case) -> None:
    expected = case["expected"]
    candidates_only = expected.get("best_if_limited_to_candidates") or expected.get(
        "candidate_only_worst"
    )

    suggestion = suggested(case)

    assert suggestion.candidates_remaining == expected.get("candidates", 12)
    assert suggestion.worst_case_remaining == expected["worst_case_partition"]
    assert suggestion.guess == code(expected["example_suggestion"])
    assert suggestion.is_candidate is expected["suggestion_is_candidate"]
    assert suggested(case, candidates_only=True).worst_case_remaining == candidates_only


@pytest.mark.parametrize("case", selected("O030"))
def test_codes_that_differ_in_one_hole_are_told_apart_by_a_probe_outside_them(case: Case) -> None:
    expected = case["expected"]

    suggestion = suggested(case)

    assert suggestion.candidates_remaining == len(expected["candidates"])
    assert suggestion.guess == code(expected["example_suggestion"])
    assert suggestion.is_candidate is expected["suggestion_is_candidate"]
    assert suggestion.worst_case_remaining == expected["worst_case_partition"]
    # Two codes take two guesses at most; one candidate after the other takes all four.
    assert 1 + suggestion.worst_case_remaining == expected["guarantee_total_guesses_needed"]
    one_by_one = suggested(case, candidates_only=True)
    assert 1 + one_by_one.worst_case_remaining == expected["candidate_only_needs"]


@pytest.mark.parametrize("case", selected("O026"))
def test_minimax_prefers_codes_that_are_still_possible(case: Case) -> None:
    expected = case["expected"]

    result = played(case, case["steps"][0])

    assert result.total == expected["total_guesses"]
    assert result.max == expected["max"]
    assert result.histogram == list(expected["distribution"].values())


@pytest.mark.parametrize("case", selected("O027"))
def test_minimax_over_all_codes_never_needs_the_sixth_guess(case: Case) -> None:
    expected = case["expected"]
    compared = expected["candidate_only_for_comparison"]

    free = played(case, case["steps"][0])
    narrow = played(case, case["steps"][0], candidates_only=True)

    assert free.max == expected["max"]
    assert (narrow.total, narrow.histogram[5]) == (compared["total"], compared["needs_6"])


@pytest.mark.parametrize("case", selected("O028"))
def test_minimax_after_another_opening_needs_six_for_a_few_codes(case: Case) -> None:
    for step, told in zip(case["steps"], case["expected"]["per_step"], strict=True):
        result = played(case, step)
        assert (result.total, result.max) == (told["total"], told["max"])
        assert result.histogram[5] == told["needs_6"]


@pytest.mark.parametrize("case", selected("O031"))
def test_the_first_candidate_after_1122_takes_the_judged_total(case: Case) -> None:
    expected = case["expected"]

    result = played(case, case["steps"][0])

    assert (result.total, result.max) == (expected["total"], expected["max"])
    assert result.average == pytest.approx(expected["average"], abs=5e-5)
    assert result.histogram == list(expected["distribution"].values())


@pytest.mark.parametrize("case", selected("O029"))
def test_the_recorded_minimax_game_is_played_again(case: Case) -> None:
    ruleset = ruleset_of(case)
    step, expected = case["steps"][0], case["expected"]
    space = listed(ruleset)
    turns: list[Turn] = []
    for index, text in enumerate(step["guesses"]):
        suggestion = suggest(space, ruleset, turns, Wish(Strategy.MINIMAX), NEVER)
        assert suggestion.candidates_remaining == expected["remaining_before_each"][index]
        assert suggestion.guess == code(text) == code(expected["minimax_suggestions"][index])
        assert suggestion.is_candidate is (text not in expected["non_candidate_steps"])
        answer = score(ruleset, code(step["secret"]), code(text))
        assert answer == Feedback(*expected["feedback"][index])
        turns.append(Turn(code(text), answer))
    assert len(candidates(space, turns)) == 1


@pytest.mark.parametrize("case", selected("O076"))
def test_smaller_boards_take_the_judged_totals(case: Case) -> None:
    boards = (custom(4, 4), custom(2, 3))
    for ruleset, step, told in zip(
        boards, case["steps"], case["expected"]["per_step"], strict=True
    ):
        opening = code(step["first"])
        result = evaluate(listed(ruleset), ruleset, Strategy.MINIMAX, opening=opening)
        assert (result.total, result.max) == (told["total"], told["max"])
        assert result.average == pytest.approx(told["average"], abs=5e-6)


ENTROPY_LENGTHS = """
from mastermind_engine.rulesets import preset
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import listed_with_table
from mastermind_engine.solver.strategies import Strategy
classic = preset("classic")
print(evaluate(listed_with_table(classic), classic, Strategy.ENTROPY).lengths.tolist())
"""


@pytest.mark.parametrize("case", selected("O032"))
def test_entropy_plays_alike_in_every_run_and_process(case: Case) -> None:
    ruleset = ruleset_of(case)
    run = subprocess.run(
        [sys.executable, "-c", ENTROPY_LENGTHS], check=True, capture_output=True, text=True
    )

    results = [
        evaluate(listed(ruleset), ruleset, Strategy.ENTROPY)
        for _ in range(case["steps"][0]["repeat"])
    ]

    for result in results:
        assert result.lengths.tolist() == json.loads(run.stdout)
        assert result.max <= case["expected"]["max_at_most"]
        assert result.total == case["expected"]["reference_total_with_rounding_and_candidate_first"]


def test_codes_that_differ_in_one_hole_all_stay_candidates() -> None:
    case = CASES["O030"]
    ruleset = ruleset_of(case)
    space = listed(ruleset)

    members = candidates(space, history_of(case["steps"][0]))

    assert [space.secrets.unrank(int(member)) for member in members] == [
        code(text) for text in case["expected"]["candidates"]
    ]
