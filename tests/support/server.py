"""A real server process of the test's own."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.support.nursery import Forked, Nursery

START_SECONDS = 120
STOP_SECONDS = 30
KEYS = "a signing key of the tests alone"


_nurseries: list[Nursery] = []


@contextlib.contextmanager
def forking_servers(tables: Path) -> Iterator[None]:
    """Inside the block servers are forked from one process that has loaded the service."""
    nursery = Nursery(tables)
    _nurseries.append(nursery)
    try:
        yield
    finally:
        _nurseries.remove(nursery)
        nursery.close()


@contextlib.contextmanager
def by_the_command() -> Iterator[None]:
    """Inside the block servers are started as users start them, by the command."""
    kept = _nurseries[:]
    _nurseries.clear()
    try:
        yield
    finally:
        _nurseries[:] = kept


def started(arguments: list[str], environment: dict[str, str]) -> Forked | subprocess.Popen[str]:
    """``mastermind`` with arguments and the whole of its environment."""
    if _nurseries:
        return _nurseries[-1].start(arguments, environment)
    return subprocess.Popen(
        [str(Path(sys.executable).parent / "mastermind"), *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


class ServerProcess:
    """``mastermind serve`` on free ports of loopback."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.log: list[str] = []
        self._ready = threading.Event()
        self.grpc = ""
        self.http = ""
        self.admin = ""
        self.process = started(
            ["serve", "--grpc-address", "127.0.0.1:0", "--http-address", "127.0.0.1:0", *arguments],
            {**os.environ, "MASTERMIND_KEYS": KEYS, **(environment or {})},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)
            if '"event": "ready"' in line:
                ports = json.loads(line)
                self.grpc = f"127.0.0.1:{ports['grpc_port']}"
                self.http = f"127.0.0.1:{ports['http_port']}"
                self.admin = f"127.0.0.1:{ports['admin_port']}"
                self._ready.set()
        self._ready.set()

    def wait_ready(self) -> None:
        """Waits until both ports serve."""
        self._ready.wait(START_SECONDS)
        if not self.grpc:
            self.kill()
            raise RuntimeError("the server did not start: " + "".join(self.log))

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return self.wait_ended()

    def kill(self) -> int:
        """SIGKILL; the exit code."""
        self.process.kill()
        return self.wait_ended()

    def wait_ended(self) -> int:
        """Waits until it has ended by itself; the exit code."""
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self._reader.join(STOP_SECONDS)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextlib.contextmanager
def running_server(
    store_url: str = "memory://", *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[ServerProcess]:
    """A server that runs inside the block; stopped there, it may also end earlier."""
    server = ServerProcess("--store", store_url, *arguments, environment=environment)
    try:
        server.wait_ready()
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
