"""What a position leaves open, and how good and how lucky the turns of a game were."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, feedback_id, feedback_of
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import (
    Contradiction,
    Members,
    candidates,
    contradiction,
    contradictory_history,
)
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Wish, suggest


class AnalysisCancelled(Exception):
    """The analysis was stopped before its end."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The candidates that would give one feedback.

    Attributes:
        feedback: The feedback.
        count: How many candidates would give it, 1 at least.
    """

    feedback: Feedback
    count: int


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """What a position leaves open.

    Attributes:
        candidates_remaining: Secrets that explain all turns.
        contradiction: Where the turns go wrong; None if some secret explains them.
        partition: How the guess asked about splits the candidates, in the order of black,
            then white; empty where there is none, or no guess.
        code_consistent: Whether the code asked about is a candidate; None without a code.
    """

    candidates_remaining: int
    contradiction: Contradiction | None
    partition: tuple[Cell, ...]
    code_consistent: bool | None

    @property
    def candidates_log2(self) -> float | None:
        """Base-2 logarithm of the candidates; None where there are none."""
        return log2(self.candidates_remaining) if self.candidates_remaining else None


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """A turn judged: N candidates before it, M after it, E expected after it.

    The winning answer counts like any other. E* is the least E of any legal guess.

    Attributes:
        turn: The turn.
        is_candidate: Whether its guess could have been the secret.
        candidates_before: N.
        candidates_after: M.
        expected_after: E, the sum of the squares of the partition's cells, by N.
        best_guess: The guess with the least E, by the tie rule.
        best_expected_after: E*.
        partition: How the guess split the candidates, in the order of black, then white.
    """

    turn: Turn
    is_candidate: bool
    candidates_before: int
    candidates_after: int
    expected_after: float
    best_guess: Code
    best_expected_after: float
    partition: tuple[Cell, ...]

    @property
    def luck(self) -> float:
        """log2(E / M) in bits: above 0 where fewer candidates were left than expected."""
        return log2(self.expected_after / self.candidates_after)

    @property
    def skill(self) -> float | None:
        """log2(N / E) by log2(N / E*), from 0 to 1.

        None where E* is N: one candidate was left, so that no guess could tell anything.
        """
        best = log2(self.candidates_before / self.best_expected_after)
        return log2(self.candidates_before / self.expected_after) / best if best else None

    @property
    def regret(self) -> float:
        """log2(E / E*) in bits, never below 0: what the best guess would have told more."""
        return log2(self.expected_after / self.best_expected_after)


def analyze_position(
    space: ListedSpace, turns: Sequence[Turn], guess: Code | None = None, code: Code | None = None
) -> PositionAnalysis:
    """What ``turns`` leave open; they may contradict each other.

    Args:
        space: The listed space of the ruleset.
        turns: The turns so far, all legal.
        guess: A legal guess whose partition to tell.
        code: A legal secret of which to tell whether it is a candidate.
    """
    members = candidates(space, turns)
    return PositionAnalysis(
        candidates_remaining=len(members),
        contradiction=None if len(members) else contradiction(space, turns),
        partition=() if guess is None else split(space, members, space.guesses.rank(guess)),
        code_consistent=None if code is None else bool(np.isin(space.secrets.rank(code), members)),
    )


def analyze_turns(
    space: ListedSpace, ruleset: Ruleset, turns: Sequence[Turn], cancelled: kernels.U8
) -> list[TurnAnalysis]:
    """Every turn of a game judged, oldest first.

    Args:
        space: The listed space of ``ruleset``.
        ruleset: What is legal.
        turns: The turns, all legal.
        cancelled: One byte, uint8 of shape (1,); another thread ends the work by setting it.

    Raises:
        Refusal: CONTRADICTORY_HISTORY, or UNSUPPORTED_FOR_RULESET where the best guess is
            out of reach.
        AnalysisCancelled: ``cancelled`` was set.
    """
    judged = []
    members: Members = np.arange(space.secrets.size, dtype=np.int32)
    for number, turn in enumerate(turns):
        guess = space.guesses.rank(turn.guess)
        after = kernels.narrow(space.arrays, members, guess, feedback_id(turn.feedback))
        if not len(after):
            raise contradictory_history(space, turns)
        cells = split(space, members, guess)
        best, least = _best(space, ruleset, turns[:number], members, cancelled)
        if cancelled[0]:
            raise AnalysisCancelled
        judged.append(
            TurnAnalysis(
                turn=turn,
                is_candidate=cells[-1].feedback.black == ruleset.pegs,
                candidates_before=len(members),
                candidates_after=len(after),
                expected_after=sum(cell.count**2 for cell in cells) / len(members),
                best_guess=best,
                best_expected_after=least,
                partition=cells,
            )
        )
        members = after
    return judged


def _best(
    space: ListedSpace,
    ruleset: Ruleset,
    turns: Sequence[Turn],
    members: Members,
    cancelled: kernels.U8,
) -> tuple[Code, float]:
    """The guess with the least expected number of candidates, and that number."""
    if len(members) == 1:
        return space.code(int(space.arrays.guess_of[members[0]])), 1.0
    best = suggest(space, ruleset, turns, Wish(Strategy.EXPECTED_SIZE), cancelled)
    return best.guess, best.expected_remaining


def split(space: ListedSpace, members: Members, guess: int) -> tuple[Cell, ...]:
    """The partition of ``members`` by a guess's index: cells that are not empty, in order."""
    sizes = kernels.partition(space.arrays, members, guess, space.slots)
    cells = (Cell(feedback_of(int(slot)), int(sizes[slot])) for slot in np.flatnonzero(sizes))
    return tuple(sorted(cells, key=lambda cell: cell.feedback))
