"""Frames: a set of secrets with every guess that tells some of them apart, close in memory."""

from typing import NamedTuple

import numpy as np

from mastermind_engine.kernels.answering import answers
from mastermind_engine.kernels.base import I32, I64, U8, U32, U64, Space, kernel


class Frame(NamedTuple):
    """What a search reads of a set of secrets: members and guesses count from 0 within it.

    Attributes:
        numbers: Feedback numbers, (guesses, members).
        masks: The same as one bit each, 1 << number, (members, guesses).
        own: Guess that shows each member, (members,).
        ids: Index of each guess among the legal guesses, (guesses,).
        marks: Two random words for each member; the words of a set, joined by exclusive
            or, are its name, (members, 2).
    """

    numbers: U8
    masks: U32
    own: I32
    ids: I32
    marks: U64


@kernel
def make_frame(space: Space, members: I32, marks: U64) -> Frame:
    """The frame of some secrets (indices, ascending) with all legal guesses.

    Feedback numbers must be below 32. It takes five bytes for each guess × member.
    """
    guesses, count = space.guess_codes.shape[0], members.shape[0]
    numbers = np.empty((guesses, count), np.uint8)
    masks = np.empty((count, guesses), np.uint32)
    for guess in range(guesses):
        row = numbers[guess]
        answers(space, guess, members, row)
        for index in range(count):
            masks[index, guess] = np.uint32(1) << np.uint32(row[index])
    ids = np.arange(guesses).astype(np.int32)
    return Frame(numbers, masks, space.guess_of[members], ids, marks)


@kernel
def order_frame(frame: Frame, order: I32) -> Frame:
    """The same frame with its guesses in another order, (guesses,)."""
    place = np.empty(order.shape[0], np.int32)
    masks = np.empty_like(frame.masks)
    for row in range(order.shape[0]):
        place[order[row]] = row
    for member in range(masks.shape[0]):
        masks[member] = frame.masks[member][order]
    numbers = np.empty_like(frame.numbers)
    for row in range(order.shape[0]):
        numbers[row] = frame.numbers[order[row]]
    return Frame(numbers, masks, place[frame.own], frame.ids[order], frame.marks)


@kernel
def narrow_frame(frame: Frame, members: I32) -> Frame:
    """The frame of some ``members`` alone, without guesses that say nothing new on them.

    Of guesses that split the members alike only the first stays: a member if there is
    one, else the lexicographically smallest. Members all stay.
    """
    kept = _distinct_guesses(frame.numbers, frame.own, members)
    count = members.shape[0]
    guesses = np.flatnonzero(kept).astype(np.int32)
    numbers = np.empty((guesses.shape[0], count), np.uint8)
    masks = np.empty((count, guesses.shape[0]), frame.masks.dtype)
    place = np.empty(kept.shape[0], np.int32)
    for new in range(guesses.shape[0]):
        place[guesses[new]] = new
        row = frame.numbers[guesses[new]]
        for index in range(count):
            numbers[new, index] = row[members[index]]
    own = np.empty(count, np.int32)
    marks = np.empty((count, 2), np.uint64)
    for index in range(count):
        member = members[index]
        old_masks, new_masks = frame.masks[member], masks[index]
        for new in range(guesses.shape[0]):
            new_masks[new] = old_masks[guesses[new]]
        own[index] = place[frame.own[member]]
        marks[index, 0], marks[index, 1] = frame.marks[member, 0], frame.marks[member, 1]
    return Frame(numbers, masks, own, frame.ids[guesses], marks)


@kernel
def _distinct_guesses(numbers: U8, own: I32, members: I32) -> U8:
    """Flags (guesses,) of the members, and of the first of the other guesses that split alike."""
    guesses = numbers.shape[0]
    is_own = np.zeros(guesses, np.uint8)
    for member in members:
        is_own[own[member]] = 1
    order = np.concatenate((np.flatnonzero(is_own), np.flatnonzero(is_own == 0)))
    kept = np.zeros(guesses, np.uint8)
    room = 4
    while room < 2 * guesses:
        room *= 2
    table = np.full(room, -1, np.int32)
    prints = np.empty(guesses, np.uint64)
    first = np.zeros(256, np.uint8)
    seen = np.full(256, -1, np.int64)
    for guess in order:
        cells, fingerprint = _fingerprint(numbers, guess, members, first, seen)
        if cells == 1 and not is_own[guess]:
            continue
        prints[guess] = fingerprint
        slot = np.int64(fingerprint >> np.uint64(20)) & (room - 1)
        while table[slot] >= 0 and not (
            prints[table[slot]] == fingerprint
            and _split_alike(numbers, guess, table[slot], members)
        ):
            slot = (slot + 1) & (room - 1)
        if table[slot] < 0:
            table[slot] = guess
            kept[guess] = 1
        elif is_own[guess]:
            kept[guess] = 1
    return kept


@kernel
def _fingerprint(numbers: U8, guess: int, members: I32, first: U8, seen: I64) -> tuple[int, int]:
    """Number of cells of a partition, and a word that is the same for equal partitions.

    ``first`` and ``seen`` are (256,) to work in; no two calls in a row for one guess.
    """
    row = np.uint32(guess)
    cells = np.uint8(0)
    word = np.uint64(0xCBF29CE484222325)
    for index in range(members.shape[0]):
        number = numbers[row, np.uint32(members[np.uint32(index)])]
        if seen[number] != guess:
            seen[number] = guess
            first[number] = cells
            cells += np.uint8(1)
        word = (word ^ np.uint64(first[number])) * np.uint64(0x100000001B3)
    return np.int64(cells), word


@kernel
def _split_alike(numbers: U8, guess: int, other: int, members: I32) -> bool:
    """Whether two guesses split the members into the same cells, whatever they are called."""
    there = np.full(256, -1, np.int64)
    back = np.full(256, -1, np.int64)
    for member in members:
        one, two = numbers[guess, member], numbers[other, member]
        if there[one] < 0 and back[two] < 0:
            there[one], back[two] = np.int64(two), np.int64(one)
        elif there[one] != two or back[two] != one:
            return False
    return True
