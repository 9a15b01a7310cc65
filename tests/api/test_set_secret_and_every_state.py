"""The table of API.md: what each call on a game says in each of the game's states."""

from collections.abc import Callable

import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from tests.api.kinds import GONE, OVER, SECRET, STATES, Stand, stands
from tests.support.api import Api
from tests.support.calls import delete, give, play, resign, reveal, set_secret, take_back
from tests.support.refusals import refused

OK = ""
NOT_FOUND = dict.fromkeys(GONE, "GAME_NOT_FOUND")
OVER_IS_OVER = dict.fromkeys(OVER, "GAME_OVER")
TO_PLAY = {
    "awaiting secret": "AWAITING_SECRET",
    "in progress": OK,
    "awaiting feedback": "NOT_YOUR_TURN",
    **OVER_IS_OVER,
    **NOT_FOUND,
}
TO_ANSWER = {
    "in progress": "NOT_YOUR_TURN",
    "awaiting feedback": OK,
    **OVER_IS_OVER,
    **NOT_FOUND,
}
TABLE = {
    "Guess": TO_PLAY,
    "SuggestGuess": TO_PLAY,
    "SetSecret": {
        "awaiting secret": OK,
        "in progress": "SECRET_ALREADY_SET",
        **OVER_IS_OVER,
        **NOT_FOUND,
    },
    "GiveFeedback": TO_ANSWER,
    # Nothing has been answered yet in these games.
    "TakeBackTurn": TO_ANSWER | {"awaiting feedback": "NOT_YOUR_TURN"},
    "RevealSecret": {
        "in progress": "GAME_NOT_OVER",
        "awaiting feedback": "GAME_NOT_OVER",
        **dict.fromkeys(OVER, OK),
        **NOT_FOUND,
    },
    "ResignGame": {
        "awaiting secret": OK,
        "in progress": OK,
        "awaiting feedback": OK,
        **OVER_IS_OVER,
        **NOT_FOUND,
    },
    "GetGame": {**dict.fromkeys(STATES, OK), **NOT_FOUND},
    "DeleteGame": {**dict.fromkeys(STATES, OK), **NOT_FOUND},
}
STATUS = {
    "GAME_NOT_FOUND": "NOT_FOUND",
    "GAME_OVER": "FAILED_PRECONDITION",
    "AWAITING_SECRET": "FAILED_PRECONDITION",
    "SECRET_ALREADY_SET": "FAILED_PRECONDITION",
    "WRONG_CODEMAKER": "FAILED_PRECONDITION",
    "NOT_YOUR_TURN": "FAILED_PRECONDITION",
    "GAME_NOT_OVER": "FAILED_PRECONDITION",
}
REMOTE_ALONE = ("GiveFeedback", "TakeBackTurn", "RevealSecret")
CALLS: dict[str, Callable[[Api, str, Stand], object]] = {
    "Guess": lambda api, game_id, stand: play(api, game_id, stand.wrong),
    "SuggestGuess": lambda api, game_id, _: api.suggest(game_id),
    "SetSecret": lambda api, game_id, _: set_secret(api, game_id, SECRET),
    "GiveFeedback": lambda api, game_id, _: give(api, game_id, 1, 0),
    "TakeBackTurn": lambda api, game_id, _: take_back(api, game_id),
    "RevealSecret": lambda api, game_id, _: reveal(api, game_id, SECRET),
    "ResignGame": lambda api, game_id, _: resign(api, game_id),
    "GetGame": lambda api, game_id, _: api.get_game(game_id),
    "DeleteGame": lambda api, game_id, _: delete(api, game_id),
}


def expected(rpc: str, stand: Stand) -> str:
    lacking = stand.kind != "supplied" if rpc == "SetSecret" else not stand.remote
    if rpc in ("SetSecret", *REMOTE_ALONE) and lacking and stand.state not in GONE:
        return "WRONG_CODEMAKER"
    return TABLE[rpc][stand.state]


@pytest.mark.parametrize("stand", stands(*STATES))
@pytest.mark.parametrize("rpc", TABLE)
def test_every_call_answers_as_the_table_says_and_a_refused_one_changes_nothing(
    api: Api, rpc: str, stand: Stand
) -> None:
    game_id = stand.make(api)
    reason = expected(rpc, stand)
    if reason == OK:
        CALLS[rpc](api, game_id, stand)
        return
    before = None if stand.state in GONE else api.get_game(game_id)

    with refused(STATUS[reason], reason):
        CALLS[rpc](api, game_id, stand)

    if before:
        assert api.get_game(game_id) == before


def test_the_table_has_every_call_on_a_game() -> None:
    on_games = {
        method.name
        for method in service_pb.DESCRIPTOR.services_by_name["MastermindService"].methods
        if "game_id" in method.input_type.fields_by_name
    }

    assert set(TABLE) == on_games
