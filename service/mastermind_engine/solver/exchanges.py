"""Exchanges of positions and symbols: relabelings that no score can tell."""

from functools import lru_cache
from itertools import combinations, permutations
from math import factorial

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import CodeSpace
from mastermind_engine.tables import Shape

MAX_IMAGES = 1 << 25
"""Images listed for each of both kinds, exchanges × guesses; beyond that fewer exchanges are."""

Relabeling = tuple[int, ...]


@lru_cache(maxsize=8)
def exchanges(shape: Shape) -> tuple[kernels.I32, kernels.I32]:
    """Images of all legal guesses by exchanges of positions, and of symbols.

    Both are int32 of shape (exchanges, guesses), the identity first. All permutations of
    the positions are among them, and those of symbols that move up to four; in the largest
    spaces only those that exchange two, or none.
    """
    space = CodeSpace(shape.pegs, shape.lowest, shape.symbols, shape.guess_repeats)
    codes = space.listed().astype(np.int64) - shape.lowest
    weights = shape.symbols ** np.arange(shape.pegs - 1, -1, -1, dtype=np.int64)
    ranks = codes @ weights
    room = max(1, MAX_IMAGES // space.size)
    positions = _moving_two(shape.pegs)
    if factorial(shape.pegs) <= room:
        positions = list(permutations(range(shape.pegs)))
    symbols = _moving_up_to_four(shape.symbols)
    if len(symbols) > room:
        symbols = _moving_two(shape.symbols)
    by_position = [np.searchsorted(ranks, codes[:, order] @ weights) for order in positions[:room]]
    by_symbol = [np.searchsorted(ranks, np.array(to)[codes] @ weights) for to in symbols[:room]]
    return np.array(by_position, np.int32), np.array(by_symbol, np.int32)


def _moving_two(count: int) -> list[Relabeling]:
    """The identity, and each exchange of two."""
    return [_cycled(count, ()), *(_cycled(count, pair) for pair in combinations(range(count), 2))]


def _moving_up_to_four(count: int) -> list[Relabeling]:
    """As `_moving_two`, then cycles of three, then two exchanges at once."""
    pairs = list(combinations(range(count), 2))
    relabelings = _moving_two(count)
    for one, two, three in combinations(range(count), 3):
        relabelings += [_cycled(count, (one, two, three)), _cycled(count, (one, three, two))]
    relabelings += [
        _cycled(count, first, second)
        for first, second in combinations(pairs, 2)
        if not set(first) & set(second)
    ]
    return relabelings


def _cycled(count: int, *cycles: tuple[int, ...]) -> Relabeling:
    names = list(range(count))
    for cycle in cycles:
        for here, there in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            names[here] = there
    return tuple(names)
