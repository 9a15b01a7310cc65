"""Analyses: what positions leave open, and how the turns of a game were played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.analysis import (
    PositionAnalysis,
    TurnAnalysis,
    analyze_position,
    analyze_turns,
)
from mastermind_engine.solver.listed import ListedSpaces, check_listable
from mastermind_engine.solver.position import candidates
from mastermind_engine.tables import Shape
from mastermind_service.callers import Caller
from mastermind_service.errors import Faults
from mastermind_service.games import Games
from mastermind_service.keys import Keys
from mastermind_service.page_tokens import PageTokens, check_page_size
from mastermind_service.solving import Position, check_position
from mastermind_service.suggesting import INLINE_SCORES
from mastermind_service.workers import Flag, Workers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to judge: a stored one, or a position with its secret.

    Attributes:
        game_id: A stored game; None where there is a position.
        position: What was played.
        secret: The position's secret.
    """

    game_id: str | None = None
    position: Position | None = None
    secret: Code | None = None


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game judged.

    Attributes:
        ruleset: Its ruleset.
        secret: The secret; None where the service never knew it.
        turns: Its turns, judged.
    """

    ruleset: Ruleset
    secret: Code | None
    turns: list[TurnAnalysis]


@dataclass(frozen=True, slots=True)
class CandidatesPage:
    """Some candidates in lexicographic order.

    Attributes:
        codes: The candidates.
        total: How many there are on all pages together.
        next_page_token: Where the next page begins; empty after the last.
    """

    codes: list[Code]
    total: int
    next_page_token: str


class Analyzing:
    """The use cases of analysis. They keep nothing.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where longer work runs.
        games: For analyses of games.
        keys: Sign page tokens.
    """

    def __init__(self, spaces: ListedSpaces, workers: Workers, games: Games, keys: Keys) -> None:
        self._spaces = spaces
        self._workers = workers
        self._games = games
        self._tokens = PageTokens(keys)

    async def analyze_position(
        self, position: Position, guess: Code | None, code: Code | None
    ) -> PositionAnalysis:
        """What a position leaves open, what ``guess`` would tell, and whether ``code`` fits.

        Raises:
            Refusal: Every bad field, UNSUPPORTED_FOR_RULESET or SOLVER_BUSY.
        """
        faults = Faults()
        ruleset = check_position(position, faults)
        if ruleset is not None and guess is not None:
            _note_code(faults, "guess", check_guess(ruleset, guess))
        if ruleset is not None and code is not None:
            _note_code(faults, "code", check_secret(ruleset, code))
        ruleset = faults.checked(ruleset)

        def work(_: Flag) -> PositionAnalysis:
            return analyze_position(self._spaces.of(ruleset), position.turns, guess, code)

        return await self._run(ruleset, position.turns, work)

    async def analyze_game(self, caller: Caller, played: PlayedGame) -> GameAnalysis:
        """The turns of a game, judged; a stored one for whoever may read it.

        Raises:
            Refusal: Every bad field, those of GetGame, GAME_NOT_OVER,
                CONTRADICTORY_HISTORY, UNSUPPORTED_FOR_RULESET or SOLVER_BUSY.
        """
        faults = Faults()
        if played.game_id is None and played.position is None:
            faults.add_field("target", "either game_id or position must be there")
        if played.game_id is not None and played.secret is not None:
            faults.add_field("secret", "goes with a position; a game has its own")
        if played.position is not None:
            return await self._judge_position(played.position, played.secret, faults)
        game = await self._games.get_game(caller, faults.checked(played.game_id))
        if not game.state.over:
            raise Refusal(RuleReason.GAME_NOT_OVER, "the game is not over")
        return await self._judge(game.ruleset, game.turns, game.secret)

    async def _judge_position(
        self, position: Position, secret: Code | None, faults: Faults
    ) -> GameAnalysis:
        """The turns of a position, judged; the secret must have answered every one."""
        ruleset = check_position(position, faults)
        if secret is None:
            faults.add_field("secret", "is missing")
        elif ruleset is not None:
            _note_code(faults, "secret", check_secret(ruleset, secret))
        ruleset = faults.checked(ruleset)
        secret = faults.checked(secret)
        _check_answers(ruleset, secret, position.turns)
        return await self._judge(ruleset, position.turns, secret)

    async def list_candidates(
        self, position: Position, page_size: int, page_token: str
    ) -> CandidatesPage:
        """A page of the secrets that a position leaves possible, in lexicographic order.

        Raises:
            Refusal: Every bad field, INVALID_PAGE_TOKEN, UNSUPPORTED_FOR_RULESET or
                SOLVER_BUSY.
        """
        faults = Faults()
        ruleset = check_position(position, faults)
        wanted = check_page_size(page_size, faults)
        ruleset = faults.checked(ruleset)
        listing = ("candidates", repr(Shape.of(ruleset)), repr(position.turns))
        after = int(self._tokens.read(page_token, *listing)) if page_token else -1

        def work(_: Flag) -> CandidatesPage:
            space = self._spaces.of(ruleset)
            members = candidates(space, position.turns)
            start = int(np.searchsorted(members, after, side="right"))
            told = members[start : start + wanted].tolist()
            more = start + len(told) < len(members)
            return CandidatesPage(
                codes=[space.secrets.unrank(rank) for rank in told],
                total=len(members),
                next_page_token=self._tokens.token(str(told[-1]), *listing) if more else "",
            )

        return await self._run(ruleset, position.turns, work)

    async def _judge(
        self, ruleset: Ruleset, turns: Sequence[Turn], secret: Code | None
    ) -> GameAnalysis:
        check_listable(ruleset)

        def work(flag: Flag) -> GameAnalysis:
            judged = analyze_turns(self._spaces.of(ruleset), ruleset, turns, flag)
            return GameAnalysis(ruleset, secret, judged)

        return await self._workers.run(work)

    async def _run(self, ruleset: Ruleset, turns: Sequence[Turn], work: Callable[[Flag], T]) -> T:
        """Narrows candidates: at once where that is quicker than the way to a thread."""
        check_listable(ruleset)
        scores = ruleset.secret_count * (len(turns) + 1)
        if self._spaces.ready(ruleset) and scores <= INLINE_SCORES:
            return work(np.zeros(1, np.uint8))
        return await self._workers.run(work)


def _note_code(faults: Faults, field: str, found: Sequence[Violation]) -> None:
    faults.add(
        RuleReason.INVALID_CODE,
        f"the {field} is not legal",
        [fault.within(field) for fault in found],
    )


def _check_answers(ruleset: Ruleset, secret: Code, turns: Sequence[Turn]) -> None:
    """Refuses turns that the secret would have answered otherwise, each of them named."""
    faults = Faults()
    for index, turn in enumerate(turns):
        answer = score(ruleset, secret, turn.guess)
        if answer != turn.feedback:
            faults.add_field(
                f"position.turns[{index}].feedback",
                f"the secret answers {answer.black} black, {answer.white} white",
            )
    faults.check()
