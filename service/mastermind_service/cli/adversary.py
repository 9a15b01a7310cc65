"""A game in this process against the codemaker without a secret."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mastermind_engine.codes import Code
from mastermind_engine.game import Codemaker, Game, State, Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.choices import StrategyName
from mastermind_service.cli.hints import Hint, suggest_here
from mastermind_service.cli.output import progress_console
from mastermind_service.cli.spaces import open_listed

if TYPE_CHECKING:
    from mastermind_engine.solver.listed import ListedSpace

T = TypeVar("T")


class AdversarialSession:
    """Every answer leaves as many codes as it can.

    Args:
        ruleset: What is legal; at most a million codes.
        tables: Folder of the score tables.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many codes.
    """

    codemaker = Codemaker.ADVERSARIAL
    commitment = b""
    pending: Code | None = None

    def __init__(self, ruleset: Ruleset, tables: Path) -> None:
        from mastermind_engine.solver.listed import check_listable

        check_listable(ruleset)
        self._tables = tables
        self._game = Game(ruleset, Codemaker.ADVERSARIAL, State.IN_PROGRESS)
        self._space: ListedSpace | None = None
        self.hints_used = 0

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
    def secret(self) -> Code | None:
        """A code that fits all answers, once the game is over."""
        return self._game.secret

    def guess(self, code: Code) -> None:
        """Plays a guess; it is legal."""
        from mastermind_engine.solver.adversary import evade

        answer = self._think(lambda space: evade(space, self.turns, code))
        game = self._game.with_turn(code, answer.feedback)
        self._game = replace(game, secret=answer.smallest) if game.state.over else game

    def hint(self, strategy: StrategyName) -> Hint:
        """The guess that a strategy would play."""
        hint = suggest_here(self.ruleset, self.turns, strategy, self._tables)
        self.hints_used += 1
        return hint

    def resign(self) -> None:
        """Gives up; the smallest code that fits is shown."""
        from mastermind_engine.solver.adversary import smallest_candidate

        left = self._think(lambda space: smallest_candidate(space, self.turns))
        self._game = replace(self._game.resign(), secret=left)

    def commitment_kept(self) -> bool | None:
        """There was nothing to commit to."""
        return None

    def close(self) -> None:
        """Holds nothing."""

    def _think(self, work: Callable[["ListedSpace"], T]) -> T:
        def opened() -> T:
            self._space = self._space or open_listed(self.ruleset, self._tables)
            return work(self._space)

        with progress_console().status("thinking …"):
            # Short even for a million codes, so there is nothing to cancel.
            return background.run(opened, lambda: None)
