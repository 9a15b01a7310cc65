"""Whole evaluations: a strategy plays every secret of a ruleset, or a sample of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.chance import SEEDS, play_random_consistent
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.planned import play_planned
from mastermind_engine.solver.strategies import Strategy, resolve, rule_of
from mastermind_engine.solver.suggest import Wish, suggest


class EvaluationCancelled(Exception):
    """The evaluation was stopped before its end."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a strategy needs for every secret, or for a sample of them.

    Attributes:
        strategy: The strategy that played; never AUTO.
        opening: Its first guess; None where each game drew its own.
        lengths: Guesses that each secret played took, the winning one included; uint8 of
            shape (codes,), in lexicographic order, or in the order of the draws.
        sampled: Whether the secrets were drawn.
    """

    strategy: Strategy
    opening: Code | None
    lengths: kernels.U8 = field(repr=False)
    sampled: bool = False

    @property
    def codes(self) -> int:
        """Number of secrets played."""
        return len(self.lengths)

    @property
    def total(self) -> int:
        """Guesses for all secrets played together."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.codes

    @property
    def standard_error(self) -> float:
        """Standard error of the average: 0 where every secret was played without chance.

        Of one game alone nothing can be said but 0.
        """
        chance = self.sampled or self.strategy == Strategy.RANDOM_CONSISTENT
        if not chance or self.codes < 2:
            return 0.0
        return float(self.lengths.std(ddof=1)) / sqrt(self.codes)

    @property
    def max(self) -> int:
        """Guesses that the hardest secret played takes."""
        return int(self.lengths.max())

    @property
    def histogram(self) -> list[int]:
        """Number of secrets that take 1, 2, 3 … guesses."""
        return [int(count) for count in np.bincount(self.lengths)[1:]]


class Progress:
    """How far an evaluation is; another thread may read it, or stop the work.

    Attributes:
        counter: Secrets done, int64 of shape (1,).
        cancelled: Stops the work once set, uint8 of shape (1,).
    """

    def __init__(self) -> None:
        self.counter = np.zeros(1, np.int64)
        self.cancelled = np.zeros(1, np.uint8)

    @property
    def done(self) -> int:
        """Secrets done."""
        return int(self.counter[0])

    def cancel(self) -> None:
        """Stops the work at its next guess."""
        self.cancelled[0] = 1


def drawn_secrets(ruleset: Ruleset, sample: int, seed: int) -> list[Code]:
    """The secrets of ``sample`` SEEDED games, whose seeds count up from ``seed``."""
    seeds = (number % SEEDS for number in range(seed, seed + sample))
    return [draw_secret("", ruleset, seed_of(number), b"") for number in seeds]


def evaluate(
    space: ListedSpace,
    ruleset: Ruleset,
    strategy: Strategy,
    *,
    opening: Code | None = None,
    candidates_only: bool = False,
    sample: int = 0,
    seed: int = 0,
    progress: Progress | None = None,
) -> Evaluation:
    """Plays the secrets of ``ruleset``, ignoring its ``max_guesses``.

    Args:
        space: The listed space of ``ruleset``.
        ruleset: What is legal.
        strategy: Any; AUTO is OPTIMAL where ``space`` has its tree.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Whether only codes that may be the secret are guessed.
        sample: How many secrets are drawn; 0 plays every one.
        seed: Fixes what is drawn, and what RANDOM_CONSISTENT guesses.
        progress: Tells how far it is, and stops it.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    progress = progress or Progress()
    ranks = [space.secrets.rank(secret) for secret in drawn_secrets(ruleset, sample, seed)]
    planned = play_planned(space, strategy, opening, candidates_only, progress.cancelled)
    strategy = planned.strategy if planned else resolve(strategy, ruleset)
    if planned:
        if progress.cancelled[0]:
            raise EvaluationCancelled
        _, opening, lengths = planned
        lengths = lengths[ranks] if ranks else lengths
        progress.counter[0] = len(lengths)
    elif strategy == Strategy.RANDOM_CONSISTENT:
        lengths = _play_random(space, opening, ranks or range(space.secrets.size), seed, progress)
    else:
        if opening is None:
            wish = Wish(strategy, candidates_only=candidates_only)
            opening = suggest(space, ruleset, (), wish, progress.cancelled).guess
        candidates_only = candidates_only or strategy == Strategy.FIRST_CONSISTENT
        lengths = _play(space, strategy, opening, candidates_only, ranks, progress)
    return Evaluation(strategy, opening, lengths, sampled=bool(ranks))


def _play_random(
    space: ListedSpace,
    opening: Code | None,
    ranks: Sequence[int],
    seed: int,
    progress: Progress,
) -> kernels.U8:
    """Guesses of RANDOM_CONSISTENT at the secrets of these ranks, uint8 of shape (ranks,)."""
    lengths = np.zeros(len(ranks), np.uint8)
    if not play_random_consistent(
        space, ranks, opening, seed, lengths, progress.counter, progress.cancelled
    ):
        raise EvaluationCancelled
    return lengths


def _play(
    space: ListedSpace,
    strategy: Strategy,
    opening: Code,
    candidates_only: bool,
    ranks: Sequence[int],
    progress: Progress,
) -> kernels.U8:
    """Guesses of a strategy without chance at the secrets of these ranks, or at all.

    They are uint8 of shape (ranks,) or (secrets,).
    """
    size = space.secrets.size
    wanted = np.full(size, not ranks, np.uint8)
    wanted[ranks] = 1
    lengths = np.zeros(size, np.uint8)
    if not kernels.play_all(
        space.arrays,
        space.guesses.rank(opening),
        rule_of(strategy, size),
        candidates_only,
        space.slots,
        wanted,
        lengths,
        progress.counter,
        progress.cancelled,
    ):
        raise EvaluationCancelled
    return lengths[ranks] if ranks else lengths
