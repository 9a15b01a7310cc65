"""What the image is and holds."""

import json
import tarfile
from pathlib import PurePosixPath
from typing import Any

import pytest

from mastermind_engine.rulesets import PRESETS
from mastermind_engine.tables import Shape, has_table
from tests.image.conftest import BASE, ROOT
from tests.image.podman import Podman

pytestmark = [pytest.mark.image, pytest.mark.timeout(1200)]
HOME = PurePosixPath("opt/mastermind")
MAX_ADDED_BYTES = 400_000_000
Files = dict[PurePosixPath, tarfile.TarInfo]


@pytest.fixture(scope="module")
def told(podman: Podman, image: str) -> dict[str, Any]:
    return podman.inspect(image)


@pytest.fixture(scope="module")
def files(podman: Podman, image: str, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """All that the image holds, by path."""
    archive = tmp_path_factory.mktemp("export") / "files.tar"
    podman.export(image, archive)
    with tarfile.open(archive) as tar:
        found = {PurePosixPath(each.name): each for each in tar}
    archive.unlink()
    return found


@pytest.fixture(scope="module")
def packages(files: Files) -> set[str]:
    """The names of what is in site-packages."""
    return {path.name for path in files if path.parent.match("opt/mastermind/lib/*/site-packages")}


def test_it_serves_as_nobody_in_particular(told: dict[str, Any]) -> None:
    config = told["Config"]
    assert config["User"] == "10001:10001"
    assert config["Entrypoint"] == ["mastermind", "serve"]
    assert not config.get("Cmd")
    assert config["StopSignal"] in {"SIGTERM", "15"}
    assert set(config["ExposedPorts"]) == {"50051/tcp", "8080/tcp"}


def test_it_listens_on_all_addresses(told: dict[str, Any]) -> None:
    environment = dict(pair.split("=", 1) for pair in told["Config"]["Env"])
    assert environment["MASTERMIND_GRPC_ADDRESS"] == "0.0.0.0:50051"
    assert environment["MASTERMIND_HTTP_ADDRESS"] == "0.0.0.0:8080"


def test_nothing_of_the_machine_that_built_it_stays(told: dict[str, Any]) -> None:
    known = {"PATH", "HOME", "PYTHONUNBUFFERED", "LANG", "GPG_KEY", "container"}
    names = {pair.split("=", 1)[0] for pair in told["Config"]["Env"]}
    unknown = {name for name in names - known if not name.startswith(("MASTERMIND_", "PYTHON_"))}
    assert unknown == set()


def test_it_holds_the_service_and_no_tools(files: Files, packages: set[str]) -> None:
    assert packages >= {"mastermind", "mastermind_client", "mastermind_engine"}
    assert packages >= {"mastermind_service", "mastermind_store"}
    assert packages & {"pip", "setuptools", "wheel", "hatchling", "pytest", "mypy"} == set()
    assert files.keys() & {PurePosixPath("src"), PurePosixPath("wheels")} == set()


def test_it_holds_every_locked_package_at_its_version(packages: set[str]) -> None:
    infos = [name.removesuffix(".dist-info") for name in packages if name.endswith(".dist-info")]
    installed = {normal(name): version for name, version in (info.rsplit("-", 1) for info in infos)}
    assert installed.pop("mastermind_client") == installed.pop("mastermind_service")
    lock = (ROOT / "requirements.lock").read_text().splitlines()
    pins = [line.split(";")[0].split("\\")[0].strip() for line in lock if "==" in line]
    locked = {normal(name): version for name, version in (pin.split("==") for pin in pins)}
    # The lock is for all systems, and names packages that this one has no use for.
    assert len(installed) > 20
    assert installed.items() <= locked.items()


def normal(name: str) -> str:
    """A distribution's name as folders spell it."""
    return name.lower().replace("-", "_").replace(".", "_")


def test_the_tables_are_built_in(files: Files) -> None:
    folder = HOME / "share/mastermind/tables"
    tables = {path.name for path in files if path.parent == folder}
    assert tables == {Shape.of(each).file_name for each in PRESETS.values() if has_table(each)}


def test_nobody_but_root_can_write_to_it(files: Files) -> None:
    ours = {path: each for path, each in files.items() if path.is_relative_to(HOME)}
    assert len(ours) > 1000
    for path, each in ours.items():
        assert each.uid == 0, path
        assert each.issym() or each.mode & 0o022 == 0, path


def test_its_size(podman: Podman, told: dict[str, Any]) -> None:
    added = told["Size"] - podman.inspect(BASE)["Size"]
    report = ROOT / "build" / "image.json"
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps({"bytes": told["Size"], "bytes_above_base": added}) + "\n")
    assert added < MAX_ADDED_BYTES
