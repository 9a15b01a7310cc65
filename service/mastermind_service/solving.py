"""Suggestions, for games and for any position."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mastermind_engine.codes import check_guess
from mastermind_engine.feedback import check_feedback
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpaces, check_solvable, listable
from mastermind_engine.solver.strategies import Strategy, resolve
from mastermind_engine.solver.suggest import Suggestion, Wish, check_open, suggest
from mastermind_service.callers import Caller
from mastermind_service.errors import Faults
from mastermind_service.games import Games
from mastermind_service.observer import Observer
from mastermind_service.openings import RulesetChoice
from mastermind_service.workers import Flag, Workers

MAX_TURNS = 1000
MAX_ALTERNATIVES = 100
INLINE_SCORES = 100_000
"""Guess × candidate scores that take less than the way to a thread and back is worth."""

SAMPLING_BUDGET = 10.0
"""Seconds for codes too many to list, unless the caller says otherwise: a proof that no code
explains a history may take any time."""


@dataclass(frozen=True, slots=True)
class SuggestionWish:
    """How a guess shall be chosen.

    Attributes:
        strategy: The strategy, or AUTO.
        alternatives: How many next-worse guesses to tell.
        seed: Fixes what chance decides; None leaves it open.
        max_evaluations: Bound on guess × candidate scores; 0 for none.
        budget: Seconds after which the search ends; None for no bound.
        candidates_only: Whether to weigh only guesses that may be the secret.
        misread: Fields whose values mean nothing, found when the request was read.
    """

    strategy: Strategy = Strategy.AUTO
    alternatives: int = 0
    seed: int | None = None
    max_evaluations: int = 0
    budget: float | None = None
    candidates_only: bool = False
    misread: tuple[Violation, ...] = ()

    def check(self, faults: Faults) -> None:
        """Notes what is wrong with the wish itself."""
        faults.add_misread(self.misread)
        if self.alternatives > MAX_ALTERNATIVES:
            faults.add_field("alternatives", f"at most {MAX_ALTERNATIVES}")
        if self.budget is not None and self.budget <= 0:
            faults.add_field("budget", "must be more than 0 s")


@dataclass(frozen=True, slots=True)
class Position:
    """A ruleset and what has been played, its legality unchecked.

    Attributes:
        ruleset: Which ruleset.
        turns: The turns so far, oldest first.
        misread: What is missing, found when the request was read.
    """

    ruleset: RulesetChoice
    turns: tuple[Turn, ...]
    misread: tuple[Violation, ...] = ()


class Solving:
    """The use cases of the solver.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where longer searches run.
        games: For suggestions on games.
        observer: Hears of every suggestion.
    """

    def __init__(
        self, spaces: ListedSpaces, workers: Workers, games: Games, observer: Observer
    ) -> None:
        self._observer = observer
        self._spaces = spaces
        self._workers = workers
        self._games = games

    async def suggest_for_game(
        self, caller: Caller, game_id: str, wish: SuggestionWish
    ) -> Suggestion:
        """The guess that the wished strategy chooses in a game; counts as a hint.

        Raises:
            Refusal: Any reason of API.md's table for SuggestGuess.
        """
        record = await self._games.record_for_hint(caller, game_id)
        faults = Faults()
        wish.check(faults)
        faults.check()
        found = await self._suggest(record.game.ruleset, record.game.turns, wish)
        await self._games.count_hint(game_id, record)
        return found

    async def suggest_for_position(self, position: Position, wish: SuggestionWish) -> Suggestion:
        """The guess that the wished strategy chooses in a position.

        Raises:
            Refusal: Every bad field of position and wish, GAME_OVER,
                CONTRADICTORY_HISTORY or UNSUPPORTED_FOR_RULESET.
        """
        faults = Faults()
        ruleset = check_position(position, faults)
        wish.check(faults)
        faults.check()
        if ruleset is None:
            raise AssertionError("a ruleset without faults resolves")
        return await self._suggest(ruleset, position.turns, wish)

    async def _suggest(
        self, ruleset: Ruleset, turns: Sequence[Turn], wish: SuggestionWish
    ) -> Suggestion:
        check_open(ruleset, turns)
        check_solvable(ruleset)
        resolve(wish.strategy, ruleset)
        engine_wish = Wish(
            strategy=wish.strategy,
            alternatives=wish.alternatives,
            seed=secrets.randbits(64) if wish.seed is None else wish.seed,
            max_evaluations=wish.max_evaluations,
            candidates_only=wish.candidates_only,
        )

        def work(flag: Flag) -> Suggestion:
            return suggest(self._spaces.find(ruleset), ruleset, turns, engine_wish, flag)

        if self._is_light(ruleset, turns):
            found = work(np.zeros(1, np.uint8))
        else:
            budget = wish.budget
            if budget is None and not listable(ruleset):
                budget = SAMPLING_BUDGET
            found = await self._workers.run(work, budget)
        self._observer.suggested(found)
        return found

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


def check_position(position: Position, faults: Faults) -> Ruleset | None:
    """The position's ruleset, unless it is at fault; notes every bad field of the position."""
    try:
        ruleset = position.ruleset.resolve()
    except Refusal as refusal:
        faults.add_refusal(refusal, "position.ruleset")
        return None
    faults.add_misread(fault.within("position") for fault in position.misread)
    turns = position.turns
    if len(turns) > MAX_TURNS:
        faults.add_field("position.turns", f"has more than {MAX_TURNS} turns")
        return ruleset
    for index, turn in enumerate(turns):
        prefix = f"position.turns[{index}]"
        bad_guess = check_guess(ruleset, turn.guess)
        bad_feedback = check_feedback(ruleset, turn.feedback)
        faults.add(
            RuleReason.INVALID_CODE,
            "a guess of the position is not legal",
            [fault.within(f"{prefix}.guess") for fault in bad_guess],
        )
        faults.add(
            RuleReason.IMPOSSIBLE_FEEDBACK,
            "a feedback of the position is impossible",
            [fault.within(f"{prefix}.feedback") for fault in bad_feedback],
        )
    return ruleset
