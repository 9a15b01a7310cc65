"""The image, built once from a clean checkout."""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.image import podman as containers
from tests.image.podman import Container, Podman

ROOT = Path(__file__).parents[2]
BASE = "docker.io/library/python:3.13-slim"
IMAGE = "localhost/mastermind-service:test"
TMPFS = "--tmpfs=/tmp:size=64m,mode=1777"


def check_out(folder: Path) -> None:
    """Unpacks what git would commit now, and nothing else, into ``folder``."""
    objects = folder.with_name("objects")
    objects.mkdir()
    # An index and objects of our own: the repository stays as it is.
    environment = {
        **os.environ,
        "GIT_INDEX_FILE": str(folder.with_name("index")),
        "GIT_OBJECT_DIRECTORY": str(objects),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(ROOT / ".git" / "objects"),
    }

    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    git("add", "--all")
    archive = folder.with_name("checkout.tar")
    git("archive", f"--output={archive}", git("write-tree"))
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")


@pytest.fixture(scope="session")
def podman() -> Podman:
    """What runs containers."""
    for tool in ("git", "buildah", "podman"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: scripts/install_test_tools.sh image")
    if subprocess.run(["podman", "image", "exists", BASE], check=False).returncode:
        pytest.skip(f"{BASE} is not here: scripts/install_test_tools.sh image")
    return Podman(BASE)


@pytest.fixture(scope="session")
def image(podman: Podman, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of the image, built from a clean checkout."""
    checkout = tmp_path_factory.mktemp("image") / "checkout"
    checkout.mkdir()
    check_out(checkout)
    containers.build(checkout, IMAGE)
    return IMAGE


@pytest.fixture(scope="session")
def container(podman: Podman, image: str) -> Iterator[Container]:
    """A container that serves."""
    with podman.container(image, TMPFS) as running:
        running.wait_ready()
        yield running
