"""Candidates of spaces too large to list: all of them, or a fair sample, and how many.

Three ways, each where the one before does not reach:

1. Uniform draws from all codes, of which the consistent ones are kept: a uniform sample,
   and the share kept is an unbiased estimate of how many there are.
2. Complete search, hole by hole: every candidate, or the proof that there is none.
3. A population led to consistent codes level by level (subset simulation, Au and Beck
   2001). Its sample is nearly uniform, its count good to some tens of per cent.

All effort is counted in steps, never in seconds, so the same seed gives the same answer on
any machine, unless a flag ends the work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code, CodeArray
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.position import Contradiction

SAMPLE = 2048
"""Candidates in a sample: cells' shares are then right to about a hundredth."""
FIRST_DRAWS = 100_000
MOST_DRAWS = 3_000_000
LISTED = 65_536
"""Candidates up to which all are searched for."""
SEARCH_STEPS = 4_000_000
"""Symbols that a search tries before a population is led instead, some 0.1 s."""
PROOF_STEPS = 2**62
MOVES = 24
MAX_ROUNDS = 400


@dataclass(frozen=True, slots=True)
class Sample:
    """Candidates of a position.

    Attributes:
        codes: Candidates, shape (codes, pegs); all in lexicographic order if ``complete``,
            else in random order.
        count: How many candidates there are, or an estimate.
        complete: Whether ``codes`` are all of them; ``count`` is exact then.
        estimated: Whether ``count`` is an estimate.
    """

    codes: CodeArray
    count: int
    complete: bool
    estimated: bool


class History(NamedTuple):
    """Turns as kernels read them; see `kernels.sampling`."""

    black_gains: kernels.U64
    pair_gains: kernels.U64
    black_needs: kernels.U64
    pair_needs: kernels.U64
    symbols: int


