"""Games that nobody plays any more are gone (case O057)."""

import time

import pytest
from google.protobuf.duration_pb2 import Duration

from tests.support.api import Api, new_id
from tests.support.refusals import refused
from tests.unit.cases import Case, selected

SHORT = Duration(nanos=300_000_000)


@pytest.mark.parametrize("case", selected("O057"))
def test_an_expired_game_is_not_found(api: Api, case: Case) -> None:
    assert case["expected"]["each"].startswith("NOT_FOUND")
    game_id = api.new_id_of_game(ttl=SHORT)
    time.sleep(0.5)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.guess(game_id, "1122")
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.suggest(game_id)
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.get_game(game_id)


def test_an_expired_game_answers_no_retry(api: Api) -> None:
    game_id, mine = api.new_id_of_game("1234", ttl=SHORT), new_id()
    api.guess(game_id, "1122", request_id=mine)
    time.sleep(0.5)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.guess(game_id, "1122", request_id=mine)


def test_a_finished_game_goes_after_its_own_time(api: Api) -> None:
    game_id = api.new_id_of_game("1234", retain=SHORT)
    api.guess(game_id, "1234")
    time.sleep(0.5)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        api.get_game(game_id)
