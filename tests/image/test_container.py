"""The image, run as the Helm chart runs it: read-only, without root or capabilities."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import grpc
import httpx
import pytest

from mastermind.v1 import types_pb2 as pb
from mastermind_client import Client, State
from tests.faults.searches import start_long_search
from tests.image.conftest import ROOT, TMPFS
from tests.image.podman import Container, Podman
from tests.support import health
from tests.support.api import Api, custom, preset
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.image, pytest.mark.timeout(1200)]
SOME_SECONDS_WORK = 5 * 10**8
SHIPPED = "opt/mastermind/share/mastermind/kernels"


@pytest.fixture
def api(container: Container) -> Iterator[Api]:
    with grpc.insecure_channel(container.grpc) as channel:
        yield Api(channel)


def kernels(folder: Path) -> set[str]:
    """The names of the compiled kernels below ``folder``."""
    return {path.name for path in folder.rglob("*.nb[ci]")}


def metrics(container: Container) -> str:
    """What /metrics tells."""
    return httpx.get(f"http://{container.http}/metrics", timeout=10).text


def test_it_runs_without_any_privilege(container: Container) -> None:
    status = container.status()
    assert status["Uid"].split() == ["10001"] * 4
    assert status["Gid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == int(status["CapPrm"], 16) == 0
    assert status["NoNewPrivs"] == "1"


def test_its_root_is_read_only(container: Container) -> None:
    mounts = Path(f"/proc/{container.pid}/mounts").read_text().splitlines()
    options = {line.split()[1]: line.split()[3].split(",") for line in mounts}
    assert "ro" in options["/"]
    assert "rw" in options["/tmp"]


@pytest.mark.parametrize(
    "service",
    ["", "mastermind.v1.MastermindService", "mastermind.v1.SolverService", "mastermind.store"],
)
def test_health(api: Api, service: str) -> None:
    assert health.check(api.channel, service) == health.SERVING


def test_probes(container: Container) -> None:
    for path in ("/livez", "/readyz", "/metrics"):
        assert httpx.get(f"http://{container.http}{path}", timeout=10).status_code == 200


def test_it_plays_a_game(container: Container) -> None:
    with Client(container.grpc) as client:
        game = client.new_game()
        answer = client.guess(game, "1122")
        while not answer.state.over:
            answer = client.guess(game, client.suggest_guess(game).guess)
        assert answer.state == State.SOLVED
        assert client.get_game(game).secret is not None


def test_it_compiles_nothing(container: Container, api: Api) -> None:
    """Whatever is asked: all kernels were compiled when the image was built."""
    for name in ("classic", "hasbro-ninth-doubles", "super", "bulls-and-cows"):
        for strategy in (pb.STRATEGY_MINIMAX, pb.STRATEGY_ENTROPY, pb.STRATEGY_FIRST_CONSISTENT):
            api.suggest_for(ruleset=preset(name), strategy=strategy)
    api.suggest_for(ruleset=custom(5, 7, blanks=True))
    (folder,) = (container.root / "tmp").glob("mastermind-kernels-*")
    assert kernels(folder) == kernels(container.root / SHIPPED) != set()


def test_its_log_is_json(container: Container) -> None:
    lines = [json.loads(line) for line in container.logs().splitlines()]
    assert "ready" in [line["event"] for line in lines]
    assert [line["event"] for line in lines if line["level"] == "error"] == []


def test_sigterm_lets_calls_end(podman: Podman, image: str) -> None:
    with podman.container(image, TMPFS) as container:
        container.wait_ready()
        with grpc.insecure_channel(container.grpc) as channel:
            search = start_long_search(Api(channel), SOME_SECONDS_WORK)
            wait_until(lambda: "mastermind_solver_busy 1.0" in metrics(container))
            container.terminate()
            assert search.result().suggestion.guess.pegs
        assert container.exit_code() == 0
        events = [json.loads(line)["event"] for line in container.logs().splitlines()]
        assert events[-2:] == ["stopping", "stopped"]


def test_start_to_ready(podman: Podman, image: str) -> None:
    with podman.container(image, TMPFS) as container:
        assert container.wait_ready() < 30


def test_as_the_manual_says(podman: Podman, image: str) -> None:
    manual = (ROOT / "docs" / "kubernetes.md").read_text("utf-8")
    (command,) = re.findall(r"^docker run (.*) mastermind-service:\S+$", manual, re.MULTILINE)
    # The ports are the host's own here, and the container is removed in any case.
    options = re.sub(r"--rm|--publish \S+", "", command)
    with podman.container(image, *shlex.split(options)) as container:
        container.wait_ready()
        assert "compiled anew" not in container.logs()


def test_without_a_folder_to_write_to_it_compiles_and_warns(podman: Podman, image: str) -> None:
    with podman.container(image) as container:
        container.wait_ready()
        assert "kernels are compiled anew" in container.logs()
        with Client(container.grpc) as client:
            assert client.score("1122", "1221").black == 2


def test_a_wrong_setting_ends_the_start(podman: Podman, image: str) -> None:
    with podman.container(image, TMPFS, "--env=MASTERMIND_STORE=postgres://") as container:
        assert container.exit_code() == 2
        assert "store" in container.logs()
