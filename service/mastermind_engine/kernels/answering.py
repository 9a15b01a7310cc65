"""Codes as bits, and the feedback of one guess against many secrets."""

import numpy as np

from mastermind_engine.kernels.base import I32, I64, U8, U64, Space, kernel, popcount


@kernel
def encode(codes: U8, lowest: int, symbols: int, places: U64, copies: U64) -> None:
    """Fills the bit rows of legal ``codes`` (n, pegs); both outputs (n, words), zeroed before."""
    count, pegs = codes.shape
    seen = np.zeros(symbols, np.int64)
    for index in range(count):
        seen[:] = 0
        for position in range(pegs):
            symbol = np.int64(codes[index, position]) - lowest
            bit = position * symbols + symbol
            places[index, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            bit = symbol * pegs + seen[symbol]
            copies[index, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            seen[symbol] += 1


@kernel
def answer_by_bits(
    guess_places: U64,
    guess_copies: U64,
    guess: int,
    places: U64,
    copies: U64,
    indices: I32,
    numbers: U8,
) -> None:
    """Feedback numbers of one guess, by its bits, against the secrets at ``indices``."""
    one = np.uint64(1)
    row = np.uint32(guess)
    if places.shape[1] == 1:
        place, copy = guess_places[row, 0], guess_copies[row, 0]
        for index in range(numbers.shape[0]):
            code = np.uint32(indices[np.uint32(index)])
            black: int = popcount(places[code, 0] & place)
            together: int = popcount(copies[code, 0] & copy)
            numbers[np.uint32(index)] = (together * (together + one) >> one) + black
        return
    for index in range(numbers.shape[0]):
        code = np.uint32(indices[np.uint32(index)])
        black = np.uint64(0)
        together = np.uint64(0)
        for word in range(np.uint32(places.shape[1])):
            black += popcount(places[code, word] & guess_places[row, word])
            together += popcount(copies[code, word] & guess_copies[row, word])
        numbers[np.uint32(index)] = (together * (together + one) >> one) + black


@kernel
def _answer_by_table(table: U8, guess: int, indices: I32, numbers: U8) -> None:
    """Feedback numbers of one guess, by the table, against the secrets at ``indices``."""
    row = np.uint32(guess)
    for index in range(numbers.shape[0]):
        numbers[np.uint32(index)] = table[row, np.uint32(indices[np.uint32(index)])]


@kernel
def answers(space: Space, guess: int, members: I32, numbers: U8) -> None:
    """Feedback numbers (members,) of one guess against some secrets."""
    if space.table.shape[0]:
        _answer_by_table(space.table, guess, members, numbers)
    else:
        answer_by_bits(
            space.guess_places,
            space.guess_copies,
            guess,
            space.places,
            space.copies,
            members,
            numbers,
        )


@kernel
def fill_table(space: Space, table: U8) -> None:
    """Feedback numbers of every guess (rows) against every secret (columns)."""
    everyone = np.arange(table.shape[1]).astype(np.int32)
    for guess in range(table.shape[0]):
        answers(space, guess, everyone, table[guess])


@kernel
def narrow(space: Space, members: I32, guess: int, number: int) -> I32:
    """Those of ``members`` that would have answered ``guess`` with ``number``, in order."""
    numbers = np.empty(members.shape[0], np.uint8)
    answers(space, guess, members, numbers)
    return members[numbers == number]


@kernel
def partition(space: Space, members: I32, guess: int, slots: int) -> I64:
    """Sizes (slots,) of the cells into which ``guess`` splits ``members``."""
    numbers = np.empty(members.shape[0], np.uint8)
    answers(space, guess, members, numbers)
    cells = np.zeros(slots, np.int64)
    for number in numbers:
        cells[number] += 1
    return cells
