"""A key is heard by the server and told to nobody."""

import grpc
import pytest

from tests.access.conftest import ADAS_KEY, API_KEYS, BOBS_KEY, Caller
from tests.secrecy.witness import check_absent, forms_of_bytes
from tests.support import probes
from tests.support.api import Api
from tests.support.calls import listed
from tests.support.server import ServerProcess
from tests.support.waiting import wait_until

WRONG_KEY = "7777-a-key-that-is-wrong"


def test_neither_right_nor_wrong_keys_stand_in_log_metric_or_error(
    server: ServerProcess, ada: Api, caller: Caller
) -> None:
    heard: list[str] = []
    game_id = ada.new_id_of_game("1234")
    ada.guess(game_id, "1234")
    heard += listed(ada)
    for api in (caller(WRONG_KEY), ada.with_token(BOBS_KEY), caller("")):
        for mine in (game_id, ADAS_KEY):
            with pytest.raises(grpc.RpcError) as raised:
                api.get_game(mine)
            heard.append(str(raised.value))
    wait_until(lambda: '"code": "UNAUTHENTICATED"' in "".join(server.log))

    told = "\n".join([*heard, *server.log, probes.get(server, "/metrics").text]).encode()
    assert b'"method": "GetGame"' in told
    for key in (ADAS_KEY, BOBS_KEY, WRONG_KEY):
        check_absent(told, forms_of_bytes(key.encode()), "a key")


def test_the_names_of_callers_stand_in_no_log_or_metric(server: ServerProcess, ada: Api) -> None:
    ada.score("1234", "1243")

    told = "".join([*server.log, probes.get(server, "/metrics").text])
    assert '"ada"' not in told
    assert API_KEYS not in told
