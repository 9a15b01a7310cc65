"""Which guesses are equal by symmetry."""

import numpy as np

from mastermind_engine.kernels.base import I64, U8, kernel


@kernel
def mark_repeated(codes: U8, path: U8, skip: U8) -> None:
    """Marks the codes (n, pegs) that symmetry proves equal to a smaller one.

    After the guesses in ``path`` (turns, pegs) symbols that appear in none of them are
    interchangeable, and so are positions at which all of them agree. A code is marked
    only when such a swap makes it lexicographically smaller, so the smallest of each
    class always stays.
    """
    count, pegs = codes.shape
    used = np.zeros(256, np.uint8)
    for turn in range(path.shape[0]):
        for position in range(pegs):
            used[path[turn, position]] = 1
    twin = np.full(pegs, -1, np.int64)
    for position in range(1, pegs):
        for other in range(position - 1, -1, -1):
            same = True
            for turn in range(path.shape[0]):
                same = same and path[turn, position] == path[turn, other]
            if same:
                twin[position] = other
                break
    lowest = np.int64(codes[0].min())
    highest = np.int64(codes[count - 1].max())
    unused = highest - lowest + 1 - used.sum()
    if unused < 2 and twin.max() < 0:
        skip[:] = 0
        return
    for index in range(count):
        skip[index] = _repeated(codes[index], lowest, used, twin)


@kernel
def _repeated(code: U8, lowest: int, used: U8, twin: I64) -> int:
    """Whether a swap of twin positions or of unused symbols makes ``code`` smaller."""
    next_unused = lowest
    for position in range(code.shape[0]):
        symbol = np.int64(code[position])
        if twin[position] >= 0 and code[twin[position]] > symbol:
            return 1
        if used[symbol] or symbol < next_unused:
            continue
        # A symbol that first appears here must be the smallest unused one left.
        while used[next_unused]:
            next_unused += 1
        if symbol > next_unused:
            return 1
        next_unused += 1
    return 0
