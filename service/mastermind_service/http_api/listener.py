"""uvicorn in the same event loop as gRPC, its signal handlers off."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp


class _QuietServer(uvicorn.Server):
    """A uvicorn server that leaves signals to the process that runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class HttpListener:
    """Serves an application on one address.

    Args:
        app: The application.
        address: ``host:port``; port 0 takes a free one.
        certificate: PEM file of a certificate chain, to speak TLS alone.
        key: PEM file of its private key.
    """

    def __init__(
        self,
        app: ASGIApp,
        address: str,
        certificate: Path | None = None,
        key: Path | None = None,
    ) -> None:
        host, _, port = address.rpartition(":")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host.strip("[]"), int(port)))
        except OSError as error:
            self._socket.close()
            raise OSError(f"cannot listen on {address}: {error.strerror}") from error
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=5,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
        self._server = _QuietServer(config)
        self._task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._socket.getsockname()[1])

    async def start(self) -> None:
        """Begins to serve."""
        self._task = asyncio.create_task(self._server.serve([self._socket]))
        # uvicorn tells that it has started by a flag alone.
        while not self._server.started and not self._task.done():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        if self._task.done():
            await self._task

    async def stop(self) -> None:
        """Answers what is under way and ends."""
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        self._socket.close()
