"""Consistent codes of spaces too large to list: complete search, draws, a population.

A history comes packed, a byte for each turn and eight turns in a word. Where a symbol comes
to a hole, ``black_gains`` (holes × symbols, words) has a 1 for each turn that gets a black
peg by it. Where a symbol comes another time, ``pair_gains`` (symbols × holes, words), the
row of how often it is there already, has a 1 for each turn whose guess has one more copy of
it; these add up to black + white. ``black_needs`` and ``pair_needs`` (words,) are the
answers. Without whites no pair is gained, and none needed. Symbols count from 0.
"""

import numpy as np

from mastermind_engine.kernels.base import I64, U8, U64, kernel

WATCH = 1024
"""Steps between two looks at the flag that cancels."""
GUARDS = 0x8080808080808080
"""The highest bit of each byte: it is lost where a byte is taken more than it has."""


@kernel
def _random(state: U64) -> int:
    """The next 64 random bits of a SplitMix64 generator (Steele, Lea and Flood 2014)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def _below(state: U64, bound: int) -> int:
    """A random number below ``bound``; off from fair by less than ``bound`` in 2³²."""
    return np.int64(((_random(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@kernel
def _draw(code: U8, symbols: int, repeats: bool, state: U64) -> None:
    """Fills ``code`` with a uniform draw from all codes over ``symbols`` symbols."""
    for position in range(code.shape[0]):
        symbol = _below(state, symbols if repeats else symbols - position)
        if not repeats:
            # The symbol-th of those that are left.
            left = symbol
            for candidate in range(symbols):
                used = False
                for before in range(position):
                    used = used or code[before] == candidate
                if used:
                    continue
                if left == 0:
                    symbol = candidate
                    break
                left -= 1
        code[position] = symbol


@kernel
def _add_up(
    code: U8, black_gains: U64, pair_gains: U64, seen: U8, word: int, symbols: int
) -> tuple[int, int]:
    """What ``code`` answers to the eight turns of a word: black pegs, and all pegs.

    ``seen`` (symbols,) is all 0, before and after.
    """
    pegs = np.uint32(code.shape[0])
    black = np.uint64(0)
    pairs = np.uint64(0)
    for hole in range(pegs):
        symbol = np.uint32(code[hole])
        black += black_gains[hole * np.uint32(symbols) + symbol, word]
        pairs += pair_gains[symbol * pegs + np.uint32(seen[symbol]), word]
        seen[symbol] += np.uint8(1)
    for hole in range(pegs):
        seen[code[hole]] = 0
    return black, pairs


@kernel
def _distance(these: int, those: int) -> int:
    """The sum over the bytes of two words of how far they are apart; all below 64."""
    apart = (these | np.uint64(GUARDS)) - those
    distance = np.int64(0)
    for _ in range(8):
        distance += abs(np.int64(apart & np.uint64(0xFF)) - 128)
        apart >>= np.uint64(8)
    return distance


@kernel
def _miss(
    code: U8,
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    seen: U8,
    limit: int,
) -> int:
    """By how many pegs ``code`` misses all answers; more than ``limit`` as soon as it does."""
    symbols = seen.shape[0]
    miss = np.int64(0)
    for index in range(black_needs.shape[0]):
        word = np.uint32(index)
        black, pairs = _add_up(code, black_gains, pair_gains, seen, word, symbols)
        if black != black_needs[word] or pairs != pair_needs[word]:
            miss += _distance(black, black_needs[word]) + _distance(pairs, pair_needs[word])
            if miss > limit:
                break
    return miss


@kernel
def draw_consistent(
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    symbols: int,
    repeats: bool,
    draws: int,
    state: U64,
    cancelled: U8,
    found: U8,
) -> tuple[int, int]:
    """Draws codes uniformly and keeps the consistent ones: a fair sample of them.

    Fills ``found`` (wanted, pegs); returns how many it kept and how many it drew, ``draws``
    at most.
    """
    wanted, pegs = found.shape
    seen = np.zeros(symbols, np.uint8)
    code = np.empty(pegs, np.uint8)
    words = black_needs.shape[0]
    kept = 0
    drawn = 0
    while kept < wanted and drawn < draws:
        if drawn % WATCH == 0 and cancelled[0]:
            break
        drawn += 1
        _draw(code, symbols, repeats, state)
        consistent = True
        for index in range(words):
            word = np.uint32(index)
            black, pairs = _add_up(code, black_gains, pair_gains, seen, word, symbols)
            if black != black_needs[word] or pairs != pair_needs[word]:
                consistent = False
                break
        if consistent:
            found[kept] = code
            kept += 1
    return kept, drawn


@kernel
def _fits(needs: U64, gains: U64, most: U64, hole: int, row: int) -> bool:
    """Takes the gains of a symbol from what is needed before a hole.

    ``needs[hole + 1]`` gets the rest. False if some turn has got too much, or needs more
    than the holes behind can bring, ``most[hole + 1]``.
    """
    guards = np.uint64(GUARDS)
    here = np.uint32(hole)
    behind = here + np.uint32(1)
    lost = np.uint64(0)
    for index in range(needs.shape[1]):
        word = np.uint32(index)
        rest = (needs[here, word] | guards) - gains[np.uint32(row), word]
        lost |= ~rest
        rest &= ~guards
        needs[behind, word] = rest
        lost |= ~((most[behind, word] | guards) - rest)
    return not lost & guards


@kernel
def search_consistent(
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    symbols: int,
    black_most: U64,
    pair_most: U64,
    repeats: bool,
    max_steps: int,
    cancelled: U8,
    found: U8,
) -> tuple[int, bool]:
    """Finds the consistent codes in lexicographic order, hole by hole.

    A branch ends where an answer has been exceeded or can no more be reached:
    ``black_most`` and ``pair_most`` (holes + 1, words) are the most that the holes from each
    on can bring. Fills
    ``found`` (wanted, pegs); returns how many there are and whether that is all. It stops
    when ``found`` is full and one more exists, after ``max_steps`` symbols tried, or when
    ``cancelled[0]`` is set.
    """
    wanted, pegs = found.shape
    words = black_needs.shape[0]
    seen = np.zeros(symbols, np.uint8)
    # What each turn still needs before each hole.
    black = np.zeros((pegs + 1, words), np.uint64)
    pairs = np.zeros((pegs + 1, words), np.uint64)
    black[0] = black_needs
    pairs[0] = pair_needs
    code = np.full(pegs, -1, np.int64)
    hole = 0
    kept = 0
    steps = 0
    while hole >= 0:
        symbol = code[hole]
        if symbol >= 0:
            seen[symbol] -= 1
        symbol += 1
        while not repeats and symbol < symbols and seen[symbol]:
            symbol += 1
        if symbol == symbols:
            code[hole] = -1
            hole -= 1
            continue
        code[hole] = symbol
        steps += 1
        if steps > max_steps or (steps % WATCH == 0 and cancelled[0]):
            return kept, False
        left = pegs - hole - 1
        row = symbol * pegs + np.int64(seen[symbol])
        seen[symbol] += 1
        if not _fits(black, black_gains, black_most, hole, hole * symbols + symbol):
            continue
        if not _fits(pairs, pair_gains, pair_most, hole, row):
            continue
        if left:
            hole += 1
            continue
        if kept == wanted:
            return kept, False
        for position in range(pegs):
            found[kept, position] = code[position]
        kept += 1
    return kept, True


@kernel
def _change(code: U8, symbols: int, repeats: bool, state: U64) -> None:
    """One or more random changes, each as likely as its reverse."""
    pegs = code.shape[0]
    while True:
        position = _below(state, pegs)
        if repeats and _below(state, 2):
            other = _below(state, pegs)
            code[position], code[other] = code[other], code[position]
        else:
            symbol = np.uint8(_below(state, symbols))
            if not repeats:
                # Whoever has the symbol takes the old one in exchange.
                for other in range(pegs):
                    if code[other] == symbol:
                        code[other] = code[position]
                        break
            code[position] = symbol
        if _below(state, 2):
            return


@kernel
def change_codes(codes: U8, symbols: int, repeats: bool, state: U64) -> None:
    """Changes each of ``codes`` (n, pegs) at random in a place or two."""
    for index in range(codes.shape[0]):
        _change(codes[index], symbols, repeats, state)


@kernel
def draw_codes(codes: U8, symbols: int, repeats: bool, state: U64) -> None:
    """Fills ``codes`` (n, pegs) with uniform draws from all codes."""
    for index in range(codes.shape[0]):
        _draw(codes[index], symbols, repeats, state)


@kernel
def shuffle_codes(codes: U8, state: U64) -> None:
    """Brings ``codes`` (n, pegs) into random order."""
    for index in range(codes.shape[0] - 1, 0, -1):
        other = _below(state, index + 1)
        for position in range(codes.shape[1]):
            codes[index, position], codes[other, position] = (
                codes[other, position],
                codes[index, position],
            )


@kernel
def mark_consistent(
    codes: U8,
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    symbols: int,
    consistent: U8,
) -> None:
    """Marks the ``codes`` (n, pegs) that explain every answer; ``consistent`` (n,)."""
    seen = np.zeros(symbols, np.uint8)
    for index in range(codes.shape[0]):
        consistent[index] = not _miss(
            codes[index], black_gains, pair_gains, black_needs, pair_needs, seen, 0
        )


@kernel
def _move(
    population: U8,
    misses: I64,
    level: int,
    moves: int,
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    symbols: int,
    repeats: bool,
    state: U64,
    cancelled: U8,
) -> None:
    """Each code of the population walks among the codes that miss by ``level`` at most."""
    seen = np.zeros(symbols, np.uint8)
    code = np.empty(population.shape[1], np.uint8)
    for index in range(population.shape[0]):
        if cancelled[0]:
            return
        for _ in range(moves):
            code[:] = population[index]
            _change(code, symbols, repeats, state)
            miss = _miss(code, black_gains, pair_gains, black_needs, pair_needs, seen, level)
            if miss <= level:
                population[index] = code
                misses[index] = miss


@kernel
def lead_population(
    black_gains: U64,
    pair_gains: U64,
    black_needs: U64,
    pair_needs: U64,
    symbols: int,
    repeats: bool,
    moves: int,
    max_rounds: int,
    state: U64,
    cancelled: U8,
    population: U8,
) -> tuple[bool, float]:
    """Leads a population of random codes to consistent ones, level by level.

    Subset simulation: in each round those that miss the answers by the least, some half,
    are kept and copied until the population is full again, and walk on by random changes
    that keep to the level. ``population`` (size, pegs) holds the sample in the end. Returns
    whether it is consistent, and log₂ of the share of all codes that are: the product of
    the shares kept.
    """
    size = population.shape[0]
    seen = np.zeros(symbols, np.uint8)
    misses = np.empty(size, np.int64)
    draw_codes(population, symbols, repeats, state)
    for index in range(size):
        misses[index] = _miss(
            population[index], black_gains, pair_gains, black_needs, pair_needs, seen, 1 << 30
        )
    share = 0.0
    for _ in range(max_rounds):
        worst = misses.max()
        if worst == 0:
            return True, share
        if cancelled[0]:
            break
        level = min(np.sort(misses)[size // 2], worst - 1)
        kept = 0
        for index in range(size):
            if misses[index] <= level:
                population[kept] = population[index]
                misses[kept] = misses[index]
                kept += 1
        if kept == 0:
            level = worst
            kept = size
        share += np.log2(kept / size)
        for index in range(kept, size):
            population[index] = population[index - kept]
            misses[index] = misses[index - kept]
        _move(
            population,
            misses,
            level,
            moves,
            black_gains,
            pair_gains,
            black_needs,
            pair_needs,
            symbols,
            repeats,
            state,
            cancelled,
        )
    return False, share
