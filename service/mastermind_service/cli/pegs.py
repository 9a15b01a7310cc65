"""Pegs as the terminal shows them: each color with its number, key pegs as ● and ○."""

from collections.abc import Sequence

from rich.text import Text

from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.notation import label_of, name_of
from mastermind_service.cli.palette import shade_of

BLACK, WHITE, NONE = "●", "○", "·"
MAX_PEGS_APART = 8
"""With more pegs a row is drawn close, and the answer in figures."""
_EMPTY = "grey42"
_SHIELD = "#4a4a52"
_INK, _CHALK = "#101014", "#ffffff"


def peg_width(ruleset: Ruleset) -> int:
    """Cells that one peg takes."""
    labels = [label_of(ruleset, symbol) for symbol in range(1, ruleset.colors + 1)]
    return Text(max(labels, key=len)).cell_len + 2


def peg(ruleset: Ruleset, symbol: int) -> Text:
    """One peg: its label on its color, so that nobody needs the color."""
    label = label_of(ruleset, symbol).rjust(peg_width(ruleset) - 2)
    if symbol == 0:
        return Text.assemble((f" {label} ", f"{_EMPTY} on grey15"))
    return _pill(label, shade_of(ruleset, symbol))


def code_row(ruleset: Ruleset, code: Sequence[int], room: int | None = None) -> Text:
    """A code's pegs side by side; in ``room`` cells closer, or on several lines."""
    return _side_by_side([peg(ruleset, symbol) for symbol in code], room)


def empty_row(ruleset: Ruleset, room: int | None = None) -> Text:
    """A row without pegs."""
    hole = Text(NONE.rjust(peg_width(ruleset) - 1).ljust(peg_width(ruleset)), _EMPTY)
    return _side_by_side([hole] * ruleset.pegs, room)


def hidden_row(ruleset: Ruleset, room: int | None = None) -> Text:
    """The secret behind its shield."""
    hole = _pill("?".rjust(peg_width(ruleset) - 2), _SHIELD)
    return _side_by_side([hole] * ruleset.pegs, room)


def _pill(label: str, shade: str) -> Text:
    red, green, blue = (int(shade[place : place + 2], 16) for place in (1, 3, 5))
    dark = red * 0.299 + green * 0.587 + blue * 0.114 < 110
    text = (label, f"bold {_CHALK if dark else _INK} on {shade}")
    return Text.assemble(("▐", shade), text, ("▌", shade))


def _side_by_side(pegs: Sequence[Text], room: int | None) -> Text:
    row = Text("" if len(pegs) > MAX_PEGS_APART else " ").join(pegs)
    if room is None or row.cell_len <= room:
        return row
    # Never cut: without gaps, and if need be on several lines.
    fit = max(1, room // max(each.cell_len for each in pegs))
    lines = [Text("").join(pegs[first : first + fit]) for first in range(0, len(pegs), fit)]
    return Text("\n").join(lines)


def key_pegs(ruleset: Ruleset, black: int, white: int) -> Text:
    """The answer to a guess."""
    if ruleset.pegs > MAX_PEGS_APART:
        return Text.assemble(
            (f"{black:>2}{BLACK}", "bold bright_red"),
            (f"{white:>3}{WHITE}", "bold bright_white"),
        )
    none = ruleset.pegs - black - white
    kinds = (
        (BLACK, black, "bold bright_red"),
        (WHITE, white, "bold bright_white"),
        (NONE, none, _EMPTY),
    )
    return Text(" ").join(
        Text(character, style) for character, count, style in kinds for _ in range(count)
    )


def named_pegs(ruleset: Ruleset) -> list[Text]:
    """Every peg with its name."""
    entries = []
    for symbol in range(1, ruleset.colors + 1):
        name = name_of(ruleset, symbol)
        entry = peg(ruleset, symbol)
        if name and name != label_of(ruleset, symbol):
            entry.append(f"\u00a0{name}", "grey70")
        entries.append(entry)
    if ruleset.blanks:
        entries.append(Text.assemble(peg(ruleset, 0), ("\u00a0blank", "grey70")))
    return entries
