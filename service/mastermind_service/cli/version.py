"""``mastermind version``."""

import platform
from typing import Annotated

import typer

from mastermind_service import __version__
from mastermind_service.cli.output import write_json


def version_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Tell the version."""
    if as_json:
        write_json(
            {
                "version": __version__,
                "api": "mastermind.v1",
                "python": platform.python_version(),
            }
        )
    else:
        typer.echo(f"mastermind {__version__}")
