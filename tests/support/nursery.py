"""Servers forked from a process that has loaded the service once.

Loading takes almost all of the time that a server needs to start, and tests start dozens.
What a forked one does from there on is what ``mastermind`` does with the same arguments.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

ROOM = 2**16
"""Bytes that arguments and environment of a server fit in."""


class Forked:
    """A process forked by a nursery, with what tests need of `subprocess.Popen`.

    Attributes:
        pid: Its number.
        stderr: What it writes there.
    """

    def __init__(self, stderr: TextIO, told: TextIO) -> None:
        self.stderr = stderr
        self._told = told
        self.pid = int(told.readline())
        self._code: int | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        with self._told:
            line = self._told.readline()
        self._code = int(line) if line else -signal.SIGKILL
        self._ended.set()

    def poll(self) -> int | None:
        """The exit code, below 0 a signal's number; None while it runs."""
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Waits until it has ended; its exit code.

        Raises:
            subprocess.TimeoutExpired: It takes longer.
        """
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired("mastermind", timeout or 0)
        assert self._code is not None
        return self._code

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if self._code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Nursery:
    """Forks servers; loads the service when it is first asked for one.

    Args:
        tables: Folder of the score tables that it loads.
    """

    def __init__(self, tables: Path) -> None:
        self._tables = tables
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket

    def start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> Forked:
        """``mastermind`` with arguments and the whole of its environment."""
        stderr, stderr_end = os.pipe()
        told, told_end = os.pipe()
        message = json.dumps([list(arguments), dict(environment)]).encode()
        assert len(message) < ROOM
        with self._lock:
            if self._process is None:
                self._open()
            socket.send_fds(self._line, [message], [stderr_end, told_end])
        os.close(stderr_end)
        os.close(told_end)
        return Forked(os.fdopen(stderr), os.fdopen(told))

    def _open(self) -> None:
        self._line, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(far.fileno()), str(self._tables)],
                stdout=subprocess.DEVNULL,
                pass_fds=[far.fileno()],
                cwd=Path(__file__).parents[2],
            )

    def close(self) -> None:
        """Ends it; servers live on."""
        if self._process is not None:
            self._line.close()
            self._process.wait()


def _load(tables: Path) -> None:
    """Does once what every server does before it listens."""
    from mastermind_service import kernel_cache

    kernel_cache.prepare()
    # gRPC reads it when it is loaded.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from mastermind_service.spaces import load_spaces, warm_up

    warm_up(load_spaces(tables))


def _fork(stderr: int, told: int) -> bool:
    """Forks a server and a process that waits for it; True in the server."""
    if os.fork():
        return False
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        os.dup2(stderr, 2)
        # The old one knows where in a file it stood; a pipe has no such place.
        sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
        return True
    # Or the pipe would not end with the server.
    os.close(stderr)
    os.write(told, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def main() -> None:
    """Forks a server for each message, until nobody can send any more."""
    line = socket.socket(fileno=int(sys.argv[1]))
    _load(Path(sys.argv[2]))
    # Those that wait for servers are not waited for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, ends, _, _ = socket.recv_fds(line, ROOM, 2)
        if not message:
            return
        forked = _fork(*ends)
        for end in ends:
            os.close(end)
        if forked:
            break
    line.close()
    arguments, environment = json.loads(message)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["mastermind", *arguments]
    from mastermind_service.cli import main as command

    command()


if __name__ == "__main__":
    main()
