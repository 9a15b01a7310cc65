"""Every example runs against a real server, and every program in the documents."""

import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import ServerProcess, running_server

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PROGRAMS = [
    pytest.param(program, id=f"{name}-{number}")
    for name in ("client.md", "fairness.md", "analysis.md")
    for number, program in enumerate(
        re.findall(
            r"^```python\n(.*?)^```",
            (ROOT / "docs" / name).read_text("utf-8"),
            re.DOTALL | re.MULTILINE,
        )
    )
]
README = (ROOT / "README.md").read_text("utf-8")
SECONDS = 120


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server("memory://") as process:
        yield process


def run(*command: str | Path, folder: Path, silent: bool = True) -> str:
    """What a program printed; it must end well and, if ``silent``, complain about nothing."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not silent or done.stderr == ""
    return done.stdout


def test_every_example_is_run_here() -> None:
    names = {path.name for path in EXAMPLES.rglob("*") if path.suffix in {".py", ".js"}}
    source = Path(__file__).read_text("utf-8")
    assert {name for name in names if f'"{name}"' not in source} == set()


def test_play_a_game(server: ServerProcess, tmp_path: Path) -> None:
    told = run(sys.executable, EXAMPLES / "play_a_game.py", server.grpc, folder=tmp_path)
    assert "SOLVED: the secret was" in told
    assert "the game was fair" in told


def test_solve_with_hints(server: ServerProcess, tmp_path: Path) -> None:
    told = run(sys.executable, EXAMPLES / "solve_with_hints.py", server.grpc, folder=tmp_path)
    assert re.search(r"SOLVED in [1-5] turns", told)
    assert "1296 candidates, at worst 256 after it" in told
    assert "CONTRADICTORY_HISTORY" in told


def test_analyze(server: ServerProcess, tmp_path: Path) -> None:
    told = run(sys.executable, EXAMPLES / "analyze.py", server.grpc, folder=tmp_path)
    assert "44 codes explain the turns" in told
    assert "1. 1122   1296 →  114  luck +0.84  skill   95%  regret 0.14  best 1123" in told
    assert re.search(r"ENTROPY +\d\.\d{4} ± 0.0000", told)
    assert "of 32768 secrets" in told


def test_async_games(server: ServerProcess, tmp_path: Path) -> None:
    told = run(sys.executable, EXAMPLES / "async_games.py", server.grpc, "40", folder=tmp_path)
    assert "40 games" in told


def test_stubs_only_with_nothing_but_the_client_installed(
    server: ServerProcess, tmp_path: Path
) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", ROOT / "client", folder=tmp_path, silent=False)
    installed = run(*pip, "list", "--format=freeze", folder=tmp_path, silent=False).splitlines()
    names = {line.partition("==")[0].partition(" @")[0].lower() for line in installed}
    assert names - {"pip", "setuptools", "typing_extensions"} == {
        "mastermind-client",
        "grpcio",
        "protobuf",
        "googleapis-common-protos",
    }
    told = run(python, EXAMPLES / "stubs_only.py", server.grpc, folder=tmp_path)
    assert "STATE_SOLVED, the secret was" in told
    # So much for the stubs; the client itself needs no more.
    told = run(python, EXAMPLES / "play_a_game.py", server.grpc, folder=tmp_path)
    assert "the game was fair" in told


def test_node(server: ServerProcess, tmp_path: Path) -> None:
    told = run("node", EXAMPLES / "node" / "play.js", server.grpc, folder=tmp_path)
    assert "STATE_SOLVED, the secret was" in told


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_of_the_documents(server: ServerProcess, tmp_path: Path, program: str) -> None:
    run(sys.executable, "-c", program.replace("127.0.0.1:50051", server.grpc), folder=tmp_path)


@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("js", "node")])
def test_the_programs_of_the_readme_run_as_printed(
    server: ServerProcess, language: str, command: str
) -> None:
    programs = re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert programs
    for program in programs:
        assert "localhost:50051" in program
        option = "-c" if language == "python" else "-e"
        told = run(command, option, program.replace("localhost:50051", server.grpc), folder=ROOT)
        assert ("SOLVED" if language == "python" else "STATE_IN_PROGRESS") in told
