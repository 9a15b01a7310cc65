"""One guess chosen: on the event loop where it is light, else beside it."""

from collections.abc import Sequence

import numpy as np

from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpaces, check_listable
from mastermind_engine.solver.strategies import resolve
from mastermind_engine.solver.suggest import Suggestion, Wish, check_open, suggest
from mastermind_service.workers import Flag, Workers

INLINE_SCORES = 100_000
"""Guess × candidate scores that take less than the way to a thread and back is worth."""


class Suggester:
    """Chooses guesses, for hints and for the service's own games alike.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where longer searches run.
    """

    def __init__(self, spaces: ListedSpaces, workers: Workers) -> None:
        self._spaces = spaces
        self._workers = workers

    async def suggest(
        self, ruleset: Ruleset, turns: Sequence[Turn], wish: Wish, budget: float | None = None
    ) -> Suggestion:
        """The guess that the wished strategy chooses after ``turns``, all legal.

        Args:
            ruleset: What is legal.
            turns: The turns so far.
            wish: How to choose.
            budget: Seconds after which the search ends; None for no bound.

        Raises:
            Refusal: GAME_OVER, CONTRADICTORY_HISTORY, UNSUPPORTED_FOR_RULESET or
                SOLVER_BUSY.
        """
        check_open(ruleset, turns)
        check_listable(ruleset)
        resolve(wish.strategy, ruleset)

        def work(flag: Flag) -> Suggestion:
            return suggest(self._spaces.of(ruleset), ruleset, turns, wish, flag)

        if self._is_light(ruleset, turns):
            return work(np.zeros(1, np.uint8))
        return await self._workers.run(work, budget)

    def _is_light(self, ruleset: Ruleset, turns: Sequence[Turn]) -> bool:
        """Whether a search is short enough to run on the event loop.

        Their number is only estimated: each turn leaves about a fifth of the candidates,
        and before the first one nearly all guesses are alike by symmetry.
        """
        if not self._spaces.ready(ruleset):
            return False
        guesses = ruleset.guess_count if turns else min(ruleset.guess_count, 50)
        scores: int = guesses * ruleset.secret_count // 5 ** len(turns)
        return scores <= INLINE_SCORES
