"""As much of HTTP/2 as one well-behaved client needs against one gRPC server, and no more."""

import socket
import struct
from collections.abc import Iterator

DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 4, 6, 8
ACK = END_STREAM = 1
END_HEADERS = 4
FIRST_WINDOW = 65_535
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
WIDE = 2**31 - 1 - FIRST_WINDOW
_CHUNK = 1 << 18
_HEAD = 9

Frame = tuple[int, int, int, bytes]
"""Kind, flags, stream and payload of a frame."""


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame as it travels."""
    length = len(payload)
    return struct.pack(">BHBBI", length >> 16, length & 0xFFFF, kind, flags, stream) + payload


def framed(message: bytes) -> bytes:
    """A message behind gRPC's five bytes."""
    return b"\x00" + len(message).to_bytes(4, "big") + message


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


class Connection:
    """One connection, all of whose calls are of one method.

    It opens its window as wide as HTTP/2 allows, once: 2 GB may come before it has to be
    made anew.

    Args:
        address: ``host:port``.
        method: Full name of the method, such as ``/package.Service/Method``.
        window: Bytes that each call may bring before `widen` lets more come.
    """

    def __init__(self, address: str, method: str, window: int = WIDE) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.window = FIRST_WINDOW
        """Bytes that may be sent before the server makes room for more."""
        self._block = _header_block(method, address)
        self._buffer = bytearray()
        self._stream = 1
        settings = struct.pack(">HIHI", 4, window, 2, 0)
        self.socket.sendall(
            _PREFACE
            + frame(SETTINGS, 0, 0, settings)
            + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", WIDE))
        )

    def close(self) -> None:
        """Closes the connection; the server cancels what is under way."""
        self.socket.close()

    def widen(self, stream: int) -> None:
        """Lets a call bring as much as there is."""
        self.socket.sendall(frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", WIDE)))

    def call(self, body: bytes) -> tuple[int, bytes]:
        """The number of a new call's stream, and what to send for it."""
        stream, self._stream = self._stream, self._stream + 2
        self.window -= len(body)
        return stream, (
            frame(HEADERS, END_HEADERS, stream, self._block) + frame(DATA, END_STREAM, stream, body)
        )

    def receive(self) -> Iterator[Frame]:
        """Waits for something to read; the frames of calls that have come whole.

        Raises:
            ConnectionError: The server closed the connection.
        """
        chunk = self.socket.recv(_CHUNK)
        if not chunk:
            raise ConnectionError("the server closed the connection")
        self._buffer += chunk
        buffer, position = self._buffer, 0
        while len(buffer) - position >= _HEAD:
            high, low, kind, flags, stream = struct.unpack_from(">BHBBI", buffer, position)
            end = position + _HEAD + (high << 16 | low)
            if len(buffer) < end:
                break
            payload = bytes(buffer[position + _HEAD : end])
            position = end
            if kind in (DATA, HEADERS):
                yield kind, flags, stream, payload
            else:
                self._control(kind, flags, payload)
        del buffer[:position]

    def _control(self, kind: int, flags: int, payload: bytes) -> None:
        if kind == PING and not flags & ACK:
            self.socket.sendall(frame(PING, ACK, 0, payload))
        elif kind == SETTINGS and not flags & ACK:
            self.socket.sendall(frame(SETTINGS, ACK, 0, b""))
        elif kind == WINDOW_UPDATE:
            # Streams' windows never run out: each carries one small message.
            self.window += struct.unpack(">I", payload)[0]
