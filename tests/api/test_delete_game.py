"""DeleteGame: the game is gone for everybody, and a retry is still answered."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, new_id
from tests.support.calls import delete, resign, set_secret
from tests.support.refusals import refused


def check_gone(api: Api, game_id: str) -> None:
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.get_game(game_id)


def test_a_deleted_game_is_not_found_by_any_seat(api: Api) -> None:
    made = api.new_game("1234")
    game_id = made.game.game_id

    delete(api, game_id)

    check_gone(api, game_id)
    for token in (made.codebreaker_token, made.codemaker_token, made.spectator_token):
        check_gone(api.with_token(token), game_id)


@pytest.mark.parametrize("seat", ["codebreaker_token", "codemaker_token"])
def test_either_player_may_delete(api: Api, seat: str) -> None:
    made = api.new_game("1234", require_tokens=True)

    delete(api.with_token(getattr(made, seat)), made.game.game_id)

    check_gone(api.with_token(made.spectator_token), made.game.game_id)


def test_a_spectator_may_not_delete(api: Api) -> None:
    made = api.new_game()

    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        delete(api.with_token(made.spectator_token), made.game.game_id)

    assert api.get_game(made.game.game_id).state == pb.STATE_IN_PROGRESS


def test_a_retry_is_answered_as_the_first_time(api: Api) -> None:
    game_id, request_id = api.new_id_of_game(), new_id()
    delete(api, game_id, request_id)

    delete(api, game_id, request_id)


def test_deleting_again_with_another_id_finds_nothing(api: Api) -> None:
    game_id = api.new_id_of_game()
    delete(api, game_id)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        delete(api, game_id)


def test_a_request_id_of_a_guess_does_not_delete(api: Api) -> None:
    game_id, request_id = api.new_id_of_game("1234"), new_id()
    api.guess(game_id, "1122", request_id=request_id)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        delete(api, game_id, request_id)

    assert len(api.get_game(game_id).turns) == 1


def test_the_retry_of_the_request_that_made_it_does_not_bring_it_back(api: Api) -> None:
    request_id = new_id()
    game_id = api.new_id_of_game(request_id=request_id)
    delete(api, game_id)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.new_game(request_id=request_id)

    check_gone(api, game_id)


def test_a_finished_game_can_be_deleted(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1234")

    delete(api, game_id)

    check_gone(api, game_id)


def test_a_retry_of_what_came_before_the_deletion_finds_nothing(api: Api) -> None:
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)
    asked, hidden, ended = new_id(), new_id(), new_id()
    set_secret(api, game_id, "1234", hidden)
    api.guess(game_id, "1122", request_id=asked)
    resign(api, game_id, ended)

    delete(api, game_id)

    for retry in (
        lambda: set_secret(api, game_id, "1234", hidden),
        lambda: api.guess(game_id, "1122", request_id=asked),
        lambda: resign(api, game_id, ended),
    ):
        with refused("NOT_FOUND", "GAME_NOT_FOUND"):
            retry()
