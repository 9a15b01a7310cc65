import json
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_engine.solver.strategies import SERVED
from mastermind_service.cli.app import app
from mastermind_service.cli.board import board
from mastermind_service.cli.choices import CodemakerName, StrategyName, constant, kebab
from mastermind_service.cli.histogram import BAR_CELLS, bar
from mastermind_service.cli.pegs import code_row, empty_row, hidden_row, key_pegs
from mastermind_service.cli.sessions import LocalSession
from tests.cli.running import ENVIRONMENT, assert_bad_usage, run, run_json


def test_strategies_are_the_engines() -> None:
    assert {kebab(strategy.name) for strategy in SERVED} == set(StrategyName)
    assert all(kebab(constant(name)) == name for name in (*StrategyName, *CodemakerName))


def test_version_is_the_distributions() -> None:
    assert run_json("version")["version"] == version("mastermind-service")
    assert run("version").stdout == f"mastermind {version('mastermind-service')}\n"


def test_rulesets_lists_all_with_their_counts() -> None:
    told = {each["name"]: each for each in run_json("rulesets")["rulesets"]}
    assert list(told) == list(PRESETS)
    assert told["hasbro"]["secrets"] == 1680
    assert told["hasbro"]["guesses"] == 4096
    shown = run("rulesets").stdout
    assert all(name in shown for name in PRESETS)
    assert "59,049" in shown


def test_score_answers() -> None:
    told = run_json("score", "1234", "1344")
    assert (told["black"], told["white"], told["solved"]) == (2, 1, False)
    assert "2 black, 1 white" in run("score", "1234", "1344").stdout


def test_score_reads_codes_in_any_notation() -> None:
    told = run_json("score", "🔴🔵🟢🟡", "red, red blue D")
    assert (told["secret"], told["guess"]) == ("3254", "3324")
    assert (told["black"], told["white"]) == (2, 1)


def test_score_tells_no_whites_where_the_ruleset_tells_none() -> None:
    own = ("--pegs", "4", "--colors", "6", "--repeats", "--black-only")
    assert run_json("score", "1234", "1344", *own)["white"] == 0


@pytest.mark.parametrize(
    ("strategy", "total", "longest", "opening"),
    [
        ("minimax", 5801, 5, "1122"),
        ("most-parts", 5668, 6, "1123"),
        ("first-consistent", 7471, 9, "1111"),
    ],
)
def test_evaluate_finds_the_published_totals(
    strategy: str, total: int, longest: int, opening: str
) -> None:
    told = run_json("evaluate", "--ruleset", "classic", "--strategy", strategy)
    assert list(told)[:7] == ["total", "codes", "average", "max", "histogram", "opening", "seconds"]
    assert (told["total"], told["codes"], told["opening"]) == (total, 1296, opening)
    assert told["average"] == total / 1296
    assert sum(told["histogram"]) == 1296
    assert told["seconds"] >= 0
    assert len(told["histogram"]) == told["max"] == longest


def test_evaluate_takes_another_opening() -> None:
    usual = run_json("evaluate", "--strategy", "minimax")
    other = run_json("evaluate", "--strategy", "minimax", "--opening", "AABC")
    assert other["opening"] == "1123"
    assert other["total"] != usual["total"]


def test_evaluate_keeps_to_candidates() -> None:
    strict = run_json("evaluate", "--strategy", "most-parts", "--candidates-only")
    assert strict["total"] > 5668


def test_evaluate_draws_a_histogram() -> None:
    shown = run("evaluate", "--strategy", "minimax").stdout
    assert "4.4761 guesses on average, 5 at most; 5,801 for 1,296 codes" in shown
    assert "█" * BAR_CELLS in shown


def test_a_bar_shows_the_smallest_count() -> None:
    assert bar(0, 700) == ""
    assert bar(1, 700) == "▏"
    assert bar(700, 700) == "█" * BAR_CELLS


def test_suggest_tells_the_best_guess_with_its_numbers() -> None:
    told = run_json("suggest", "--strategy", "minimax")
    assert told["guess"] == "1122"
    assert told["candidates_remaining"] == 1296
    assert told["worst_case_remaining"] == told["score"] == 256
    assert told["strategy_used"] == "minimax"
    assert told["quality"] == "exact-one-step"


