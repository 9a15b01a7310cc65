"""``mastermind rulesets``."""

from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service.cli.choices import kebab
from mastermind_service.cli.output import result_console, write_json


def rulesets_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """List the rulesets that ship."""
    if as_json:
        write_json({"rulesets": [ruleset_json(each) for each in PRESETS.values()]})
    else:
        result_console().print(_table())


def ruleset_json(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset in full."""
    return {
        "name": ruleset.name,
        "pegs": ruleset.pegs,
        "colors": ruleset.colors,
        "repeats": ruleset.repeats,
        "guess_repeats": ruleset.guess_repeats,
        "blanks": ruleset.blanks,
        "max_guesses": ruleset.max_guesses,
        "feedback_kind": kebab(ruleset.feedback_kind.name),
        "symbols": list(ruleset.symbols),
        "secrets": ruleset.secret_count,
        "guesses": ruleset.guess_count,
    }


def describe(ruleset: Ruleset) -> str:
    """A ruleset in a few words."""
    parts = [f"{ruleset.pegs} pegs, {ruleset.colors} colors" + " and blank" * ruleset.blanks]
    if not ruleset.repeats:
        parts.append("no repeats" + " in the secret" * ruleset.guess_repeats)
    return ", ".join(parts)


def _table() -> Table:
    # Narrow terminals wrap the cells; no name and no number is ever cut.
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("ruleset", style="bold cyan", min_width=max(map(len, PRESETS)))
    table.add_column("pegs × colors", justify="center", min_width=len("colors"))
    table.add_column("repeats", min_width=len("repeats"))
    for heading in ("guesses", "secrets", "legal\nguesses"):
        table.add_column(heading, justify="right", min_width=len("guesses"))
    for each in PRESETS.values():
        repeats = "yes" if each.repeats else "in guesses" if each.guess_repeats else "no"
        table.add_row(
            each.name,
            f"{each.pegs} × {each.colors}" + " + blank" * each.blanks,
            repeats,
            str(each.max_guesses or "no limit"),
            f"{each.secret_count:,}",
            f"{each.guess_count:,}",
        )
    return table
