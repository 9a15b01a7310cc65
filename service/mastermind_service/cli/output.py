"""Where output goes: results to stdout, progress and talk to stderr."""

import json
import sys
from typing import Any, NoReturn

import typer
from rich.console import Console

from mastermind_engine.refusals import Refusal


def result_console(as_json: bool = False) -> Console:
    """Where people read results: stdout, unless it belongs to the JSON."""
    return Console(stderr=as_json, highlight=False)


def progress_console() -> Console:
    """Where people see that work is under way: always stderr."""
    return Console(stderr=True, highlight=False)


def write_json(value: dict[str, Any]) -> None:
    """Writes one JSON object on one line of stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def fail(message: str) -> NoReturn:
    """Ends with exit code 1: rightly asked, but it cannot be done."""
    typer.echo(f"mastermind: {message}", err=True)
    raise typer.Exit(1)


def bad_option(option: str, message: str) -> typer.BadParameter:
    """Bad usage, exit code 2, naming the option."""
    return typer.BadParameter(message, param_hint=f"'{option}'")


def bad_option_of(option: str, refusal: Refusal) -> typer.BadParameter:
    """Bad usage of the one option that a refusal comes from."""
    faults = "; ".join(fault.description for fault in refusal.violations)
    return bad_option(option, f"{refusal.message}: {faults}" if faults else refusal.message)
