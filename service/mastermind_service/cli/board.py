"""The board of a game, and what is said under it."""

from collections.abc import Sequence
from typing import Protocol

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mastermind_engine.codes import Code
from mastermind_engine.game import Codemaker, State, Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.pegs import (
    BLACK,
    MAX_PEGS_APART,
    WHITE,
    code_row,
    empty_row,
    hidden_row,
    key_pegs,
    named_pegs,
)
from mastermind_service.cli.sessions import Session

MAX_ROWS = 12
MAX_PEGS_BESIDE = 6
"""With more pegs the colors stand under the board, not beside it."""
SHORT_COMMITMENT = 16
_SECRET = "secret"
_MIN_NUMBER, _GAP = 3, 2
_KEY = (
    Text(),
    Text.assemble((BLACK, "bold bright_red"), (" color and place right", "grey62")),
    Text.assemble((WHITE, "bold bright_white"), (" color right, elsewhere", "grey62")),
)


class Shown(Protocol):
    """What a board shows of a game."""

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
        """The guess that waits for its answer, if any."""

    @property
    def secret(self) -> Code | None:
        """The secret, once it may be seen."""


def board(session: Shown, width: int) -> RenderableType:
    """The whole board: the secret behind its shield, the turns, the rows left, the colors.

    Args:
        session: The game.
        width: Cells of the terminal; the board gets narrower with it, and loses no peg.
    """
    colors = named_pegs(session.ruleset)
    if len(colors) <= MAX_ROWS and session.ruleset.pegs <= MAX_PEGS_BESIDE:
        beside = Table.grid(padding=(0, 3))
        legend = Group(Text(), Text("colors", "italic grey62"), Text(), *colors, *_KEY)
        beside.add_row(_panel(session, None), legend)
        if _width(beside) <= width:
            return beside
    return Group(_panel(session, width), Text("  ").join(colors))


def _panel(session: Shown, width: int | None) -> Panel:
    """The framed rows; in ``width`` cells if that is given."""
    ruleset = session.ruleset
    padding = 2 if ruleset.pegs <= MAX_PEGS_APART else 1
    room = None
    if width is not None:
        number = len(f"› {len(session.turns) + MAX_ROWS}")
        room = width - 2 - 2 * padding - number - 2 * _GAP - _answer_cells(ruleset)
        if room < empty_row(ruleset).cell_len:
            room += 2 * padding
            padding = 0
    return Panel(
        _rows(session, room),
        box=box.ROUNDED,
        border_style="grey42",
        title=f"[bold]Mastermind[/] · [bold cyan]{session.ruleset.name}[/]",
        subtitle=_subtitle(session),
        padding=(0, padding),
        expand=False,
    )


def _width(table: Table) -> int:
    """Cells that a table would like to have."""
    console = Console(width=1000)
    return Measurement.get(console, console.options, table).maximum


def _answer_cells(ruleset: Ruleset) -> int:
    return max(key_pegs(ruleset, 0, 0).cell_len, len(_SECRET))


def _rows(session: Shown, room: int | None) -> Table:
    ruleset = session.ruleset
    rows = Table.grid(padding=(0, _GAP))
    rows.add_column(justify="right", min_width=_MIN_NUMBER)
    rows.add_column(no_wrap=True)
    rows.add_column(no_wrap=True, min_width=key_pegs(ruleset, 0, 0).cell_len)
    secret = session.secret
    shown = hidden_row(ruleset, room) if secret is None else code_row(ruleset, secret, room)
    rows.add_row("", shown, Text(_SECRET, "italic grey62"))
    rows.add_row()
    played = len(session.turns)
    first = max(0, played - MAX_ROWS + (0 if session.state.over else 1))
    for number, turn in enumerate(session.turns[first:], first + 1):
        rows.add_row(*_turn_cells(session, number, turn, room))
    for cells in _empty_cells(session, played, MAX_ROWS - (played - first), room):
        rows.add_row(*cells)
    return rows


def turn_line(session: Shown) -> Text:
    """The last turn on one line."""
    number, turn = len(session.turns), session.turns[-1]
    return Text("  ").join(Text(" ").join([each]) for each in _turn_cells(session, number, turn))


def _turn_cells(
    session: Shown, number: int, turn: Turn, room: int | None = None
) -> tuple[Text, Text, Text]:
    feedback = turn.feedback
    return (
        Text(str(number), "bold"),
        code_row(session.ruleset, turn.guess, room),
        key_pegs(session.ruleset, feedback.black, feedback.white),
    )


def _empty_cells(
    session: Shown, played: int, most: int, room: int | None
) -> list[tuple[Text, Text]]:
    """Rows that are left, the next one marked; ``most`` at most."""
    limit = session.ruleset.max_guesses
    left = limit - played if limit else 1
    if session.state.over and not limit:
        left = 0
    cells = []
    for place in range(min(left, most)):
        now = place == 0 and not session.state.over
        style = "bold yellow" if now else "grey42"
        number = f"› {played + 1}" if now else str(played + place + 1)
        row = empty_row(session.ruleset, room)
        if now and session.pending is not None:
            row = code_row(session.ruleset, session.pending, room)
        cells.append((Text(number, style), row))
    return cells


def _subtitle(session: Shown) -> str:
    limit = session.ruleset.max_guesses
    if session.state.over:
        return f"[grey62]{session.state.name.lower()}[/]"
    left = limit - len(session.turns)
    told = f"{left} guess{'es' * (left != 1)} left" if limit else "no limit"
    return f"[grey62]{told}[/]"


def verdict(session: Session) -> Text:
    """How the game ended."""
    count = len(session.turns)
    guesses = f"{count} guess{'es' * (count != 1)}"
    hints = session.hints_used
    helped = f" and {hints} hint{'s' * (hints != 1)}" if hints else ""
    if session.state == State.SOLVED:
        text = Text(f"You broke the code in {guesses}{helped}.", "bold green")
    elif session.state == State.UNSOLVED:
        text = Text(f"The code held out: all {guesses} are used up.", "bold red")
    else:
        text = Text(f"Given up after {guesses}{helped}.", "bold yellow")
    if session.secret is not None:
        evasive = session.codemaker == Codemaker.ADVERSARIAL and session.state != State.SOLVED
        told = "There was no secret; this fits all answers  " if evasive else "The secret was  "
        text.append(f"\n{told}", "default not bold")
        text.append_text(code_row(session.ruleset, session.secret))
    return text


def fairness(session: Session, kept: bool | None) -> Text:
    """Whether the codemaker kept its word."""
    if kept is None:
        return Text()
    short = session.commitment.hex()[:SHORT_COMMITMENT]
    if kept:
        return Text(f"✓ Fair: the secret is the one that commitment {short}… stood for.", "green")
    return Text(f"✗ The secret does not match the commitment {short}…!", "bold red")
