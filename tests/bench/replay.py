"""Replays prepared gRPC calls over one HTTP/2 connection, cheaply enough not to be the bottleneck.

h2load can only repeat one body; calls that differ, such as guesses, need this.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.bench.http2 import DATA, END_STREAM, HEADERS, Connection, framed

_GRPC_PREFIX = 5


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay measured.

    Attributes:
        calls: Calls made.
        answered: Calls whose answer carried a message: an error carries none.
        seconds: From the first call to the last answer.
    """

    calls: int
    answered: int
    seconds: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds


class Replay:
    """One connection over which prepared calls go, so many at once.

    Args:
        address: ``host:port``.
        method: Full name of the method, such as ``/package.Service/Method``.
        in_flight: Calls under way at once.
    """

    def __init__(self, address: str, method: str, in_flight: int = 64) -> None:
        self._connection = Connection(address, method)
        self._in_flight = in_flight

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def run(self, messages: Sequence[bytes]) -> Replayed:
        """Calls with each of ``messages`` once, in order."""
        waiting = iter([framed(message) for message in messages])
        started = time.perf_counter()
        under_way = self._send(waiting, self._in_flight)
        done = answered = 0
        while done < len(messages):
            ended, with_message = self._receive()
            done += ended
            answered += with_message
            under_way -= ended
            under_way += self._send(waiting, self._in_flight - under_way)
        return Replayed(done, answered, time.perf_counter() - started)

    def _send(self, waiting: Iterator[bytes], room: int) -> int:
        """Sends up to ``room`` calls as far as the connection's window reaches."""
        out: list[bytes] = []
        while len(out) < room and self._connection.window > 1024:
            body = next(waiting, None)
            if body is None:
                break
            out.append(self._connection.call(body)[1])
        if out:
            self._connection.socket.sendall(b"".join(out))
        return len(out)

    def _receive(self) -> tuple[int, int]:
        """Reads what is there: calls that ended, and answers that carried a message."""
        ended = answered = 0
        for kind, flags, _, payload in self._connection.receive():
            if kind == DATA:
                answered += len(payload) > _GRPC_PREFIX
            elif kind == HEADERS:
                ended += flags & END_STREAM
        return ended, answered
