"""A retry with the same request id gets the first answer and costs nothing."""

from typing import Any

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, new_id
from tests.support.refusals import refused


def test_a_retry_gets_the_same_answer_and_costs_no_turn(api: Api) -> None:
    game_id, mine = api.new_id_of_game("1234"), new_id()

    first = api.guess(game_id, "1122", request_id=mine)

    assert api.guess(game_id, "1122", request_id=mine) == first
    assert len(api.get_game(game_id).turns) == 1


def test_a_retry_gets_the_same_answer_after_more_turns(api: Api) -> None:
    game_id, mine = api.new_id_of_game("1234"), new_id()
    first = api.guess(game_id, "1122", request_id=mine)
    api.guess(game_id, "3344")

    assert api.guess(game_id, "1122", request_id=mine) == first
    assert (first.turn, first.guesses_left) == (1, 11)


def test_a_retry_gets_the_same_answer_once_the_game_is_over(api: Api) -> None:
    game_id, early, winning = api.new_id_of_game("1234"), new_id(), new_id()
    first = api.guess(game_id, "1122", request_id=early)
    won = api.guess(game_id, "1234", request_id=winning)

    assert api.guess(game_id, "1122", request_id=early) == first
    assert not first.HasField("secret")
    assert api.guess(game_id, "1234", request_id=winning) == won
    assert won.state == pb.STATE_SOLVED
    assert len(api.get_game(game_id).turns) == 2


def test_a_retry_of_the_losing_guess_shows_the_secret_again(api: Api) -> None:
    game_id, mine = api.new_id_of_game(ruleset=pb.RulesetChoice(max_guesses=1), seed=7), new_id()
    first = api.guess(game_id, "6661", request_id=mine)

    assert api.guess(game_id, "6661", request_id=mine) == first
    assert first.HasField("secret")
    assert first.HasField("reveal")


@pytest.mark.parametrize(
    "other",
    [
        {"guess": "1123"},
        {"guess": "1122", "expected_turn": 1},
        {"guess": "1122", "client_seed": b"x"},
    ],
)
def test_a_request_id_with_another_body_is_refused(api: Api, other: dict[str, Any]) -> None:
    game_id, mine = api.new_id_of_game("1234"), new_id()
    api.guess(game_id, "1122", request_id=mine)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        api.guess(game_id, request_id=mine, **other)

    assert len(api.get_game(game_id).turns) == 1


def test_a_request_id_is_bound_to_the_seat(api: Api) -> None:
    made, mine = api.new_game("1234"), new_id()
    api.guess(made.game.game_id, "1122", request_id=mine)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        api.with_token(made.codebreaker_token).guess(made.game.game_id, "1122", request_id=mine)


def test_the_same_request_id_may_serve_two_games(api: Api) -> None:
    mine = new_id()
    for secret in ("1122", "1123"):
        assert api.guess(api.new_id_of_game(secret), "1122", request_id=mine).turn == 1


def test_a_guess_without_a_request_id_is_always_a_new_one(api: Api) -> None:
    game_id = api.new_id_of_game("1234")

    turns = [api.guess(game_id, "1122", request_id="").turn for _ in range(3)]

    assert turns == [1, 2, 3]


def test_a_request_id_of_more_than_128_characters_is_refused(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        api.guess(game_id, "1122", request_id="x" * 129)

    assert told.fields == ["request_id"]
    assert api.guess(game_id, "1122", request_id="x" * 128).turn == 1


def test_replays_are_kept_for_the_last_64_writes(api: Api) -> None:
    unlimited = pb.RulesetChoice(max_guesses=0)
    game_id = api.new_id_of_game("1234", ruleset=unlimited)
    answers = [api.guess(game_id, "1122", request_id=f"id-{turn}") for turn in range(70)]
    assert len(api.get_game(game_id).turns) == 70

    for turn in range(6, 70):
        assert api.guess(game_id, "1122", request_id=f"id-{turn}") == answers[turn]

    assert len(api.get_game(game_id).turns) == 70
    assert api.guess(game_id, "1122", request_id="id-0").turn == 71


def test_a_retry_is_recognized_before_the_turn_it_expected(api: Api) -> None:
    game_id, mine = api.new_id_of_game("1234"), new_id()
    first = api.guess(game_id, "1122", request_id=mine, expected_turn=1)

    assert api.guess(game_id, "1122", request_id=mine, expected_turn=1) == first
