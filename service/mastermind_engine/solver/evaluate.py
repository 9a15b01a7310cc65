"""Whole evaluations: a strategy plays every secret of a ruleset."""

from dataclasses import dataclass, field

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Strategy, resolve, rule_of
from mastermind_engine.solver.suggest import Wish, suggest


class EvaluationCancelled(Exception):
    """The evaluation was stopped before its end."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a strategy needs for every secret.

    Attributes:
        strategy: The strategy that played; never AUTO.
        opening: Its first guess.
        lengths: Guesses that each secret took, the winning one included; uint8 of shape
            (secrets,) in lexicographic order.
    """

    strategy: Strategy
    opening: Code
    lengths: kernels.U8 = field(repr=False)

    @property
    def codes(self) -> int:
        """Number of secrets."""
        return len(self.lengths)

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.codes

    @property
    def max(self) -> int:
        """Guesses that the hardest secret takes."""
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


def evaluate(
    space: ListedSpace,
    ruleset: Ruleset,
    strategy: Strategy,
    *,
    opening: Code | None = None,
    candidates_only: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Plays every secret of ``ruleset``, ignoring its ``max_guesses``.

    Args:
        space: The listed space of ``ruleset``.
        ruleset: What is legal.
        strategy: A one-step strategy, FIRST_CONSISTENT or AUTO.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Whether only codes that may be the secret are guessed.
        progress: Tells how far it is, and stops it.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    progress = progress or Progress()
    strategy = resolve(strategy, ruleset)
    if strategy == Strategy.RANDOM_CONSISTENT:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, "a random strategy has no single tree to evaluate"
        )
    candidates_only = candidates_only or strategy == Strategy.FIRST_CONSISTENT
    if opening is None:
        wish = Wish(strategy, candidates_only=candidates_only)
        opening = suggest(space, ruleset, (), wish, progress.cancelled).guess
    lengths = np.zeros(space.secrets.size, np.uint8)
    finished = kernels.play_all(
        space.arrays,
        space.guesses.rank(opening),
        rule_of(strategy, space.secrets.size),
        candidates_only,
        space.slots,
        lengths,
        progress.counter,
        progress.cancelled,
    )
    if not finished:
        raise EvaluationCancelled
    return Evaluation(strategy, opening, lengths)