def history_of(ruleset: Ruleset, turns: Sequence[Turn]) -> History:
    """The ``turns``, all legal, in the form of kernels."""
    pegs, symbols = ruleset.pegs, ruleset.symbol_count
    whites = ruleset.feedback_kind == FeedbackKind.STANDARD
    # A byte for each turn, up to a whole number of words.
    width = -(-len(turns) // 8) * 8
    black_gains = np.zeros((pegs * symbols, width), np.uint8)
    pair_gains = np.zeros((symbols * pegs, width), np.uint8)
    black_needs = np.zeros(width, np.uint8)
    pair_needs = np.zeros(width, np.uint8)
    for number, turn in enumerate(turns):
        guess = [peg - ruleset.lowest_symbol for peg in turn.guess]
        black_needs[number] = turn.feedback.black
        for hole, symbol in enumerate(guess):
            black_gains[hole * symbols + symbol, number] = 1
        if whites:
            pair_needs[number] = turn.feedback.black + turn.feedback.white
            for symbol in set(guess):
                first = symbol * pegs
                pair_gains[first : first + guess.count(symbol), number] = 1
    return History(
        black_gains.view(np.uint64),
        pair_gains.view(np.uint64),
        black_needs.view(np.uint64),
        pair_needs.view(np.uint64),
        symbols,
    )


def stream_of(seed: int, purpose: int) -> kernels.U64:
    """The state of a stream of random bits, one for each seed and purpose."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + purpose * 0xD1B54A32D192ED03) % 2**64], np.uint64)


def sample_candidates(
    ruleset: Ruleset, turns: Sequence[Turn], seed: int, cancelled: kernels.U8
) -> Sample | None:
    """Candidates after ``turns``: all of them where they are few, else a sample.

    Args:
        ruleset: What is legal; any size.
        turns: The turns so far, all legal.
        seed: Fixes what chance decides.
        cancelled: One byte, uint8 of shape (1,), that ends the search once it is set.

    Returns:
        The sample; with no codes if it is proved that no candidate is left. None if
        ``cancelled`` ended the search before it found any candidate.
    """
    history = history_of(ruleset, turns)
    if ruleset.secret_count <= LISTED:
        listed = search_candidates(ruleset, history, LISTED, SEARCH_STEPS, cancelled)
        return listed if listed.complete or len(listed.codes) else None
    state = stream_of(seed, 1)
    found = _empty(ruleset, SAMPLE)
    kept, drawn = _draw(ruleset, history, found, 0, FIRST_DRAWS, state, cancelled)
    share = kept / drawn if drawn else 0.0
    # Few enough for a search, as far as the draws can tell.
    if kept < SAMPLE and share * ruleset.secret_count <= 2 * LISTED:
        listed = search_candidates(ruleset, history, LISTED, SEARCH_STEPS, cancelled)
        if listed.complete:
            return listed
    if kept < SAMPLE and share * MOST_DRAWS >= SAMPLE:
        more, again = _draw(ruleset, history, found, kept, MOST_DRAWS, state, cancelled)
        kept, drawn = kept + more, drawn + again
    if kept == SAMPLE or (kept and cancelled[0]):
        count = round(ruleset.secret_count * kept / drawn) if turns else ruleset.secret_count
        return Sample(_codes(ruleset, found[:kept]), max(count, kept), False, bool(turns))
    led = _lead(ruleset, history, state, cancelled)
    if led is not None:
        return led
    # Candidates are rare, if there are any at all: nothing but the whole search tells.
    listed = search_candidates(ruleset, history, LISTED, PROOF_STEPS, cancelled)
    return listed if listed.complete or len(listed.codes) else None


def _empty(ruleset: Ruleset, count: int) -> CodeArray:
    return np.empty((count, ruleset.pegs), np.uint8)


def _codes(ruleset: Ruleset, found: CodeArray) -> CodeArray:
    """Codes with the ruleset's symbols, from symbols counted from 0."""
    return found + np.uint8(ruleset.lowest_symbol)


def _draw(
    ruleset: Ruleset,
    history: History,
    found: CodeArray,
    kept: int,
    draws: int,
    state: kernels.U64,
    cancelled: kernels.U8,
) -> tuple[int, int]:
    return kernels.draw_consistent(*history, ruleset.repeats, draws, state, cancelled, found[kept:])


def search_candidates(
    ruleset: Ruleset, history: History, wanted: int, steps: int, cancelled: kernels.U8
) -> Sample:
    """The first ``wanted`` candidates in lexicographic order, all if there are no more.

    ``complete`` says whether these are all: no codes and complete is a proof that there
    is no candidate. After ``steps`` symbols tried the search gives up.
    """
    found = _empty(ruleset, wanted)
    kept, complete = kernels.search_consistent(
        *history, *_most_of(ruleset, history), ruleset.repeats, steps, cancelled, found
    )
    return Sample(_codes(ruleset, found[:kept].copy()), kept, complete, not complete)


def _most_of(ruleset: Ruleset, history: History) -> tuple[kernels.U64, kernels.U64]:
    """The most black pegs, and pegs in all, that the holes from each on can bring each turn.

    What a turn without any such peg rules out brings nothing to the others either. Both of
    shape (holes + 1, words), packed as the history is.
    """
    pegs, symbols = ruleset.pegs, history.symbols
    black_gains = history.black_gains.view(np.uint8).reshape(pegs, symbols, -1)
    pair_gains = history.pair_gains.view(np.uint8).reshape(symbols, pegs, -1)
    black_zero = history.black_needs.view(np.uint8) == 0
    pair_zero = history.pair_needs.view(np.uint8) == 0
    dead = black_gains[:, :, black_zero].sum(axis=2) + pair_gains[:, 0, pair_zero].sum(axis=1)
    alive = np.asarray(dead == 0)
    black = (black_gains * alive[:, :, None]).sum(axis=1)
    somewhere = alive.sum(axis=0) > 0
    pairs = (pair_gains * somewhere[:, None, None]).sum(axis=(0, 1))
    black_most = np.zeros((pegs + 1, black.shape[1]), np.uint8)
    black_most[:-1] = black[::-1].cumsum(axis=0)[::-1]
    left = np.arange(pegs, -1, -1)[:, None]
    pair_most = np.minimum(left, pairs).astype(np.uint8)
    return black_most.view(np.uint64), pair_most.view(np.uint64)


def _lead(
    ruleset: Ruleset, history: History, state: kernels.U64, cancelled: kernels.U8
) -> Sample | None:
    population = _empty(ruleset, SAMPLE)
    consistent, log2_share = kernels.lead_population(
        *history, ruleset.repeats, MOVES, MAX_ROUNDS, state, cancelled, population
    )
    if not consistent:
        return None
    # A share of less than 2⁻¹⁰⁰⁰ would still be a float; no space is that large.
    count = round(ruleset.secret_count * 2.0**log2_share)
    distinct = len(np.unique(population, axis=0))
    kernels.shuffle_codes(population, state)
    return Sample(_codes(ruleset, population), max(count, distinct), False, True)


def load_kernels() -> None:
    """Loads the kernels of this module, over next to nothing, so that no caller waits for it."""
    ruleset = Ruleset("custom", 2, 3, True, True)
    history = history_of(ruleset, (Turn((1, 1), Feedback(0, 0)),))
    state, cancelled = stream_of(0, 0), np.zeros(1, np.uint8)
    found = _empty(ruleset, 2)
    _draw(ruleset, history, found, 0, 1, state, cancelled)
    search_candidates(ruleset, history, 1, 1, cancelled)
    kernels.lead_population(*history, ruleset.repeats, 1, 1, state, cancelled, found)
    kernels.shuffle_codes(found, state)


def first_candidate(ruleset: Ruleset, turns: Sequence[Turn], cancelled: kernels.U8) -> Code | None:
    """The lexicographically smallest candidate; None if there is none or it was cancelled."""
    history = history_of(ruleset, turns)
    found = search_candidates(ruleset, history, 1, PROOF_STEPS, cancelled)
    return tuple(found.codes[0].tolist()) if len(found.codes) else None


def contradiction_of(
    ruleset: Ruleset, turns: Sequence[Turn], cancelled: kernels.U8
) -> Contradiction:
    """Where ``turns``, proved contradictory, go wrong, and which could be the mistake.

    Turns that could not be judged before ``cancelled`` was set are left out.
    """
    turns = list(turns)
    first_turn = next(
        (
            number
            for number in range(1, len(turns))
            if _explained(ruleset, turns[:number], cancelled) is False
        ),
        len(turns),
    )
    # What comes after the first contradiction cannot repair it.
    repairing = [
        number
        for number in range(1, first_turn + 1)
        if _explained(ruleset, turns[: number - 1] + turns[number:], cancelled)
    ]
    return Contradiction(first_turn, tuple(repairing))


def _explained(ruleset: Ruleset, turns: Sequence[Turn], cancelled: kernels.U8) -> bool | None:
    """Whether any code explains ``turns``; None if ``cancelled`` came before the answer."""
    history = history_of(ruleset, turns)
    quick = search_candidates(ruleset, history, 1, SEARCH_STEPS, cancelled)
    if len(quick.codes):
        return True
    if quick.complete:
        return False
    found = sample_candidates(ruleset, turns, 0, cancelled)
    return None if found is None else len(found.codes) > 0
