"""Replays prepared gRPC calls over one HTTP/2 connection, cheaply enough not to be the bottleneck.

h2load can only repeat one body; calls that differ, such as guesses, need this. It knows as
much of HTTP/2 as one well-behaved client against one gRPC server needs.
"""

import socket
import struct
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 4, 6, 8
ACK = END_STREAM = 1
END_HEADERS = 4
GRPC_PREFIX = 5
WIDE = 2**31 - 1 - 65_535


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    length = len(payload)
    return struct.pack(">BHBBI", length >> 16, length & 0xFFFF, kind, flags, stream) + payload


def _literal(name: bytes, value: bytes) -> bytes:
    """A header field without indexing; short enough for one length byte each."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


def _header_block(method: str, authority: str) -> bytes:
    fields = {
        b":method": b"POST",
        b":scheme": b"http",
        b":path": method.encode(),
        b":authority": authority.encode(),
        b"content-type": b"application/grpc",
        b"te": b"trailers",
    }
    return b"".join(_literal(name, value) for name, value in fields.items())


def framed(message: bytes) -> bytes:
    """A message behind gRPC's five bytes."""
    return b"\x00" + len(message).to_bytes(4, "big") + message


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
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._block = _header_block(method, address)
        self._in_flight = in_flight
        self._window = 65_535
        self._buffer = bytearray()
        settings = struct.pack(">HIHI", 4, WIDE, 2, 0)
        self._socket.sendall(
            PREFACE
            + _frame(SETTINGS, 0, 0, settings)
            + _frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", WIDE))
        )
        self._stream = 1

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()

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
        while len(out) < room and self._window > 1024:
            body = next(waiting, None)
            if body is None:
                break
            self._window -= len(body)
            out.append(
                _frame(HEADERS, END_HEADERS, self._stream, self._block)
                + _frame(DATA, END_STREAM, self._stream, body)
            )
            self._stream += 2
        if out:
            self._socket.sendall(b"".join(out))
        return len(out)

    def _receive(self) -> tuple[int, int]:
        """Reads what is there: calls that ended, and answers that carried a message."""
        chunk = self._socket.recv(1 << 18)
        if not chunk:
            raise ConnectionError("the server closed the connection")
        self._buffer += chunk
        buffer, position = self._buffer, 0
        ended = answered = 0
        while len(buffer) - position >= 9:
            high, low, kind, flags, _ = struct.unpack_from(">BHBBI", buffer, position)
            length = high << 16 | low
            if len(buffer) - position < 9 + length:
                break
            payload = buffer[position + 9 : position + 9 + length]
            position += 9 + length
            if kind == DATA:
                answered += length > GRPC_PREFIX
            elif kind == HEADERS:
                ended += flags & END_STREAM
            else:
                self._control(kind, flags, bytes(payload))
        del buffer[:position]
        return ended, answered

    def _control(self, kind: int, flags: int, payload: bytes) -> None:
        if kind == PING and not flags & ACK:
            self._socket.sendall(_frame(PING, ACK, 0, payload))
        elif kind == SETTINGS and not flags & ACK:
            self._socket.sendall(_frame(SETTINGS, ACK, 0, b""))
        elif kind == WINDOW_UPDATE:
            # Streams' windows never run out: each carries one small message.
            self._window += struct.unpack(">I", payload)[0]
