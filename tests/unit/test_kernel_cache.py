"""Where compiled kernels are cached, in fresh processes: numba reads its settings once."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import mastermind_engine
from mastermind_service import kernel_cache

ENGINE = Path(mastermind_engine.__file__).parent
NOWHERE = "/proc/nowhere"
PROGRAM = """
import json, os, sys, tempfile
from pathlib import Path
from mastermind_service import kernel_cache

shipped = Path(sys.argv[1])
if sys.argv[2]:
    tempfile.tempdir = sys.argv[2]
cached = kernel_cache.prepare(shipped)
assert "numba" not in sys.modules

from mastermind_engine import kernels
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.tables import Shape

table = ListedSpace(Shape.of(PRESETS["variablo"])).build_table()
assert (table.diagonal() == table.max()).all()
stats = kernels.fill_table.stats
print(json.dumps({
    "cached": cached,
    "folder": os.environ.get("NUMBA_CACHE_DIR"),
    "cpu": os.environ.get("NUMBA_CPU_NAME"),
    "engine": kernels.__file__,
    "hits": sum(stats.cache_hits.values()),
    "misses": sum(stats.cache_misses.values()),
}))
"""
CPU = kernel_cache.common_cpu()


@dataclass(frozen=True)
class Told:
    """What a process told of its cache."""

    cached: bool
    folder: str | None
    cpu: str | None
    engine: str
    hits: int
    misses: int


def run(program: str, *arguments: object, **environment: str) -> str:
    """What a fresh Python printed, none of this one's numba settings in its way."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(shipped: Path, temporary_files: str = "", **environment: str) -> Told:
    """What a fresh process tells of its cache."""
    told = run(PROGRAM, shipped, temporary_files, **environment)
    return Told(**json.loads(told))


def copy_engine(home: Path) -> Path:
    """The engine in a folder of its own, nothing cached in it."""
    shutil.copytree(ENGINE, home / ENGINE.name, ignore=shutil.ignore_patterns("__pycache__"))
    return home


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of an engine beside which nothing can be cached, not even by root."""
    home = copy_engine(tmp_path_factory.mktemp("sealed"))
    (home / ENGINE.name / "kernels" / "__pycache__").write_text("stands where the folder would")
    return home


@pytest.fixture(scope="module")
def shipped(sealed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shipped cache of the sealed engine: as `build` makes it, but of one kernel alone."""
    folder = tmp_path_factory.mktemp("shipped")
    ask(
        folder / "none",
        PYTHONPATH=str(sealed),
        NUMBA_CACHE_DIR=str(folder),
        NUMBA_CPU_NAME=CPU,
        NUMBA_CPU_FEATURES="",
    )
    (folder / "cpu").write_text(CPU)
    return folder


def test_beside_the_package_where_that_can_be_written_to(tmp_path: Path) -> None:
    home = copy_engine(tmp_path)
    told = ask(tmp_path / "none", PYTHONPATH=str(home))
    assert told.engine.startswith(str(home))
    assert (told.cached, told.folder, told.cpu) == (True, None, None)
    assert list((home / ENGINE.name / "kernels" / "__pycache__").glob("answering.fill_table-*.nbc"))


def test_a_folder_that_somebody_chose_stays(sealed: Path, shipped: Path, tmp_path: Path) -> None:
    told = ask(shipped, PYTHONPATH=str(sealed), NUMBA_CACHE_DIR=str(tmp_path))
    assert (told.cached, told.folder, told.cpu) == (True, str(tmp_path), None)


def test_the_users_folder_where_the_package_is_sealed(sealed: Path, tmp_path: Path) -> None:
    first, again = (
        ask(tmp_path / "none", PYTHONPATH=str(sealed), HOME=str(tmp_path)) for _ in range(2)
    )
    assert first.folder == again.folder == str(tmp_path / ".cache" / "mastermind" / "kernels")
    assert (first.hits, again.misses) == (0, 0)
    assert again.hits == first.misses > 0


def test_a_folder_of_its_own_without_a_home(sealed: Path, tmp_path: Path) -> None:
    told = ask(tmp_path / "none", PYTHONPATH=str(sealed), HOME=NOWHERE, TMPDIR=str(tmp_path))
    assert told.cached
    assert told.folder is not None
    assert Path(told.folder).parent == tmp_path
    assert list(tmp_path.iterdir()) == [], "it goes with the process"


def test_the_shipped_kernels_are_used_and_not_compiled_anew(
    sealed: Path, shipped: Path, tmp_path: Path
) -> None:
    before = sorted(path.name for path in shipped.rglob("*"))
    told = ask(shipped, PYTHONPATH=str(sealed), HOME=NOWHERE, TMPDIR=str(tmp_path))
    assert told.cached
    assert told.folder is not None
    assert Path(told.folder).parent == tmp_path
    assert told.cpu == CPU
    assert told.hits > 0
    assert told.misses == 0
    assert list(tmp_path.iterdir()) == [], "the copy goes with the process"
    assert sorted(path.name for path in shipped.rglob("*")) == before


@pytest.mark.parametrize("ships", [True, False])
def test_uncached_where_nothing_can_be_written_to(
    sealed: Path, shipped: Path, tmp_path: Path, ships: bool
) -> None:
    told = ask(
        shipped if ships else tmp_path / "none",
        temporary_files=NOWHERE,
        PYTHONPATH=str(sealed),
        HOME=NOWHERE,
    )
    assert (told.cached, told.folder, told.cpu) == (False, os.devnull, None)
    assert told.hits == 0


def test_the_command_line_says_that_it_has_no_cache() -> None:
    program = Path(sys.executable).parent / "mastermind"
    done = subprocess.run(
        [program, "version"],
        env={**os.environ, "NUMBA_CACHE_DIR": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "kernels are compiled anew" in done.stderr


def test_the_command_line_imports_no_numba_by_itself() -> None:
    told = run("import sys, mastermind_service.cli; print('numba' in sys.modules)")
    assert told == "False\n"
