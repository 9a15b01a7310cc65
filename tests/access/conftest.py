"""A server that asks who calls, and callers whom it knows."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest

from tests.support.api import Api
from tests.support.certificates import Certificate, make_certificate
from tests.support.server import ServerProcess, running_server

ADAS_KEY = "4cf1-the-key-of-ada"
BOBS_KEY = "9be7-the-key-of-bob=="
"""A key may hold an equals sign: only the first one ends the name."""
BOBS_NEXT_KEY = "33d0-the-next-key-of-bob"
API_KEYS = f"ada={ADAS_KEY}, bob = {BOBS_KEY},bob={BOBS_NEXT_KEY},"

Caller = Callable[[str], Api]
Start = Callable[..., ServerProcess]


@pytest.fixture(scope="package")
def server(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server that knows Ada and Bob, at its loudest."""
    flags = ("--tables-dir", str(tables_dir), "--log-level", "debug")
    with running_server(
        "memory://", *flags, environment={"MASTERMIND_API_KEYS": API_KEYS}
    ) as process:
        yield process


@pytest.fixture
def caller(server: ServerProcess) -> Iterator[Caller]:
    """Somebody with a key, or with none, on a connection of their own."""
    with ExitStack() as connections:

        def connect(key: str) -> Api:
            channel = connections.enter_context(grpc.insecure_channel(server.grpc))
            return Api(channel, key=key)

        yield connect


@pytest.fixture
def ada(caller: Caller) -> Api:
    return caller(ADAS_KEY)


@pytest.fixture
def bob(caller: Caller) -> Api:
    return caller(BOBS_KEY)


@pytest.fixture
def nobody(caller: Caller) -> Api:
    return caller("")


@pytest.fixture
def start_server(tables_dir: Path) -> Iterator[Start]:
    """Starts servers of the test's own, with flags and environment."""
    with ExitStack() as running:

        def start(*flags: str, **environment: str) -> ServerProcess:
            arguments = ("--tables-dir", str(tables_dir), *flags)
            return running.enter_context(
                running_server("memory://", *arguments, environment=environment)
            )

        yield start


@pytest.fixture(scope="package")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """The server's certificate."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="package")
def other_certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate for the same name by another authority."""
    return make_certificate(tmp_path_factory.mktemp("other"))
