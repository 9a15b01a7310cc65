"""Servers that many tests share."""

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from tests.support.api import Api
from tests.support.redis import RedisServer, running_redis
from tests.support.server import ServerProcess, forking_servers, running_server


@pytest.fixture(scope="session")
def tables_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The score tables of the session's servers: the first one builds them."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session", autouse=True)
def _nursery(tables_dir: Path) -> Iterator[None]:
    """The session's servers load the service once, all together."""
    with forking_servers(tables_dir):
        yield


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    """A Redis that many tests share."""
    with running_redis() as server:
        yield server


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A Redis that one test may stop."""
    with running_redis() as server:
        yield server


@pytest.fixture(scope="session")
def memory_server(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server on the embedded store."""
    with running_server("memory://", "--tables-dir", str(tables_dir)) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server(redis: RedisServer, tables_dir: Path) -> Iterator[ServerProcess]:
    """A server on Redis."""
    with running_server(redis.url, "--tables-dir", str(tables_dir)) as server:
        yield server


@pytest.fixture(scope="session", params=["memory", "redis"])
def any_server(request: pytest.FixtureRequest) -> ServerProcess:
    """A server on each store in turn."""
    server = request.getfixturevalue(f"{request.param}_server")
    assert isinstance(server, ServerProcess)
    return server


@pytest.fixture(scope="session")
def api(any_server: ServerProcess) -> Iterator[Api]:
    """A caller of a server on each store in turn."""
    with grpc.insecure_channel(any_server.grpc) as channel:
        yield Api(channel)


@pytest.fixture(scope="session")
def stateless_api(memory_server: ServerProcess) -> Iterator[Api]:
    """A caller for what needs no store."""
    with grpc.insecure_channel(memory_server.grpc) as channel:
        yield Api(channel)
