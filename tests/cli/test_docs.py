import re
import shlex
from pathlib import Path

import pytest

from mastermind_service.cli.choices import StrategyName
from tests.cli.running import run

DOCS = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL)
    for line in block.splitlines()
    # test_remote plays on a server of its own.
    if "--server" not in line
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_the_docs_runs(command: str, tmp_path: Path) -> None:
    typed = ""
    if command.startswith("printf"):
        printed, *before, command = command.split(" | ")
        typed = shlex.split(printed)[1].replace("\\n", "\n")
        for each in before:
            typed = run(*shlex.split(each)[1:], typed=typed).stdout
    program, *arguments = shlex.split(command)
    assert program == "mastermind"
    if arguments[0] == "tables":
        arguments += ["--tables-dir", str(tmp_path)]
    if "supplied" in arguments:
        typed = "1122\n"
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output


def test_the_docs_name_every_strategy() -> None:
    assert all(f"`{name}`" in DOCS for name in StrategyName)
