"""Redis goes away and comes back; what needs no store goes on."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.faults.conftest import Connect
from tests.support import health, probes
from tests.support.api import new_id
from tests.support.redis import RedisServer, running_redis
from tests.support.refusals import Refused, outcome, refused
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

STORE = "mastermind.store"


@pytest.fixture(scope="module")
def away_redis() -> Iterator[RedisServer]:
    """The Redis that this module takes away."""
    with running_redis() as server:
        yield server


@pytest.fixture(scope="module")
def server(
    away_redis: RedisServer, tmp_path_factory: pytest.TempPathFactory, tables_dir: str
) -> Iterator[ServerProcess]:
    with running_server(away_redis.url, "--tables-dir", str(tables_dir)) as server:
        yield server


@pytest.fixture(params=["gone", "frozen"])
def fault(request: pytest.FixtureRequest, away_redis: RedisServer) -> Iterator["Fault"]:
    """Each way for Redis not to answer, over by the test's end."""
    fault = Fault(away_redis, request.param)
    yield fault
    fault.end()


class Fault:
    """A Redis that does not answer from `begin` to `end`."""

    def __init__(self, redis: RedisServer, kind: str) -> None:
        self._redis = redis
        self._kind = kind
        self._on = False

    def begin(self) -> None:
        self._on = True
        self._redis.stop() if self._kind == "gone" else self._redis.freeze()

    def end(self) -> None:
        if self._on:
            self._on = False
            self._redis.start() if self._kind == "gone" else self._redis.thaw()


def has_logged(server: ServerProcess, event: str) -> bool:
    return f'"event": "{event}"' in "".join(server.log)


def test_calls_are_told_so_within_the_deadline_and_work_again_by_themselves(
    server: ServerProcess, fault: Fault, connect: Connect
) -> None:
    api = connect(server.grpc)
    game_id, mine = api.new_id_of_game("1234"), new_id()
    api.guess(game_id, "1122", request_id=mine)
    fault.begin()

    started = time.monotonic()
    calls = [
        lambda: api.guess(game_id, "1133"),
        lambda: api.get_game(game_id),
        lambda: api.suggest(game_id),
        lambda: api.new_game(),
    ]
    with ThreadPoolExecutor() as pool:
        outcomes = list(pool.map(outcome, calls))

    for told in outcomes:
        assert isinstance(told, Refused)
        assert (told.code.name, told.reason) == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        assert told.retry_seconds
        assert "redis" not in told.message.lower()
    # Two seconds to wait for Redis, and the same again for a connection.
    assert time.monotonic() - started < 6

    fault.end()
    wait_until(lambda: health.check(api.channel, STORE) == health.SERVING)
    assert api.guess(game_id, "1122", request_id=mine).turn == 1
    assert api.guess(game_id, "1234").state == pb.STATE_SOLVED


def test_scoring_and_suggestions_go_on(
    server: ServerProcess, fault: Fault, connect: Connect
) -> None:
    api = connect(server.grpc)
    games = [api.new_id_of_game("1234") for _ in range(20)]
    fault.begin()
    waiting = [api.start_guess(game_id, "1122") for game_id in games]

    started = time.monotonic()
    for _ in range(20):
        assert api.score("1234", "1243") == (2, 2)
    assert api.suggest_for().candidates_remaining == 1296
    assert time.monotonic() - started < 1.5

    for call in waiting:
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            call.result()


def test_many_guesses_at_one_game_are_all_told_within_their_deadline(
    server: ServerProcess, fault: Fault, connect: Connect
) -> None:
    api = connect(server.grpc)
    game_id = api.new_id_of_game("1234")
    fault.begin()

    started = time.monotonic()
    waiting = [api.start_guess(game_id, "1122") for _ in range(20)]

    for call in waiting:
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            call.result()
    assert time.monotonic() - started < 10


def test_the_server_stays_ready_and_tells_of_the_store(
    server: ServerProcess, fault: Fault, connect: Connect
) -> None:
    channel = connect(server.grpc).channel
    fault.begin()

    wait_until(lambda: health.check(channel, STORE) == health.NOT_SERVING)
    assert probes.metric(server, "mastermind_store_up") == 0
    assert health.check(channel) == health.SERVING
    assert probes.get(server, "/readyz").status_code == 200

    fault.end()
    wait_until(lambda: health.check(channel, STORE) == health.SERVING)
    assert probes.metric(server, "mastermind_store_up") == 1
    for event in ("store unavailable", "store available again"):
        wait_until(partial(has_logged, server, event))


def test_no_guess_is_lost_or_taken_twice_over_an_outage(
    server: ServerProcess, fault: Fault, connect: Connect
) -> None:
    api = connect(server.grpc)
    game_id, mine = api.new_id_of_game("1234"), new_id()
    fault.begin()
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        api.guess(game_id, "1122", request_id=mine)
    fault.end()
    wait_until(lambda: health.check(api.channel, STORE) == health.SERVING)

    assert api.guess(game_id, "1122", request_id=mine).turn == 1
    assert api.guess(game_id, "1122", request_id=mine).turn == 1
    assert len(api.get_game(game_id).turns) == 1
