"""The fair draw, computed independently of the service. docs/fairness.md tells how it works."""

import hashlib
import hmac
import math
from itertools import count

from mastermind_client.codes import Code
from mastermind_client.values import Ruleset

_DOMAIN = b"mastermind.v1"
_SEED_DOMAIN = b"mastermind.v1/seed"


def draw_commitment(game_id: str, ruleset: Ruleset, server_seed: bytes) -> bytes:
    """What the service publishes before a draw; a SEEDED game has an empty ``game_id``."""
    return hashlib.sha256(_parts(game_id, ruleset, server_seed)).digest()


def supplied_commitment(nonce: bytes, secret: Code) -> bytes:
    """What the service publishes of a secret that a caller set."""
    return hashlib.sha256(nonce + bytes(secret)).digest()


def seed_of(seed: int) -> bytes:
    """The server seed of a game made with the 64-bit ``seed``."""
    return hashlib.sha256(_SEED_DOMAIN + _integer(seed)).digest()


def draw_rank(server_seed: bytes, message: bytes, size: int) -> int:
    """A rank from 0 to ``size`` − 1: the first that the stream gives within it."""
    bits = (size - 1).bit_length()
    for counter in count():
        block = hmac.new(server_seed, message + counter.to_bytes(4, "big"), hashlib.sha256)
        rank = int.from_bytes(block.digest(), "big") & ((1 << bits) - 1)
        if rank < size:
            return rank
    raise AssertionError("counting has no end")


def draw_secret(game_id: str, ruleset: Ruleset, server_seed: bytes, client_seed: bytes) -> Code:
    """The secret of a UNIFORM game; SEEDED has an empty ``game_id`` and ``client_seed``."""
    message = _parts(game_id, ruleset, client_seed)
    return secret_at(ruleset, draw_rank(server_seed, message, secret_count(ruleset)))


def draw_equilibrium_secret(
    game_id: str, ruleset: Ruleset, server_seed: bytes, client_seed: bytes
) -> Code:
    """The secret of an EQUILIBRIUM game: one of the codes that show two colors or more."""
    message = _parts(game_id, ruleset, client_seed)
    ranks = [
        rank for rank in range(secret_count(ruleset)) if len(set(secret_at(ruleset, rank))) > 1
    ]
    return secret_at(ruleset, ranks[draw_rank(server_seed, message, len(ranks))])


def secret_count(ruleset: Ruleset) -> int:
    """Number of legal secrets; of a ruleset without a word list."""
    symbols = ruleset.colors + ruleset.blanks
    if ruleset.repeats:
        return int(symbols**ruleset.pegs)
    return math.perm(symbols, ruleset.pegs)


def secret_at(ruleset: Ruleset, rank: int) -> Code:
    """The legal secret at ``rank``, from 0, in lexicographic order, a blank first."""
    symbols = list(range(0 if ruleset.blanks else 1, ruleset.colors + 1))
    code = []
    for later in reversed(range(ruleset.pegs)):
        # How many codes share each choice of the symbol at this place.
        block = len(symbols) ** later if ruleset.repeats else math.perm(len(symbols) - 1, later)
        place, rank = divmod(rank, block)
        code.append(symbols[place] if ruleset.repeats else symbols.pop(place))
    return tuple(code)


def _parts(game_id: str, ruleset: Ruleset, seed: bytes) -> bytes:
    parts = (
        _DOMAIN,
        _text(game_id),
        _text(ruleset.name),
        _integer(ruleset.pegs),
        _integer(ruleset.colors),
        bytes([ruleset.repeats]),
        bytes([ruleset.guess_may_repeat]),
        bytes([ruleset.blanks]),
        _integer(ruleset.max_guesses),
        _integer(ruleset.feedback_kind),
        _text(ruleset.word_list),
        _integer(len(ruleset.symbols)),
        *(_text(symbol) for symbol in ruleset.symbols),
        seed,
    )
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _integer(value: int) -> bytes:
    return value.to_bytes(8, "big")


def _text(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")
