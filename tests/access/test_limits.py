"""What a server has no room for is told with the time to wait; what takes too long ends."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest

from tests.access.conftest import Start
from tests.faults.searches import start_long_search
from tests.support import health, probes
from tests.support.api import Api
from tests.support.calls import batch, listed
from tests.support.refusals import refused
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

Connect = Callable[[ServerProcess], Api]

LARGE = bytes([1, 2, 3, 4]) * 200_000
"""A side of a batch that is scored by a thread of the solver."""


@pytest.fixture(scope="module")
def narrow_server(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server with one thread for all its searches, and no queue before it."""
    narrow = {"MASTERMIND_SOLVER_THREADS": "1", "MASTERMIND_SOLVER_QUEUE": "0"}
    with running_server("memory://", "--tables-dir", str(tables_dir), environment=narrow) as server:
        yield server


@pytest.fixture
def connect() -> Iterator[Connect]:
    with ExitStack() as open_channels:

        def connect_to(server: ServerProcess) -> Api:
            return Api(open_channels.enter_context(grpc.insecure_channel(server.grpc)))

        yield connect_to


def in_flight(server: ServerProcess) -> float:
    return probes.metric(server, "mastermind_calls_in_flight")


def searches(server: ServerProcess) -> float:
    return probes.metric(server, "mastermind_solver_busy")


def test_a_batch_finds_no_room_where_a_search_has_the_solver(
    narrow_server: ServerProcess, connect: Connect
) -> None:
    api = connect(narrow_server)
    search = start_long_search(api)
    wait_until(lambda: searches(narrow_server) == 1)

    with refused("RESOURCE_EXHAUSTED", "SOLVER_BUSY") as told:
        batch(api, LARGE, LARGE)
    assert told.retry_seconds

    # What takes no thread is scored all the same.
    assert batch(api, LARGE[:4], LARGE[:4]).feedbacks == b"\x40"
    search.cancel()
    wait_until(lambda: searches(narrow_server) == 0)
    assert len(batch(api, LARGE, LARGE).feedbacks) == len(LARGE) // 4


def test_more_calls_than_may_be_under_way_are_told_when_to_come_again(
    start_server: Start, connect: Connect
) -> None:
    server = start_server(MASTERMIND_MAX_IN_FLIGHT="2", MASTERMIND_SOLVER_THREADS="2")
    api = connect(server)
    game_id = api.new_id_of_game("1234")
    before = api.get_game(game_id)
    running = [start_long_search(api) for _ in range(2)]
    wait_until(lambda: in_flight(server) == 2)

    for call in (
        lambda: api.score("1234", "1243"),
        lambda: api.guess(game_id, "1122"),
        lambda: api.new_game("1234"),
        lambda: start_long_search(api).result(),
    ):
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_IN_FLIGHT") as told:
            call()
        assert told.retry_seconds
    # Who looks after the server still gets an answer.
    assert health.check(api.channel) == health.SERVING
    assert probes.get(server, "/readyz").status_code == 200

    running.pop().cancel()
    wait_until(lambda: in_flight(server) == 1)
    assert api.get_game(game_id) == before
    assert listed(api) == [game_id]
    running.pop().cancel()
    wait_until(lambda: in_flight(server) == 0)
