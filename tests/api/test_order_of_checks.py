"""Who you are, then replay, then the expected turn, then the rules."""

import pytest

from tests.support.api import Api, new_id
from tests.support.refusals import refused


def test_who_you_are_comes_before_replay(api: Api) -> None:
    made, mine = api.new_game("1234"), new_id()
    api.guess(made.game.game_id, "1122", request_id=mine)

    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        api.with_token(made.spectator_token).guess(made.game.game_id, "1122", request_id=mine)
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        api.with_token("forged").guess(made.game.game_id, "1122", request_id=mine)


def test_who_you_are_comes_before_everything_else(api: Api) -> None:
    made = api.new_game("1234")
    api.guess(made.game.game_id, "1234")

    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        api.with_token(made.codemaker_token).guess(made.game.game_id, "1", expected_turn=9)


def test_replay_comes_before_the_expected_turn(api: Api) -> None:
    game_id, mine = api.new_id_of_game("1234"), new_id()
    api.guess(game_id, "1122", request_id=mine, expected_turn=1)
    api.guess(game_id, "1133")

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        api.guess(game_id, "1122", request_id=mine, expected_turn=7)


def test_the_expected_turn_comes_before_the_rules(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    with refused("ABORTED", "WRONG_TURN"):
        api.guess(game_id, "9", expected_turn=2)
    api.guess(game_id, "1234")

    with refused("ABORTED", "WRONG_TURN"):
        api.guess(game_id, "1234", expected_turn=1)
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        api.guess(game_id, "1234", expected_turn=2)


def test_a_game_that_is_over_comes_before_an_illegal_guess(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1234")

    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        api.guess(game_id, "1")


@pytest.mark.parametrize("expected", [0, 2, 4, 2**32 - 1])
def test_another_turn_than_expected_tells_the_current_one(api: Api, expected: int) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1122", expected_turn=1)
    api.guess(game_id, "1122")

    with refused("ABORTED", "WRONG_TURN") as told:
        api.guess(game_id, "1133", expected_turn=expected)

    assert told.metadata == {"current_turn": "3"}
    assert len(api.get_game(game_id).turns) == 2
    assert api.guess(game_id, "1133", expected_turn=3).turn == 3
