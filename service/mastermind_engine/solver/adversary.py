"""The codemaker without a secret: every answer leaves as many candidates as can be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, feedback_of
from mastermind_engine.game import Turn
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import candidates, contradictory_history


@dataclass(frozen=True, slots=True)
class EvasiveAnswer:
    """What the adversary answers.

    Attributes:
        feedback: The answer.
        smallest: The lexicographically smallest code that explains it and all before it.
    """

    feedback: Feedback
    smallest: Code


def evade(space: ListedSpace, turns: Sequence[Turn], guess: Code) -> EvasiveAnswer:
    """The feedback to ``guess`` that leaves most candidates after ``turns``.

    Ties go to the fewest black, then the fewest white, then the fewest blue key pegs. It
    never contradicts an answer before it, since it leaves a candidate at least.

    Args:
        space: The listed space of the ruleset.
        turns: The turns so far, answered by this function.
        guess: A legal guess.

    Raises:
        Refusal: CONTRADICTORY_HISTORY, no code explains ``turns``.
    """
    members = candidates(space, turns)
    if not len(members):
        raise contradictory_history(space, turns)
    rank = space.guesses.rank(guess)
    cells = kernels.partition(space.arrays, members, rank, space.slots)
    largest = np.flatnonzero(cells == cells.max()).tolist()
    number = min(largest, key=feedback_of)
    left = kernels.narrow(space.arrays, members, rank, number)
    return EvasiveAnswer(feedback_of(number), space.secrets.unrank(int(left[0])))


def smallest_candidate(space: ListedSpace, turns: Sequence[Turn]) -> Code:
    """The lexicographically smallest code that explains ``turns``.

    Raises:
        Refusal: CONTRADICTORY_HISTORY, there is none.
    """
    members = candidates(space, turns)
    if not len(members):
        raise contradictory_history(space, turns)
    return space.secrets.unrank(int(members[0]))
