"""``mastermind analyze``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from mastermind_engine.codes import Code
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.access import check_server, read_access, secret_line
from mastermind_service.cli.analysis_tables import analysis_json, partitions_table, turns_table
from mastermind_service.cli.output import (
    bad_option,
    bad_option_of,
    fail,
    progress_console,
    result_console,
    write_json,
)
from mastermind_service.cli.pegs import code_row
from mastermind_service.cli.played import Played, load_played, read_played
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.settings import tables_folder
from mastermind_service.cli.spaces import open_listed

if TYPE_CHECKING:
    from mastermind_engine.solver.analysis import TurnAnalysis

LEGEND = """\
  Luck and regret count bits; skill compares with the best guess.
  A bar for each answer; the one that came stands in brackets."""
Judged = tuple[Ruleset, Code | None, list["TurnAnalysis"]]
"""A ruleset, the secret where it is known, and the judged turns."""


@with_ruleset
def analyze_command(
    ruleset: Ruleset,
    turns: Annotated[
        list[str] | None,
        typer.Argument(
            help="The turns: GUESS=BLACK,WHITE, or GUESS alone where --secret answers it.",
            show_default=False,
        ),
    ] = None,
    secret: Annotated[
        str | None, typer.Option(help="The secret, such as 3124.", metavar="CODE")
    ] = None,
    game_file: Annotated[
        Path | None,
        typer.Option(
            help="A game as `mastermind play --json` prints it; - for stdin.",
            show_default=False,
            metavar="FILE",
        ),
    ] = None,
    game_id: Annotated[
        str | None, typer.Option(help="A finished game on --server.", metavar="ID")
    ] = None,
    server: Annotated[
        str | None, typer.Option(help="The server that has the game.", metavar="HOST:PORT")
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(help="File with a seat's token, where the game asks for one."),
    ] = None,
    api_key_file: Annotated[
        Path | None,
        typer.Option(
            help="File with the API key that the server asks for; or MASTERMIND_API_KEY.",
            show_default=False,
        ),
    ] = None,
    tls: Annotated[bool, typer.Option("--tls", help="Encrypt the way to the server.")] = False,
    ca: Annotated[
        Path | None,
        typer.Option(
            help="PEM of the authorities to trust instead of the usual ones; means --tls.",
            show_default=False,
            metavar="FILE",
        ),
    ] = None,
    tables_dir: Annotated[
        Path | None, typer.Option(help="Folder of the score tables.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Judge a game turn by turn: codes left, luck, skill, regret, and the best guess.

    The game is told as turns, as a file, or by its id on a server.
    """
    if (server is None) != (game_id is None):
        missing = "--server" if server is None else "--game-id"
        raise bad_option(missing, "--server and --game-id go together")
    if sum(map(bool, (turns, game_file, game_id))) != 1:
        raise bad_option("TURNS", "tell one game: as turns, as --game-file, or by its --game-id")
    if secret is not None and not turns:
        raise bad_option("--secret", "is for turns; files and servers know theirs")
    access = read_access(api_key_file, tls, ca)
    token = "" if token_file is None else secret_line("--token-file", token_file)
    try:
        if server is not None and game_id is not None:
            check_server(server)
            with progress_console().status("asking …"):
                from mastermind_service.cli.remote_analysis import fetch_analysis

                judged = fetch_analysis(server, access, game_id, token)
        else:
            played = (
                load_played(ruleset, game_file)
                if game_file is not None
                else read_played(ruleset, turns or (), secret)
            )
            judged = _judge(played, tables_folder("analyze", tables_dir))
    except Refusal as refusal:
        if refusal.reason == RuleReason.UNSUPPORTED_FOR_RULESET and server is None:
            raise bad_option_of("--ruleset", refusal) from refusal
        fail(refusal.message)
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    if as_json:
        write_json(analysis_json(*judged))
    else:
        _show(*judged)


def _judge(played: Played, folder: Path) -> Judged:
    with progress_console().status("thinking …"):
        import numpy as np

        from mastermind_engine.solver.analysis import analyze_turns

        cancelled = np.zeros(1, np.uint8)
        turns = background.run(
            lambda: analyze_turns(
                open_listed(played.ruleset, folder), played.ruleset, played.turns, cancelled
            ),
            lambda: cancelled.fill(1),
        )
    return played.ruleset, played.secret, turns


def _show(ruleset: Ruleset, secret: Code | None, turns: list["TurnAnalysis"]) -> None:
    console = result_console()
    console.print()
    hidden: Text | str = "unknown" if secret is None else code_row(ruleset, secret)
    console.print(
        Text.assemble(("  " + ruleset.name, "bold cyan"), (", the secret ", "grey62"), hidden)
    )
    console.print()
    if not turns:
        console.print("  no turn was played")
        return
    console.print(Padding(turns_table(ruleset, turns), (0, 1)))
    console.print(Padding(partitions_table(ruleset, turns), (1, 1)))
    console.print(Text(LEGEND, "grey62"))
    console.print()
