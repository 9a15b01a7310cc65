"""``mastermind suggest``."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.padding import Padding
from rich.text import Text

from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.choices import STRATEGY_HELP, StrategyName, kebab
from mastermind_service.cli.hints import Hint, hint_json, hint_table, suggest_here
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import bad_option_of, fail, result_console, write_json
from mastermind_service.cli.pegs import code_row, key_pegs
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.settings import tables_folder
from mastermind_service.cli.turns import read_turns

MAX_ALTERNATIVES = 100
MAX_SEED = 2**64 - 1


@with_ruleset
def suggest_command(
    ruleset: Ruleset,
    turn: Annotated[
        list[str] | None,
        typer.Option(
            help="A turn so far, with its black and white key pegs; once for each.",
            metavar="GUESS=BLACK,WHITE",
            show_default=False,
        ),
    ] = None,
    strategy: Annotated[
        StrategyName, typer.Option("--strategy", help=STRATEGY_HELP, metavar="STRATEGY")
    ] = StrategyName.AUTO,
    alternatives: Annotated[
        int,
        typer.Option(help="How many next-worse guesses to tell.", min=0, max=MAX_ALTERNATIVES),
    ] = 0,
    candidates_only: Annotated[
        bool, typer.Option("--candidates-only", help="Weigh only what may be the secret.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(help="Fixes what chance decides (random-consistent).", min=0, max=MAX_SEED),
    ] = None,
    tables_dir: Annotated[
        Path | None, typer.Option(help="Folder of the score tables.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Suggest the next guess in a position."""
    turns = read_turns(ruleset, turn or ())
    folder = tables_folder("suggest", tables_dir)
    try:
        hint = suggest_here(
            ruleset,
            turns,
            strategy,
            folder,
            alternatives=alternatives,
            candidates_only=candidates_only,
            seed=secrets.randbits(64) if seed is None else seed,
        )
    except Refusal as refusal:
        _refuse(refusal, as_json)
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    if as_json:
        write_json({"ruleset": ruleset.name, **hint_json(ruleset, hint)})
    else:
        _show(ruleset, turns, hint)


def _refuse(refusal: Refusal, as_json: bool) -> NoReturn:
    """Ends: 2 for what the solver cannot do with these options, 1 for the position itself."""
    if refusal.reason == RuleReason.UNSUPPORTED_FOR_RULESET:
        raise bad_option_of("--ruleset", refusal)
    told: dict[str, object] = {"reason": refusal.reason, "message": refusal.message}
    message = refusal.message
    if refusal.reason == RuleReason.CONTRADICTORY_HISTORY:
        repairing = [each for each in refusal.details["repairing_turns"].split(",") if each]
        told["first_contradictory_turn"] = int(refusal.details["first_contradictory_turn"])
        told["repairing_turns"] = list(map(int, repairing))
        message += "\n" + _repair(repairing)
    if as_json:
        write_json({"error": told})
    fail(message)


def _repair(repairing: Sequence[str]) -> str:
    if not repairing:
        return "no single turn is to blame: two or more must be wrong"
    turns = " or turn ".join(repairing)
    return f"one wrong answer would explain it: the others agree without turn {turns}"


def _show(ruleset: Ruleset, turns: Sequence[Turn], hint: Hint) -> None:
    console = result_console()
    console.print()
    for number, turn in enumerate(turns, 1):
        feedback = turn.feedback
        console.print(
            Text.assemble(
                (f"  {number:>2}  ", "grey62"),
                code_row(ruleset, turn.guess),
                "   ",
                key_pegs(ruleset, feedback.black, feedback.white),
            )
        )
    left = hint.candidates_remaining
    console.print(
        Text.assemble(
            ("  next ", "bold yellow"),
            (code_text(ruleset, hint.guess), "bold"),
            f"  by {kebab(hint.strategy_used.name)}, ",
            f"{kebab(hint.quality.name)}; ",
            (f"{left:,}", "bold"),
            f" code{'s' * (left != 1)} left",
        )
    )
    console.print()
    console.print(Padding(hint_table(ruleset, hint), (0, 1)))
    console.print()
