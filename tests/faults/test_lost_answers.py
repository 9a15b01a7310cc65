"""An answer lost on the way costs nothing: the retry gets it."""

import time
from collections.abc import Callable
from typing import TypeVar

import grpc
import pytest

from mastermind.v1 import types_pb2 as pb
from tests.faults.conftest import Connect, Start
from tests.support.api import Api, new_game_request, new_id
from tests.support.proxy import LossyProxy, lossy_proxy
from tests.support.redis import RedisServer
from tests.support.refusals import Refused, outcome
from tests.support.server import ServerProcess
from tests.support.waiting import wait_until

T = TypeVar("T")


def lose_answer(through: Api, beside: Api, proxy: LossyProxy, game_id: str, **guess: str) -> None:
    """Sends a guess whose answer never comes, and waits until the server has taken it."""
    through.get_game(game_id)
    proxy.mute()
    lost = through.start_guess(game_id, **guess)
    wait_until(lambda: len(beside.get_game(game_id).turns) == 1)
    assert not lost.done()
    proxy.cut()
    with pytest.raises(grpc.RpcError):
        lost.result()


def retried(call: Callable[[], T]) -> T:
    """The answer once the broken connection has been replaced."""
    for _ in range(100):
        told = outcome(call)
        if not isinstance(told, Refused):
            return told
        assert told.code == grpc.StatusCode.UNAVAILABLE
        time.sleep(0.05)
    raise AssertionError("the connection stays broken")


def test_a_retry_after_a_lost_answer_gets_it_and_no_turn_is_lost(
    any_server: ServerProcess, connect: Connect
) -> None:
    with lossy_proxy(any_server.grpc) as proxy:
        through, beside = connect(proxy.address), connect(any_server.grpc)
        game_id = beside.new_id_of_game("2233")
        guess = {"guess": "2323", "request_id": new_id()}
        lose_answer(through, beside, proxy, game_id, **guess)

        answer = retried(lambda: through.guess(game_id, **guess))

    assert (answer.turn, answer.feedback.black, answer.feedback.white) == (1, 2, 2)
    assert len(beside.get_game(game_id).turns) == 1


def test_a_retry_after_a_lost_winning_answer_wins(
    any_server: ServerProcess, connect: Connect
) -> None:
    with lossy_proxy(any_server.grpc) as proxy:
        through, beside = connect(proxy.address), connect(any_server.grpc)
        game_id = beside.new_id_of_game("2233")
        guess = {"guess": "2233", "request_id": new_id()}
        lose_answer(through, beside, proxy, game_id, **guess)

        answer = retried(lambda: through.guess(game_id, **guess))

    assert (answer.turn, answer.state) == (1, pb.STATE_SOLVED)
    assert answer.HasField("secret")


def test_another_server_answers_the_retry_when_the_first_was_killed(
    redis: RedisServer, redis_server: ServerProcess, start_server: Start, connect: Connect
) -> None:
    first, second = start_server(redis.url), connect(redis_server.grpc)
    with lossy_proxy(first.grpc) as proxy:
        through = connect(proxy.address)
        game_id = through.new_id_of_game("2233")
        guess = {"guess": "2323", "request_id": new_id()}
        through.get_game(game_id)
        proxy.mute()
        lost = through.start_guess(game_id, **guess)
        wait_until(lambda: len(second.get_game(game_id).turns) == 1)
        first.kill()
        proxy.cut()
        with pytest.raises(grpc.RpcError):
            lost.result()

    answer = second.guess(game_id, **guess)

    assert (answer.turn, answer.feedback.black, answer.feedback.white) == (1, 2, 2)
    assert len(second.get_game(game_id).turns) == 1
    assert second.guess(game_id, "2233").state == pb.STATE_SOLVED


def test_a_game_whose_making_was_lost_is_found_by_the_retry(
    redis_server: ServerProcess, second_redis_server: ServerProcess, connect: Connect
) -> None:
    request = new_game_request("2233")
    with lossy_proxy(redis_server.grpc) as proxy:
        through = connect(proxy.address)
        through.score("1234", "1234")
        proxy.mute()
        lost = through.stub.NewGame.future(request)
        beside = connect(redis_server.grpc)
        # The first of these may be the one that makes the game.
        made = beside.stub.NewGame(request)
        proxy.cut()
        with pytest.raises(grpc.RpcError):
            lost.result()

        assert retried(lambda: through.stub.NewGame(request)) == made
    assert connect(second_redis_server.grpc).stub.NewGame(request) == made
