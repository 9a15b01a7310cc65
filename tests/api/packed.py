"""Batches with their right answers, from an oracle that shares nothing with the kernels."""

import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mastermind_engine.rulesets import FeedbackKind, Ruleset
from tests.unit import fair_draw, oracle
from tests.unit.samples import SMALL, custom

INVALID = 0xFF
Pegs = tuple[int, ...]

LARGE = (
    custom(4, 6),
    custom(5, 8, blanks=True),
    custom(4, 10, repeats=False),
    custom(4, 8, repeats=False, guess_repeats=True, blanks=True),
    custom(8, 16),
    custom(15, 2),
    custom(7, 9, kind=FeedbackKind.BLACK_ONLY),
    custom(6, 12, repeats=False, kind=FeedbackKind.BLACK_ONLY),
)
"""Spaces of up to 2³² codes."""
HUGE = (
    custom(15, 63),
    custom(15, 63, blanks=True),
    custom(15, 63, repeats=False, guess_repeats=True, blanks=True),
    custom(15, 15, repeats=False),
    custom(15, 63, kind=FeedbackKind.BLACK_ONLY),
)
"""Larger ones, which have no ranks of 32 bits."""
RANKED = (*SMALL, *LARGE)


def drawn(ruleset: Ruleset, count: int, *, repeats: bool, chance: random.Random) -> list[Pegs]:
    """Some legal codes; few symbols in each, so that they have much in common."""
    symbols = range(ruleset.lowest_symbol, ruleset.colors + 1)
    codes = []
    for _ in range(count):
        if repeats:
            few = chance.sample(symbols, min(len(symbols), 1 + chance.randrange(5)))
            codes.append(tuple(chance.choices(few, k=ruleset.pegs)))
        else:
            codes.append(tuple(chance.sample(symbols[: ruleset.pegs + 4], ruleset.pegs)))
    return codes


def illegal(ruleset: Ruleset, *, repeats: bool, chance: random.Random) -> Pegs:
    """A code of the right length that is not legal."""
    (pegs,) = drawn(ruleset, 1, repeats=repeats, chance=chance)
    place = chance.randrange(ruleset.pegs)
    bad = [ruleset.colors + 1, 255, *([] if ruleset.blanks else [0])]
    if not repeats and ruleset.pegs > 1:
        bad.append(pegs[place - 1])
    return (*pegs[:place], chance.choice(bad), *pegs[place + 1 :])


def answer(ruleset: Ruleset, secret: Pegs | None, guess: Pegs | None) -> int:
    """The byte of a score; None stands for a code that is not legal."""
    if secret is None or guess is None:
        return INVALID
    told = oracle.feedback(ruleset, secret, guess)
    return told.black << 4 | told.white


@dataclass(frozen=True)
class Side:
    """The secrets or the guesses of a batch, packed, with those that are legal."""

    packed: bytes
    codes: Sequence[Pegs | None]

    @property
    def invalid(self) -> list[int]:
        return [index for index, pegs in enumerate(self.codes) if pegs is None]


def side_of_pegs(ruleset: Ruleset, count: int, *, repeats: bool, chance: random.Random) -> Side:
    """Codes of one byte a peg, about a fifth of them not legal."""
    codes: list[Pegs | None] = []
    packed = bytearray()
    for pegs in drawn(ruleset, count, repeats=repeats, chance=chance):
        bad = illegal(ruleset, repeats=repeats, chance=chance) if chance.random() < 0.2 else None
        packed += bytes(bad or pegs)
        codes.append(None if bad else pegs)
    return Side(bytes(packed), codes)


def side_of_ranks(ruleset: Ruleset, count: int, *, repeats: bool, chance: random.Random) -> Side:
    """Codes as ranks, the first, the last and the first too large among them."""
    fields: dict[str, Any] = fair_draw.ruleset_fields(
        "custom", ruleset.pegs, ruleset.colors, repeats=repeats, blanks=ruleset.blanks
    )
    size = fair_draw.number_of_codes(fields)
    ranks = [0, size - 1, min(size, 2**32 - 1), 2**32 - 1]
    ranks += [chance.randrange(size) for _ in range(count - len(ranks))]
    codes = [tuple(fair_draw.code_at(rank, fields)) if rank < size else None for rank in ranks]
    return Side(struct.pack(f"<{count}I", *ranks), codes)
