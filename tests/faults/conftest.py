from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest

from tests.support.api import Api
from tests.support.redis import RedisServer
from tests.support.server import ServerProcess, running_server

Connect = Callable[[str], Api]
Start = Callable[..., ServerProcess]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Connects to an address until the test ends."""
    with ExitStack() as open_channels:

        def connect_to(target: str) -> Api:
            # A server that comes back is found again soon.
            options = [("grpc.initial_reconnect_backoff_ms", 100)]
            channel = grpc.insecure_channel(target, options)
            return Api(open_channels.enter_context(channel))

        yield connect_to


@pytest.fixture
def start_server(tables_dir: Path) -> Iterator[Start]:
    """Starts servers of the test's own: on a store, with flags and environment."""
    with ExitStack() as running:

        def start(
            store: str = "memory://", *flags: str, environment: dict[str, str] | None = None
        ) -> ServerProcess:
            arguments = ("--tables-dir", str(tables_dir), *flags)
            return running.enter_context(running_server(store, *arguments, environment=environment))

        yield start


@pytest.fixture(scope="session")
def second_redis_server(redis: RedisServer, tables_dir: Path) -> Iterator[ServerProcess]:
    """Another server on the Redis that `redis_server` uses."""
    with running_server(redis.url, "--tables-dir", str(tables_dir)) as server:
        yield server


@pytest.fixture(params=["memory", "redis", "two servers on one redis"])
def doors(request: pytest.FixtureRequest, connect: Connect) -> tuple[Api, Api]:
    """Two ways to the same games, through one server or through two."""
    names = {
        "memory": ("memory_server", "memory_server"),
        "redis": ("redis_server", "redis_server"),
        "two servers on one redis": ("redis_server", "second_redis_server"),
    }
    first, second = (request.getfixturevalue(name) for name in names[request.param])
    return connect(first.grpc), connect(second.grpc)
