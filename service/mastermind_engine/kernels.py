"""Every compiled kernel, and nothing else.

All of them release the interpreter's lock and are cached on disk. Codes travel as two
rows of bits (`encode`): ``places`` has a bit for each symbol in its place, ``copies``
one for the first, second, … copy of each symbol. Black is then the popcount of
places & places, black + white that of copies & copies. Without whites ``copies`` is
``places`` itself. Feedback has the dense numbers of `feedback.feedback_id`.

A guess is weighed against the members of a set (indices of secrets): each member falls
into the cell of the feedback it would give.
"""

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, types
from numba.extending import intrinsic

U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]
U32 = npt.NDArray[np.uint32]
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
        weights: What a cell of c members adds to the score, (members + 1,).
        least: The least of them: no member adds less.
        largest_cell: Whether the score is the largest cell instead of a sum.
    """

    growth: I64
    weights: I64
    least: int
    largest_cell: bool


NOT_WEIGHED = np.iinfo(np.int64).max
"""Score of a guess that was skipped or abandoned."""

FEW = 100
"""Up to so many members one counter is quickest; above, several and blocks."""
BLOCK = 512
LANES = 4

# numba fails where it can write to no cache folder; /dev/null as the folder means none.
kernel = njit(nogil=True, cache=os.environ.get("NUMBA_CACHE_DIR") != os.devnull)


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


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
def _answer_by_bits(
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
            black: int = _popcount(places[code, 0] & place)
            together: int = _popcount(copies[code, 0] & copy)
            numbers[np.uint32(index)] = (together * (together + one) >> one) + black
        return
    for index in range(numbers.shape[0]):
        code = np.uint32(indices[np.uint32(index)])
        black = np.uint64(0)
        together = np.uint64(0)
        for word in range(np.uint32(places.shape[1])):
            black += _popcount(places[code, word] & guess_places[row, word])
            together += _popcount(copies[code, word] & guess_copies[row, word])
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
        _answer_by_bits(
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
    lowest = np.int64(codes[0].min())
    highest = np.int64(codes[count - 1].max())
    unused = highest - lowest + 1 - used.sum()
    if unused < 2 and twin.max() < 0:
        skip[:] = 0
        return
    for index in range(count):
        skip[index] = _repeated(codes[index], lowest, used, twin)


@kernel
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


# The scores of millions of guesses are made in the next functions. They take plain arrays
# and index them by unsigned numbers: handing on a whole Space or checking for negative
# indices for each member would cost more than the work itself.
@kernel
def _weigh_by_table(
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
def _weigh(
    numbers: U8,
    growth: I64,
    weights: I64,
    least: int,
    largest_cell: bool,
    cells: U32,
    best: int,
) -> int:
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
            scores[guess] = _weigh_by_table(
                space.table, guess, members, growth, 0, largest_cell, cells, NOT_WEIGHED
            )
        else:
            answers(space, guess, members, numbers)
            scores[guess] = _weigh(numbers, growth, weights, 0, largest_cell, cells, NOT_WEIGHED)
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
        guess = opening
        if depth or opening < 0:
            guess = _choose(
                space, node, path[:depth], rule, candidates_only, cells, numbers, skip, cancelled
            )
        if cancelled[0] or depth == 255:
            return False
        path[depth] = space.guess_codes[guess]
        _split(space, guess, node, spare, numbers[: end - start], sizes)
        for slot in range(slots):
            size = sizes[slot]
            if size and slot == slots - 1:
                lengths[members[start]] = depth + 1
                progress[0] += 1
            elif size:
                stack[top, 0], stack[top, 1], stack[top, 2] = start, start + size, depth + 1
                top += 1
            start += size
    return True


@kernel
def _split(space: Space, guess: int, node: I32, spare: I32, numbers: U8, sizes: I64) -> None:
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
            score = _weigh_by_table(table, guess, node, growth, least, largest_cell, cells, best)
        else:
            _answer_by_bits(guess_places, guess_copies, guess, places, copies, node, numbers)
            score = _weigh(numbers, growth, weights, least, largest_cell, cells, best)
        if score < best:
            best, chosen = score, np.int64(guess)
        if best == unbeatable or cancelled[0]:
            break
    return best, chosen


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
                black: int = _popcount(place & guess_places[column, 0])
                together: int = _popcount(copy & guess_copies[column, 0])
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
        black += _popcount(places[secret, word] & guess_places[guess, word])
        together += _popcount(copies[secret, word] & guess_copies[guess, word])
    return np.uint8(together + np.uint64(15) * black)
