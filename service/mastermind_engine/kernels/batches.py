"""Packed codes read, checked and scored by the million.

Scores go by columns: a block of codes lies turned on its side, all first pegs one after
the other, then all second ones … Each small loop below then does the same to neighboring
bytes, which the processor takes 32 at a time. Black is where both columns agree. A peg of
the guess counts in black + white unless the secret has its symbol less often than the
guess has had it up to this peg; with both, black << 4 | white is 15·black + (black + white).
"""

from collections.abc import Callable

import numpy as np

from mastermind_engine.kernels.base import U8, U32, U64, kernel, popcount

BatchKernel = Callable[[U8, U8, int, int, tuple[bool, bool], bool, U8, U8, U8], None]
"""What `score_pairs` and `score_cross` are."""

BLOCK = 2048
"""Codes of a block: small enough for the processor's nearest memory."""
INVALID = np.uint8(0xFF)
BOTH = np.uint8(15)
BLACK_ALONE = np.uint8(16)
_NONE = np.uint8(0)
_ONE = np.uint8(1)


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
def score_pairs(
    secrets: U8,
    guesses: U8,
    lowest: int,
    symbols: int,
    repeats: tuple[bool, bool],
    whites: bool,
    invalid_secrets: U8,
    invalid_guesses: U8,
    feedbacks: U8,
) -> None:
    """Bytes ``black << 4 | white`` (n,) of each guess with the secret of the same index.

    ``secrets`` and ``guesses`` are (n, pegs), legal or not; ``repeats`` says for each side
    whether it may repeat a symbol. Codes marked in ``invalid_…`` (n,) stay so, others that
    are not legal are marked; their feedback is `INVALID`.
    """
    count, pegs = secrets.shape
    secret_columns = np.empty((pegs, BLOCK), np.uint8)
    guess_columns = np.empty((pegs, BLOCK), np.uint8)
    held = np.empty(BLOCK, np.uint8)
    seen = np.empty(BLOCK, np.uint8)
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        scores = feedbacks[start:end]
        wrong_secrets, wrong_guesses = invalid_secrets[start:end], invalid_guesses[start:end]
        _turn(secrets[start:end], secret_columns)
        _turn(guesses[start:end], guess_columns)
        _check(secret_columns, lowest, symbols, repeats[0], wrong_secrets)
        _check(guess_columns, lowest, symbols, repeats[1], wrong_guesses)
        scores[:] = _NONE
        for place in range(pegs):
            weight = BOTH if whites else BLACK_ALONE
            _add_equal(secret_columns[place], guess_columns[place], weight, scores)
            if whites:
                _count(secret_columns, pegs, guess_columns[place], held)
                _count(guess_columns, place + 1, guess_columns[place], seen)
                _add_not_above(seen, held, scores)
        _void(wrong_secrets, wrong_guesses, scores)


@kernel
def score_cross(
    secrets: U8,
    guesses: U8,
    lowest: int,
    symbols: int,
    repeats: tuple[bool, bool],
    whites: bool,
    invalid_secrets: U8,
    invalid_guesses: U8,
    feedbacks: U8,
) -> None:
    """The same of every secret (rows) with every guess (columns): (secrets, guesses)."""
    pegs = secrets.shape[1]
    one = np.empty((pegs, 1), np.uint8)
    for row in range(secrets.shape[0]):
        _turn(secrets[row : row + 1], one)
        _check(one, lowest, symbols, repeats[0], invalid_secrets[row : row + 1])
    columns = np.empty((pegs, BLOCK), np.uint8)
    held = np.empty((symbols, BLOCK), np.uint8)
    for start in range(0, guesses.shape[0], BLOCK):
        end = min(start + BLOCK, guesses.shape[0])
        wrong = invalid_guesses[start:end]
        _turn(guesses[start:end], columns)
        _check(columns, lowest, symbols, repeats[1], wrong)
        some_wrong = wrong.any()
        if whites:
            for symbol in range(symbols):
                _count_symbol(columns, np.uint8(lowest + symbol), held[symbol])
        for row in range(secrets.shape[0]):
            scores = feedbacks[row][start:end]
            if invalid_secrets[row]:
                scores[:] = INVALID
            else:
                _score_row(secrets[row], columns, held, lowest, whites, scores)
                if some_wrong:
                    _void(wrong, wrong, scores)


