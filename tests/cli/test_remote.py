"""Games on a server of the test's own."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import run, run_json
from tests.support.server import ServerProcess, running_server


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server() as started:
        yield started


def test_a_seeded_game_is_the_same_here_and_there(server: ServerProcess) -> None:
    typed = "11\n1122\nhint minimax\n5422\n"
    there = run_json("play", "--server", server.grpc, "--seed", "5", typed=typed)
    assert there == run_json("play", "--seed", "5", typed=typed)
    assert there["state"] == "solved"


def test_a_drawn_game_is_proved_fair(server: ServerProcess) -> None:
    game = run_json("play", "--server", server.grpc, typed="1122\nresign\n")
    assert game["state"] == "resigned"
    assert game["commitment_kept"] is True


def test_a_supplied_secret_and_a_ruleset_of_ones_own_travel(server: ServerProcess) -> None:
    own = ("--pegs", "5", "--colors", "3", "--repeats", "--blanks", "--codemaker", "supplied")
    typed = "11.23\n1.123\nhint\nquit\n"
    game = run_json("play", "--server", server.grpc, *own, typed=typed)
    assert game["secret"] == "11.23"
    assert game["turns"] == [{"guess": "1.123", "black": 3, "white": 2}]
    assert game["hints_used"] == 1


def test_a_server_that_is_not_there_is_told() -> None:
    result = run("play", "--server", "127.0.0.1:9", typed="1122\n")
    assert result.exit_code == 1
    assert "the server does not answer" in result.stderr
    assert result.stdout == ""


KEY = "a key of sixteen or more"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Path]]:
    """A server that asks for an API key and speaks TLS, and its certificate."""
    folder = tmp_path_factory.mktemp("tls")
    key, chain = folder / "key.pem", folder / "chain.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(chain)),
        ],
        check=True,
        capture_output=True,
    )
    environment = {
        "MASTERMIND_API_KEYS": f"team={KEY}",
        "MASTERMIND_TLS_CERTIFICATE": str(chain),
        "MASTERMIND_TLS_KEY": str(key),
    }
    with running_server("memory://", environment=environment) as started:
        yield started, chain


@pytest.mark.parametrize("way", ["file", "environment"])
def test_a_server_with_tls_and_api_keys_is_played_on(
    closed: tuple[ServerProcess, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    server, chain = closed
    access = ["--server", server.grpc, "--ca", str(chain)]
    assert "MISSING_CREDENTIALS" in run("play", *access, typed="quit\n").stderr
    if way == "file":
        file = tmp_path / "key"
        file.write_text(f"{KEY}\n")
        access += ["--api-key-file", str(file)]
    else:
        monkeypatch.setenv("MASTERMIND_API_KEY", KEY)
    assert run_json("play", *access, typed="1122\nquit\n")["state"] == "resigned"
