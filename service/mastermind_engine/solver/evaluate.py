"""Whole evaluations: a strategy plays every secret of a ruleset, or a sample of them."""

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.chance import SEEDS, play_random_consistent
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.planned import play_planned
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


def drawn_secrets(ruleset: Ruleset, sample: int, seed: int) -> list[Code]:
    """The secrets of ``sample`` SEEDED games, whose seeds count up from ``seed``."""
    seeds = (number % SEEDS for number in range(seed, seed + sample))
    return [draw_secret("", ruleset, seed_of(number), b"") for number in seeds]


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
    """Plays the secrets of ``ruleset``, ignoring its ``max_guesses``.

    The result does not depend on ``threads`` or ``executor``.

    Args:
        space: The listed space of ``ruleset``; None where there are too many codes.
        ruleset: What is legal.
        strategy: Any; AUTO is OPTIMAL where ``space`` has its tree.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Whether only codes that may be the secret are guessed.
        sample: How many secrets are drawn; 0 plays every one.
        seed: Fixes what is drawn, what RANDOM_CONSISTENT guesses, and the tree and labels
            of EQUILIBRIUM.
        threads: Threads that share the work, if no ``executor`` does.
        executor: Where the parts of the work run; it may be on other machines.
        progress: Tells how far it is, and stops it.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    progress = progress or Progress()
    secrets = drawn_secrets(ruleset, sample, seed)
    ranks: list[int] = []
    if space is not None:
        ranks = [space.secrets.rank(secret) for secret in secrets]
        planned = play_planned(space, strategy, opening, candidates_only, progress.cancelled)
        if planned:
            if progress.cancelled[0]:
                raise EvaluationCancelled
            used, first, lengths = planned
            lengths = lengths[ranks] if ranks else lengths
            progress.counter()[0] = len(lengths)
            return Evaluation(used, first, lengths, sampled=bool(ranks))
    strategy = resolve(strategy, ruleset)
    if strategy == Strategy.EQUILIBRIUM:
        return _play_mixture(space, opening, candidates_only, ranks, seed, progress)
    if space is None:
        _check_unlisted(ruleset, strategy, sample)
    elif strategy == Strategy.RANDOM_CONSISTENT:
        lengths = _play_random(space, opening, ranks or range(space.secrets.size), seed, progress)
        return Evaluation(strategy, opening, lengths, sampled=bool(ranks))
    candidates_only = candidates_only or strategy == Strategy.FIRST_CONSISTENT
    wish = Wish(strategy, candidates_only=candidates_only)
    if opening is None:
        opening = suggest(space, ruleset, (), wish, progress.cancelled).guess
    if progress.cancelled[0]:
        raise EvaluationCancelled
    with ExitStack() as stack:
        local = executor is None
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(threads))
        if space is None:
            lengths = play_drawn(ruleset, secrets, wish, opening, executor, local, progress)
        else:
            lengths = play_listed(space, wish, opening, ranks or None, executor, local, progress)
    return Evaluation(strategy, opening, lengths, sampled=bool(sample))


def _play_mixture(
    space: ListedSpace | None,
    opening: Code | None,
    candidates_only: bool,
    ranks: Sequence[int],
    seed: int,
    progress: Progress,
) -> Evaluation:
    """What the one tree takes that EQUILIBRIUM plays with this seed."""
    if space is None or space.mixture is None or opening is not None or candidates_only:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            "EQUILIBRIUM plays by its own trees alone, without another opening",
        )
    lengths = space.mixture.lengths(space, seed)
    lengths = lengths[ranks] if ranks else lengths
    progress.counter()[0] = len(lengths)
    first = space.mixture.look_up((), seed)
    return Evaluation(
        Strategy.EQUILIBRIUM, first.guess if first else None, lengths, sampled=bool(ranks)
    )


def _check_unlisted(ruleset: Ruleset, strategy: Strategy, sample: int) -> None:
    """Refuses what cannot be done where codes are too many to list."""
    if not sample:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"{ruleset.secret_count} codes are too many to play each; draw a sample",
        )
    if strategy == Strategy.RANDOM_CONSISTENT:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"{ruleset.secret_count} codes are too many for games left to chance",
        )


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
        space, ranks, opening, seed, lengths, progress.counter(), progress.cancelled
    ):
        raise EvaluationCancelled
    return lengths
