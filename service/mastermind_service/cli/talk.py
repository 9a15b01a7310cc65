"""What every talk with a player shares: reading lines, saying things under the board."""

import sys
from collections.abc import Callable, Sequence
from getpass import getpass

from rich.console import Console, RenderableType
from rich.text import Text

from mastermind_engine.codes import Code
from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.board import Shown, board
from mastermind_service.cli.notation import Unreadable, explain_code, read_code

Check = Callable[[Ruleset, Sequence[int]], list[Violation]]


class Talk:
    """A talk at the keyboard, or driven through a pipe.

    Args:
        console: Where the board goes.
        greeting: What can be typed, told first.
    """

    def __init__(self, console: Console, greeting: str) -> None:
        self._console = console
        self._live = sys.stdin.isatty() and console.is_terminal
        self._greeting = Text(greeting, "grey62")
        self._said: RenderableType = self._greeting

    def _board(self, session: Shown) -> RenderableType:
        return board(session, self._console.width)

    def _read(self, prompt: str, hidden: bool = False) -> str | None:
        """The next line, or None at the end of the input."""
        if not self._live:
            return sys.stdin.readline() or None
        try:
            if hidden:
                # Hides what is typed before it prompts; rich would do so only afterwards.
                return getpass(prompt)
            self._console.print()
            return self._console.input(f"[bold yellow]{prompt}[/]")
        except EOFError:
            return None

    def _legal(self, ruleset: Ruleset, line: str, check: Check) -> Code | None:
        """The code that ``line`` writes, or None with the reason ready to be said."""
        try:
            code = read_code(ruleset, line)
        except Unreadable as error:
            self._said = complaint(str(error))
            return None
        faults = check(ruleset, code)
        if faults:
            self._said = complaint(explain_code(faults))
            return None
        return code

    def _say(self, session: Shown, message: RenderableType) -> None:
        """Tells ``message``: under the board, or as the next lines of a pipe."""
        self._said = message
        if self._live:
            self._redraw(session)
        else:
            self._console.print(message)

    def _redraw(self, session: Shown) -> None:
        self._console.clear()
        self._console.print(self._board(session))
        self._console.print(self._said)


def complaint(message: str) -> Text:
    """Why something typed does not do."""
    return Text.assemble(("✗ ", "bold red"), message)
