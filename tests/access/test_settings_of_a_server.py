"""A server that was told things by flag, environment and file keeps to them."""

from collections.abc import Iterator
from pathlib import Path

import grpc
import httpx
import pytest

from tests.faults.searches import start_long_search
from tests.support import probes
from tests.support.api import Api
from tests.support.refusals import refusal_of
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

PROBES = ("/livez", "/readyz", "/metrics")
FILE = """
grpc_address = "nonsense"
http_address = "nonsense"
log_level = "loud"
keys = "short"
max_call_seconds = 0.5
"""


@pytest.fixture(scope="module")
def told(tables_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose file and environment would end its start, if nothing overruled them."""
    file = tmp_path_factory.mktemp("settings") / "mastermind.toml"
    file.write_text(FILE)
    environment = {
        "MASTERMIND_CONFIG": str(file),
        "MASTERMIND_GRPC_ADDRESS": "more nonsense",
        "MASTERMIND_LOG_LEVEL": "info",
    }
    flags = ("--tables-dir", str(tables_dir), "--admin-address", "127.0.0.1:0")
    with running_server("memory://", *flags, environment=environment) as server:
        yield server


@pytest.fixture
def api(told: ServerProcess) -> Iterator[Api]:
    with grpc.insecure_channel(told.grpc) as channel:
        yield Api(channel)


def status(address: str, path: str) -> int:
    return httpx.get(f"http://{address}{path}", timeout=10, verify=False).status_code


def test_what_is_overruled_is_not_even_read(api: Api) -> None:
    assert api.score("1234", "1243") == (2, 2)


def test_a_call_ends_at_the_servers_limit_whatever_deadline_it_brings(
    told: ServerProcess, api: Api
) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        start_long_search(api, timeout=100).result()

    refusal = refusal_of(raised.value)
    assert refusal.code == grpc.StatusCode.DEADLINE_EXCEEDED
    # The server's own sentence: it was not the caller's deadline that passed.
    assert refusal.message == "the call took longer than it may"
    for gauge in ("mastermind_solver_busy", "mastermind_calls_in_flight"):
        wait_until(lambda name=gauge: probes.metric(told, name) == 0)  # type: ignore[misc]
    labels = {"grpc_method": "SuggestGuess", "grpc_code": "DEADLINE_EXCEEDED"}
    assert probes.metric(told, "grpc_server_handled_total", **labels) == 1
    assert api.score("1234", "1243") == (2, 2)


def test_an_admin_address_takes_probes_and_metrics_off_the_public_port(
    told: ServerProcess,
) -> None:
    assert len({told.admin, told.http, told.grpc}) == 3
    assert [status(told.admin, path) for path in PROBES] == [200] * 3
    assert [status(told.http, path) for path in PROBES] == [404] * 3


def test_an_admin_address_that_is_taken_is_named(told: ServerProcess) -> None:
    late = ServerProcess("--admin-address", told.admin)

    assert late.wait_ended() == 2
    assert told.admin in "".join(late.log)


def test_a_stop_lets_go_of_all_three_ports(told: ServerProcess) -> None:
    """Comes last: the server of the others ends here."""
    assert told.stop() == 0

    for address in (told.admin, told.http):
        with pytest.raises(httpx.ConnectError):
            status(address, "/livez")
