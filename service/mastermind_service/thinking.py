"""What a game's next step needs thought for: evasive answers, guesses, and contradictions."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from mastermind_engine.codes import Code
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.adversary import EvasiveAnswer, evade, smallest_candidate
from mastermind_engine.solver.listed import ListedSpace, ListedSpaces, check_listable
from mastermind_engine.solver.position import candidates, contradictory_history
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Wish
from mastermind_service.suggesting import Suggester
from mastermind_service.workers import Workers

T = TypeVar("T")
INLINE_SECRETS = 150_000
"""Secrets to look at, in about as many nanoseconds, that are not worth a thread."""
TURN_SECRETS = 10_000
"""What calling a kernel for one turn costs, counted in secrets."""


class Thinking:
    """Searches for candidates, on the event loop where that is light, else beside it.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where longer searches run.
    """

    def __init__(self, spaces: ListedSpaces, workers: Workers) -> None:
        self._spaces = spaces
        self._workers = workers
        self._suggester = Suggester(spaces, workers)

    async def next_guess(
        self, ruleset: Ruleset, turns: Sequence[Turn], strategy: Strategy, seed: int
    ) -> Code:
        """The service's guess after ``turns``: the one that SuggestGuess would tell.

        Raises:
            Refusal: CONTRADICTORY_HISTORY, UNSUPPORTED_FOR_RULESET or SOLVER_BUSY.
        """
        found = await self._suggester.suggest(ruleset, turns, Wish(strategy, seed=seed))
        return found.guess

    async def evade(self, ruleset: Ruleset, turns: Sequence[Turn], guess: Code) -> EvasiveAnswer:
        """ADVERSARIAL's answer to a legal guess.

        Raises:
            Refusal: SOLVER_BUSY.
        """
        return await self._run(ruleset, turns, lambda space: evade(space, turns, guess))

    async def smallest_candidate(self, ruleset: Ruleset, turns: Sequence[Turn]) -> Code:
        """The lexicographically smallest code that explains ``turns``, which some do.

        Raises:
            Refusal: SOLVER_BUSY.
        """
        return await self._run(ruleset, turns, lambda space: smallest_candidate(space, turns))

    async def check_consistent(self, ruleset: Ruleset, turns: Sequence[Turn]) -> None:
        """Refuses turns that no code explains.

        Where there are too many codes to list, nothing is known of them, and so nothing
        is refused.

        Raises:
            Refusal: CONTRADICTORY_HISTORY or SOLVER_BUSY.
        """
        try:
            check_listable(ruleset)
        except Refusal:
            return

        def check(space: ListedSpace) -> None:
            if not len(candidates(space, turns)):
                raise contradictory_history(space, turns)

        await self._run(ruleset, turns, check)

    async def _run(
        self, ruleset: Ruleset, turns: Sequence[Turn], work: Callable[[ListedSpace], T]
    ) -> T:
        check_listable(ruleset)
        effort = ruleset.secret_count + TURN_SECRETS * len(turns)
        if self._spaces.ready(ruleset) and effort <= INLINE_SECRETS:
            return work(self._spaces.of(ruleset))
        return await self._workers.run(lambda _: work(self._spaces.of(ruleset)))
