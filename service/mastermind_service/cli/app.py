"""The commands, put together."""

import typer

from mastermind_service.cli.serve import serve_command

app = typer.Typer(
    name="mastermind",
    help="Plays, referees and solves Mastermind.",
    no_args_is_help=True,
    add_completion=False,
)
app.command("serve")(serve_command)


@app.callback()
def _root() -> None:
    """Keeps `serve` a subcommand even while it is alone."""


def main() -> None:
    """The entry point of ``mastermind``."""
    app()
