"""Scores of guesses by one-step strategies."""

import numpy as np

from mastermind_engine.kernels.answering import answers
from mastermind_engine.kernels.base import (
    I32,
    I64,
    NOT_WEIGHED,
    U8,
    U32,
    Rule,
    Space,
    kernel,
)

FEW = 100
"""Up to so many members one counter is quickest; above, several and blocks."""
BLOCK = 512
LANES = 4


# The scores of millions of guesses are made in the next functions. They take plain arrays
# and index them by unsigned numbers: handing on a whole Space or checking for negative
# indices for each member would cost more than the work itself.
@kernel
def weigh_by_table(
    table: U8,
    guess: int,
    members: I32,
    growth: I64,
    least: int,
    largest_cell: bool,
    cells: U32,
    best: int,
) -> int:
    """Score of a guess; NOT_WEIGHED as soon as it cannot be below ``best``.

    The same as `_weigh_few` on answers written down first, in half the time.
    """
    for cell in range(cells.shape[1]):
        cells[0, cell] = 0
    row = np.uint32(guess)
    score = np.int64(0)
    left = members.shape[0]
    for index in range(members.shape[0]):
        number = table[row, np.uint32(members[np.uint32(index)])]
        size = cells[0, number]
        cells[0, number] = size + np.uint32(1)
        score = max(score, np.int64(size) + 1) if largest_cell else score + growth[size]
        left -= 1
        if score + left * least >= best:
            return NOT_WEIGHED
    return score


@kernel
def _weigh_few(
    numbers: U8, growth: I64, least: int, largest_cell: bool, cells: U32, best: int
) -> int:
    """Score of a guess from its answers; NOT_WEIGHED as soon as it cannot be below ``best``."""
    for cell in range(cells.shape[1]):
        cells[0, cell] = 0
    score = np.int64(0)
    left = numbers.shape[0]
    for index in range(numbers.shape[0]):
        number = numbers[np.uint32(index)]
        size = cells[0, number]
        cells[0, number] = size + np.uint32(1)
        score = max(score, np.int64(size) + 1) if largest_cell else score + growth[size]
        left -= 1
        if score + left * least >= best:
            return NOT_WEIGHED
    return score


@kernel
def _weigh_many(
    numbers: U8, weights: I64, least: int, largest_cell: bool, cells: U32, best: int
) -> int:
    """As `_weigh_few`, in blocks: neighbors count in cells of their own and wait for nobody."""
    cells[:] = 0
    count = numbers.shape[0]
    score = np.int64(0)
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        for index in range(start, end):
            position = np.uint32(index)
            cells[position & np.uint32(LANES - 1), numbers[position]] += np.uint32(1)
        score = _score_of_cells(weights, largest_cell, cells)
        if score + (count - end) * least >= best:
            return NOT_WEIGHED
    return score


@kernel
def _score_of_cells(weights: I64, largest_cell: bool, cells: U32) -> int:
    score = np.int64(0)
    for cell in range(cells.shape[1]):
        size = np.uint32(0)
        for lane in range(cells.shape[0]):
            size += cells[lane, cell]
        score = max(score, np.int64(size)) if largest_cell else score + weights[size]
    return score


@kernel
def weigh(
    numbers: U8,
    growth: I64,
    weights: I64,
    least: int,
    largest_cell: bool,
    cells: U32,
    best: int,
) -> int:
    """Score of a guess from its answers, by the quicker way for so many members."""
    if numbers.shape[0] <= FEW:
        return _weigh_few(numbers, growth, least, largest_cell, cells, best)
    return _weigh_many(numbers, weights, least, largest_cell, cells, best)


@kernel
def weigh_all(
    space: Space,
    order: I32,
    members: I32,
    rule: Rule,
    slots: int,
    max_evaluations: int,
    cancelled: U8,
    scores: I64,
) -> int:
    """Weighs the guesses in ``order`` against ``members``; returns how many it weighed.

    ``scores`` (guesses,) gets the score of each guess weighed. Stops before a guess that
    would exceed ``max_evaluations`` guess × member scores, or when ``cancelled[0]`` is set;
    the first guess is always weighed, so that there is an answer.
    """
    growth, weights, _, largest_cell = rule
    cells = np.zeros((LANES, slots), np.uint32)
    numbers = np.empty(members.shape[0], np.uint8)
    weighed = 0
    for guess in order:
        spent = (weighed + 1) * members.shape[0]
        if weighed and (cancelled[0] or spent > max_evaluations):
            break
        if space.table.shape[0]:
            scores[guess] = weigh_by_table(
                space.table, guess, members, growth, 0, largest_cell, cells, NOT_WEIGHED
            )
        else:
            answers(space, guess, members, numbers)
            scores[guess] = weigh(numbers, growth, weights, 0, largest_cell, cells, NOT_WEIGHED)
        weighed += 1
    return weighed
