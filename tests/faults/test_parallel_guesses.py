"""Guesses at the same moment are taken one after the other (cases O050, O051)."""

from itertools import product

import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, marks, new_id
from tests.support.refusals import Refused, outcome
from tests.unit.cases import Case, selected

Doors = tuple[Api, Api]
Answers = list[service_pb.GuessResponse]

PARALLEL = 50
CODES = ["".join(pegs) for pegs in product("12345", repeat=4)][:PARALLEL]
LAST_THREE = pb.RulesetChoice(max_guesses=3)


def at_once(
    doors: Doors, game_id: str, *guesses: str, **rest: object
) -> tuple[Answers, list[Refused]]:
    """Sends all guesses before the first answer; the answers and the refusals."""
    calls = [
        doors[number % 2].start_guess(game_id, guess, **rest)
        for number, guess in enumerate(guesses)
    ]
    outcomes = [outcome(call.result) for call in calls]
    refusals = [each for each in outcomes if isinstance(each, Refused)]
    return [each for each in outcomes if not isinstance(each, Refused)], refusals


@pytest.mark.parametrize("case", selected("O051"))
def test_of_fifty_guesses_at_a_game_with_three_left_three_are_taken(
    doors: Doors, case: Case
) -> None:
    told = case["expected"]
    game_id = doors[0].new_id_of_game(case["steps"][0]["secret"], ruleset=LAST_THREE)

    answers, refusals = at_once(doors, game_id, *CODES)

    assert len(answers) == told["accepted_with_feedback"]
    assert sorted(answer.turn for answer in answers) == told["history_indices"]
    assert {marks(answer.feedback) for answer in answers} == {(0, 0)}
    assert len(refusals) == told["refused"]
    assert {refusal.reason for refusal in refusals} == {"GAME_OVER"}
    game = doors[1].get_game(game_id)
    assert game.state == pb.STATE_UNSOLVED
    assert len(game.turns) == told["attempts_used"]
    by_turn = sorted(answers, key=lambda answer: answer.turn)
    assert [answer.feedback for answer in by_turn] == [turn.feedback for turn in game.turns]


@pytest.mark.parametrize("case", selected("O050"))
def test_of_two_right_answers_at_once_one_wins(doors: Doors, case: Case) -> None:
    secret = case["steps"][0]["secret"]
    game_id = doors[0].new_id_of_game(secret)

    answers, refusals = at_once(doors, game_id, secret, secret)

    assert [answer.state for answer in answers] == [pb.STATE_SOLVED]
    assert [refusal.reason for refusal in refusals] == ["GAME_OVER"]
    assert len(doors[1].get_game(game_id).turns) == case["expected"]["attempts_used"]


def test_one_request_sent_many_times_at_once_is_one_turn(doors: Doors) -> None:
    game_id = doors[0].new_id_of_game("1234")

    answers, refusals = at_once(doors, game_id, *["1122"] * 20, request_id=new_id())

    assert not refusals
    assert answers == [answers[0]] * 20
    assert len(doors[1].get_game(game_id).turns) == 1


def test_of_many_who_expect_the_same_turn_one_gets_it(doors: Doors) -> None:
    game_id = doors[0].new_id_of_game("6666")

    answers, refusals = at_once(doors, game_id, *CODES[:20], expected_turn=1)

    assert [answer.turn for answer in answers] == [1]
    assert {refusal.reason for refusal in refusals} == {"WRONG_TURN"}
    assert {refusal.metadata["current_turn"] for refusal in refusals} == {"2"}


def test_guesses_in_turn_through_both_doors_all_count(doors: Doors) -> None:
    game_id = doors[0].new_id_of_game("6666")

    for number in range(1, 13):
        answer = doors[number % 2].guess(game_id, "1122", expected_turn=number)
        assert answer.turn == number

    assert doors[0].get_game(game_id) == doors[1].get_game(game_id)


def test_a_game_made_twice_through_both_doors_is_one(doors: Doors) -> None:
    mine = new_id()

    first, second = (door.new_game("1234", request_id=mine) for door in doors)

    assert first == second


def test_a_token_of_one_door_opens_the_other(doors: Doors) -> None:
    made = doors[0].new_game("1234", require_tokens=True)

    codebreaker = doors[1].with_token(made.codebreaker_token)

    assert codebreaker.guess(made.game.game_id, "1234").state == pb.STATE_SOLVED