def test_suggest_goes_on_from_the_turns() -> None:
    told = run_json("suggest", "--turn", "1122=1,0", "--turn", "1344:0,1", "--alternatives", "3")
    assert told["candidates_remaining"] == 44
    scores = [told["score"], *(each["score"] for each in told["alternatives"])]
    assert len(scores) == 4
    assert scores == sorted(set(scores))
    shown = run("suggest", "--turn", "1122=1,0", "--turn", "1344:0,1").stdout
    assert "44 codes left" in shown


def test_suggest_by_chance_repeats_with_its_seed() -> None:
    arguments = ("suggest", "--strategy", "random-consistent", "--seed", "7")
    assert run_json(*arguments) == run_json(*arguments)


def test_suggest_tells_where_a_contradiction_lies() -> None:
    arguments = ("suggest", "--turn", "1122=4,0", "--turn", "3344=1,0")
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "turn 2 contradicts those before it" in result.stderr
    assert "without turn 1 or turn 2" in result.stderr
    error: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)["error"]
    assert error["reason"] == "CONTRADICTORY_HISTORY"
    assert error["first_contradictory_turn"] == 2
    assert error["repairing_turns"] == [1, 2]


def test_suggest_has_nothing_to_say_of_a_broken_code() -> None:
    result = run("suggest", "--turn", "1122=4,0", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["reason"] == "GAME_OVER"


@pytest.mark.parametrize(
    ("option", "said", "arguments"),
    [
        ("--ruleset", "is none of: classic, travel", "score 1 1 --ruleset draughts"),
        ("--pegs", "--colors: 99 is not within 1 to 63", "evaluate --pegs 99 --colors 99"),
        ("--pegs", "5 pegs without repeats", "evaluate --pegs 5 --colors 4"),
        ("--guess-repeats", "must be true", "own --repeats --no-guess-repeats"),
        ("--symbols", "2 names for 6 colors", "own --symbols red,blue"),
        ("--colors", "needs --pegs and --colors", "score 1 1 --pegs 4"),
        ("--pegs", "classic has its own", "score 1 1 --ruleset classic --pegs 4"),
        ("SECRET", "it has 2 pegs; this ruleset has 4", "score 12 1234"),
        ("GUESS", "there is no color 9; colors are 1 to 6", "score 1234 1239"),
        ("SECRET", "peg 2 repeats a symbol", "score 1123 1234 --ruleset hasbro"),
        ("--strategy", "'most-parts'", "evaluate --strategy guesswork"),
        ("--sample", "1", "evaluate --sample 0"),
        ("--opening", "it has 3 pegs", "evaluate --opening 112"),
        ("--ruleset", "draw a sample", "evaluate --pegs 9 --colors 9 --repeats"),
        ("--turn", "such as 1122=1,0", "suggest --turn 1122"),
        ("--turn", "which is not BLACK,WHITE", "suggest --turn 1122=1"),
        ("--turn", "white: with all other pegs black", "suggest --turn 1122=3,1"),
        ("--turn", "black: 5 of 4 pegs", "suggest --turn 1122=5,0"),
        ("--turn", "there is no color 7", "suggest --turn 1127=1,0"),
        ("--alternatives", "100", "suggest --alternatives 101"),
        ("--max-guesses", "0", "play --max-guesses -1"),
        ("--codemaker", "'supplied'", "play --codemaker nobody"),
        ("--seed", "not drawn", "play --codemaker supplied --seed 1"),
        ("--server", "not HOST:PORT", "play --server somewhere"),
    ],
)
def test_bad_usage_names_the_option(option: str, said: str, arguments: str) -> None:
    if arguments.startswith("own "):
        arguments = f"score 1 1 --pegs 4 --colors 6 {arguments.removeprefix('own ')}"
    assert_bad_usage(option, said, *arguments.split())


def test_tables_are_built_checked_and_listed(tmp_path: Path) -> None:
    folder = ("--tables-dir", str(tmp_path / "tables"))
    before = run_json("tables", "list", *folder)
    assert {each["status"] for each in before["tables"]} == {"missing"}
    built = run_json("tables", "build", *folder)
    assert {each["status"] for each in built["tables"]} == {"built"}
    assert {each["status"] for each in run_json("tables", "check", *folder)["tables"]} == {"ok"}
    assert {each["status"] for each in run_json("tables", "build", *folder)["tables"]} == {"ok"}

    file = Path(built["tables"][0]["file"])
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    check = run("tables", "check", *folder)
    assert check.exit_code == 1
    assert f"{file}: its checksum does not match" in check.stderr
    assert "damaged" in check.stdout
    refused = run("evaluate", *folder)
    assert refused.exit_code == 1
    assert str(file) in refused.stderr

    again = run_json("tables", "build", *folder)
    assert [each["status"] for each in again["tables"]].count("built") == 1
    assert run("tables", "check", *folder).exit_code == 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = run("tables", "build", "--tables-dir", str(file))
    assert result.exit_code == 1
    assert str(file) in result.stderr


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=lambda ruleset: ruleset.name)
def test_rows_of_a_board_are_equally_wide(ruleset: Ruleset) -> None:
    code = tuple(range(ruleset.colors, ruleset.colors - ruleset.pegs, -1))
    wide = code_row(ruleset, code).cell_len
    assert empty_row(ruleset).cell_len == hidden_row(ruleset).cell_len == wide


