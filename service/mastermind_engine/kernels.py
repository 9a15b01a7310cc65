"""Every compiled kernel, and nothing else.

All of them release the interpreter's lock and are cached on disk. Codes travel as two
rows of bits (`encode`): ``places`` has a bit for each symbol in its place, ``copies``
one for the first, second, … copy of each symbol. Black is then the popcount of
places & places, black + white that of copies & copies. Without whites ``copies`` is
``places`` itself. Feedback has the dense numbers of `feedback.feedback_id`.

A guess is weighed against the members of a set (indices of secrets): each member falls
into the cell of the feedback it would give.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, types
from numba.extending import intrinsic

U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]


class Space(NamedTuple):
    """The codes of a ruleset as kernels read them.

    Attributes:
        guess_codes: Legal guesses in order, (guesses, pegs).
        guess_places: Their bits by place, (guesses, words).
        guess_copies: Their bits by copy, (guesses, words).
        places: Bits by place of the legal secrets, (secrets, words).
        copies: Bits by copy of the legal secrets, (secrets, words).
        guess_of: Index of each secret among the guesses, (secrets,).
        table: Feedback numbers, (guesses, secrets), or (0, 0) where there is no table.
    """

    guess_codes: U8
    guess_places: U64
    guess_copies: U64
    places: U64
    copies: U64
    guess_of: I32
    table: U8


class Rule(NamedTuple):
    """What a one-step strategy minimizes.

    Attributes:
        growth: What the score grows by when a cell of c members gets one more, (members,).
        least: The least of them: no member adds less.
        largest_cell: Whether the score is the largest cell instead of a sum.
    """

    growth: I64
    least: int
    largest_cell: bool


NOT_WEIGHED = np.iinfo(np.int64).max
"""Score of a guess that was skipped or abandoned."""

kernel = njit(nogil=True, cache=True)
inlined = njit(nogil=True, cache=True, inline="always")


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@kernel
def encode(codes: U8, lowest: int, symbols: int, places: U64, copies: U64) -> None:
    """Fills the bit rows of ``codes`` (n, pegs); both outputs (n, words), zeroed before."""
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


@inlined
def _answer(places: U64, copies: U64, index: int, place: U64, copy: U64) -> int:
    """Feedback number of the code at ``index`` against one code's bit rows."""
    black = np.uint64(0)
    together = np.uint64(0)
    for word in range(place.shape[0]):
        black += _popcount(places[index, word] & place[word])
        together += _popcount(copies[index, word] & copy[word])
    return np.int64((together * (together + np.uint64(1)) >> np.uint64(1)) + black)


@kernel
def answers(places: U64, copies: U64, place: U64, copy: U64, numbers: U8) -> None:
    """Feedback numbers (n,) of one guess's bit rows against n codes'."""
    for index in range(numbers.shape[0]):
        numbers[index] = _answer(places, copies, index, place, copy)


@kernel
def fill_table(space: Space, table: U8) -> None:
    """Feedback numbers of every guess (rows) against every secret (columns)."""
    for guess in range(table.shape[0]):
        answers(
            space.places,
            space.copies,
            space.guess_places[guess],
            space.guess_copies[guess],
            table[guess],
        )


@inlined
def _answer_of(space: Space, guess: int, secret: int) -> int:
    """Feedback number of a guess against a secret, both by index."""
    if space.table.shape[0]:
        return np.int64(space.table[guess, secret])
    return _answer(
        space.places, space.copies, secret, space.guess_places[guess], space.guess_copies[guess]
    )


@kernel
def narrow(space: Space, members: I32, guess: int, number: int) -> I32:
    """Those of ``members`` that would have answered ``guess`` with ``number``, in order."""
    kept = np.empty(members.shape[0], np.int32)
    count = 0
    for member in members:
        if _answer_of(space, guess, member) == number:
            kept[count] = member
            count += 1
    return kept[:count].copy()


@kernel
def partition(space: Space, members: I32, guess: int, slots: int) -> I64:
    """Sizes (slots,) of the cells into which ``guess`` splits ``members``."""
    cells = np.zeros(slots, np.int64)
    for member in members:
        cells[_answer_of(space, guess, member)] += 1
    return cells


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
    lowest = np.int64(codes[0].min()) if count else 0
    for index in range(count):
        skip[index] = _repeated(codes[index], lowest, used, twin)


