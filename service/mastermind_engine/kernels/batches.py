"""Packed codes read, checked and scored by the million."""

import numpy as np

from mastermind_engine.kernels.base import U8, U32, U64, kernel, popcount


@kernel
def check_codes(codes: U8, lowest: int, symbols: int, repeats: bool, invalid: U8) -> None:
    """Marks the codes (n, pegs) that are not legal; ``invalid`` (n,)."""
    count, pegs = codes.shape
    for index in range(count):
        seen = np.uint64(0)
        wrong = np.uint8(0)
        for position in range(pegs):
            symbol = np.int64(codes[index, position]) - lowest
            if symbol < 0 or symbol >= symbols:
                wrong = np.uint8(1)
                break
            bit = np.uint64(1) << np.uint64(symbol)
            if not repeats and seen & bit:
                wrong = np.uint8(1)
                break
            seen |= bit
        invalid[index] = wrong


@kernel
def unrank_codes(
    ranks: U32, lowest: int, symbols: int, repeats: bool, size: int, codes: U8, invalid: U8
) -> None:
    """Codes (n, pegs) at lexicographic ``ranks`` (n,); those not below ``size`` are marked."""
    count, pegs = codes.shape
    for index in range(count):
        rank = np.uint64(ranks[index])
        if rank >= np.uint64(size):
            invalid[index] = 1
            continue
        for position in range(pegs - 1, -1, -1):
            base = np.uint64(symbols if repeats else symbols - position)
            codes[index, position] = rank % base
            rank //= base
        if not repeats:
            # Digits count the unused symbols: each later one makes room for those before.
            for position in range(pegs - 2, -1, -1):
                for later in range(position + 1, pegs):
                    if codes[index, later] >= codes[index, position]:
                        codes[index, later] += 1
        for position in range(pegs):
            codes[index, position] += lowest


@kernel
def read_narrow(
    codes: U8, lowest: int, symbols: int, repeats: bool, places: U64, copies: U64, invalid: U8
) -> None:
    """`check_codes` and `encode` in one pass, for codes whose bits fit one word.

    The copies of a symbol stand next to each other, so that adding one is an addition.
    """
    count, pegs = codes.shape
    mask = (np.uint64(1) << np.uint64(pegs)) - np.uint64(1)
    width = np.uint64(pegs)
    last = np.uint64(symbols - 1)
    low = np.uint64(lowest)
    one = np.uint64(1)
    for index in range(count):
        place = np.uint64(0)
        copy = np.uint64(0)
        wrong = np.uint64(0)
        offset = np.uint64(0)
        for position in range(pegs):
            symbol = np.uint64(codes[np.uint64(index), np.uint64(position)]) - low
            wrong |= np.uint64(symbol > last)
            shift = min(symbol, last) * width
            held = (copy >> shift) & mask
            wrong |= np.uint64(not repeats and held != 0)
            copy |= (held + one) << shift
            place |= one << (offset + min(symbol, last))
            offset += last + one
        places[np.uint64(index), 0] = place
        copies[np.uint64(index), 0] = copy
        invalid[np.uint64(index)] = wrong


@kernel
def score_pairs(
    places: U64, copies: U64, guess_places: U64, guess_copies: U64, feedbacks: U8
) -> None:
    """Bytes ``black << 4 | white`` of each guess against the secret of the same index."""
    for index in range(feedbacks.shape[0]):
        row = np.uint32(index)
        feedbacks[row] = _packed(places, copies, row, guess_places, guess_copies, row)


@kernel
def score_cross(
    places: U64, copies: U64, guess_places: U64, guess_copies: U64, feedbacks: U8
) -> None:
    """The same of every secret (rows) with every guess (columns)."""
    if places.shape[1] == 1:
        for secret in range(feedbacks.shape[0]):
            row = np.uint32(secret)
            place, copy = places[row, 0], copies[row, 0]
            for guess in range(feedbacks.shape[1]):
                column = np.uint32(guess)
                black: int = popcount(place & guess_places[column, 0])
                together: int = popcount(copy & guess_copies[column, 0])
                # together + 15 · black is black << 4 | white.
                feedbacks[row, column] = np.uint8(together + np.uint64(15) * black)
        return
    for secret in range(feedbacks.shape[0]):
        for guess in range(feedbacks.shape[1]):
            feedbacks[secret, guess] = _packed(
                places, copies, np.uint32(secret), guess_places, guess_copies, np.uint32(guess)
            )


@kernel
def _packed(
    places: U64, copies: U64, secret: int, guess_places: U64, guess_copies: U64, guess: int
) -> int:
    black = np.uint64(0)
    together = np.uint64(0)
    for word in range(np.uint32(places.shape[1])):
        black += popcount(places[secret, word] & guess_places[guess, word])
        together += popcount(copies[secret, word] & guess_copies[guess, word])
    return np.uint8(together + np.uint64(15) * black)
