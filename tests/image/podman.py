"""Images and containers through buildah and podman."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tests.support.redis import free_port

START_SECONDS = 120.0
STOP_SECONDS = 40
# Hosts that are containers themselves may have no cgroups or limits to give.
_OWN_CGROUPS = (
    "unshare",
    "-m",
    "sh",
    "-c",
    'umount -R -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec podman "$@"',
    "podman",
)
_WITHOUT_LIMITS = ("--cgroups=disabled", "--ulimit=nofile=1024:1024", "--ulimit=nproc=4096:4096")


def _run(*command: str | Path, seconds: float = 60, cwd: Path | None = None) -> str:
    """What a command that must succeed printed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def build(context: Path, name: str) -> None:
    """Builds the Dockerfile of ``context`` from images that are here."""
    options = ("--isolation=chroot", "--pull-never", "--format=docker", "--tag", name)
    _run("buildah", "--storage-driver=overlay", "bud", *options, ".", seconds=900, cwd=context)


class Podman:
    """Runs containers in the way that this host allows.

    Args:
        image: A small image to find that out with.
    """

    def __init__(self, image: str) -> None:
        self._command: tuple[str, ...] = ("podman",)
        self._options: tuple[str, ...] = ("--network=host",)
        try:
            self("run", "--rm", *self._options, image, "true")
        except RuntimeError:
            self._command = _OWN_CGROUPS
            self._options += _WITHOUT_LIMITS
            self("run", "--rm", *self._options, image, "true")

    def __call__(self, *arguments: str, seconds: float = 60) -> str:
        """What podman printed."""
        return _run(*self._command, *arguments, seconds=seconds)

    def _remove(self, name: str) -> None:
        try:
            self("rm", "--force", "--ignore", "--time=5", name)
        except RuntimeError:
            # It ended by itself just then.
            self("rm", "--force", "--ignore", name)

    def export(self, image: str, archive: Path) -> None:
        """Writes all files of an image to a tar archive."""
        name = f"mastermind-test-{uuid4().hex[:8]}"
        self("create", "--name", name, *self._options, image)
        try:
            self("export", "--output", str(archive), name, seconds=300)
        finally:
            self._remove(name)

    def logs(self, name: str) -> str:
        """What a container wrote to standard output and standard error."""
        done = subprocess.run(
            [*self._command, "logs", name],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout

    def inspect(self, name: str) -> dict[str, Any]:
        """All that podman knows of an image or a container."""
        (told,) = json.loads(self("inspect", name))
        assert isinstance(told, dict)
        return told

    @contextlib.contextmanager
    def container(self, image: str, *options: str) -> Iterator["Container"]:
        """A running container, locked down as in the Helm chart, which is gone at the end.

        Args:
            image: What runs.
            options: More for ``podman run``.
        """
        name = f"mastermind-test-{uuid4().hex[:8]}"
        grpc, http = free_port(), free_port()
        locked = ("--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--no-healthcheck")
        addresses = {"GRPC": grpc, "HTTP": http}
        # The image listens everywhere; a test of it must not.
        settings = [f"--env=MASTERMIND_{k}_ADDRESS=127.0.0.1:{v}" for k, v in addresses.items()]
        started = time.monotonic()
        try:
            self(
                *("run", "--detach", "--name", name, *self._options),
                *(*locked, "--security-opt=no-new-privileges", *settings, *options, image),
            )
            container = Container(self, name, f"127.0.0.1:{grpc}", f"127.0.0.1:{http}", started)
            yield container
        finally:
            self._remove(name)


@dataclass
class Container:
    """A container of the service.

    Attributes:
        podman: What runs it.
        name: Its name.
        grpc: Where it serves gRPC.
        http: Where it serves HTTP.
        started: When it was started, by the monotonic clock.
    """

    podman: Podman
    name: str
    grpc: str
    http: str
    started: float

    def wait_ready(self) -> float:
        """Waits until it takes calls; the seconds since it was started."""
        while time.monotonic() < self.started + START_SECONDS:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://{self.http}/readyz", timeout=5).status_code == 200:
                    return time.monotonic() - self.started
            time.sleep(0.02)
        raise RuntimeError("not ready: " + self.logs())

    @cached_property
    def pid(self) -> int:
        """Its first process as the host numbers it."""
        return int(self.podman.inspect(self.name)["State"]["Pid"])

    @property
    def root(self) -> Path:
        """Its root folder, as it sees it."""
        return Path(f"/proc/{self.pid}/root")

    def status(self) -> dict[str, str]:
        """What the kernel tells of its first process."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def logs(self) -> str:
        """What it wrote to standard output and standard error."""
        return self.podman.logs(self.name)

    def terminate(self) -> None:
        """Sends the image's stop signal, and waits for nothing."""
        self.podman("kill", "--signal=TERM", self.name)

    def exit_code(self) -> int:
        """Waits for its end."""
        return int(self.podman("wait", self.name, seconds=STOP_SECONDS))
