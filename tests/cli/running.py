"""Runs commands inside the test's process."""

import json
from typing import Any

from typer.testing import CliRunner, Result

from mastermind_service.cli.app import app

# Wide, so that no message is broken in two, and without colors.
ENVIRONMENT = {"COLUMNS": "250", "TERMINAL_WIDTH": "250", "NO_COLOR": "1", "TERM": "dumb"}


def run(*arguments: str, typed: str = "") -> Result:
    """The result of ``mastermind`` with these arguments and lines from stdin."""
    return CliRunner().invoke(app, arguments, input=typed, env=ENVIRONMENT)


def run_json(*arguments: str, typed: str = "") -> dict[str, Any]:
    """What a command that succeeds prints with ``--json``."""
    result = run(*arguments, "--json", typed=typed)
    assert result.exit_code == 0, result.stderr
    # The whole of stdout: nothing may stand beside the JSON.
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def assert_bad_usage(option: str, said: str, *arguments: str) -> None:
    """Asserts exit code 2 and a message that names the option and what is allowed."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert f"'{option}'" in result.stderr
    assert said in result.stderr
