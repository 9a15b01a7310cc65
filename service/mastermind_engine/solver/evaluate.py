"""Whole evaluations: a strategy plays every secret of a ruleset, or some drawn ones."""

import math
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.playing import (
    EvaluationCancelled,
    Progress,
    play_drawn,
    play_listed,
)
from mastermind_engine.solver.strategies import Strategy, resolve
from mastermind_engine.solver.suggest import Wish, suggest

__all__ = ["Evaluation", "EvaluationCancelled", "Progress", "drawn_secrets", "evaluate"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a strategy needs for every secret, or for every one drawn.

    Attributes:
        strategy: The strategy that played; never AUTO.
        opening: Its first guess.
        lengths: Guesses that each secret took, the winning one included; uint8 of shape
            (secrets,), in lexicographic order, or in the order of the draws.
        sampled: Whether the secrets were drawn.
    """

    strategy: Strategy
    opening: Code
    lengths: kernels.U8 = field(repr=False)
    sampled: bool = False

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
    def standard_error(self) -> float:
        """How far the average of drawn secrets may be off; 0 where every secret was played."""
        if not self.sampled or self.codes < 2:
            return 0.0
        deviation = float(self.lengths.std(ddof=1))
        return deviation / math.sqrt(self.codes)

    @property
    def max(self) -> int:
        """Guesses that the hardest secret takes."""
        return int(self.lengths.max())

    @property
    def histogram(self) -> list[int]:
        """Number of secrets that take 1, 2, 3 … guesses."""
        return [int(count) for count in np.bincount(self.lengths)[1:]]


def drawn_secrets(ruleset: Ruleset, sample: int, seed: int) -> list[Code]:
    """The secrets of ``sample`` SEEDED games, whose seeds count up from ``seed``."""
    return [draw_secret("", ruleset, seed_of(number), b"") for number in range(seed, seed + sample)]


def evaluate(
    space: ListedSpace | None,
    ruleset: Ruleset,
    strategy: Strategy,
    *,
    opening: Code | None = None,
    candidates_only: bool = False,
    sample: int = 0,
    seed: int = 0,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Plays secrets of ``ruleset`` by a strategy, ignoring its ``max_guesses``.

    The result does not depend on ``threads`` or ``executor``.

    Args:
        space: The listed space of ``ruleset``; None where there are too many codes.
        ruleset: What is legal.
        strategy: A one-step strategy, FIRST_CONSISTENT or AUTO.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Whether only codes that may be the secret are guessed.
        sample: How many secrets are drawn; 0 plays every secret.
        seed: Fixes what is drawn: the seed of the first game.
        threads: Threads that share the work, if no ``executor`` does.
        executor: Where the parts of the work run; it may be on other machines.
        progress: Tells how far it is, and stops it.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, also for every secret of an unlisted space.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    progress = progress or Progress()
    strategy = resolve(strategy, ruleset)
    if strategy == Strategy.RANDOM_CONSISTENT:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, "a random strategy has no single tree to evaluate"
        )
    if space is None and not sample:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"{ruleset.secret_count} codes are too many to play each; draw a sample",
        )
    candidates_only = candidates_only or strategy == Strategy.FIRST_CONSISTENT
    wish = Wish(strategy, candidates_only=candidates_only)
    if opening is None:
        opening = suggest(space, ruleset, (), wish, progress.cancelled).guess
    if progress.cancelled[0]:
        raise EvaluationCancelled
    secrets = drawn_secrets(ruleset, sample, seed)
    with ExitStack() as stack:
        local = executor is None
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(threads))
        if space is None:
            lengths = play_drawn(ruleset, secrets, wish, opening, executor, local, progress)
        else:
            ranks = [space.secrets.rank(secret) for secret in secrets] or None
            lengths = play_listed(space, wish, opening, ranks, executor, local, progress)
    return Evaluation(strategy, opening, lengths, sampled=bool(sample))
