"""The talk with a player: reads lines, plays them, shows the board."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.board import SHORT_COMMITMENT, fairness, turn_line, verdict
from mastermind_service.cli.choices import StrategyName
from mastermind_service.cli.hints import hint_lines
from mastermind_service.cli.notation import fold
from mastermind_service.cli.sessions import Session
from mastermind_service.cli.talk import Talk, complaint

_STRATEGIES = ", ".join(name for name in StrategyName if name != StrategyName.AUTO)
_HELP = (
    (
        "a code",
        "digits [bold]1122[/], letters [bold]AABB[/], names [bold]amber blue[/], circles "
        "[bold]🔴🔵[/], [bold].[/] for a blank",
    ),
    ("hint", f"a guess and what it brings; [bold]hint minimax[/] by one of {_STRATEGIES}"),
    ("resign", "or [bold]quit[/] ends the game and shows the secret"),
)


class Dialog(Talk):
    """One game whose code the player breaks.

    Args:
        console: Where the board goes.
    """

    def __init__(self, console: Console) -> None:
        super().__init__(console, "type a code, hint, help or quit")

    def play(self, session: Session) -> bool | None:
        """Plays to the end; returns whether the commitment was kept, None for none."""
        self._open(session)
        while not session.state.over:
            line = self._read(f"guess {len(session.turns) + 1} › ")
            if line is None:
                session.resign()
            elif line.strip():
                self._answer(session, line)
        kept = session.commitment_kept()
        if self._live:
            self._console.clear()
        self._console.print(self._board(session))
        self._console.print()
        self._console.print(verdict(session))
        if kept is not None:
            self._console.print(fairness(session, kept))
        return kept

    def ask_secret(self, ruleset: Ruleset) -> Code | None:
        """The codemaker's secret, typed unseen; None when there is none."""
        if not self._live:
            return self._ask_secret(ruleset)
        # On a screen of its own: nothing of it is left for the codebreaker, not even above.
        with self._console.screen(hide_cursor=False):
            self._console.print(
                "[bold]Codemaker[/], hide your code; what you type does not show. "
                "[grey62]Codebreaker, look away.[/]"
            )
            return self._ask_secret(ruleset)

    def _ask_secret(self, ruleset: Ruleset) -> Code | None:
        while True:
            line = self._read("secret › ", hidden=True)
            if line is None:
                return None
            secret = self._legal(ruleset, line, check_secret)
            if secret is not None:
                return secret
            self._console.print(self._said)
            self._said = self._greeting

    def _open(self, session: Session) -> None:
        if session.commitment:
            short = session.commitment.hex()[:SHORT_COMMITMENT]
            self._said = Text(
                f"the secret is committed to: {short}…\ntype a code, hint, help or quit", "grey62"
            )
        if self._live:
            self._redraw(session)
        else:
            self._console.print(self._board(session))
            self._console.print(self._said)

    def _answer(self, session: Session, line: str) -> None:
        word, _, rest = fold(line).strip().partition(" ")
        if word in ("resign", "quit", "exit"):
            session.resign()
        elif word in ("help", "?"):
            self._say(session, _help())
        elif word == "hint":
            self._hint(session, rest.strip())
        else:
            self._guess(session, line)

    def _guess(self, session: Session, line: str) -> None:
        code = self._legal(session.ruleset, line, check_guess)
        if code is None:
            self._say(session, self._said)
            return
        try:
            session.guess(code)
        except Refusal as refusal:
            self._say(session, complaint(refusal.message))
            return
        self._said = Text()
        if not self._live:
            self._console.print(turn_line(session))
        elif not session.state.over:
            self._redraw(session)

    def _hint(self, session: Session, name: str) -> None:
        name = name.replace("_", "-") or StrategyName.AUTO
        if name not in set(StrategyName):
            known = ", ".join(StrategyName)
            self._say(session, complaint(f"there is no strategy “{name}”; there are {known}"))
            return
        try:
            hint = session.hint(StrategyName(name))
        except Refusal as refusal:
            self._say(session, complaint(refusal.message))
        else:
            self._say(session, hint_lines(session.ruleset, hint))


def _help() -> Table:
    lines = Table.grid(padding=(0, 2))
    for word, meaning in _HELP:
        lines.add_row(f"[bold]{word}[/]", meaning)
    return lines
