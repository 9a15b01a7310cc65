"""How commands reach a server: its address, keys, TLS."""

import os
from pathlib import Path

from mastermind_service.cli.output import bad_option
from mastermind_service.cli.sessions import Access

API_KEY = "MASTERMIND_API_KEY"
"""The variable that holds the key for a server."""


def read_access(api_key_file: Path | None, tls: bool, ca: Path | None) -> Access:
    """How a server lets us in, from the options that tell it.

    Raises:
        typer.BadParameter: A file cannot be read, or holds no key.
    """
    if api_key_file is not None:
        api_key = secret_line("--api-key-file", api_key_file)
    else:
        api_key = os.environ.get(API_KEY, "").strip()
    # gRPC would drop the call without a word that helps.
    if not (api_key.isascii() and api_key.isprintable()):
        raise bad_option("--api-key-file", "the key must be one line of printable ASCII")
    return Access(api_key, tls or ca is not None, None if ca is None else _contents("--ca", ca))


def secret_line(option: str, file: Path) -> str:
    """The one line that ``file`` holds.

    Raises:
        typer.BadParameter: It cannot be read, or is empty.
    """
    line = _contents(option, file).decode(errors="replace").strip()
    if not line:
        raise bad_option(option, f"{file} is empty")
    return line


def check_server(server: str) -> None:
    """Refuses what is no address.

    Raises:
        typer.BadParameter: It is not HOST:PORT.
    """
    host, _, port = server.rpartition(":")
    if not host or not port.isdigit():
        raise bad_option("--server", f"{server!r} is not HOST:PORT, such as localhost:50051")


def _contents(option: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise bad_option(option, f"{file} cannot be read: {error.strerror}") from error
