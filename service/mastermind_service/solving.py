"""Suggestions, for games and for any position."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from mastermind_engine.codes import check_guess
from mastermind_engine.feedback import check_feedback
from mastermind_engine.game import Turn
from mastermind_engine.refusals import RuleReason, Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Suggestion, Wish
from mastermind_service.callers import Caller
from mastermind_service.errors import Faults
from mastermind_service.games import Games
from mastermind_service.observer import Observer
from mastermind_service.openings import RulesetChoice
from mastermind_service.suggesting import Suggester
from mastermind_service.workers import Workers

MAX_TURNS = 1000
MAX_ALTERNATIVES = 100


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
        self._suggester = Suggester(spaces, workers)
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
        return await self._suggest(faults.checked(ruleset), position.turns, wish)

    async def _suggest(
        self, ruleset: Ruleset, turns: Sequence[Turn], wish: SuggestionWish
    ) -> Suggestion:
        engine_wish = Wish(
            strategy=wish.strategy,
            alternatives=wish.alternatives,
            seed=secrets.randbits(64) if wish.seed is None else wish.seed,
            max_evaluations=wish.max_evaluations,
            candidates_only=wish.candidates_only,
        )
        found = await self._suggester.suggest(ruleset, turns, engine_wish, wish.budget)
        self._observer.suggested(found)
        return found


def check_position(position: Position, faults: Faults) -> Ruleset | None:
    """The position's ruleset, unless it is at fault; notes every bad field of the position."""
    ruleset = position.ruleset.check(faults, "position.ruleset")
    if ruleset is None:
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
