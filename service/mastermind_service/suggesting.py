"""One guess chosen: on the event loop where it is light, else beside it."""

from collections.abc import Sequence

import numpy as np

from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpaces, check_solvable, listable
from mastermind_engine.solver.strategies import FROM_TREES, Strategy, resolve
from mastermind_engine.solver.suggest import (
    Suggestion,
    Wish,
    check_open,
    suggest,
    suggest_from_tree,
)
from mastermind_service.workers import Flag, Workers

LOOKING_AHEAD = (Strategy.AUTO, *FROM_TREES)
"""Strategies that may search for a whole tree."""
SAMPLING_BUDGET = 10.0
"""Seconds for codes too many to list, unless the caller says otherwise: a proof that no code
explains a history may take any time."""
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
        check_solvable(ruleset)
        resolve(wish.strategy, ruleset)

        found = self._from_tree(ruleset, turns, wish)
        if found is not None:
            return found

        def work(flag: Flag) -> Suggestion:
            return suggest(self._spaces.find(ruleset), ruleset, turns, wish, flag)

        if self._is_light(ruleset, turns, wish.strategy):
            return work(np.zeros(1, np.uint8))
        if budget is None and not listable(ruleset):
            budget = SAMPLING_BUDGET
        return await self._workers.run(work, budget)

    def _from_tree(self, ruleset: Ruleset, turns: Sequence[Turn], wish: Wish) -> Suggestion | None:
        """What a tree holds ready, if one does: a look-up, light enough for the event loop."""
        if not self._spaces.ready(ruleset):
            return None
        return suggest_from_tree(self._spaces.of(ruleset), ruleset, turns, wish)

    def _is_light(self, ruleset: Ruleset, turns: Sequence[Turn], strategy: Strategy) -> bool:
        """Whether a search is short enough to run on the event loop.

        One that may look further than one step is not. The number of scores is only
        estimated: each turn leaves about a fifth of the candidates, and before the first
        one nearly all guesses are alike by symmetry.
        """
        if strategy in LOOKING_AHEAD or not self._spaces.ready(ruleset):
            return False
        guesses = ruleset.guess_count if turns else min(ruleset.guess_count, 50)
        scores: int = guesses * ruleset.secret_count // 5 ** len(turns)
        return scores <= INLINE_SCORES
