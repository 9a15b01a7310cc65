"""Where compiled kernels are cached; settled before numba is imported.

Compiling takes seconds, so numba keeps what it compiled on disk: beside the package where
that folder can be written to. Where it cannot, as in a container, `prepare` finds another
folder and lays the cache there that was shipped with the installation, if one was: numba
writes to its cache, and fails where it finds no place to. Shipped kernels are compiled for
a processor that all hosts have, and hosts look them up under its name.

    python -m mastermind_service.kernel_cache

compiles all kernels into the shipped cache of the installation that runs it.
"""

import atexit
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import mastermind_engine

CACHE_DIR = "NUMBA_CACHE_DIR"
CPU_NAME = "NUMBA_CPU_NAME"
CPU_FEATURES = "NUMBA_CPU_FEATURES"
UNCACHED = os.devnull
"""The cache folder of those who have none: the engine then compiles without one."""

SHIPPED = Path(sys.prefix) / "share" / "mastermind" / "kernels"
_CPU_FILE = "cpu"
# What numpy itself asks for; measured as quick as a kernel compiled for its own host.
_COMMON_CPUS = {"x86_64": "x86-64-v2"}


def prepare(shipped: Path = SHIPPED) -> bool:
    """Sees to it that numba finds a cache; to be called before numba is imported.

    Args:
        shipped: The folder of the shipped cache; it need not exist.

    Returns:
        Whether there is one: if not, every process compiles anew.
    """
    if os.environ.get(CACHE_DIR):
        return os.environ[CACHE_DIR] != UNCACHED
    folder = _copy_of(shipped) if shipped.is_dir() else _beside_the_package()
    if folder is None:
        os.environ[CACHE_DIR] = UNCACHED
        return False
    return True


def _beside_the_package() -> Path | None:
    """The first folder that can be written to: numba's own choice, the user's, a new one."""
    package = Path(mastermind_engine.__file__).parent
    own = package / "kernels" / "__pycache__"
    if _can_write(own):
        return own
    return _use(_user_folder) or _use(_new_folder)


def _copy_of(shipped: Path) -> Path | None:
    """A new folder with the shipped cache, which this process's host is told to use."""

    def copied() -> Path:
        folder = _new_folder()
        shutil.copytree(shipped, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
        return folder

    folder = _use(copied)
    if folder is not None:
        _compile_for((shipped / _CPU_FILE).read_text().strip())
    return folder


def _use(make: Callable[[], Path]) -> Path | None:
    """The folder that ``make`` makes as the cache; None if it cannot be written to."""
    try:
        folder = make()
    except (OSError, RuntimeError):  # a user without a home folder is a RuntimeError
        return None
    if not _can_write(folder):
        return None
    os.environ[CACHE_DIR] = str(folder)
    return folder


def _user_folder() -> Path:
    return Path("~/.cache/mastermind/kernels").expanduser()


def _new_folder() -> Path:
    """A folder of this process alone: nobody else may write what it will run."""
    folder = Path(tempfile.mkdtemp(prefix="mastermind-kernels-"))
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _compile_for(cpu: str) -> None:
    """Has numba compile for ``cpu`` whatever the host is, whose features count for nothing."""
    os.environ[CPU_NAME] = cpu
    os.environ[CPU_FEATURES] = ""


def common_cpu() -> str:
    """The name, as LLVM knows it, of the processor that shipped kernels are compiled for."""
    return _COMMON_CPUS.get(platform.machine(), "generic")


def build(folder: Path = SHIPPED) -> None:
    """Compiles all kernels into ``folder``, to be shipped; before numba is imported.

    The folder stays valid for the package where it is installed, and nowhere else.
    """
    cpu = common_cpu()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[CACHE_DIR] = str(folder)
    _compile_for(cpu)

    import numpy as np

    from mastermind_engine.feedback import Feedback
    from mastermind_engine.game import Turn
    from mastermind_engine.rulesets import PRESETS
    from mastermind_engine.solver.evaluate import evaluate
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.solver.suggest import Wish, suggest
    from mastermind_service.spaces import load_spaces, warm_up

    with tempfile.TemporaryDirectory() as tables:
        spaces = load_spaces(Path(tables))
        warm_up(spaces)
        ruleset = PRESETS["variablo"]
        space = spaces.of(ruleset)
        turn = Turn((1, 2, 3), Feedback(1, 0))
        suggest(space, ruleset, (turn,), Wish(Strategy.MINIMAX), np.zeros(1, np.uint8))
        evaluate(space, ruleset, Strategy.MINIMAX)
    (folder / _CPU_FILE).write_text(cpu + "\n")


if __name__ == "__main__":
    build()
