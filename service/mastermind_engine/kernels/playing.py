"""Every secret played by one strategy at once."""

import numpy as np

from mastermind_engine.kernels.answering import answer_by_bits, answers
from mastermind_engine.kernels.base import I32, I64, NOT_WEIGHED, U8, U32, Rule, Space, kernel
from mastermind_engine.kernels.symmetry import mark_repeated
from mastermind_engine.kernels.weighing import LANES, weigh, weigh_by_table


@kernel
def play_all(
    space: Space,
    opening: int,
    rule: Rule,
    candidates_only: bool,
    slots: int,
    wanted: U8,
    lengths: U8,
    progress: I64,
    cancelled: U8,
) -> bool:
    """Plays secrets by one strategy, splitting sets instead of replaying games.

    ``opening`` is a guess to start with, or −1. ``wanted`` (secrets,) tells which secrets to
    play: sets without any are left alone. ``lengths`` (secrets,) gets the number of guesses
    that each takes; ``progress[0]`` counts those known. Returns False when ``cancelled[0]``
    stopped it.
    """
    count = lengths.shape[0]
    members = np.arange(count).astype(np.int32)
    spare = np.empty(count, np.int32)
    sizes = np.zeros(slots, np.int64)
    cells = np.zeros((LANES, slots), np.uint32)
    numbers = np.empty(count, np.uint8)
    skip = np.zeros(space.guess_codes.shape[0], np.uint8)
    path = np.zeros((256, space.guess_codes.shape[1]), np.uint8)
    # Open nodes: first member, end, depth. A node leaves at most slots − 1 children.
    stack = np.empty((256 * slots, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, count, 0
    top = 1
    while top:
        top -= 1
        start, end, depth = stack[top, 0], stack[top, 1], stack[top, 2]
        node = members[start:end]
        if not _any_of(wanted, node):
            continue
        guess = opening
        if depth or opening < 0:
            guess = _choose(
                space, node, path[:depth], rule, candidates_only, cells, numbers, skip, cancelled
            )
        if cancelled[0] or depth == 255:
            return False
        path[depth] = space.guess_codes[guess]
        split_cells(space, guess, node, spare, numbers[: end - start], sizes)
        for slot in range(slots):
            size = sizes[slot]
            if size and slot == slots - 1:
                lengths[members[start]] = depth + 1
                progress[0] += wanted[members[start]]
            elif size:
                stack[top, 0], stack[top, 1], stack[top, 2] = start, start + size, depth + 1
                top += 1
            start += size
    return True


@kernel
def _any_of(wanted: U8, node: I32) -> bool:
    """Whether any member of ``node`` is wanted."""
    index = 0
    while index < node.shape[0] and not wanted[np.uint32(node[np.uint32(index)])]:
        index += 1
    return index < node.shape[0]


@kernel
def split_cells(space: Space, guess: int, node: I32, spare: I32, numbers: U8, sizes: I64) -> None:
    """Sorts ``node`` by the feedback to ``guess``, keeping the order within each cell."""
    answers(space, guess, node, numbers)
    sizes[:] = 0
    for number in numbers:
        sizes[number] += 1
    ends = np.cumsum(sizes)
    for index in range(node.shape[0] - 1, -1, -1):
        ends[numbers[index]] -= 1
        spare[ends[numbers[index]]] = node[index]
    node[:] = spare[: node.shape[0]]


@kernel
def _choose(
    space: Space,
    node: I32,
    path: U8,
    rule: Rule,
    candidates_only: bool,
    cells: U32,
    numbers: U8,
    skip: U8,
    cancelled: U8,
) -> int:
    """The strategy's guess for the members of ``node``, by the one tie rule.

    Members first, in order, then the other guesses, each only when strictly better. The
    first member that tells all others apart cannot be beaten.
    """
    count = node.shape[0]
    if count <= 2:
        return np.int64(space.guess_of[node[0]])
    unbeatable = np.int64(1) if rule.largest_cell else count * rule.growth[0]
    own = space.guess_of[node]
    best, chosen = _best_of(
        space, own, node, rule, unbeatable, NOT_WEIGHED, np.int64(own[0]), cells, numbers, cancelled
    )
    if candidates_only or best == unbeatable:
        return chosen
    mark_repeated(space.guess_codes, path, skip)
    for guess in own:
        skip[guess] = 1
    others = np.flatnonzero(skip == 0).astype(np.int32)
    best, chosen = _best_of(
        space, others, node, rule, unbeatable, best, chosen, cells, numbers, cancelled
    )
    return chosen


@kernel
def _best_of(
    space: Space,
    guesses: I32,
    node: I32,
    rule: Rule,
    unbeatable: int,
    best: int,
    chosen: int,
    cells: U32,
    numbers: U8,
    cancelled: U8,
) -> tuple[int, int]:
    """The first of ``guesses`` with the least score below ``best``, else ``chosen``."""
    table, places, copies = space.table, space.places, space.copies
    guess_places, guess_copies = space.guess_places, space.guess_copies
    growth, weights, least, largest_cell = rule
    by_table = table.shape[0] > 0
    numbers = numbers[: node.shape[0]]
    for guess in guesses:
        if by_table:
            score = weigh_by_table(table, guess, node, growth, least, largest_cell, cells, best)
        else:
            answer_by_bits(guess_places, guess_copies, guess, places, copies, node, numbers)
            score = weigh(numbers, growth, weights, least, largest_cell, cells, best)
        if score < best:
            best, chosen = score, np.int64(guess)
        if best == unbeatable or cancelled[0]:
            break
    return best, chosen
