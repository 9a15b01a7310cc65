"""Codes: rows of pegs, their legality, and their lexicographic order."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, permutations
from math import perm

import numpy as np
import numpy.typing as npt

from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import Ruleset

Code = tuple[int, ...]
"""A row of pegs: symbols 1 to colors, 0 for a blank."""

CodeArray = npt.NDArray[np.uint8]
"""Codes as rows, shape (codes, pegs), one symbol a byte."""


def check_secret(ruleset: Ruleset, pegs: Sequence[int]) -> list[Violation]:
    """Every fault of ``pegs`` as a secret; paths start at ``pegs``."""
    return _check(ruleset, pegs, ruleset.repeats, "secret")


def check_guess(ruleset: Ruleset, pegs: Sequence[int]) -> list[Violation]:
    """Every fault of ``pegs`` as a guess; paths start at ``pegs``."""
    return _check(ruleset, pegs, ruleset.guess_repeats, "guess")


def _check(ruleset: Ruleset, pegs: Sequence[int], repeats: bool, what: str) -> list[Violation]:
    if len(pegs) != ruleset.pegs:
        return [Violation("pegs", f"has {len(pegs)} pegs; this ruleset has {ruleset.pegs}")]
    lowest, highest = ruleset.lowest_symbol, ruleset.colors
    if repeats and lowest <= min(pegs) and max(pegs) <= highest:
        return []
    faults = [
        Violation(f"pegs[{index}]", f"is no symbol of this ruleset: {lowest} to {highest}")
        for index, symbol in enumerate(pegs)
        if not lowest <= symbol <= highest
    ]
    if not repeats:
        faults.extend(
            Violation(f"pegs[{index}]", f"repeats a symbol, which a {what} here may not")
            for index, symbol in enumerate(pegs)
            if symbol in pegs[:index]
        )
    return faults


class CodeSpace:
    """All codes over some symbols in lexicographic order, a blank first.

    Args:
        pegs: Pegs in a code.
        lowest: The smallest symbol, 0 or 1.
        symbols: Number of symbols, counted from ``lowest``.
        repeats: Whether a code may repeat a symbol.
    """

    def __init__(self, pegs: int, lowest: int, symbols: int, repeats: bool) -> None:
        self.pegs = pegs
        self.lowest = lowest
        self.symbols = symbols
        self.repeats = repeats
        self.size = symbols**pegs if repeats else perm(symbols, pegs)

    def rank(self, code: Sequence[int]) -> int:
        """Place of a legal ``code`` in the order, from 0."""
        if self.repeats:
            rank = 0
            for symbol in code:
                rank = rank * self.symbols + symbol - self.lowest
            return rank
        rank = 0
        unused = list(range(self.lowest, self.lowest + self.symbols))
        for symbol in code:
            index = unused.index(symbol)
            rank = rank * len(unused) + index
            del unused[index]
        return rank

    def unrank(self, rank: int) -> Code:
        """The code at place ``rank``.

        Raises:
            IndexError: ``rank`` is not within 0 to size − 1.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank} is not within 0 to {self.size - 1}")
        digits = []
        for left in range(self.pegs):
            base = self.symbols if self.repeats else self.symbols - self.pegs + 1 + left
            rank, digit = divmod(rank, base)
            digits.append(digit)
        digits.reverse()
        if self.repeats:
            return tuple(digit + self.lowest for digit in digits)
        unused = list(range(self.lowest, self.lowest + self.symbols))
        return tuple(unused.pop(digit) for digit in digits)

    def listed(self) -> CodeArray:
        """Every code in order, shape (size, pegs). Costs ``size × pegs`` bytes."""
        if self.repeats:
            ranks = np.arange(self.size)
            codes = np.empty((self.size, self.pegs), np.uint8)
            for position in range(self.pegs - 1, -1, -1):
                codes[:, position] = ranks % self.symbols + self.lowest
                ranks //= self.symbols
            return codes
        alphabet = range(self.lowest, self.lowest + self.symbols)
        flat = chain.from_iterable(permutations(alphabet, self.pegs))
        return np.fromiter(flat, np.uint8, self.size * self.pegs).reshape(self.size, self.pegs)


@lru_cache(maxsize=64)
def secret_space(ruleset: Ruleset) -> CodeSpace:
    """The legal secrets of ``ruleset``."""
    return CodeSpace(ruleset.pegs, ruleset.lowest_symbol, ruleset.symbol_count, ruleset.repeats)


@lru_cache(maxsize=64)
def guess_space(ruleset: Ruleset) -> CodeSpace:
    """The legal guesses of ``ruleset``."""
    return CodeSpace(
        ruleset.pegs, ruleset.lowest_symbol, ruleset.symbol_count, ruleset.guess_repeats
    )