@kernel
def _score_row(secret: U8, columns: U8, held: U8, lowest: int, whites: bool, scores: U8) -> None:
    """Scores of one legal secret with a block of guesses that hold each symbol so often."""
    scores[:] = _NONE
    weight = BOTH if whites else BLACK_ALONE
    for place in range(secret.shape[0]):
        _add_equal_to(secret[place], columns[place], weight, scores)
        if whites and _is_first(secret, place):
            times = _times(secret, secret[place])
            _add_at_most(times, held[secret[place] - lowest], scores)


@kernel
def _is_first(code: U8, place: int) -> bool:
    """Whether no peg before this one has the same symbol."""
    first = True
    for before in range(place):
        first = first and code[before] != code[place]
    return first


@kernel
def _times(code: U8, symbol: int) -> int:
    times = 0
    for peg in code:
        if peg == symbol:
            times += 1
    return np.uint8(times)


@kernel
def score_ranked_pairs(
    places: U64,
    copies: U64,
    guess_places: U64,
    guess_copies: U64,
    secrets: U32,
    guesses: U32,
    feedbacks: U8,
) -> None:
    """Bytes (n,) of the pairs at these ranks, by the bits of all codes, a word each.

    A rank beyond the codes gets `INVALID`.
    """
    secret_count = np.uint32(places.shape[0])
    guess_count = np.uint32(guess_places.shape[0])
    for index in range(feedbacks.shape[0]):
        secret, guess = secrets[index], guesses[index]
        legal = secret < secret_count and guess < guess_count
        secret = secret if legal else np.uint32(0)
        guess = guess if legal else np.uint32(0)
        black: int = popcount(places[secret, 0] & guess_places[guess, 0])
        together: int = popcount(copies[secret, 0] & guess_copies[guess, 0])
        feedbacks[index] = np.uint8(together + np.uint64(15) * black) if legal else INVALID


@kernel
def _turn(codes: U8, columns: U8) -> None:
    """A block of codes (size, pegs) turned on its side."""
    for place in range(codes.shape[1]):
        column = columns[place]
        for index in range(codes.shape[0]):
            column[index] = codes[index, place]


@kernel
def _check(columns: U8, lowest: int, symbols: int, repeats: bool, invalid: U8) -> None:
    """Marks the codes with a symbol that there is not, or one twice where that may not be."""
    first, many = np.uint8(lowest), np.uint8(symbols)
    for place in range(columns.shape[0]):
        column = columns[place]
        for index in range(invalid.shape[0]):
            invalid[index] |= _ONE if np.uint8(column[index] - first) >= many else _NONE
        if not repeats:
            for before in range(place):
                other = columns[before]
                for index in range(invalid.shape[0]):
                    invalid[index] |= _ONE if column[index] == other[index] else _NONE


@kernel
def _add_equal(one: U8, other: U8, weight: int, scores: U8) -> None:
    for index in range(scores.shape[0]):
        scores[index] += weight if one[index] == other[index] else _NONE


@kernel
def _add_equal_to(symbol: int, column: U8, weight: int, scores: U8) -> None:
    for index in range(scores.shape[0]):
        scores[index] += weight if column[index] == symbol else _NONE


@kernel
def _add_not_above(one: U8, other: U8, scores: U8) -> None:
    for index in range(scores.shape[0]):
        scores[index] += _ONE if one[index] <= other[index] else _NONE


@kernel
def _add_at_most(most: int, column: U8, scores: U8) -> None:
    for index in range(scores.shape[0]):
        scores[index] += min(column[index], most)


@kernel
def _count(columns: U8, many: int, wanted: U8, counts: U8) -> None:
    """How many of the first columns have the symbol that ``wanted`` has at the same index."""
    counts[:] = _NONE
    for place in range(many):
        column = columns[place]
        for index in range(counts.shape[0]):
            counts[index] += _ONE if column[index] == wanted[index] else _NONE


@kernel
def _count_symbol(columns: U8, symbol: int, counts: U8) -> None:
    counts[:] = _NONE
    for place in range(columns.shape[0]):
        column = columns[place]
        for index in range(counts.shape[0]):
            counts[index] += _ONE if column[index] == symbol else _NONE


@kernel
def _void(wrong: U8, also: U8, scores: U8) -> None:
    for index in range(scores.shape[0]):
        scores[index] = INVALID if wrong[index] | also[index] else scores[index]
