"""The service breaks the player's code: what the terminal asks of such a game, and one here."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, Game, State, Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.choices import StrategyName
from mastermind_service.cli.hints import suggest_here
from mastermind_service.cli.spaces import open_listed


class AnsweringSession(Protocol):
    """A REMOTE game, seen by its codemaker. A refused move raises Refusal, changes nothing."""

    @property
    def codemaker(self) -> Codemaker:
        """REMOTE."""

    @property
    def ruleset(self) -> Ruleset:
        """What is legal."""

    @property
    def state(self) -> State:
        """Where the game stands."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""

    @property
    def pending(self) -> Code | None:
        """The guess that waits for its answer, until the game is over."""

    @property
    def secret(self) -> Code | None:
        """The player's code, once he has told it."""

    def answer(self, feedback: Feedback) -> None:
        """Answers the pending guess."""

    def take_back(self) -> None:
        """Undoes the last answer."""

    def resign(self) -> None:
        """Ends the game."""

    def reveal(self, secret: Code) -> Sequence[int]:
        """Tells the code; returns the turns, from 1, that were answered falsely."""

    def close(self) -> None:
        """Lets go of what it holds."""


class LocalAnswering:
    """Such a game in this process, played on the engine directly.

    Args:
        ruleset: What is legal.
        tables: Folder of the score tables.
        strategy: How guesses are chosen.
        seed: Fixes what chance decides; None leaves it open.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """

    codemaker = Codemaker.REMOTE

    def __init__(
        self, ruleset: Ruleset, tables: Path, strategy: StrategyName, seed: int | None
    ) -> None:
        self._tables = tables
        self._strategy = strategy
        self._seed = secrets.randbits(64) if seed is None else seed
        self._game = self._with_guess(Game(ruleset, Codemaker.REMOTE, State.IN_PROGRESS))

    @property
    def ruleset(self) -> Ruleset:
        """What is legal."""
        return self._game.ruleset

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._game.state

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""
        return self._game.turns

    @property
    def pending(self) -> Code | None:
        """The guess that waits for its answer, until the game is over."""
        return None if self.state.over else self._game.pending

    @property
    def secret(self) -> Code | None:
        """The player's code, once he has told it."""
        return self._game.secret

    def answer(self, feedback: Feedback) -> None:
        """Answers the pending guess, which is possible by arithmetic."""
        guess = self._game.pending
        if guess is None:
            raise AssertionError("a game that goes on has a guess")
        game = self._game.with_turn(guess, feedback)
        if game.state.over:
            self._check_explained(game)
        self._game = game if game.state.over else self._with_guess(game)

    def take_back(self) -> None:
        """Undoes the last answer."""
        if not self.turns:
            raise Refusal(RuleReason.NOT_YOUR_TURN, "there is no answer to take back")
        self._game = self._game.without_last_turn()

    def resign(self) -> None:
        """Ends the game."""
        self._game = self._game.resign()

    def reveal(self, secret: Code) -> Sequence[int]:
        """Tells the code; returns the turns, from 1, that were answered falsely."""
        from mastermind_service.remote_moves import false_turns

        told = replace(self._game, secret=secret)
        false = false_turns(told)
        self._game = replace(told, state=State.VOID) if false else told
        return false

    def close(self) -> None:
        """Holds nothing."""

    def _with_guess(self, game: Game) -> Game:
        hint = suggest_here(game.ruleset, game.turns, self._strategy, self._tables, seed=self._seed)
        return game.with_pending(hint.guess)

    def _check_explained(self, game: Game) -> None:
        from mastermind_engine.solver.position import candidates, contradictory_history

        space = open_listed(game.ruleset, self._tables)
        if not len(candidates(space, game.turns)):
            raise contradictory_history(space, game.turns)
