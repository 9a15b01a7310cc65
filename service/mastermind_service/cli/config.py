"""``mastermind config``."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mastermind_service.cli.output import result_console, write_json
from mastermind_service.cli.settings import load_settings

config_app = typer.Typer(help="Settings of the server.", no_args_is_help=True)


@config_app.command("check")
def check_command(
    config: Annotated[
        Path | None, typer.Option(envvar="MASTERMIND_CONFIG", help="settings file, TOML")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check the settings that a server would start with, and show them.

    Keys are never shown. Exits with 2 where a setting is wrong, and names it.
    """
    settings = load_settings("config check", config)
    values = settings.redacted()
    if as_json:
        write_json(values)
        return
    table = Table("setting", "value", "meaning", title="Settings")
    for name, field in type(settings).model_fields.items():
        table.add_row(name, str(values[name]), field.description or "")
    result_console().print(table)
