"""Callers over HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from tests.support.server import ServerProcess


@pytest.fixture(scope="session")
def http(memory_server: ServerProcess) -> Iterator[httpx.Client]:
    """A caller of a server on the embedded store."""
    with httpx.Client(base_url=f"http://{memory_server.http}", timeout=30) as client:
        yield client
