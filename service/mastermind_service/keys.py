"""What the service signs: game ids, seat tokens, and the marks of requests."""

import base64
import hmac
from collections.abc import Iterable, Sequence
from enum import Enum
from hashlib import blake2b, sha256

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import Reason

_ID_BYTES = 15
_TOKEN_BYTES = 24


class Seat(Enum):
    """From where a caller acts on a game."""

    CODEBREAKER = "b"
    CODEMAKER = "m"
    SPECTATOR = "s"
    OWNER = "o"
    """The principal that made the game, without a token: may act for either player."""


class Keys:
    """Signs with the first key and verifies with all, so that keys can be exchanged.

    Args:
        keys: One secret at least.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        if not keys:
            raise ValueError("at least one key is needed")
        # BLAKE2b takes keys of up to 64 bytes.
        self._keys = tuple(sha256(key).digest() for key in keys)
        # Every write is marked: a hash that has taken in its key already is copied.
        self._ready = tuple(_keyed(key, "mark") for key in self._keys)
        self._writes = tuple(_keyed(key, "write") for key in self._keys)

    def game_ids(self, principal: str, request_id: str) -> list[str]:
        """Ids of the game that ``principal`` makes with ``request_id``, 24 letters each.

        The first is the one to use; a retry therefore finds the game on any server. The
        others are those that it had under older keys.
        """
        digests = (_mac(key, "game", principal, request_id) for key in self._keys)
        return [base64.b32encode(digest[:_ID_BYTES]).decode().lower() for digest in digests]

    def token(self, game_id: str, seat: Seat) -> str:
        """The token of a seat at a game."""
        return self._token(self._keys[0], game_id, seat)

    def seat(self, game_id: str, token: str) -> Seat:
        """The seat that ``token`` was signed for.

        Raises:
            Refusal: INVALID_TOKEN.
        """
        seats = {seat.value: seat for seat in Seat if seat != Seat.OWNER}
        seat = seats.get(token[:1])
        if seat is not None and token.isascii():
            for key in self._keys:
                if hmac.compare_digest(token, self._token(key, game_id, seat)):
                    return seat
        raise Refusal(Reason.INVALID_TOKEN, "this is no token of this game")

    @staticmethod
    def _token(key: bytes, game_id: str, seat: Seat) -> str:
        digest = _mac(key, "seat", game_id, seat.value)
        return seat.value + base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode()

    def mark(self, *parts: str | bytes) -> bytes:
        """A keyed hash of ``parts``, 32 bytes, to recognize them by."""
        return self.marks(*parts)[0]

    def marks(self, *parts: str | bytes) -> list[bytes]:
        """The hashes of ``parts`` under every key, the one to use first."""
        framed = _framed(parts)
        hashes = []
        for ready in self._ready:
            mac = ready.copy()
            mac.update(framed)
            hashes.append(mac.digest())
        return hashes

    def write_marks(self, request_id: bytes, body: bytes) -> list[tuple[bytes, bytes]]:
        """Two hashes of a write under every key, the one to use first.

        Returns:
            The hash of the id, and that of the id with the body; 32 bytes each.
        """
        framed = len(request_id).to_bytes(4, "big") + request_id
        hashes = []
        for ready in self._writes:
            mac = ready.copy()
            mac.update(framed)
            by_id = mac.digest()
            mac.update(body)
            hashes.append((by_id, mac.digest()))
        return hashes


def _mac(key: bytes, purpose: str, *parts: str | bytes) -> bytes:
    """Keyed BLAKE2b of ``parts``: 32 bytes."""
    mac = _keyed(key, purpose)
    mac.update(_framed(parts))
    return mac.digest()


def _keyed(key: bytes, purpose: str) -> blake2b:
    return blake2b(key=key, person=purpose.encode(), digest_size=32)


def _framed(parts: Iterable[str | bytes]) -> bytes:
    """All parts, each behind its length."""
    pieces = []
    for part in parts:
        encoded = part.encode() if isinstance(part, str) else part
        pieces.append(len(encoded).to_bytes(4, "big"))
        pieces.append(encoded)
    return b"".join(pieces)
