"""What only a process of its own can show."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

MASTERMIND = str(Path(sys.executable).parent / "mastermind")


def mastermind(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of ``mastermind``."""
    done = subprocess.run(
        [MASTERMIND, *arguments],
        input=typed.encode(),
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_game_goes_through_a_pipe() -> None:
    code, out, err = mastermind("play", "--seed", "5", typed="1122\n🔴🔵🟢🟡\nhint\nresign\n")
    assert code == 0, err
    assert "● ● · ·" in out
    assert "○ ○ ○ ·" in out
    assert "\x1b" not in out
    assert err == ""


def test_json_stands_alone_on_stdout_and_the_board_on_stderr() -> None:
    code, out, err = mastermind("play", "--seed", "5", "--json", typed="1122\nhint\nquit\n")
    assert code == 0, err
    assert json.loads(out)["state"] == "resigned"
    assert "Mastermind · classic" in err


def test_a_turkish_locale_reads_the_same_names() -> None:
    options = ("--pegs", "4", "--colors", "4", "--repeats", "--symbols", "indigo,white,violet,pink")
    typed = "indigo WHITE Violet pink\nINDIGO WHITE VIOLET PINK\nquit\n"
    code, out, err = mastermind("play", *options, "--json", typed=typed, LC_ALL="tr_TR.UTF-8")
    assert code == 0, err
    assert [turn["guess"] for turn in json.loads(out)["turns"]] == ["1234", "1234"]


def test_a_terminal_without_pegs_still_plays() -> None:
    code, out, err = mastermind("play", "--seed", "5", typed="5422\n", PYTHONIOENCODING="ascii")
    assert code == 0, err
    assert "You broke the code in 1 guess." in out


def test_help_and_version_do_not_wait_for_the_solver() -> None:
    check = (
        "import sys; from mastermind_service.cli.app import app;"
        "heavy = {'numba', 'grpc', 'uvicorn', 'mastermind_client'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or None)"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_seconds_of_an_evaluation_leave_out_compiling(tmp_path: Path) -> None:
    code, out, err = mastermind("evaluate", "--json", NUMBA_CACHE_DIR=str(tmp_path))
    assert code == 0, err
    assert "compiling kernels, once …" in err
    assert json.loads(out)["seconds"] < 2


def _shows(terminal: int, word: str, seen: str = "") -> str:
    """What a terminal has shown, up to ``word``."""
    while word not in seen:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, seen
        seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


def test_a_terminal_shows_the_board_before_the_first_input_and_no_trace_of_the_codemaker() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [MASTERMIND, "play", "--codemaker", "supplied"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,  # so that the terminal of the tests is not its own
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"},
    )
    os.close(theirs)
    try:
        asked = _shows(ours, "secret ›")
        assert "Codemaker" in asked[asked.index("\x1b[?1049h") :]  # the other screen
        os.write(ours, b"1234\n")
        shown = _shows(ours, "guess 1 ›")
        shown = shown[shown.index("\x1b[?1049l") :]
        assert "Mastermind" in shown
        assert "type a code, hint, help or quit" in shown
        assert "Codemaker" not in shown
        os.write(ours, b"quit\n")
        _shows(ours, "Given up")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
