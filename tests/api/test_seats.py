"""Who may do what, by the token of a seat."""

import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, code
from tests.support.refusals import refused


@pytest.fixture
def made(api: Api) -> service_pb.NewGameResponse:
    """A game whose secret its codemaker has set."""
    return api.new_game("1234")


@pytest.fixture
def guarded(api: Api) -> service_pb.NewGameResponse:
    """A game that asks for tokens."""
    return api.new_game("1234", require_tokens=True)


def test_each_token_reads_the_game(api: Api, guarded: service_pb.NewGameResponse) -> None:
    for token in (guarded.codebreaker_token, guarded.codemaker_token, guarded.spectator_token):
        assert api.with_token(token).get_game(guarded.game.game_id).state == pb.STATE_IN_PROGRESS


def test_the_codebreakers_token_plays(api: Api, guarded: service_pb.NewGameResponse) -> None:
    codebreaker = api.with_token(guarded.codebreaker_token)

    assert codebreaker.suggest(guarded.game.game_id).candidates_remaining == 1296
    assert codebreaker.guess(guarded.game.game_id, "1234").state == pb.STATE_SOLVED


@pytest.mark.parametrize("seat", ["codemaker_token", "spectator_token"])
def test_other_seats_may_not_guess_nor_ask_for_hints(
    api: Api, made: service_pb.NewGameResponse, seat: str
) -> None:
    other = api.with_token(getattr(made, seat))
    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        other.guess(made.game.game_id, "1122")
    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        other.suggest(made.game.game_id)

    assert not api.get_game(made.game.game_id).turns


@pytest.mark.parametrize("token", ["x", "b", "bAAAA", "b" + "A" * 32, "o" + "A" * 32])
def test_a_forged_token_is_refused(api: Api, made: service_pb.NewGameResponse, token: str) -> None:
    for call in (api.with_token(token).get_game, api.with_token(token).suggest):
        with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
            call(made.game.game_id)
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        api.with_token(token).guess(made.game.game_id, "1122")


def test_a_token_of_one_seat_does_not_make_another(
    api: Api, made: service_pb.NewGameResponse
) -> None:
    forged = made.codebreaker_token[:1] + made.spectator_token[1:]

    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        api.with_token(forged).guess(made.game.game_id, "1122")


def test_a_token_of_another_game_is_refused(api: Api, made: service_pb.NewGameResponse) -> None:
    other = api.new_game("1234")
    for token in (other.codebreaker_token, other.codemaker_token, other.spectator_token):
        with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
            api.with_token(token).get_game(made.game.game_id)


def test_a_wrong_token_tells_nothing_of_whether_there_is_a_game(api: Api) -> None:
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        api.with_token("b" + "A" * 32).get_game("nosuchgame")


def test_a_game_that_asks_for_tokens_refuses_calls_without(
    api: Api, guarded: service_pb.NewGameResponse
) -> None:
    game_id = guarded.game.game_id
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        api.get_game(game_id)
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        api.guess(game_id, "1122")
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        api.suggest(game_id)


def test_tokens_still_read_and_replay_once_the_game_is_over(
    api: Api, guarded: service_pb.NewGameResponse
) -> None:
    game_id = guarded.game.game_id
    codebreaker = api.with_token(guarded.codebreaker_token)
    won = codebreaker.guess(game_id, "1234", request_id="mine")

    assert codebreaker.guess(game_id, "1234", request_id="mine") == won
    assert api.with_token(guarded.spectator_token).get_game(game_id).secret == code("1234")


@pytest.mark.parametrize("game_id", ["", "nosuchgame", "a" * 24, "../x", "*", "x" * 5000])
def test_a_game_that_never_was_is_not_found(api: Api, game_id: str) -> None:
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.get_game(game_id)
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.guess(game_id, "1122")
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.suggest(game_id)
