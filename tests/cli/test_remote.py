"""Games on a server of the test's own."""

from collections.abc import Iterator

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
