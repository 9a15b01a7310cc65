"""A real Redis of the test's own."""

import contextlib
import random
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def free_port() -> int:
    """A free port on loopback below those that the system hands out by itself."""
    for _ in range(200):
        port = random.randint(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")


class RedisServer:
    """A redis-server of the test's own.

    Args:
        folder: Where it may write.
        durable: Whether it writes down every change before it answers, and so keeps its data
            over restarts; then it is as fast as the disk is.
    """

    def __init__(self, folder: Path, durable: bool = True) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._keeping = ("--appendonly", "yes", "--appendfsync", "always") if durable else ()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = subprocess.Popen(
            [
                "redis-server",
                *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)),
                *("--save", "", *self._keeping),
            ],
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 20
        while self.cli("PING") != "PONG":
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("redis-server did not start")
            time.sleep(0.02)

    def cli(self, *arguments: str) -> str:
        """What redis-cli answers."""
        command = ["redis-cli", "-p", str(self.port), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def freeze(self) -> None:
        """Leaves it running, but unable to answer."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets it answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        """Ends it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def running_redis(durable: bool = True) -> Iterator[RedisServer]:
    """A Redis that runs inside the block."""
    with tempfile.TemporaryDirectory() as folder:
        redis = RedisServer(Path(folder), durable)
        redis.start()
        try:
            yield redis
        finally:
            redis.stop()
