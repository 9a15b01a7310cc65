"""Reported cases, over the wire: positions and what to guess there."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.api.cases import choice_of, history_of
from tests.support.api import Api, text_of
from tests.support.refusals import refused
from tests.unit.cases import CASES, Case, selected


def suggest(api: Api, case: Case, step: Case, **wish: bool) -> pb.Suggestion:
    """The MINIMAX suggestion for a step."""
    return api.suggest_for(history_of(step), choice_of(case), strategy=pb.STRATEGY_MINIMAX, **wish)


@pytest.mark.parametrize(
    ("name", "count"), [("O010", 6), ("O014", 208), ("O016", 12), ("O017", 1), ("O033", 360)]
)
def test_exactly_the_consistent_codes_remain(stateless_api: Api, name: str, count: int) -> None:
    case = CASES[name]
    step = next(step for step in case["steps"] if "history" in step)

    assert suggest(stateless_api, case, step).candidates_remaining == count


@pytest.mark.parametrize("case", selected("O017"))
def test_a_lone_candidate_is_suggested(stateless_api: Api, case: Case) -> None:
    found = suggest(stateless_api, case, case["steps"][1])

    assert text_of(found.guess) == case["expected"]["suggestion"]
    assert found.is_candidate


@pytest.mark.parametrize("case", selected("O018", "O021"))
def test_a_contradiction_tells_the_first_turn_that_makes_it(stateless_api: Api, case: Case) -> None:
    step, *others = case["steps"]
    told = case["expected"].get("per_step", [case["expected"]])

    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as refusal:
        suggest(stateless_api, case, step)

    first = told[0]["first_contradictory_entry"]
    assert refusal.metadata["first_contradictory_turn"] == str(first)
    for other, expected in zip(others, told[1:], strict=True):
        found = suggest(stateless_api, case, other)
        assert found.candidates_remaining == expected["count"]


@pytest.mark.parametrize("case", selected("O020"))
def test_a_feedback_that_cannot_be_is_refused(stateless_api: Api, case: Case) -> None:
    impossible, possible = case["steps"]
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK"):
        suggest(stateless_api, case, impossible)

    assert suggest(stateless_api, case, possible).candidates_remaining == 2


@pytest.mark.parametrize("case", selected("O022"))
def test_a_solved_position_gets_no_suggestion(stateless_api: Api, case: Case) -> None:
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        suggest(stateless_api, case, case["steps"][0])


@pytest.mark.parametrize("case", selected("O023"))
def test_a_suggestion_brings_information(stateless_api: Api, case: Case) -> None:
    found = suggest(stateless_api, case, case["steps"][0])

    assert found.worst_case_remaining == case["expected"]["best_possible_worst_case"]
    assert text_of(found.guess) not in case["expected"]["must_not_suggest"]


@pytest.mark.parametrize("case", selected("O024", "O025", "O030"))
def test_a_guess_that_cannot_win_may_be_best(stateless_api: Api, case: Case) -> None:
    told, step = case["expected"], case["steps"][0]

    found = suggest(stateless_api, case, step)

    assert text_of(found.guess) == told["example_suggestion"]
    assert found.worst_case_remaining == told["worst_case_partition"]
    assert found.is_candidate == told["suggestion_is_candidate"] is False


@pytest.mark.parametrize(("name", "worst"), [("O024", 6), ("O025", 3)])
def test_candidates_alone_may_do_worse(stateless_api: Api, name: str, worst: int) -> None:
    case = CASES[name]

    found = suggest(stateless_api, case, case["steps"][0], candidates_only=True)

    assert (found.is_candidate, found.worst_case_remaining) == (True, worst)


@pytest.mark.parametrize("case", selected("O029"))
def test_the_recorded_game_is_suggested_guess_by_guess(api: Api, case: Case) -> None:
    step, told = case["steps"][0], case["expected"]
    game_id = api.new_id_of_game(step["secret"], ruleset=choice_of(case))
    for guess, feedback, remaining in zip(
        step["guesses"], told["feedback"], told["remaining_before_each"], strict=True
    ):
        found = api.suggest(game_id, strategy=pb.STRATEGY_MINIMAX)
        assert (text_of(found.guess), found.candidates_remaining) == (guess, remaining)
        assert found.is_candidate == (guess not in told["non_candidate_steps"])
        answer = api.guess(game_id, guess).feedback
        assert [answer.black, answer.white] == feedback
