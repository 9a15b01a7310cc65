"""Long searches end with their callers and hold nobody up."""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import grpc
import pytest

from mastermind.v1 import types_pb2 as pb
from tests.faults.conftest import Connect
from tests.faults.searches import start_long_search
from tests.support.api import Api, preset, turn
from tests.support.calls import give, remote_game
from tests.support.refusals import Refused, outcome, refusal_of, refused
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

ONE_SEARCH = {"MASTERMIND_SOLVER_THREADS": "1", "MASTERMIND_SOLVER_QUEUE": "0"}
UNDER_WAY = 0.3
"""Seconds after which a call has reached the solver."""


@pytest.fixture(scope="module")
def narrow_server(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server that has room for one search."""
    flags = ("--tables-dir", str(tables_dir))
    with running_server("memory://", *flags, environment=ONE_SEARCH) as server:
        yield server


@pytest.fixture
def narrow(narrow_server: ServerProcess, connect: Connect) -> Api:
    """A caller of the server that has room for one search."""
    api = connect(narrow_server.grpc)
    # Half a million codes are listed before their first search, which nothing interrupts.
    start_long_search(api, evaluations=1).result()
    assert not is_busy(api)
    return api


def is_busy(api: Api) -> bool:
    """Whether the solver has no room for a search of some milliseconds."""
    turns, ruleset = [turn("11234", 0, 2)], preset("super")
    told = outcome(lambda: api.suggest_for(turns, ruleset, max_evaluations=10_000))
    return isinstance(told, Refused) and told.reason == "SOLVER_BUSY"


def wait_until_free(api: Api) -> None:
    """Fails when the search is still under way; left alone it would take hours."""
    wait_until(lambda: not is_busy(api))


def test_a_full_queue_is_told_and_a_cancelled_search_makes_room(narrow: Api) -> None:
    search = start_long_search(narrow)
    time.sleep(UNDER_WAY)
    assert is_busy(narrow)
    with refused("RESOURCE_EXHAUSTED", "SOLVER_BUSY") as told:
        start_long_search(narrow).result()
    assert told.retry_seconds is not None
    # What needs no search goes on.
    assert narrow.score("1234", "1243") == (2, 2)
    assert narrow.suggest_for().candidates_remaining == 1296

    search.cancel()

    wait_until_free(narrow)


def test_a_game_that_needs_thought_is_told_so_and_stands_as_it_was(narrow: Api) -> None:
    evasive = narrow.new_game(
        codemaker=pb.CODEMAKER_ADVERSARIAL, ruleset=preset("super-blanks")
    ).game
    asked = remote_game(
        narrow, ruleset=preset("super-blanks"), strategy=pb.STRATEGY_FIRST_CONSISTENT
    ).game
    search = start_long_search(narrow)
    time.sleep(UNDER_WAY)
    with refused("RESOURCE_EXHAUSTED", "SOLVER_BUSY"):
        narrow.guess(evasive.game_id, "11223")
    with refused("RESOURCE_EXHAUSTED", "SOLVER_BUSY"):
        give(narrow, asked.game_id, 1, 0)
    # What is light needs no thread.
    light = narrow.new_id_of_game(codemaker=pb.CODEMAKER_ADVERSARIAL)
    assert narrow.guess(light, "1122").turn == 1

    search.cancel()
    wait_until_free(narrow)

    assert narrow.get_game(evasive.game_id) == evasive
    assert narrow.get_game(asked.game_id) == asked
    assert narrow.guess(evasive.game_id, "11223").turn == 1
    assert len(give(narrow, asked.game_id, 1, 0).turns) == 1


def test_a_search_ends_at_its_deadline(narrow: Api) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        start_long_search(narrow, timeout=0.5).result()

    assert refusal_of(raised.value).code == grpc.StatusCode.DEADLINE_EXCEEDED
    wait_until_free(narrow)


def test_a_search_ends_when_its_caller_breaks_the_connection(
    narrow: Api, narrow_server: ServerProcess
) -> None:
    with grpc.insecure_channel(narrow_server.grpc) as channel:
        search = start_long_search(Api(channel))
        time.sleep(UNDER_WAY)
        assert is_busy(narrow)
        assert not search.done()

    wait_until_free(narrow)


def test_short_calls_are_answered_while_searches_run(stateless_api: Api) -> None:
    searches = [start_long_search(stateless_api) for _ in range(4)]
    times = []
    for _ in range(50):
        started = time.monotonic()
        stateless_api.score("1234", "1243")
        times.append(time.monotonic() - started)
    for search in searches:
        assert not search.done()
        search.cancel()

    assert median(times) < 0.1
