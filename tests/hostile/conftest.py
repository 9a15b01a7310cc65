"""A server for strangers, and somebody who means well beside them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from prometheus_client.samples import Sample

from tests.hostile.good_caller import GoodCaller, playing
from tests.support import probes
from tests.support.api import Api
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

Beside = Callable[[], AbstractContextManager[GoodCaller]]

IDLE_AT_ZERO = ("mastermind_calls_in_flight", "mastermind_solver_busy")
FAULTS = ("INTERNAL", "UNKNOWN")
SMALL_METADATA = [("grpc.max_metadata_size", 8192), ("grpc.absolute_max_metadata_size", 8192)]
"""What clients in other languages take of an error's details."""


@pytest.fixture(scope="package")
def server(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server on the embedded store, all of it these tests' own."""
    with running_server("memory://", "--tables-dir", str(tables_dir)) as process:
        yield process


@pytest.fixture
def channel(server: ServerProcess) -> Iterator[grpc.Channel]:
    """A stranger's connection."""
    with grpc.insecure_channel(server.grpc, SMALL_METADATA) as connection:
        yield connection


@pytest.fixture
def api(channel: grpc.Channel) -> Api:
    """A stranger who may be asked what there is."""
    return Api(channel)


@pytest.fixture
def beside(server: ServerProcess) -> Beside:
    """Somebody who plays whole games inside a block, and must be served throughout."""
    return lambda: playing(server.grpc)


@dataclass
class Health:
    """What a server has told of its own faults so far."""

    lines: int = 0
    faults: float = 0


@pytest.fixture(scope="package")
def health_so_far() -> Health:
    return Health()


@pytest.fixture(autouse=True)
def _unharmed(server: ServerProcess, health_so_far: Health) -> Iterator[None]:
    """Whatever a test sends: the server lives, is idle soon, and finds no fault in itself."""
    yield
    assert server.process.poll() is None
    shown: list[Sample] = []

    def is_idle() -> bool:
        shown[:] = probes.samples(server)
        return not any(sample.value for sample in shown if sample.name in IDLE_AT_ZERO)

    wait_until(is_idle)
    faults = sum(sample.value for sample in shown if sample.labels.get("grpc_code") in FAULTS)
    log = "".join(server.log[health_so_far.lines :])
    before, health_so_far.faults = health_so_far.faults, faults
    health_so_far.lines = len(server.log)
    assert faults == before
    assert "Traceback" not in log
    assert "internal error" not in log
