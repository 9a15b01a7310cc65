"""Suggestions for a position, computed here, and how they are told."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from rich import box
from rich.table import Table
from rich.text import Text

from mastermind_engine.codes import Code
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.choices import StrategyName, constant, kebab
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import progress_console
from mastermind_service.cli.pegs import code_row
from mastermind_service.cli.spaces import open_space


class Named(Protocol):
    """A member of an enum."""

    @property
    def name(self) -> str:
        """Its constant's name."""


class Hint(Protocol):
    """A suggestion, whether the engine's own or one from a server."""

    @property
    def guess(self) -> Code:
        """The guess."""

    @property
    def is_candidate(self) -> bool:
        """Whether it may be the secret itself."""

    @property
    def candidates_remaining(self) -> int:
        """Candidates before the guess."""

    @property
    def worst_case_remaining(self) -> int:
        """The largest cell of its partition."""

    @property
    def expected_remaining(self) -> float:
        """Candidates left on average."""

    @property
    def entropy_bits(self) -> float:
        """Information that the answer brings."""

    @property
    def parts(self) -> int:
        """Different answers that are possible."""

    @property
    def score(self) -> int:
        """The strategy's own integer."""

    @property
    def strategy_used(self) -> Named:
        """The strategy that chose it."""

    @property
    def quality(self) -> Named:
        """How far to trust it."""

    @property
    def alternatives(self) -> Sequence["Hint"]:
        """Next-worse guesses."""


def suggest_here(
    ruleset: Ruleset,
    turns: Sequence[Turn],
    strategy: StrategyName,
    folder: Path,
    *,
    alternatives: int = 0,
    candidates_only: bool = False,
    seed: int = 0,
) -> Hint:
    """The guess that a strategy chooses, by the engine in this process.

    Raises:
        Refusal: GAME_OVER, CONTRADICTORY_HISTORY or UNSUPPORTED_FOR_RULESET.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with progress_console().status("thinking …"):
        import numpy as np

        from mastermind_engine.solver.strategies import Strategy
        from mastermind_engine.solver.suggest import Wish, suggest

        wish = Wish(
            Strategy[constant(strategy)],
            alternatives=alternatives,
            candidates_only=candidates_only,
            seed=seed,
        )
        cancelled = np.zeros(1, np.uint8)
        return background.run(
            lambda: suggest(open_space(ruleset, folder), ruleset, turns, wish, cancelled),
            lambda: cancelled.fill(1),
        )


def hint_json(ruleset: Ruleset, hint: Hint) -> dict[str, Any]:
    """A suggestion as ``--json`` prints it."""
    return {
        "guess": code_text(ruleset, hint.guess),
        "is_candidate": hint.is_candidate,
        "candidates_remaining": hint.candidates_remaining,
        "worst_case_remaining": hint.worst_case_remaining,
        "expected_remaining": hint.expected_remaining,
        "entropy_bits": hint.entropy_bits,
        "parts": hint.parts,
        "score": hint.score,
        "strategy_used": kebab(hint.strategy_used.name),
        "quality": kebab(hint.quality.name),
        "alternatives": [hint_json(ruleset, each) for each in hint.alternatives],
    }


def hint_lines(ruleset: Ruleset, hint: Hint) -> Text:
    """A suggestion and its numbers."""
    if hint.candidates_remaining == 1:
        numbers = "the only code left: this is the secret"
    else:
        numbers = (
            f"{hint.candidates_remaining:,} codes left · then {hint.worst_case_remaining:,} at "
            f"worst, {hint.expected_remaining:,.1f} expected · {hint.entropy_bits:.2f} bits · "
            f"{hint.parts} answers"
        )
    candidate = "may be the secret" if hint.is_candidate else "cannot be the secret"
    return Text.assemble(
        ("hint  ", "bold yellow"),
        code_row(ruleset, hint.guess),
        (
            f"  by {kebab(hint.strategy_used.name)}, {kebab(hint.quality.name)}, {candidate}\n",
            "grey70",
        ),
        (numbers, "grey70"),
    )


def hint_table(ruleset: Ruleset, hint: Hint) -> Table:
    """A suggestion with its alternatives, a row each."""
    table = Table(box=box.SIMPLE_HEAD, header_style="grey62", show_edge=False)
    table.add_column("guess")
    table.add_column("may be\nthe secret", justify="center")
    for heading in ("left at\nworst", "left\nexpected", "bits", "answers", "score"):
        table.add_column(heading, justify="right")
    for place, each in enumerate((hint, *hint.alternatives)):
        table.add_row(
            code_row(ruleset, each.guess),
            "yes" if each.is_candidate else "no",
            f"{each.worst_case_remaining:,}",
            f"{each.expected_remaining:,.2f}",
            f"{each.entropy_bits:.3f}",
            str(each.parts),
            f"{each.score:,}",
            style="bold" if place == 0 else "grey70",
        )
    return table