def test_key_pegs_tell_colors_apart_by_their_form() -> None:
    assert key_pegs(PRESETS["classic"], 2, 1).plain == "● ● ○ ·"
    assert key_pegs(PRESETS["classic"], 0, 0).plain == "· · · ·"
    wide = Ruleset("custom", 15, 6, True, True)
    assert key_pegs(wide, 12, 3).plain == "12●  3○"


@pytest.mark.parametrize(
    "command", ["play", "suggest", "evaluate", "analyze", "score", "rulesets", "serve"]
)
def test_help_shows_examples(command: str) -> None:
    shown = run(command, "--help").stdout
    assert "Examples" in shown
    assert f"mastermind {command}" in shown


def test_rulesets_cuts_no_name_and_no_count_at_80_columns() -> None:
    shown = CliRunner().invoke(app, ["rulesets"], env={**ENVIRONMENT, "COLUMNS": "80"}).stdout
    assert all(f"{name} " in shown for name in PRESETS)
    for each in PRESETS.values():
        row = next(line for line in shown.splitlines() if line.split()[:1] == [each.name])
        assert row.rstrip().endswith(f"{each.guess_count:,}")
        assert len(row) <= 80


@pytest.mark.parametrize("width", [80, 60, 50, 40, 30])
@pytest.mark.parametrize("ruleset", [PRESETS["super"], Ruleset("wide", 15, 63, True, True)])
def test_a_narrow_board_loses_no_peg(ruleset: Ruleset, width: int) -> None:
    console = Console(width=width, file=StringIO(), color_system=None)
    session = LocalSession(ruleset, Path("nowhere"), seed=1)
    session.guess((2,) * ruleset.pegs)
    console.print(board(session, width))
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert shown.count("?▌") == ruleset.pegs
    two = "▐ 2▌" if ruleset.colors > 9 else "▐2▌"
    assert shown.count(two) == ruleset.pegs + 1  # once in the legend
    assert "…" not in shown
    assert "╮" in shown
    assert all(len(line.rstrip()) <= width for line in shown.splitlines())


def test_messages_of_settings_are_free_of_pydantics_prefix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MASTERMIND_STORE", "voodoo://x")
    result = run("config", "check")
    assert result.exit_code == 2
    assert "store: " in result.stderr
    assert "Value error" not in result.stderr


@pytest.mark.parametrize("option", ["--tls", "--ca", "--api-key-file"])
def test_what_is_for_a_server_needs_one(option: str, tmp_path: Path) -> None:
    value = () if option == "--tls" else (str(tmp_path / "file"),)
    assert_bad_usage(option, "name it with --server", "play", option, *value)


def test_a_key_or_authority_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for option in ("--ca", "--api-key-file"):
        missing = str(tmp_path / "missing")
        arguments = ("play", "--server", "localhost:1", option, missing)
        assert_bad_usage(option, "cannot be read", *arguments)
