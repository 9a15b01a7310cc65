"""Illegal codes are refused, named, and cost nothing."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, preset
from tests.support.refusals import refused


@pytest.mark.parametrize(
    ("guess", "fields"),
    [
        ("", ["guess.pegs"]),
        ("123", ["guess.pegs"]),
        ("12345", ["guess.pegs"]),
        ("1237", ["guess.pegs[3]"]),
        (".128", ["guess.pegs[0]", "guess.pegs[3]"]),
    ],
)
def test_an_illegal_guess_is_named_and_costs_no_turn(
    api: Api, guess: str, fields: list[str]
) -> None:
    game_id = api.new_id_of_game("1234")
    before = api.get_game(game_id)

    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        api.guess(game_id, guess)

    assert told.fields == fields
    assert api.get_game(game_id) == before


def test_an_illegal_last_guess_does_not_lose_the_game(api: Api) -> None:
    game_id = api.new_id_of_game("1234", ruleset=preset("classic", max_guesses=1))
    with refused("INVALID_ARGUMENT", "INVALID_CODE"):
        api.guess(game_id, "12347")

    assert api.guess(game_id, "1234").feedback.black == 4


def test_a_request_id_of_a_refused_guess_may_be_used_again(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    with refused("INVALID_ARGUMENT", "INVALID_CODE"):
        api.guess(game_id, "123", request_id="mine")

    assert api.guess(game_id, "1234", request_id="mine").turn == 1


def test_scoring_names_the_faults_of_secret_and_guess_together(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.score("1239", "123")

    assert told.fields == ["secret.pegs[3]", "guess.pegs"]


def test_a_secret_may_not_repeat_where_a_guess_may(stateless_api: Api) -> None:
    hasbro = preset("hasbro")

    assert stateless_api.score("1234", "1111", hasbro) == (1, 0)
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.score("1123", "1111", hasbro)
    assert told.fields == ["secret.pegs[1]"]


def test_a_guess_may_not_repeat_where_nothing_may(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.score("1234", "1211", preset("bulls-and-cows"))

    assert told.fields == ["guess.pegs[2]", "guess.pegs[3]"]


def test_a_blank_is_legal_only_where_the_ruleset_has_blanks(stateless_api: Api) -> None:
    assert stateless_api.score("12.3", "1..2", preset("advanced")) == (2, 1)
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.score("12.3", "1..2", preset("classic"))
    assert told.fields == ["secret.pegs[2]", "guess.pegs[1]", "guess.pegs[2]"]


def test_black_only_rulesets_tell_no_whites(stateless_api: Api) -> None:
    ruleset = custom(4, 6, feedback_kind=pb.FEEDBACK_KIND_BLACK_ONLY)

    assert stateless_api.score("1234", "1243", ruleset) == (2, 0)


def test_an_illegal_secret_makes_no_game(api: Api) -> None:
    wish = {"request_id": "7b1a7d35-2b3b-4b56-9a0b-0d7f1b5f3a0e"}
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        api.new_game("1239", **wish)
    assert told.fields == ["secret.pegs[3]"]

    # The id is free: nothing was stored under it.
    assert api.new_game("1236", **wish).game.game_id
