"""ResignGame: either player gives up, and the secret is shown."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_id
from tests.support.calls import play, resign
from tests.support.refusals import refused


def test_giving_up_shows_the_secret_and_what_proves_it(api: Api) -> None:
    # So large a space that no guess wins by chance.
    game_id = api.new_id_of_game(ruleset=custom(15, 63))
    play(api, game_id, [1] * 15, client_seed=b"mine")

    game = resign(api, game_id)

    assert game.state == pb.STATE_RESIGNED
    assert len(game.secret.pegs) == 15
    assert len(game.reveal.server_seed) == 32
    assert game.reveal.client_seed == b"mine"
    assert game == api.get_game(game_id)


def test_a_game_given_up_before_its_first_guess_shows_a_secret_too(api: Api) -> None:
    game = resign(api, api.new_id_of_game())

    assert len(game.secret.pegs) == 4
    assert game.reveal.client_seed == b""


def test_a_game_given_up_before_its_secret_was_set_has_none(api: Api) -> None:
    game = resign(api, api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED))

    assert game.state == pb.STATE_RESIGNED
    assert not game.HasField("secret")
    assert game.commitment == b""


@pytest.mark.parametrize("seat", ["codebreaker_token", "codemaker_token"])
def test_either_player_may_give_up(api: Api, seat: str) -> None:
    made = api.new_game("1234", require_tokens=True)

    game = resign(api.with_token(getattr(made, seat)), made.game.game_id)

    assert game.state == pb.STATE_RESIGNED
    assert list(game.secret.pegs) == [1, 2, 3, 4]


def test_a_spectator_may_not_give_up(api: Api) -> None:
    made = api.new_game()

    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        resign(api.with_token(made.spectator_token), made.game.game_id)

    assert api.get_game(made.game.game_id).state == pb.STATE_IN_PROGRESS


def test_a_retry_is_answered_as_the_first_time(api: Api) -> None:
    game_id, request_id = api.new_id_of_game(), new_id()
    first = resign(api, game_id, request_id)

    assert resign(api, game_id, request_id) == first


def test_giving_up_again_with_another_id_is_refused(api: Api) -> None:
    game_id = api.new_id_of_game()
    resign(api, game_id)

    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        resign(api, game_id)


def test_a_request_id_of_a_guess_does_not_give_up(api: Api) -> None:
    game_id, request_id = api.new_id_of_game("1234"), new_id()
    api.guess(game_id, "1122", request_id=request_id)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        resign(api, game_id, request_id)

    assert api.get_game(game_id).state == pb.STATE_IN_PROGRESS


def test_a_game_given_up_stays_for_its_retain_time(api: Api) -> None:
    game = resign(api, api.new_id_of_game())

    stays = game.expire_time.ToMilliseconds() - game.update_time.ToMilliseconds()
    assert stays == 7 * 24 * 3600 * 1000