@inlined
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


@inlined
def _weigh(space: Space, guess: int, members: I32, cells: I32, rule: Rule, best: int) -> int:
    """Score of ``guess``; NOT_WEIGHED as soon as it cannot be below ``best``."""
    cells[:] = 0
    score = np.int64(0)
    left = members.shape[0]
    for member in members:
        cell = _answer_of(space, guess, member)
        size = cells[cell]
        cells[cell] = size + 1
        score = max(score, size + 1) if rule.largest_cell else score + rule.growth[size]
        left -= 1
        if score + left * rule.least >= best:
            return NOT_WEIGHED
    return score


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
    would exceed ``max_evaluations`` guess × member scores, or when ``cancelled[0]`` is set.
    """
    cells = np.zeros(slots, np.int32)
    weighed = 0
    for guess in order:
        if cancelled[0] or (weighed + 1) * members.shape[0] > max_evaluations:
            break
        scores[guess] = _weigh(space, guess, members, cells, rule, NOT_WEIGHED)
        weighed += 1
    return weighed


@kernel
def play_all(
    space: Space,
    opening: int,
    rule: Rule,
    candidates_only: bool,
    slots: int,
    lengths: U8,
    progress: I64,
    cancelled: U8,
) -> bool:
    """Plays every secret by one strategy, splitting sets instead of replaying games.

    ``opening`` is a guess to start with, or −1. ``lengths`` (secrets,) gets the number of
    guesses that each takes; ``progress[0]`` counts those known. Returns False when
    ``cancelled[0]`` stopped it.
    """
    count = lengths.shape[0]
    members = np.arange(count).astype(np.int32)
    spare = np.empty(count, np.int32)
    cells = np.zeros(slots, np.int32)
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
        guess = opening
        if depth or opening < 0:
            guess = _choose(space, node, path[:depth], rule, candidates_only, cells, skip, cancelled)
        if cancelled[0] or depth == 255:
            return False
        path[depth] = space.guess_codes[guess]
        _split(space, guess, node, spare, cells)
        for slot in range(slots):
            size = cells[slot]
            if size and slot == slots - 1:
                lengths[members[start]] = depth + 1
                progress[0] += 1
            elif size:
                stack[top, 0], stack[top, 1], stack[top, 2] = start, start + size, depth + 1
                top += 1
            start += size
    return True


@kernel
def _split(space: Space, guess: int, node: I32, spare: I32, cells: I32) -> None:
    """Sorts ``node`` by the feedback to ``guess``, keeping the order within each cell."""
    count = node.shape[0]
    numbers = np.empty(count, np.uint8)
    cells[:] = 0
    for index in range(count):
        number = _answer_of(space, guess, node[index])
        numbers[index] = number
        cells[number] += 1
    ends = np.cumsum(cells)
    for index in range(count - 1, -1, -1):
        ends[numbers[index]] -= 1
        spare[ends[numbers[index]]] = node[index]
    node[:] = spare[:count]


@kernel
def _choose(
    space: Space,
    node: I32,
    path: U8,
    rule: Rule,
    candidates_only: bool,
    cells: I32,
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
    best = np.int64(NOT_WEIGHED)
    chosen = np.int64(-1)
    for member in node:
        guess = np.int64(space.guess_of[member])
        score = _weigh(space, guess, node, cells, rule, best)
        if score < best:
            best, chosen = score, guess
            if best == unbeatable:
                return chosen
        if cancelled[0]:
            return chosen
    if candidates_only:
        return chosen
    mark_repeated(space.guess_codes, path, skip)
    for member in node:
        skip[space.guess_of[member]] = 1
    for guess in range(skip.shape[0]):
        if skip[guess]:
            continue
        score = _weigh(space, guess, node, cells, rule, best)
        if score < best:
            best, chosen = score, guess
            if best == unbeatable:
                return chosen
        if cancelled[0]:
            return chosen
    return chosen
