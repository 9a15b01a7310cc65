"""What is asked of a solver, and what it answers."""

from dataclasses import dataclass

from mastermind_engine.codes import Code
from mastermind_engine.solver.strategies import Quality, Strategy


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess to play.

    Attributes:
        guess: The guess.
        is_candidate: Whether it may be the secret itself.
        candidates_remaining: Candidates before the guess.
        candidates_log2: Their base-2 logarithm.
        worst_case_remaining: The largest cell of the guess's partition.
        expected_remaining: The sum of n² over the cells, by the number of candidates.
        entropy_bits: The information that the answer brings, in bits.
        parts: Cells that are not empty.
        score: The strategy's own integer, lower is better.
        strategy_used: The strategy that chose it; never AUTO.
        quality: How far to trust it.
        alternatives: For each next-worse score its first guess by the tie rule.
        candidates_estimated: Whether ``candidates_remaining`` is an estimate.
    """

    guess: Code
    is_candidate: bool
    candidates_remaining: int
    candidates_log2: float
    worst_case_remaining: int
    expected_remaining: float
    entropy_bits: float
    parts: int
    score: int
    strategy_used: Strategy
    quality: Quality
    alternatives: tuple["Suggestion", ...] = ()
    candidates_estimated: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """How a guess shall be chosen.

    Attributes:
        strategy: The strategy, or AUTO.
        alternatives: How many next-worse guesses to tell.
        seed: Fixes what chance decides.
        max_evaluations: Bound on guess × candidate scores; 0 means none.
        candidates_only: Whether to weigh only guesses that may be the secret.
    """

    strategy: Strategy = Strategy.AUTO
    alternatives: int = 0
    seed: int = 0
    max_evaluations: int = 0
    candidates_only: bool = False
