"""Scores of guesses by one-step strategies."""

import numpy as np

from mastermind_engine.kernels.base import (
    I32,
    I64,
    NOT_WEIGHED,
    U8,
    U64,
    Board,
    Palettes,
    Rule,
    kernel,
    popcount,
)
from mastermind_engine.kernels.slicing import count_blacks, slice_codes, split_by_palette

MAX_STORED_WORDS = 1 << 17
"""Words of slices kept for all palettes at once, a megabyte: more would not stay near."""


# Millions of guesses are weighed in the next function. It takes plain arrays and indexes
# them by unsigned numbers: handing on tuples of arrays or checking for negative indices
# would cost more than the work itself.
@kernel
def _weigh(
    together: U64,
    sizes: I64,
    floors: I64,
    slot: int,
    blacks: U64,
    weights: I64,
    largest_cell: bool,
    rest: int,
    best: int,
) -> int:
    """Score of a guess; NOT_WEIGHED as soon as it cannot be below ``best``.

    ``rest`` is the least that all cells can add, ``floors[slot]`` the part of each row of
    ``together[slot]`` in it.
    """
    one = np.uint32(1)
    words = np.uint32(blacks.shape[1])
    row = np.uint32(slot)
    score = np.int64(0)
    for shared in range(np.uint32(blacks.shape[0])):
        above = sizes[row, shared]
        if above == 0:
            continue
        for reached in range(one, shared + one):
            here = np.uint64(0)
            for word in range(words):
                here += popcount(together[row, shared, word] & blacks[reached, word])
            cell = above - np.int64(here)
            score = max(score, cell) if largest_cell else score + weights[np.uint32(cell)]
            above = np.int64(here)
            if above == 0:
                break
        score = max(score, above) if largest_cell else score + weights[np.uint32(above)]
        rest -= floors[row, shared]
        if max(score, rest) >= best if largest_cell else score + rest >= best:
            return NOT_WEIGHED
    return score


@kernel
def _least(size: int, cells: int, weights: I64, largest_cell: bool) -> int:
    """The least score of ``size`` members in up to ``cells`` cells: even cells, all convex."""
    whole = size // cells
    more = size - whole * cells
    if largest_cell:
        return whole + (more > 0)
    score = (cells - more) * weights[whole]
    return score + more * weights[whole + 1] if more else score


@kernel
def _set_floors(
    sizes: I64, slot: int, whites: bool, weights: I64, largest_cell: bool, floors: I64
) -> int:
    """Fills ``floors[slot]`` for a guess that is no member; returns the floor of its score."""
    pegs = sizes.shape[1] - 1
    total = np.int64(0)
    for shared in range(pegs + 1):
        # All but one black and one white is impossible, and all black is for members.
        cells = shared + 1
        if shared == pegs:
            cells = max(pegs - 1, 1) if whites else pegs
        floor = _least(sizes[slot, shared], cells, weights, largest_cell)
        floors[slot, shared] = 0 if largest_cell else floor
        total = max(total, floor) if largest_cell else total + floor
    return total


@kernel
def _dull(palettes: U8, palette: int, has: U64, lowest: int, repeats: bool) -> bool:
    """Whether another palette does the same for a smaller guess.

    Symbols that no member has are all alike: the smallest of them serve as well.
    """
    pegs = np.uint32(palettes.shape[1])
    row = np.uint32(palette)
    first_dead = np.uint32(0)
    for peg in range(pegs):
        symbol = np.uint32(palettes[row, peg]) - np.uint32(lowest)
        alive = np.uint64(0)
        for word in range(np.uint32(has.shape[1])):
            alive |= has[symbol * pegs, word]
        if alive:
            continue
        # The next dead symbol in order must be this one.
        while True:
            alive = np.uint64(0)
            for word in range(np.uint32(has.shape[1])):
                alive |= has[first_dead * pegs, word]
            if not alive:
                break
            first_dead += np.uint32(1)
        if symbol != first_dead:
            return True
        if not repeats:
            first_dead += np.uint32(1)
    return False


