"""A set of codes in bit slices, so that one instruction looks at 64 of them.

Bit i of word i // 64 of each row stands for member i of the set. ``at`` has a row for each
symbol in each position, (positions × symbols, words); ``has`` one for the first, second, …
copy of each symbol, (symbols × positions, words); ``everyone`` one for the whole set.

Feedback is counted by thresholds: row k of a counter holds the members that reached k, and
another bit slice moves those that it names up by one row.
"""

import numpy as np

from mastermind_engine.kernels.base import I32, I64, U8, U64, kernel, popcount


@kernel
def slice_codes(
    codes: U8, rows: I32, lowest: int, symbols: int, at: U64, has: U64, everyone: U64
) -> None:
    """Fills the slices, zeroed before, of the ``codes`` (n, pegs) at ``rows`` (members,)."""
    pegs = np.uint32(codes.shape[1])
    seen = np.zeros(symbols, np.uint32)
    for index in range(rows.shape[0]):
        member = np.uint32(index)
        row = np.uint32(rows[member])
        word = member >> np.uint32(6)
        bit = np.uint64(1) << np.uint64(member & np.uint32(63))
        seen[:] = 0
        everyone[word] |= bit
        for position in range(pegs):
            symbol = np.uint32(codes[row, position] - lowest)
            at[position * np.uint32(symbols) + symbol, word] |= bit
            has[symbol * pegs + seen[symbol], word] |= bit
            seen[symbol] += np.uint32(1)


@kernel
def split_by_palette(
    has: U64,
    everyone: U64,
    palettes: U8,
    palette: int,
    lowest: int,
    whites: bool,
    together: U64,
    sizes: I64,
    slot: int,
) -> None:
    """Sorts a set by black + white, which the guess's symbols alone decide.

    ``together[slot]`` (pegs + 1, words) gets the members that share 0, 1, … pegs with the
    ``palette``, ``sizes[slot]`` (pegs + 1,) how many they are. Without whites all stand in
    the last row.
    """
    pegs = np.uint32(palettes.shape[1])
    words = np.uint32(everyone.shape[0])
    row = np.uint32(palette)
    into = np.uint32(slot)
    for shared in range(pegs + np.uint32(1)):
        sizes[into, shared] = 0
    for word in range(words):
        together[into, np.uint32(0), word] = everyone[word]
        for shared in range(np.uint32(1), pegs + np.uint32(1)):
            together[into, shared, word] = np.uint64(0) if whites else everyone[word]
        if whites:
            copy = np.uint32(0)
            for peg in range(pegs):
                symbol = np.uint32(palettes[row, peg])
                repeated = peg > 0 and palettes[row, peg - np.uint32(1)] == palettes[row, peg]
                copy = copy + np.uint32(1) if repeated else np.uint32(0)
                slice_ = has[(symbol - np.uint32(lowest)) * pegs + copy, word]
                for shared in range(peg + np.uint32(1), np.uint32(0), -1):
                    reached = np.uint32(shared)
                    together[into, reached, word] |= (
                        together[into, reached - np.uint32(1), word] & slice_
                    )
        # From those that reached a number to those that stayed there.
        for shared in range(pegs):
            together[into, shared, word] &= ~together[into, shared + np.uint32(1), word]
            sizes[into, shared] += np.int64(popcount(together[into, shared, word]))
        sizes[into, pegs] += np.int64(popcount(together[into, pegs, word]))


@kernel
def count_blacks(
    at: U64, everyone: U64, codes: U8, guess: int, lowest: int, symbols: int, blacks: U64
) -> None:
    """Row k of ``blacks`` (pegs + 1, words) gets the members with k blacks or more."""
    pegs = np.uint32(codes.shape[1])
    row = np.uint32(guess)
    one = np.uint32(1)
    for word in range(np.uint32(everyone.shape[0])):
        blacks[np.uint32(0), word] = everyone[word]
        for reached in range(one, pegs + one):
            blacks[reached, word] = np.uint64(0)
        for position in range(pegs):
            symbol = np.uint32(codes[row, position]) - np.uint32(lowest)
            slice_ = at[position * np.uint32(symbols) + symbol, word]
            for step in range(position + one):
                reached = position + one - step
                blacks[reached, word] |= blacks[reached - one, word] & slice_
