"""Pegs as the terminal shows them: each color with its number, key pegs as ● and ○."""

from collections.abc import Sequence

from rich.text import Text

from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.notation import label_of, name_of
from mastermind_service.cli.palette import shade_of

BLACK, WHITE, NONE = "●", "○", "·"
_EMPTY = "grey42"


def peg_width(ruleset: Ruleset) -> int:
    """Cells that one peg takes."""
    labels = [label_of(ruleset, symbol) for symbol in range(1, ruleset.colors + 1)]
    return Text(max(labels, key=len)).cell_len + 2


def peg(ruleset: Ruleset, symbol: int) -> Text:
    """One peg: its label on its color, so that nobody needs the color."""
    label = label_of(ruleset, symbol)
    width = peg_width(ruleset) - 2
    if symbol == 0:
        return Text(f" {label.center(width)} ", f"{_EMPTY} on grey15")
    shade = shade_of(ruleset, symbol)
    middle = Text(label.center(width), f"bold #101014 on {shade}")
    return Text.assemble(("▐", shade), middle, ("▌", shade))


def code_row(ruleset: Ruleset, code: Sequence[int]) -> Text:
    """A code's pegs side by side."""
    return Text(" ").join(peg(ruleset, symbol) for symbol in code)


def empty_row(ruleset: Ruleset) -> Text:
    """A row without pegs."""
    hole = "·".center(peg_width(ruleset))
    return Text(" ".join([hole] * ruleset.pegs), _EMPTY)


def hidden_row(ruleset: Ruleset) -> Text:
    """The secret behind its shield."""
    hole = Text("▐" + "?".center(peg_width(ruleset) - 2) + "▌", "grey50 on grey15")
    return Text(" ").join([hole] * ruleset.pegs)


def key_pegs(ruleset: Ruleset, black: int, white: int) -> Text:
    """The answer to a guess."""
    return Text.assemble(
        (" ".join(BLACK * black), "bold bright_red"),
        " " if black and black < ruleset.pegs else "",
        (" ".join(WHITE * white), "bold bright_white"),
        " " if white and black + white < ruleset.pegs else "",
        (" ".join(NONE * (ruleset.pegs - black - white)), _EMPTY),
    )


def legend(ruleset: Ruleset) -> Text:
    """Every peg with its name."""
    entries = []
    for symbol in range(1, ruleset.colors + 1):
        name = name_of(ruleset, symbol)
        entry = peg(ruleset, symbol)
        if name and name != label_of(ruleset, symbol):
            entry.append(f" {name}", "grey70")
        entries.append(entry)
    if ruleset.blanks:
        entries.append(peg(ruleset, 0).append(" blank", "grey70"))
    return Text("  ").join(entries)
