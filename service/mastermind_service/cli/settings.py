"""Settings for commands: what the environment says below what was typed."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from pydantic import ValidationError

if TYPE_CHECKING:
    from mastermind_service.config import Settings


def load_settings(command: str, **flags: Any) -> "Settings":
    """The settings, those flags that were given above all others; exits 2 on bad ones."""
    from mastermind_service.config import Settings

    try:
        return Settings(**{name: value for name, value in flags.items() if value is not None})
    except ValidationError as error:
        # Not the values: keys may be among them.
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()
        )
        typer.echo(f"mastermind {command}: settings: {faults}", err=True)
        raise typer.Exit(2) from None


def tables_folder(command: str, tables_dir: Path | None) -> Path:
    """The folder of the score tables."""
    return load_settings(command, tables_dir=tables_dir).tables_dir
