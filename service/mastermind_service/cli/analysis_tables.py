"""A judged game as tables and bars."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from mastermind_engine.codes import Code
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.pegs import code_row, key_pegs

if TYPE_CHECKING:
    from mastermind_engine.solver.analysis import TurnAnalysis

_HEIGHTS = "▁▂▃▄▅▆▇█"
_QUIET = "grey62"
ROOM = 24
"""Cells that a guess may take; longer ones go on several lines."""


def analysis_json(
    ruleset: Ruleset, secret: Code | None, turns: Sequence["TurnAnalysis"]
) -> dict[str, Any]:
    """A judged game as ``--json`` prints it."""
    return {
        "ruleset": ruleset.name,
        "secret": None if secret is None else code_text(ruleset, secret),
        "turns": [_turn_json(ruleset, number, turn) for number, turn in enumerate(turns, 1)],
    }


def _turn_json(ruleset: Ruleset, number: int, judged: "TurnAnalysis") -> dict[str, Any]:
    return {
        "turn": number,
        "guess": code_text(ruleset, judged.turn.guess),
        "black": judged.turn.feedback.black,
        "white": judged.turn.feedback.white,
        "is_candidate": judged.is_candidate,
        "candidates_before": judged.candidates_before,
        "candidates_after": judged.candidates_after,
        "expected_after": judged.expected_after,
        "best_guess": code_text(ruleset, judged.best_guess),
        "best_expected_after": judged.best_expected_after,
        "luck": judged.luck,
        "skill": judged.skill,
        "regret": judged.regret,
        "partition": [
            {"black": cell.feedback.black, "white": cell.feedback.white, "count": cell.count}
            for cell in judged.partition
        ],
    }


def turns_table(ruleset: Ruleset, turns: Sequence["TurnAnalysis"]) -> Table:
    """A row a turn: what was guessed, what was left, how lucky and skilled it was."""
    table = _table("guess", "answer")
    for heading in ("codes left", "luck", "skill", "regret"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, judged in enumerate(turns, 1):
        feedback = judged.turn.feedback
        table.add_row(
            str(number),
            code_row(ruleset, judged.turn.guess, ROOM),
            key_pegs(ruleset, feedback.black, feedback.white),
            f"{judged.candidates_before:,} → {judged.candidates_after:,}",
            Text(f"{judged.luck:+.2f}", "green" if judged.luck >= 0 else "red"),
            "–" if judged.skill is None else f"{judged.skill:.0%}",
            f"{judged.regret:.2f}",
        )
    return table


def partitions_table(ruleset: Ruleset, turns: Sequence["TurnAnalysis"]) -> Table:
    """How each guess split the codes: a bar an answer, the one that came in brackets."""
    table = _table("how it split the codes")
    for heading in ("answers", "expected"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("best guess", no_wrap=True)
    for number, judged in enumerate(turns, 1):
        table.add_row(
            str(number),
            _bars(judged),
            str(len(judged.partition)),
            f"{judged.expected_after:,.1f}",
            _best(ruleset, judged),
        )
    return table


def _table(*headings: str) -> Table:
    """A table whose rows begin with the number of a turn."""
    table = Table(box=box.SIMPLE_HEAD, header_style=_QUIET, show_edge=False, pad_edge=False)
    table.add_column("", justify="right", style="bold")
    for heading in headings:
        table.add_column(heading)
    return table


def _best(ruleset: Ruleset, judged: "TurnAnalysis") -> Text:
    if not judged.regret:
        return Text("none better", _QUIET)
    expected = (f"  {judged.best_expected_after:,.1f} expected", _QUIET)
    return Text.assemble(code_text(ruleset, judged.best_guess), expected)


def _bars(judged: "TurnAnalysis") -> Text:
    largest = max(cell.count for cell in judged.partition)
    bars = Text()
    for cell in judged.partition:
        height = _HEIGHTS[max(0, -(-cell.count * len(_HEIGHTS) // largest) - 1)]
        came = cell.feedback == judged.turn.feedback
        bars.append(f"[{height}]" if came else height, "bold yellow" if came else "cyan")
    return bars
