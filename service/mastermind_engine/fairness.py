"""The fair draw: committed to beforehand, drawn by both sides, open to anyone's check.

docs/fairness.md explains it with test vectors.
"""

from collections.abc import Iterator
from hashlib import sha256
from hmac import digest

from mastermind_engine.codes import Code, secret_space
from mastermind_engine.rulesets import Ruleset

DOMAIN = "mastermind.v1"
SEED_BYTES = 32


def _parts(game_id: str, ruleset: Ruleset, seed: bytes) -> bytes:
    """Domain, game, ruleset field by field and a seed, each behind its length."""
    parts = [DOMAIN.encode(), game_id.encode(), *_ruleset_parts(ruleset), seed]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _ruleset_parts(ruleset: Ruleset) -> Iterator[bytes]:
    yield ruleset.name.encode()
    yield _integer(ruleset.pegs)
    yield _integer(ruleset.colors)
    yield _boolean(ruleset.repeats)
    yield _boolean(ruleset.guess_repeats)
    yield _boolean(ruleset.blanks)
    yield _integer(ruleset.max_guesses)
    yield _integer(ruleset.feedback_kind)
    yield ruleset.word_list.encode()
    yield _integer(len(ruleset.symbols))
    for name in ruleset.symbols:
        yield name.encode()


def _integer(value: int) -> bytes:
    return int(value).to_bytes(8, "big")


def _boolean(value: bool) -> bytes:
    return b"\x01" if value else b"\x00"


def seed_of(seed: int) -> bytes:
    """The server seed of a SEEDED game: 32 bytes from the caller's 64-bit seed."""
    return sha256(b"mastermind.v1/seed" + _integer(seed)).digest()


def draw_commitment(game_id: str, ruleset: Ruleset, server_seed: bytes) -> bytes:
    """What NewGame publishes of a drawn game: SHA-256, 32 bytes.

    A SEEDED game passes an empty ``game_id``, so that it repeats.
    """
    return sha256(_parts(game_id, ruleset, server_seed)).digest()


def supplied_commitment(nonce: bytes, secret: Code) -> bytes:
    """The commitment of a SUPPLIED game: SHA-256 of nonce and secret, a byte a peg."""
    return sha256(nonce + bytes(secret)).digest()


def draw_rank(key: bytes, message: bytes, size: int) -> int:
    """A rank below ``size``, every one as likely, from the stream HMAC(key, message ‖ counter).

    The low bits of each digest, rejected when not below ``size``: never by modulo,
    which would favor small ranks.
    """
    mask = (1 << (size - 1).bit_length()) - 1
    counter = 0
    while True:
        block = digest(key, message + counter.to_bytes(4, "big"), "sha256")
        rank = int.from_bytes(block, "big") & mask
        if rank < size:
            return rank
        counter += 1


def draw_secret(game_id: str, ruleset: Ruleset, server_seed: bytes, client_seed: bytes) -> Code:
    """The secret of a drawn game, uniform over the legal secrets.

    A SEEDED game passes an empty ``game_id`` and ``client_seed``.
    """
    space = secret_space(ruleset)
    message = _parts(game_id, ruleset, client_seed)
    return space.unrank(draw_rank(server_seed, message, space.size))
