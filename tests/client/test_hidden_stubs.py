import subprocess
import sys
from pathlib import Path

import pytest

LATE = "import sys; sys.path.insert(0, sys.argv[1]); import mastermind_client"


def import_with(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LATE, str(folder)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["mastermind.py", "mastermind/__init__.py"])
def test_a_package_that_hides_the_stubs_is_named_with_what_to_do(tmp_path: Path, name: str) -> None:
    other = tmp_path / name
    other.parent.mkdir(exist_ok=True)
    other.write_text("")
    run = import_with(tmp_path)
    assert run.returncode == 1
    last = run.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: another package or file called 'mastermind'")
    assert str(other) in last
    assert "pip uninstall mastermind" in last


def test_nothing_is_said_where_nothing_is_hidden(tmp_path: Path) -> None:
    run = import_with(tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
