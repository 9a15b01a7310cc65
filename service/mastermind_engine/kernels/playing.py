"""Every secret played by one strategy at once."""

import numpy as np

from mastermind_engine.kernels.answering import answers
from mastermind_engine.kernels.base import I32, I64, U8, Board, Palettes, Rule, Space, kernel
from mastermind_engine.kernels.symmetry import mark_repeated
from mastermind_engine.kernels.weighing import choose

DEEPEST = 255
"""Guesses that a byte can count."""


@kernel
def play_all(
    space: Space,
    board: Board,
    palettes: Palettes,
    members: I32,
    played: U8,
    guess: int,
    rule: Rule,
    candidates_only: bool,
    slots: int,
    wanted: U8,
    lengths: U8,
    progress: I64,
    cancelled: U8,
) -> bool:
    """Plays secrets by one strategy, splitting sets instead of replaying games.

    ``members`` (n,) are all secrets, ascending, that are left after the guesses ``played``
    (turns, pegs); ``guess`` is the next, or −1 for the strategy's own. ``lengths``
    (secrets,) gets the number of guesses that each takes in all; sets in which ``wanted``
    (secrets,) marks no secret are left out. ``progress[0]`` counts the secrets known.
    Returns False when ``cancelled[0]`` stopped it.
    """
    members = members.copy()
    count = members.shape[0]
    spare = np.empty(count, np.int32)
    sizes = np.zeros(slots, np.int64)
    numbers = np.empty(count, np.uint8)
    skip = np.zeros(space.guess_codes.shape[0], np.uint8)
    path = np.zeros((DEEPEST, space.guess_codes.shape[1]), np.uint8)
    path[: played.shape[0]] = played
    if guess < 0:
        mark_repeated(space.guess_codes, played, skip)
        fresh = np.flatnonzero(skip == 0).astype(np.int32)
        guess, _ = choose(
            board, palettes, space.guess_of, members, rule, skip, fresh, candidates_only, cancelled
        )
    # Open nodes: first member, end, depth, guess. A node leaves at most slots − 1 children.
    stack = np.empty((DEEPEST * slots, 4), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, count, played.shape[0], guess
    top = 1
    while top:
        top -= 1
        start, end, depth, guess = stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3]
        if cancelled[0] or depth == DEEPEST:
            return False
        path[depth] = space.guess_codes[guess]
        split_cells(space, guess, members[start:end], spare, numbers[: end - start], sizes)
        fresh = np.empty(0, np.int32)
        for slot in range(slots):
            size = sizes[slot]
            child = members[start : start + size]
            start += size
            if size == 0 or not _any(wanted, child):
                continue
            if slot == slots - 1:
                lengths[child[0]] = depth + 1
                progress[0] += wanted[child[0]]
                continue
            # What the children's guesses share is found once, and only if one needs it.
            if size > 2 and fresh.shape[0] == 0:
                mark_repeated(space.guess_codes, path[: depth + 1], skip)
                fresh = np.flatnonzero(skip == 0).astype(np.int32)
            guess, _ = choose(
                board,
                palettes,
                space.guess_of,
                child,
                rule,
                skip,
                fresh,
                candidates_only,
                cancelled,
            )
            stack[top, 0], stack[top, 1] = start - size, start
            stack[top, 2], stack[top, 3] = depth + 1, guess
            top += 1
    return True


@kernel
def _any(wanted: U8, members: I32) -> bool:
    found = np.uint8(0)
    for member in members:
        found |= wanted[member]
    return found > 0


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
