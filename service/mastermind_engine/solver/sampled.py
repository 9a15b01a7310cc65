"""Suggestions where not every guess can be weighed against every candidate.

Candidates come from `sampling`: all of them or a sample. Guesses come from a pool: some
candidates, codes a step or two beside them, and then, round by round, codes beside the
best so far. Each is weighed against the sample as if it were all there is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code, CodeArray
from mastermind_engine.fairness import draw_rank, seed_of
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver import sampling
from mastermind_engine.solver.position import refusal_of
from mastermind_engine.solver.sampling import (
    Sample,
    contradiction_of,
    first_candidate,
    history_of,
    sample_candidates,
    stream_of,
)
from mastermind_engine.solver.strategies import BY_RULE, Quality, Strategy, resolve, rule_of
from mastermind_engine.solver.suggestion import Suggestion, Wish

WEIGHED_AGAINST = 2048
"""Candidates against which guesses are weighed, at most."""
CANDIDATES = 1024
"""Candidates in the pool of guesses, at most."""
BESIDE = 1024
"""Codes beside candidates in the pool."""
ROUNDS = 3
BEST = 16
BESIDE_BEST = 32
"""Codes that a round puts beside each of the best guesses so far."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Guesses by the tie rule: best score, then candidates, then lexicographic.

    Attributes:
        codes: The guesses, shape (guesses, pegs).
        candidates: Whether each is a candidate, (guesses,).
        scores: The strategy's integer of each, (guesses,).
        complete: Whether nothing cut the work short.
    """

    codes: CodeArray
    candidates: kernels.U8
    scores: kernels.I64
    complete: bool


class _Pool:
    """Weighs guesses against a sample, within a budget.

    Args:
        ruleset: What is legal.
        turns: The turns so far.
        secrets: The sample, shape (codes, pegs).
        strategy: A one-step strategy.
        wish: Its ``max_evaluations`` and ``candidates_only`` count.
        cancelled: Ends the work once set.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        turns: Sequence[Turn],
        secrets: CodeArray,
        strategy: Strategy,
        wish: Wish,
        cancelled: kernels.U8,
    ) -> None:
        self._ruleset = ruleset
        self._history = history_of(ruleset, turns)
        self._secrets = secrets
        self._rule = rule_of(strategy, len(secrets))
        self._wish = wish
        self._left = wish.max_evaluations or 2**62
        self._cancelled = cancelled
        pegs = ruleset.pegs
        self.best = _Weighed(
            np.empty((0, pegs), np.uint8), np.empty(0, np.uint8), np.empty(0, np.int64), True
        )

    def add(self, codes: CodeArray) -> None:
        """Weighs the guesses among ``codes`` (n, pegs) that are new."""
        codes = _without_repeats(codes, self.best.codes)
        consistent = np.empty(len(codes), np.uint8)
        lowest = np.uint8(self._ruleset.lowest_symbol)
        kernels.mark_consistent(codes - lowest, *self._history, consistent)
        if not self._ruleset.repeats:
            ordered = np.sort(codes, axis=1)
            consistent &= (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        if self._wish.candidates_only:
            codes, consistent = codes[consistent == 1], consistent[consistent == 1]
        if not len(codes):
            return
        order = np.lexsort((*codes.T[::-1], 1 - consistent)).astype(np.int32)
        scores, weighed = self._weigh(codes, order)
        self._merge(codes[order[:weighed]], consistent[order[:weighed]], scores[order[:weighed]])
        if weighed < len(codes):
            self.best = replace(self.best, complete=False)

    def _weigh(self, codes: CodeArray, order: kernels.I32) -> tuple[kernels.I64, int]:
        ruleset = self._ruleset
        board = kernels.Board(
            codes,
            ruleset.lowest_symbol,
            ruleset.symbol_count,
            ruleset.guess_repeats,
            ruleset.feedback_kind == FeedbackKind.STANDARD,
        )
        palettes = kernels.Palettes(np.sort(codes, axis=1), np.arange(len(codes), dtype=np.int32))
        scores = np.full(len(codes), kernels.NOT_WEIGHED, np.int64)
        weighed = kernels.weigh_all(
            board,
            palettes,
            self._secrets,
            np.arange(len(self._secrets), dtype=np.int32),
            order,
            self._rule,
            self._left,
            self._cancelled,
            scores,
        )
        self._left -= weighed * len(self._secrets)
        return scores, weighed

    def _merge(self, codes: CodeArray, candidates: kernels.U8, scores: kernels.I64) -> None:
        codes = np.concatenate([self.best.codes, codes])
        candidates = np.concatenate([self.best.candidates, candidates])
        scores = np.concatenate([self.best.scores, scores])
        order = np.lexsort((*codes.T[::-1], 1 - candidates, scores))
        self.best = _Weighed(codes[order], candidates[order], scores[order], self.best.complete)

    @property
    def open(self) -> bool:
        """Whether there is budget left."""
        return self.best.complete and not self._cancelled[0]


def suggest_sampled(
    ruleset: Ruleset, turns: Sequence[Turn], wish: Wish, cancelled: kernels.U8
) -> Suggestion:
    """The guess that the wished strategy chooses after ``turns``, by sampling.

    Args:
        ruleset: What is legal, of any size.
        turns: The turns so far, all legal; the code is not broken yet.
        wish: How to choose.
        cancelled: One byte, uint8 of shape (1,), that ends the search once it is set.
            What was found by then decides, as BUDGET_HIT.

    Raises:
        Refusal: CONTRADICTORY_HISTORY, proved; UNSUPPORTED_FOR_RULESET, also where the
            search was ended before it found any candidate.
    """
    strategy = resolve(wish.strategy, ruleset)
    sample = sample_candidates(ruleset, turns, wish.seed, cancelled)
    if sample is None:
        raise _nothing_found()
    if not len(sample.codes):
        raise refusal_of(contradiction_of(ruleset, turns, cancelled))
    if strategy in BY_RULE:
        guess = _by_rule(ruleset, turns, sample, strategy, wish.seed, cancelled)
        return _Teller(ruleset, sample, sample.codes, strategy, Quality.BY_RULE).tell(
            guess, True, 0
        )
    secrets = _weighed_against(sample, wish.seed)
    pool = _Pool(ruleset, turns, secrets, strategy, wish, cancelled)
    if turns:
        _fill(pool, ruleset, secrets, sample, wish.seed)
    else:
        pool.add(np.array(list(_openings(ruleset)), np.uint8))
    quality = Quality.SAMPLED if pool.open else Quality.BUDGET_HIT
    return _ranked(pool.best, wish, _Teller(ruleset, sample, secrets, strategy, quality))


def _nothing_found() -> Refusal:
    return Refusal(
        RuleReason.UNSUPPORTED_FOR_RULESET,
        "within the budget no candidate was found, nor was it proved that there is none",
    )


def _by_rule(
    ruleset: Ruleset,
    turns: Sequence[Turn],
    sample: Sample,
    strategy: Strategy,
    seed: int,
    cancelled: kernels.U8,
) -> Code:
    if strategy == Strategy.RANDOM_CONSISTENT:
        rank = draw_rank(seed_of(seed), b"random-consistent", len(sample.codes))
        return _code(sample.codes[rank])
    if sample.complete:
        return _code(sample.codes[0])
    first = first_candidate(ruleset, turns, cancelled)
    if first is None:
        raise _nothing_found()
    return first


def _code(row: CodeArray) -> Code:
    return tuple(row.tolist())


def _weighed_against(sample: Sample, seed: int) -> CodeArray:
    """A uniform part of the sample, small enough to weigh guesses against."""
    if len(sample.codes) <= WEIGHED_AGAINST:
        return sample.codes
    shuffled = sample.codes.copy()
    kernels.shuffle_codes(shuffled, stream_of(seed, 2))
    return shuffled[:WEIGHED_AGAINST].copy()


def _fill(pool: _Pool, ruleset: Ruleset, secrets: CodeArray, sample: Sample, seed: int) -> None:
    state = stream_of(seed, 3)
    pool.add(secrets[:CANDIDATES])
    if len(sample.codes) <= 2 or pool.best.scores[0] == _unbeatable(pool, len(secrets)):
        return
    rows = np.resize(np.arange(len(secrets)), BESIDE)
    if pool.open:
        pool.add(_beside(ruleset, secrets[rows], state))
    for _ in range(ROUNDS):
        if not pool.open or not len(pool.best.codes):
            break
        pool.add(_beside(ruleset, np.repeat(pool.best.codes[:BEST], BESIDE_BEST, axis=0), state))


def _unbeatable(pool: _Pool, members: int) -> int:
    """The score of a guess that tells all members of the sample apart."""
    weights, largest_cell = pool._rule
    return 1 if largest_cell else members * int(weights[1])


def _beside(ruleset: Ruleset, codes: CodeArray, state: kernels.U64) -> CodeArray:
    """Codes a step or two from ``codes``, as guesses may be."""
    lowest = np.uint8(ruleset.lowest_symbol)
    changed = codes - lowest
    kernels.change_codes(changed, ruleset.symbol_count, ruleset.guess_repeats, state)
    return changed + lowest


def _without_repeats(codes: CodeArray, known: CodeArray) -> CodeArray:
    """The different rows of ``codes`` that are no rows of ``known``."""
    pegs = codes.shape[1]
    kind = np.dtype((np.void, pegs))
    rows = np.ascontiguousarray(codes).view(kind).ravel()
    others = np.ascontiguousarray(known).view(kind).ravel()
    new = np.setdiff1d(rows, others)
    return new.view(np.uint8).reshape(-1, pegs)


def _openings(ruleset: Ruleset) -> Iterator[Code]:
    """The lexicographically smallest guess of each kind: all others are equal by symmetry.

    A kind says how often the symbols appear, such as 2, 2, 1.
    """
    lowest = ruleset.lowest_symbol

    def parts(left: int, most: int, symbols: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        elif symbols:
            for part in range(min(left, most), 0, -1):
                for rest in parts(left - part, part, symbols - 1):
                    yield (part, *rest)

    most = ruleset.pegs if ruleset.guess_repeats else 1
    for kind in parts(ruleset.pegs, most, ruleset.symbol_count):
        yield tuple(lowest + index for index, part in enumerate(kind) for _ in range(part))


class _Teller:
    """Tells of guesses, scaled from the sample to all candidates."""

    def __init__(
        self,
        ruleset: Ruleset,
        sample: Sample,
        secrets: CodeArray,
        strategy: Strategy,
        quality: Quality,
    ) -> None:
        self._ruleset = ruleset
        self._sample = sample
        self._secrets = secrets
        self._strategy = strategy
        self._quality = quality

    def tell(self, guess: Code, is_candidate: bool, score: int) -> Suggestion:
        """The suggestion of ``guess``."""
        sizes = self._sizes(guess)
        weighed = sum(sizes)
        count = self._sample.count
        return Suggestion(
            guess=guess,
            is_candidate=is_candidate,
            candidates_remaining=count,
            candidates_log2=log2(count),
            worst_case_remaining=round(max(sizes) * count / weighed),
            expected_remaining=sum(size * size for size in sizes) / weighed * count / weighed,
            entropy_bits=sum(size / weighed * log2(weighed / size) for size in sizes),
            parts=len(sizes),
            score=score,
            strategy_used=self._strategy,
            quality=self._quality,
            candidates_estimated=self._sample.estimated,
        )

    def _sizes(self, guess: Code) -> list[int]:
        row = np.array(guess, np.uint8)
        black = (self._secrets == row).sum(axis=1)
        numbers = black.astype(np.int64)
        if self._ruleset.feedback_kind == FeedbackKind.STANDARD:
            together = np.zeros(len(self._secrets), np.int64)
            for symbol in set(guess):
                copies = (self._secrets == symbol).sum(axis=1)
                together += np.minimum(copies, guess.count(symbol))
            numbers += together * (self._ruleset.pegs + 1)
        return [int(size) for size in np.bincount(numbers) if size]


def load_kernels() -> None:
    """Loads the kernels of sampled suggestions, over next to nothing, so that no caller waits."""
    sampling.load_kernels()
    ruleset = Ruleset("custom", 2, 3, True, True)
    secrets = np.array([(1, 2), (2, 3)], np.uint8)
    cancelled = np.zeros(1, np.uint8)
    _Pool(ruleset, (), secrets, Strategy.MINIMAX, Wish(), cancelled).add(secrets)
    _beside(ruleset, secrets, stream_of(0, 0))


def _ranked(weighed: _Weighed, wish: Wish, teller: _Teller) -> Suggestion:
    """The best guess, and the first one of each next-worse score."""
    _, first = np.unique(weighed.scores, return_index=True)
    found = [
        teller.tell(
            _code(weighed.codes[index]),
            bool(weighed.candidates[index]),
            int(weighed.scores[index]),
        )
        for index in first[: wish.alternatives + 1]
    ]
    return replace(found[0], alternatives=tuple(found[1:]))