@kernel
def choose(
    board: Board,
    palettes: Palettes,
    guess_of: I32,
    node: I32,
    rule: Rule,
    skip: U8,
    fresh: I32,
    candidates_only: bool,
    cancelled: U8,
) -> tuple[int, int]:
    """The guess with the least score for the members of ``node``, and that score.

    Members first, in order, then the guesses in ``fresh``, ascending, each only when
    strictly better; ``skip`` (guesses,) marks those that symmetry repeats. A guess that
    tells all members apart cannot be beaten.
    """
    codes, lowest, symbols, repeats, whites = board
    weights, largest_cell = rule
    count = node.shape[0]
    own = guess_of[node]
    if count <= 2:
        return np.int64(own[0]), np.int64(1) if largest_cell else count * weights[1]
    unbeatable = np.int64(1) if largest_cell else count * weights[1]
    pegs = codes.shape[1]
    words = (count + 63) >> 6
    at = np.zeros((pegs * symbols, words), np.uint64)
    has = np.zeros((symbols * pegs, words), np.uint64)
    everyone = np.zeros(words, np.uint64)
    slice_codes(codes, own, lowest, symbols, at, has, everyone)
    blacks = np.empty((pegs + 1, words), np.uint64)
    together = np.empty((1, pegs + 1, words), np.uint64)
    sizes = np.empty((1, pegs + 1), np.int64)
    floors = np.zeros((1, pegs + 1), np.int64)
    best, chosen = NOT_WEIGHED, np.int64(own[0])
    for guess in own:
        if skip[guess]:
            continue
        palette = palettes.of[guess]
        split_by_palette(has, everyone, palettes.codes, palette, lowest, whites, together, sizes, 0)
        count_blacks(at, everyone, codes, guess, lowest, symbols, blacks)
        score = _weigh(together, sizes, floors, 0, blacks, weights, largest_cell, 0, NOT_WEIGHED)
        if score < best:
            best, chosen = score, np.int64(guess)
        if best == unbeatable or cancelled[0]:
            return chosen, best
    if candidates_only:
        return chosen, best
    kinds = palettes.codes.shape[0]
    stored = kinds * (pegs + 1) * words <= MAX_STORED_WORDS
    if stored:
        together = np.empty((kinds, pegs + 1, words), np.uint64)
    sizes = np.empty((kinds, pegs + 1), np.int64)
    floors = np.empty((kinds, pegs + 1), np.int64)
    least = np.empty(kinds, np.int64)
    hopeful = False
    for kind in range(kinds):
        if _dull(palettes.codes, kind, has, lowest, repeats):
            least[kind] = NOT_WEIGHED
            continue
        slot = kind if stored else 0
        split_by_palette(has, everyone, palettes.codes, kind, lowest, whites, together, sizes, slot)
        least[kind] = _set_floors(sizes, slot, whites, weights, largest_cell, floors)
        hopeful = hopeful or least[kind] < best
    if not hopeful:
        return chosen, best
    of = palettes.of
    for guess in fresh:
        palette = np.uint32(of[np.uint32(guess)])
        if least[palette] >= best:
            continue
        slot = palette if stored else np.uint32(0)
        if not stored:
            split_by_palette(
                has, everyone, palettes.codes, palette, lowest, whites, together, sizes, 0
            )
            _set_floors(sizes, 0, whites, weights, largest_cell, floors)
        count_blacks(at, everyone, codes, guess, lowest, symbols, blacks)
        score = _weigh(
            together, sizes, floors, slot, blacks, weights, largest_cell, least[palette], best
        )
        if score < best:
            best, chosen = score, np.int64(guess)
        if best == unbeatable or cancelled[0]:
            break
    return chosen, best


@kernel
def weigh_all(
    board: Board,
    palettes: Palettes,
    secrets: U8,
    members: I32,
    order: I32,
    rule: Rule,
    max_evaluations: int,
    cancelled: U8,
    scores: I64,
) -> int:
    """Weighs the guesses in ``order`` against some secrets; returns how many it weighed.

    The secrets are the rows ``members`` of ``secrets`` (n, pegs).

    ``scores`` (guesses,) gets the score of each guess weighed. Stops before a guess that
    would exceed ``max_evaluations`` guess × member scores, or when ``cancelled[0]`` is set;
    the first guess is always weighed, so that there is an answer.
    """
    codes, lowest, symbols, _, whites = board
    weights, largest_cell = rule
    pegs = codes.shape[1]
    words = (members.shape[0] + 63) >> 6
    at = np.zeros((pegs * symbols, words), np.uint64)
    has = np.zeros((symbols * pegs, words), np.uint64)
    everyone = np.zeros(words, np.uint64)
    slice_codes(secrets, members, lowest, symbols, at, has, everyone)
    blacks = np.empty((pegs + 1, words), np.uint64)
    together = np.empty((1, pegs + 1, words), np.uint64)
    sizes = np.empty((1, pegs + 1), np.int64)
    floors = np.zeros((1, pegs + 1), np.int64)
    weighed = 0
    for guess in order:
        spent = (weighed + 1) * members.shape[0]
        if weighed and (cancelled[0] or spent > max_evaluations):
            break
        palette = palettes.of[guess]
        split_by_palette(has, everyone, palettes.codes, palette, lowest, whites, together, sizes, 0)
        count_blacks(at, everyone, codes, guess, lowest, symbols, blacks)
        scores[guess] = _weigh(
            together, sizes, floors, 0, blacks, weights, largest_cell, 0, NOT_WEIGHED
        )
        weighed += 1
    return weighed
