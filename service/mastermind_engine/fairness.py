"""The fair draw: committed to beforehand, drawn by both sides, open to anyone's check.

docs/fairness.md explains it with test vectors.
"""

from collections.abc import Iterator
from hashlib import sha256
from hmac import digest

from mastermind_engine.codes import Code, secret_space
from mastermind_engine.game import Codemaker
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset

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


def draw_secret(
    game_id: str,
    ruleset: Ruleset,
    server_seed: bytes,
    client_seed: bytes,
    codemaker: Codemaker = Codemaker.UNIFORM,
) -> Code:
    """The secret of a drawn game, uniform over the codes that the codemaker draws from.

    UNIFORM draws from all legal secrets, EQUILIBRIUM from those that show two colors or
    more. A SEEDED game passes an empty ``game_id`` and ``client_seed``.
    """
    space = secret_space(ruleset)
    message = _parts(game_id, ruleset, client_seed)
    if codemaker == Codemaker.EQUILIBRIUM:
        return space.unrank(_rank_of_mixed(ruleset, server_seed, message))
    return space.unrank(draw_rank(server_seed, message, space.size))


def _rank_of_mixed(ruleset: Ruleset, key: bytes, message: bytes) -> int:
    """The rank among all codes of one drawn among those of two colors or more.

    One-colored codes stand equally far apart, the first and the last code among them: the
    codes between two of them make a gap, and every code drawn has those of its own gap's
    beginning, and of all gaps before, in front of it.
    """
    codes = ruleset.secret_count
    gap = (codes - 1) // (ruleset.colors - 1) - 1
    drawn = draw_rank(key, message, codes - ruleset.colors)
    return drawn + drawn // gap + 1


def is_equilibrium_known(ruleset: Ruleset) -> bool:
    """Whether the game-theoretic answer of a ruleset is known: of 4×6 alone."""
    return (
        (ruleset.pegs, ruleset.colors) == (4, 6)
        and ruleset.repeats
        and not ruleset.blanks
        and not ruleset.word_list
        and ruleset.feedback_kind == FeedbackKind.STANDARD
    )


def check_equilibrium(ruleset: Ruleset) -> None:
    """Refuses rulesets whose game-theoretic draw is not known: all but 4×6.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    if not is_equilibrium_known(ruleset):
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            "EQUILIBRIUM is for 4 pegs and 6 colors with repeats and without blanks",
        )
