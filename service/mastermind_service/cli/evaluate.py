"""``mastermind evaluate``."""

import time
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mastermind_engine.codes import Code, check_guess
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.choices import STRATEGY_HELP, StrategyName, constant, kebab
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import (
    bad_option_of,
    progress_console,
    result_console,
    write_json,
)
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.score import code_argument
from mastermind_service.cli.settings import tables_folder
from mastermind_service.cli.spaces import open_space

if TYPE_CHECKING:
    from mastermind_engine.solver.evaluate import Evaluation

MAX_SEED = 2**64 - 1
PATIENCE = 0.5
"""Seconds after which kernels that load are rather being compiled, and that is told."""


@with_ruleset
def evaluate_command(
    ruleset: Ruleset,
    strategy: Annotated[
        StrategyName, typer.Option("--strategy", help=STRATEGY_HELP, metavar="STRATEGY")
    ] = StrategyName.AUTO,
    opening: Annotated[
        str | None,
        typer.Option(help="First guess, such as 1122, instead of the strategy's.", metavar="CODE"),
    ] = None,
    candidates_only: Annotated[
        bool, typer.Option("--candidates-only", help="Guess only what may be the secret.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(help="Play so many secrets, drawn by the seed, instead of all.", min=1),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Fixes what chance decides (the sample, random-consistent).",
            min=0,
            max=MAX_SEED,
        ),
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads that share the work.", min=1)] = 1,
    tables_dir: Annotated[
        Path | None, typer.Option(help="Folder of the score tables.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play every secret by a strategy, or a sample of them, and count the guesses.

    Where codes are too many to list, they must be drawn (--sample). The number of rows does
    not count here. Ctrl-C ends it.
    """
    first = code_argument(ruleset, opening, "--opening", check_guess) if opening else None
    folder = tables_folder("evaluate", tables_dir)
    chance = randbits(64) if seed is None else seed
    try:
        found, seconds = _evaluate(
            ruleset,
            folder,
            strategy,
            opening=first,
            candidates_only=candidates_only,
            sample=sample or 0,
            seed=chance,
            threads=threads,
        )
    except Refusal as refusal:
        raise bad_option_of("--ruleset", refusal) from refusal
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    told = evaluation_json(ruleset, found, seconds)
    if as_json:
        write_json(told)
    else:
        _show(ruleset, found, seconds)


def _evaluate(
    ruleset: Ruleset,
    folder: Path,
    strategy: StrategyName,
    *,
    opening: Code | None,
    candidates_only: bool,
    sample: int,
    seed: int,
    threads: int,
) -> tuple["Evaluation", float]:
    console = progress_console()
    with console.status("loading the solver …"):
        from mastermind_engine.solver import evaluate as solver
        from mastermind_engine.solver.strategies import Strategy

    _warm_kernels()
    with console.status("loading the solver …"):
        space = open_space(ruleset, folder)

    def work() -> "tuple[Evaluation, float]":
        start = time.perf_counter()
        found = solver.evaluate(
            space,
            ruleset,
            Strategy[constant(strategy)],
            opening=opening,
            candidates_only=candidates_only,
            sample=sample,
            seed=seed,
            threads=threads,
            progress=done,
        )
        return found, time.perf_counter() - start

    done = solver.Progress()
    columns = (TextColumn("evaluating"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=sample or ruleset.secret_count)
        return background.run(
            work,
            done.cancel,
            lambda: bar.update(task, completed=done.done),
        )


def _warm_kernels() -> None:
    """Loads the kernels, compiling them where no cache holds them, and says so."""
    from mastermind_engine.solver.evaluate import evaluate
    from mastermind_engine.solver.listed import ListedSpace, listed_with_table
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.tables import Shape

    tiny = Ruleset("tiny", 2, 2, True, True)
    start = time.monotonic()
    told = False

    def work() -> None:
        for space in (listed_with_table(tiny), ListedSpace(Shape.of(tiny))):
            evaluate(space, tiny, Strategy.MINIMAX)

    def watch() -> None:
        nonlocal told
        if not told and time.monotonic() - start > PATIENCE:
            told = True
            typer.echo("compiling kernels, once …", err=True)

    background.run(work, lambda: None, watch)


def evaluation_json(ruleset: Ruleset, found: "Evaluation", seconds: float) -> dict[str, Any]:
    """An evaluation as ``--json`` prints it."""
    return {
        "total": found.total,
        "codes": found.codes,
        "average": found.average,
        "max": found.max,
        "histogram": found.histogram,
        "opening": None if found.opening is None else code_text(ruleset, found.opening),
        "seconds": round(seconds, 6),
        "ruleset": ruleset.name,
        "strategy": kebab(found.strategy.name),
        "standard_error": found.standard_error,
    }


def _show(ruleset: Ruleset, found: "Evaluation", seconds: float) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from mastermind_service.cli.histogram import histogram
    from mastermind_service.cli.pegs import code_row

    console = result_console()
    console.print()
    console.print(
        Text.assemble(
            (f"  {kebab(found.strategy.name)}", "bold cyan"),
            (" on ", "grey62"),
            (ruleset.name, "bold"),
            (" opens with  ", "grey62"),
            "any code" if found.opening is None else code_row(ruleset, found.opening),
        )
    )
    console.print()
    console.print(Padding(histogram(found.histogram), (0, 2)))
    console.print(
        Text.assemble(
            (f"  {found.average:.4f}", "bold green"),
            f" ± {found.standard_error:.4f}" if found.standard_error else "",
            " guesses on average, ",
            (f"{found.max}", "bold green"),
            f" at most; {found.total:,} for {found.codes:,} codes",
            (f"  in {seconds:.2f} s", "grey62"),
        )
    )
    console.print()
