"""Servers at their loudest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from tests.secrecy.witness import Witness
from tests.support.redis import RedisServer, running_redis
from tests.support.server import ServerProcess, running_server


@dataclass
class Loud:
    """A server with its log at debug, and the Redis behind it, if any."""

    server: ServerProcess
    redis: RedisServer | None

    def lose_store(self) -> None:
        """From here on the store does not answer; the embedded one always does."""
        if self.redis:
            self.redis.stop()

    def restore_store(self) -> None:
        """The store answers again, with all that it held."""
        if self.redis:
            self.redis.start()


@pytest.fixture(scope="package", params=["memory", "redis"])
def loud(request: pytest.FixtureRequest, tables_dir: Path) -> Iterator[Loud]:
    """A loud server on each store in turn."""
    arguments = ("--tables-dir", str(tables_dir), "--log-level", "debug")
    if request.param == "memory":
        with running_server("memory://", *arguments) as server:
            yield Loud(server, None)
        return
    with running_redis() as redis, running_server(redis.url, *arguments) as server:
        yield Loud(server, redis)


@pytest.fixture
def witness(loud: Loud) -> Iterator[Witness]:
    """Someone who writes down all that the server tells."""
    with grpc.insecure_channel(loud.server.grpc) as channel:
        yield Witness(loud.server, channel)
