"""Which secrets are still possible, and why none is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.feedback import feedback_id
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.solver.listed import ListedSpace

Members = kernels.I32
"""Candidates as indices of secrets, ascending, shape (candidates,)."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Turns that no secret explains.

    Attributes:
        first_turn: The first turn, from 1, after which no candidate is left.
        repairing_turns: Each turn whose removal alone makes the rest consistent.
    """

    first_turn: int
    repairing_turns: tuple[int, ...]


def candidates(space: ListedSpace, turns: Sequence[Turn]) -> Members:
    """The secrets consistent with all ``turns``; empty if they contradict each other."""
    members = np.arange(space.secrets.size, dtype=np.int32)
    for turn in turns:
        guess = space.guesses.rank(turn.guess)
        members = kernels.narrow(space.arrays, members, guess, feedback_id(turn.feedback))
    return members


def contradiction(space: ListedSpace, turns: Sequence[Turn]) -> Contradiction:
    """Where contradictory ``turns`` go wrong, and which of them could be the mistake."""
    misses = np.zeros(space.secrets.size, np.int32)
    missed = np.zeros(space.secrets.size, np.int32)
    numbers = np.empty(space.secrets.size, np.uint8)
    everyone = np.arange(space.secrets.size, dtype=np.int32)
    first_turn = 0
    for number, turn in enumerate(turns, 1):
        guess = space.guesses.rank(turn.guess)
        kernels.answers(space.arrays, guess, everyone, numbers)
        wrong = numbers != feedback_id(turn.feedback)
        misses += wrong
        missed[wrong] = number
        if not first_turn and misses.all():
            first_turn = number
    # A secret that only one turn rules out is what that turn's removal leaves.
    repairing = np.unique(missed[misses == 1])
    return Contradiction(first_turn, tuple(repairing.tolist()))


def contradictory_history(space: ListedSpace, turns: Sequence[Turn]) -> Refusal:
    """The refusal of ``turns`` that no secret explains, with what could repair them."""
    return refusal_of(contradiction(space, turns))


def refusal_of(found: Contradiction) -> Refusal:
    """The refusal of turns that no secret explains, once it is known where they go wrong."""
    repairing = ",".join(map(str, found.repairing_turns))
    return Refusal(
        RuleReason.CONTRADICTORY_HISTORY,
        f"no secret explains all turns; turn {found.first_turn} contradicts those before it",
        details={
            "first_contradictory_turn": str(found.first_turn),
            "repairing_turns": repairing,
        },
    )
