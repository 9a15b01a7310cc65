"""`mastermind analyze` and the evaluations that chance takes part in."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mastermind_client import Client, NewGameResult
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.analysis import analyze_turns
from mastermind_service.cli.analysis_tables import partitions_table, turns_table
from mastermind_service.cli.played import read_played
from tests.cli.running import assert_bad_usage, run, run_json
from tests.support.server import ServerProcess, running_server
from tests.unit.samples import listed
from tests.unit.solving import NEVER

GUESSES = ("1122", "1344", "3124")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server() as started:
        yield started


def finished(server: ServerProcess, *, require_tokens: bool = False) -> NewGameResult:
    with Client(server.grpc) as client:
        new = client.new_game(
            codemaker="supplied", secret=GUESSES[-1], require_tokens=require_tokens
        )
        for guess in GUESSES:
            client.guess(new, guess)
    return new


def test_a_game_is_judged_turn_by_turn() -> None:
    told = run_json("analyze", "--secret", "3124", *GUESSES)

    assert (told["ruleset"], told["secret"]) == ("classic", "3124")
    first, second, last = told["turns"]
    assert (first["guess"], first["black"], first["white"]) == ("1122", 2, 0)
    assert (first["candidates_before"], first["candidates_after"]) == (1296, 114)
    assert first["best_guess"] == "1123"
    assert sum(cell["count"] for cell in second["partition"]) == 114
    assert (last["black"], last["candidates_after"], last["regret"]) == (4, 1, 0.0)
    assert 0 < first["skill"] < 1 == last["skill"]


def test_answers_may_be_told_and_are_checked_against_the_secret() -> None:
    with_answers = ("1122=2,0", "1344:1,2", "3124=4,0")
    told = run_json("analyze", *with_answers)
    assert told["secret"] is None
    assert told["turns"] == run_json("analyze", "--secret", "3124", *GUESSES)["turns"]
    assert run_json("analyze", "--secret", "3124", "1122=2,0")["turns"] == told["turns"][:1]
    wrong = ("analyze", "--secret", "3124", "1122=1,0")
    assert_bad_usage("TURNS", "3124 answers 1122 with 2 black and 0 white", *wrong)


def test_a_game_that_was_played_is_read_from_its_json(tmp_path: Path) -> None:
    typed = "1122\n3344\nresign\n"
    file = tmp_path / "game.json"
    file.write_text(run("play", "--seed", "7", "--json", typed=typed).stdout)
    told = run_json("analyze", "--game-file", str(file))
    assert [turn["guess"] for turn in told["turns"]] == ["1122", "3344"]
    assert told == run_json("analyze", "--game-file", "-", typed=file.read_text())
    assert told["secret"] == json.loads(file.read_text())["secret"]


def test_a_game_with_a_ruleset_of_ones_own_is_read_from_its_json() -> None:
    own = ("--pegs", "2", "--colors", "12", "--repeats")
    game = run("play", *own, "--seed", "1", "--json", typed="1-12\nresign\n").stdout
    told = run_json("analyze", *own, "--game-file", "-", typed=game)
    assert told["turns"][0]["guess"] == "1-12"
    assert told["turns"][0]["candidates_before"] == 144


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ruleset": "classic"}', '{"ruleset": []}'])
def test_a_file_that_is_no_game_is_named(text: str) -> None:
    result = run("analyze", "--game-file", "-", typed=text)
    assert result.exit_code == 2
    assert "is no game" in result.stderr


def test_a_game_on_a_server_is_judged_there(server: ServerProcess) -> None:
    new = finished(server)
    told = run_json("analyze", "--server", server.grpc, "--game-id", new.game_id)
    assert told == run_json("analyze", "--secret", "3124", *GUESSES)


def test_a_game_that_asks_for_tokens_is_judged_with_one(
    server: ServerProcess, tmp_path: Path
) -> None:
    new = finished(server, require_tokens=True)
    there = ("analyze", "--server", server.grpc, "--game-id", new.game_id)
    assert "MISSING_CREDENTIALS" in run(*there).stderr
    token = tmp_path / "token"
    token.write_text(new.spectator_token + "\n")
    assert len(run_json(*there, "--token-file", str(token))["turns"]) == 3


def test_a_game_that_is_not_over_or_not_there_is_told(server: ServerProcess) -> None:
    with Client(server.grpc) as client:
        running = client.new_game().game_id
    for game_id, reason in ((running, "GAME_NOT_OVER"), ("nothing", "GAME_NOT_FOUND")):
        result = run("analyze", "--server", server.grpc, "--game-id", game_id)
        assert result.exit_code == 1
        assert reason in result.stderr


def test_contradictory_turns_are_told() -> None:
    result = run("analyze", "1111=4,0", "2222=4,0")
    assert result.exit_code == 1
    assert "turn 2 contradicts those before it" in result.stderr


@pytest.mark.parametrize(
    ("option", "said", "arguments"),
    [
        ("TURNS", "tell one game", "analyze"),
        ("TURNS", "tell one game", "analyze 1122=1,0 --game-file x"),
        ("TURNS", "is not GUESS=BLACK,WHITE", "analyze 1122"),
        ("TURNS", "there is no color 7", "analyze 1127=1,0"),
        ("--secret", "it has 2 pegs", "analyze --secret 11 1122"),
        ("--secret", "is for turns", "analyze --secret 1122 --game-file x"),
        ("--game-id", "go together", "analyze --server localhost:1"),
        ("--server", "go together", "analyze --game-id x"),
        ("--server", "not HOST:PORT", "analyze --server here --game-id x"),
        ("--game-file", "cannot be read", "analyze --game-file nowhere.json"),
        ("--token-file", "cannot be read", "analyze 1122=1,0 --token-file nowhere"),
        ("--ruleset", "can be listed", "analyze --pegs 9 --colors 9 --repeats 112233445=0,0"),
    ],
)
def test_bad_usage_names_the_option(option: str, said: str, arguments: str) -> None:
    assert_bad_usage(option, said, *arguments.split())


def test_the_tables_fit_80_columns_and_mark_the_answer_that_came() -> None:
    ruleset = PRESETS["super"]
    played = read_played(ruleset, ("11223", "13443", "31245"), "31245")
    judged = analyze_turns(listed(ruleset), ruleset, played.turns, NEVER)
    console = Console(width=80, file=StringIO(), color_system=None)
    console.print(turns_table(ruleset, judged))
    console.print(partitions_table(ruleset, judged))
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "…" not in shown
    assert all(len(line.rstrip()) <= 80 for line in shown.splitlines())
    for each in judged:
        assert f"{each.candidates_before:,} → {each.candidates_after:,}" in shown
    rows = [line for line in shown.splitlines() if "[" in line]
    assert len(rows) == 3
    for row, each in zip(rows, judged, strict=True):
        bars = row.split()[1]
        place = [cell.feedback for cell in each.partition].index(each.turn.feedback)
        assert bars[place] == "["
        assert len(bars) == len(each.partition) + 2


def test_what_is_shown_tells_the_numbers() -> None:
    shown = run("analyze", "--secret", "3124", *GUESSES).stdout
    assert "1,296 → 114" in shown
    assert "1123  185.3 expected" in shown
    assert "none better" in shown


def test_a_sample_is_evaluated_and_repeats_with_its_seed() -> None:
    arguments = ("evaluate", "--strategy", "minimax", "--sample", "50", "--seed", "4")
    told = run_json(*arguments)
    assert told["codes"] == sum(told["histogram"]) == 50
    assert told["standard_error"] > 0
    assert told["total"] == run_json(*arguments)["total"]
    assert "±" in run(*arguments).stdout


def test_random_play_is_evaluated() -> None:
    told = run_json("evaluate", "--strategy", "random-consistent", "--seed", "4")
    assert told["codes"] == 1296
    assert told["opening"] is None
    shown = run("evaluate", "--strategy", "random-consistent", "--sample", "9").stdout
    assert "any code" in shown
