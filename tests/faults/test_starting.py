"""A server that cannot start says why and ends with code 2."""

import shutil
from pathlib import Path

import pytest

from tests.faults.conftest import Connect, Start
from tests.support.redis import free_port
from tests.support.server import ServerProcess, by_the_command, running_server


def failed_start(*arguments: str, **environment: str) -> str:
    """What a server says that ends by itself."""
    server = ServerProcess(*arguments, environment=environment)
    assert server.wait_ended() == 2
    log = "".join(server.log)
    assert "Traceback" not in log
    assert '"event": "ready"' not in log
    return log


def test_a_damaged_table_stops_the_start_and_is_named(
    memory_server: ServerProcess, tables_dir: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(tables_dir, folder)
    damaged = folder / "4x6.scores"
    content = bytearray(damaged.read_bytes())
    content[-1000] ^= 1
    damaged.write_bytes(content)

    log = failed_start("--tables-dir", str(folder))

    assert str(damaged) in log
    assert "damaged" in log


@pytest.mark.parametrize("flag", ["--grpc-address", "--http-address"])
def test_a_taken_port_is_named(memory_server: ServerProcess, tables_dir: Path, flag: str) -> None:
    taken = memory_server.grpc if flag == "--grpc-address" else memory_server.http

    log = failed_start("--tables-dir", str(tables_dir), flag, taken)

    assert taken in log


def test_every_wrong_setting_is_named_at_once() -> None:
    wrong = ("--store", "mongodb://x", "--grpc-address", "nonsense", "--grace-seconds", "-1")

    log = failed_start(*wrong, "--http-address", "localhost:99999")

    for name in ("store", "grpc_address", "http_address", "grace_seconds"):
        assert f"{name}:" in log


def test_a_key_that_is_too_short_is_named_but_not_shown() -> None:
    log = failed_start(MASTERMIND_KEYS="tooshort")

    assert "keys" in log
    assert "tooshort" not in log


def test_a_store_that_holds_the_key_and_does_not_answer_stops_the_start() -> None:
    store = f"redis://127.0.0.1:{free_port()}/0"

    assert "the store does not answer" in failed_start("--store", store, MASTERMIND_KEYS="")


def test_with_a_key_of_its_own_a_server_starts_while_its_store_is_away(
    start_server: Start,
) -> None:
    start_server(f"redis://127.0.0.1:{free_port()}/0")


def test_the_command_serves_until_it_is_told_to_stop(tables_dir: Path, connect: Connect) -> None:
    with (
        by_the_command(),
        running_server("memory://", "--tables-dir", str(tables_dir)) as server,
    ):
        assert connect(server.grpc).score("1234", "1344") == (2, 1)
        assert server.stop() == 0
    assert '"event": "stopped"' in server.log[-1]


def test_the_command_says_why_it_cannot_start() -> None:
    with by_the_command():
        assert "http_address:" in failed_start("--http-address", "nonsense")
