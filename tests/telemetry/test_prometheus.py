"""A real Prometheus scrapes a real server."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest

from tests.support import probes
from tests.support.api import Api
from tests.support.redis import RedisServer, free_port
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
CONFIG = """
scrape_configs:
  - job_name: mastermind
    scrape_interval: 500ms
    static_configs:
      - targets: ["{target}"]
"""


class Prometheus:
    """A Prometheus on loopback that scrapes one target."""

    def __init__(self, url: str) -> None:
        self._url = url

    def ready(self) -> bool:
        """Whether it answers."""
        try:
            return httpx.get(f"{self._url}/-/ready", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def get(self, path: str, **parameters: str) -> Any:
        """What its API answers."""
        response = httpx.get(f"{self._url}/api/v1/{path}", params=parameters, timeout=10)
        response.raise_for_status()
        return response.json()["data"]

    def value(self, query: str) -> float | None:
        """The value of a query with one result or none."""
        result = self.get("query", query=query)["result"]
        assert len(result) <= 1
        return float(result[0]["value"][1]) if result else None


@contextmanager
def running_prometheus(target: str, folder: Path) -> Iterator[Prometheus]:
    """A Prometheus inside the block."""
    if shutil.which("prometheus") is None:
        pytest.skip("prometheus is not installed: scripts/install_test_tools.sh prometheus")
    config = folder / "prometheus.yml"
    config.write_text(CONFIG.format(target=target))
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen(
        [
            "prometheus",
            f"--config.file={config}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address={address}",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        prometheus = Prometheus(f"http://{address}")
        wait_until(prometheus.ready, seconds=30)
        yield prometheus
    finally:
        process.terminate()
        process.wait(30)


def use_everything(server: ServerProcess) -> None:
    """Has every metric that a caller can cause."""
    with grpc.insecure_channel(server.grpc) as channel:
        api = Api(channel)
        game = api.new_game(secret="1122").game.game_id
        api.suggest(game)
        api.guess(game, "1234")
        api.guess(game, "1122")
        with pytest.raises(grpc.RpcError):
            api.get_game("no such game")


@pytest.fixture(scope="module")
def server(redis: RedisServer, tables_dir: Path) -> Iterator[ServerProcess]:
    with running_server(redis.url, "--tables-dir", str(tables_dir)) as process:
        use_everything(process)
        yield process


@pytest.fixture(scope="module")
def prometheus(
    server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Prometheus]:
    folder = tmp_path_factory.mktemp("prometheus")
    with running_prometheus(server.http, folder) as running:
        wait_until(lambda: running.value("mastermind_ready") == 1, seconds=30)
        yield running


def promised() -> dict[str, str]:
    """The types of the metrics that the operator's manual lists, by name."""
    section = OPERATIONS.read_text("utf-8").partition("\n## Metrics\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([a-z_]+)` \| (\w+) \|", section, re.MULTILINE))


def test_promtool_finds_nothing(server: ServerProcess) -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed: scripts/install_test_tools.sh prometheus")
    done = subprocess.run(
        ["promtool", "check", "metrics"],
        input=probes.get(server, "/metrics").text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_the_target_is_up_and_its_answer_is_read_whole(prometheus: Prometheus) -> None:
    assert prometheus.value("up") == 1
    (target,) = prometheus.get("targets")["activeTargets"]
    assert (target["health"], target["lastError"]) == ("up", "")


def test_what_is_counted_is_what_was_called(prometheus: Prometheus) -> None:
    methods = {"NewGame": "OK", "SuggestGuess": "OK", "GetGame": "NOT_FOUND"}
    for method, code in methods.items():
        labels = f'grpc_method="{method}",grpc_code="{code}"'
        assert prometheus.value(f"grpc_server_handled_total{{{labels}}}") == 1
    assert prometheus.value('grpc_server_handling_seconds_count{grpc_method="Guess"}') == 2
    assert prometheus.value("sum(mastermind_games_created_total)") == 1
    assert prometheus.value('mastermind_games_finished_total{state="SOLVED"}') == 1
    assert prometheus.value("mastermind_guesses_total") == 2
    assert prometheus.value("mastermind_store_up") == 1


def test_every_metric_of_the_manual_is_there_with_its_type(prometheus: Prometheus) -> None:
    metrics = promised()
    assert "grpc_server_handled_total" in metrics
    scraped = prometheus.get("metadata")
    # Prometheus keeps a counter's type by the name that was declared, with its suffix.
    told = {name: each[0]["type"] for name, each in scraped.items()}
    assert {name: told.get(name) for name in metrics} == metrics
    for name, kind in metrics.items():
        sample = f"{name}_count" if kind == "histogram" else name
        assert prometheus.value(f"count({sample})"), name


def test_a_new_count_arrives(server: ServerProcess, prometheus: Prometheus) -> None:
    def scores() -> float:
        query = 'grpc_server_handled_total{grpc_method="Score",grpc_code="OK"}'
        return prometheus.value(query) or 0

    before = scores()
    with grpc.insecure_channel(server.grpc) as channel:
        for _ in range(3):
            Api(channel).score("1234", "1243")
    started = time.monotonic()
    wait_until(lambda: scores() == before + 3)
    assert time.monotonic() - started < 15
