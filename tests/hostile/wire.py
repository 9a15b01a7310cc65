"""HTTP/2 by hand, so that what no library would send can be sent."""

import contextlib
import socket
from collections.abc import Iterator, Sequence

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = (
    *(0x0, 0x1, 0x3, 0x4, 0x6, 0x7, 0x8, 0x9),
)
END_STREAM, END_HEADERS = 0x1, 0x4
PATIENCE = 20.0

Fields = Sequence[tuple[bytes, bytes]]


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """One frame."""
    return (
        len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
    )


def fields(named: Fields) -> bytes:
    """Header fields as literals, neither indexed nor compressed."""
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in named)


def _text(value: bytes) -> bytes:
    return _integer(len(value)) + value


def _integer(value: int) -> bytes:
    if value < 127:
        return bytes([value])
    encoded = bytearray([127])
    value -= 127
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value])


def call_fields(path: bytes, *more: tuple[bytes, bytes]) -> Fields:
    """The fields of a call, and others beside them."""
    return [
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", path),
        (b":authority", b"localhost"),
        (b"content-type", b"application/grpc"),
        (b"te", b"trailers"),
        *more,
    ]


def message(body: bytes, length: int | None = None, compressed: int = 0) -> bytes:
    """A message behind its length, or behind another one."""
    told = len(body) if length is None else length
    return bytes([compressed]) + told.to_bytes(4, "big") + body


class Wire:
    """A connection on which any bytes go.

    Args:
        connection: The socket.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection

    def send(self, content: bytes) -> None:
        """Sends bytes; a server that has hung up is as good an answer as any."""
        with contextlib.suppress(ConnectionError):
            self._socket.sendall(content)

    def greet(self) -> None:
        """Begins as HTTP/2 does."""
        self.send(PREFACE + frame(SETTINGS, 0, 0))

    def is_told_the_end(self, stream: int = 1) -> bool:
        """Reads until the stream or the connection ends; False where neither does in time."""
        try:
            for kind, flags, about in self._frames():
                ended = kind == RST_STREAM or (kind in (DATA, HEADERS) and flags & END_STREAM)
                if kind == GOAWAY or (about == stream and ended):
                    return True
        except TimeoutError:
            return False
        return True

    def wait_for(self, kind: int) -> None:
        """Reads until a frame of this kind comes, or the connection ends."""
        any(kind == told for told, _, _ in self._frames())

    def _frames(self) -> Iterator[tuple[int, int, int]]:
        """Kind, flags and stream of each frame until the connection ends."""
        read = b""
        while True:
            while len(read) >= 9 + int.from_bytes(read[:3], "big") and len(read) >= 9:
                length, kind, flags = int.from_bytes(read[:3], "big"), read[3], read[4]
                stream = int.from_bytes(read[5:9], "big") & 0x7FFFFFFF
                read = read[9 + length :]
                yield kind, flags, stream
            try:
                heard = self._socket.recv(65536)
            except ConnectionError:
                return
            if not heard:
                return
            read += heard


@contextlib.contextmanager
def connected(target: str) -> Iterator[Wire]:
    """A connection inside the block."""
    host, _, port = target.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        yield Wire(connection)
