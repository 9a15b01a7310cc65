"""SIGTERM: not ready, what is under way is answered, exit code 0."""

import time

import grpc
import pytest

from mastermind.v1 import types_pb2 as pb
from tests.faults.conftest import Connect, Start
from tests.faults.searches import start_long_search
from tests.support import health, probes
from tests.support.redis import RedisServer
from tests.support.refusals import refusal_of
from tests.support.server import ServerProcess
from tests.support.waiting import wait_until

SOME_SECONDS_WORK = 5 * 10**8


def test_a_call_under_way_is_answered_while_new_ones_go_elsewhere(
    start_server: Start, connect: Connect
) -> None:
    server = start_server()
    api = connect(server.grpc)
    api.score("1234", "1234")
    search = start_long_search(api, SOME_SECONDS_WORK)
    time.sleep(0.3)
    assert not search.done()

    server.process.terminate()
    wait_until(lambda: probes.get(server, "/readyz").status_code == 503)
    assert probes.get(server, "/livez").status_code == 200
    with pytest.raises(grpc.RpcError) as raised:
        connect(server.grpc).score("1234", "1234")
    assert refusal_of(raised.value).code == grpc.StatusCode.UNAVAILABLE

    assert search.result().suggestion.quality == pb.QUALITY_BUDGET_HIT
    assert server.wait_ended() == 0
    assert '"event": "stopped"' in "".join(server.log)


def test_a_call_that_outlasts_the_grace_time_is_ended(
    start_server: Start, connect: Connect
) -> None:
    server = start_server("memory://", "--grace-seconds", "0.5")
    search = start_long_search(connect(server.grpc))
    time.sleep(0.3)

    started = time.monotonic()
    assert server.stop() == 0

    assert time.monotonic() - started < 5
    with pytest.raises(grpc.RpcError):
        search.result()


def test_an_idle_server_with_watchers_stops_at_once(start_server: Start, connect: Connect) -> None:
    server = start_server()
    with health.watching(connect(server.grpc).channel) as statuses:
        assert next(statuses) == health.SERVING
        started = time.monotonic()
        server.process.terminate()
        assert next(statuses) == health.NOT_SERVING

        assert server.wait_ended() == 0
        assert time.monotonic() - started < 5


def test_games_on_redis_outlive_the_server_that_made_them(
    redis: RedisServer, redis_server: ServerProcess, start_server: Start, connect: Connect
) -> None:
    first = start_server(redis.url)
    api = connect(first.grpc)
    made = api.new_game("3344")
    codebreaker = api.with_token(made.codebreaker_token)
    before = codebreaker.guess(made.game.game_id, "3434", request_id="mine")
    assert first.stop() == 0

    again = connect(redis_server.grpc).with_token(made.codebreaker_token)

    assert len(again.get_game(made.game.game_id).turns) == 1
    won = again.guess(made.game.game_id, "3344")
    assert (won.turn, won.state) == (2, pb.STATE_SOLVED)
    assert again.guess(made.game.game_id, "3434", request_id="mine") == before
