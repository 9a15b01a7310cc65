"""Settings for commands: file below environment below what was typed."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from pydantic import ValidationError

if TYPE_CHECKING:
    from mastermind_service.config import Settings

_PREFIX = "Value error, "
"""What pydantic puts before the messages of our own validators."""


def load_settings(command: str, file: Path | None = None, **flags: Any) -> "Settings":
    """The settings: file below environment below the flags given; exits 2 on bad ones."""
    from mastermind_service.config import load_settings as load

    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return load(file, given)
    except ValidationError as error:
        # Not the values: keys may be among them.
        faults = (
            f"{'.'.join(map(str, loc)) or 'together'}: {message.removeprefix(_PREFIX)}"
            for loc, message in ((fault["loc"], fault["msg"]) for fault in error.errors())
        )
        bad_settings(command, "; ".join(faults))
    except (OSError, ValueError) as error:
        bad_settings(command, f"{file}: {error}" if file else str(error))


def bad_settings(command: str, fault: str) -> NoReturn:
    """Ends with exit code 2."""
    typer.echo(f"mastermind {command}: settings: {fault}", err=True)
    raise typer.Exit(2)


def tables_folder(command: str, tables_dir: Path | None) -> Path:
    """The folder of the score tables."""
    return load_settings(command, tables_dir=tables_dir).tables_dir
