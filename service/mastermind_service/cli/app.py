"""The commands, put together."""

import sys
from io import TextIOWrapper

import typer

from mastermind_service import kernel_cache
from mastermind_service.cli.analyze import analyze_command
from mastermind_service.cli.config import config_app
from mastermind_service.cli.evaluate import evaluate_command
from mastermind_service.cli.play import play_command
from mastermind_service.cli.rulesets import rulesets_command
from mastermind_service.cli.score import score_command
from mastermind_service.cli.serve import serve_command
from mastermind_service.cli.suggest import suggest_command
from mastermind_service.cli.tables import tables_app
from mastermind_service.cli.version import version_command

app = typer.Typer(
    name="mastermind",
    help="Plays, referees and solves Mastermind.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    # Never a secret or a key in a traceback.
    pretty_exceptions_show_locals=False,
)


def _examples(*lines: str) -> str:
    """An epilog, a paragraph a line: that is how the help keeps lines apart."""
    return "\n\n".join(["[bold]Examples[/]", *(f"  [cyan]{line}[/]" for line in lines)])


app.command(
    "play",
    epilog=_examples(
        "mastermind play",
        "mastermind play --ruleset super --max-guesses 8",
        "mastermind play --pegs 5 --colors 9 --repeats --blanks",
        "mastermind play --codemaker supplied",
        "mastermind play --server localhost:50051",
    ),
)(play_command)
app.command(
    "suggest",
    epilog=_examples(
        "mastermind suggest --turn 1122=1,0 --turn 1344=0,1",
        "mastermind suggest --strategy minimax --alternatives 3 --turn 1122=0,2",
        "mastermind suggest --ruleset bulls-and-cows --json",
    ),
)(suggest_command)
app.command(
    "evaluate",
    epilog=_examples(
        "mastermind evaluate --strategy minimax",
        "mastermind evaluate --ruleset hasbro --strategy entropy",
        "mastermind evaluate --strategy minimax --opening 1123 --json",
    ),
)(evaluate_command)
app.command(
    "analyze",
    epilog=_examples(
        "mastermind analyze --secret 3124 1122 1344 3124",
        "mastermind analyze 1122=1,1 1344=1,2 3124=4,0 --json",
        "mastermind play --json > game.json; mastermind analyze --game-file game.json",
        "mastermind analyze --server localhost:50051 --game-id k3v…",
    ),
)(analyze_command)
app.command(
    "score",
    epilog=_examples(
        "mastermind score 1234 1344",
        "mastermind score '🔴🔵🟢🟡' 'red red blue green'",
        "mastermind score 1-10-3-4 10-1-5-6 --ruleset bulls-and-cows --json",
    ),
)(score_command)
app.command("rulesets", epilog=_examples("mastermind rulesets", "mastermind rulesets --json"))(
    rulesets_command
)
app.command(
    "serve",
    epilog=_examples(
        "mastermind serve",
        "mastermind serve --grpc-address 0.0.0.0:50051 --store redis://localhost:6379",
    ),
)(serve_command)
app.add_typer(tables_app, name="tables")
app.add_typer(config_app, name="config")
app.command("version", epilog=_examples("mastermind version --json"))(version_command)


def main() -> None:
    """The entry point of ``mastermind``."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a peg shall not end the program.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if not kernel_cache.prepare():
        typer.echo("mastermind: no folder can be written to: kernels are compiled anew", err=True)
    app()
