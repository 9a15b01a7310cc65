from pathlib import Path
from typing import Any

import pytest

from mastermind_engine.fairness import draw_commitment, draw_secret, seed_of
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service.cli import sessions
from mastermind_service.cli.choices import StrategyName
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.sessions import LocalSession
from tests.cli.running import run, run_json

CLASSIC = PRESETS["classic"]
PATH = Path("nowhere")
SEED = 5
SECRET = code_text(CLASSIC, draw_secret("", CLASSIC, seed_of(SEED), b""))


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def play_json(*typed: str, seed: int = SEED, ruleset: str = "classic") -> dict[str, Any]:
    return run_json("play", "--ruleset", ruleset, "--seed", str(seed), typed=lines(*typed))


def test_a_game_is_won() -> None:
    game = play_json("1122", SECRET)
    assert game["state"] == "solved"
    assert game["secret"] == SECRET
    assert [turn["guess"] for turn in game["turns"]] == ["1122", SECRET]
    assert game["turns"][1] == {"guess": SECRET, "black": 4, "white": 0}


def test_the_last_guess_may_win_and_more_lose() -> None:
    wrong = ["1111"] * 11
    assert play_json(*wrong, SECRET)["state"] == "solved"
    lost = play_json(*wrong, "1111", SECRET)
    assert lost["state"] == "unsolved"
    assert lost["guesses"] == 12
    assert lost["secret"] == SECRET


def test_bad_input_costs_nothing_and_says_why() -> None:
    typed = lines("1127", "112", "1.22", "purpel", "", "🔴🔵", SECRET)
    shown = run("play", "--seed", str(SEED), typed=typed).stdout
    assert "there is no color 7; colors are 1 to 6 or A to F" in shown
    assert "it has 3 pegs; this ruleset has 4" in shown
    assert "there are no blanks in this ruleset" in shown
    assert "“purpel” is no color here" in shown
    assert "it has 2 pegs; this ruleset has 4" in shown
    assert "You broke the code in 1 guess." in shown


@pytest.mark.parametrize("word", ["resign", "QUIT", " quit "])
def test_giving_up_shows_the_secret(word: str) -> None:
    game = play_json("1122", word, SECRET)
    assert game["state"] == "resigned"
    assert game["guesses"] == 1
    assert game["secret"] == SECRET


def test_the_end_of_the_input_gives_up() -> None:
    result = run("play", "--seed", str(SEED))
    assert result.exit_code == 0
    assert "Given up after 0 guesses" in result.stdout


def test_the_commitment_is_shown_before_and_proved_after() -> None:
    commitment = draw_commitment("", CLASSIC, seed_of(SEED)).hex()
    shown = run("play", "--seed", str(SEED), typed=lines(SECRET)).stdout
    assert f"the secret is committed to: {commitment[:16]}" in shown
    assert "✓ Fair" in shown
    game = play_json(SECRET)
    assert game["commitment"] == commitment
    assert game["commitment_kept"] is True


def test_an_unseeded_game_differs_and_is_fair() -> None:
    games = [run_json("play", typed="quit\n") for _ in range(5)]
    assert len({game["commitment"] for game in games}) == 5
    assert all(game["commitment_kept"] for game in games)


def test_a_cheat_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter([(1, 1, 1, 1), (2, 2, 2, 2)])
    monkeypatch.setattr(sessions, "draw_secret", lambda *_: next(draws))
    result = run("play", typed=lines("1111"))
    assert "does not match the commitment" in result.stdout


def test_a_hint_tells_its_numbers() -> None:
    shown = run("play", "--seed", str(SEED), typed=lines("hint minimax", "quit")).stdout
    assert "by minimax, exact-one-step, may be the secret" in shown
    assert "1,296 codes left · then 256 at worst, 204.5 expected · 2.89 bits · 13 answers" in shown


def test_hints_alone_break_the_code() -> None:
    session = LocalSession(CLASSIC, PATH, seed=SEED)
    while not session.state.over:
        session.guess(session.hint(StrategyName.MINIMAX).guess)
    assert session.state.name == "SOLVED"
    assert len(session.turns) == session.hints_used <= 5


def test_a_hint_by_an_unknown_strategy_names_those_there_are() -> None:
    shown = run("play", "--seed", str(SEED), typed=lines("hint voodoo", "quit")).stdout
    assert "there is no strategy “voodoo”" in shown
    assert "most-parts" in shown


def test_a_hint_among_codes_too_many_to_list_says_that_it_is_sampled() -> None:
    typed = lines("hint", "quit")
    result = run("play", "--pegs", "9", "--colors", "9", "--repeats", typed=typed)
    assert "sampled" in result.stdout


def test_help_tells_what_can_be_typed() -> None:
    shown = run("play", typed=lines("help", "quit")).stdout
    assert all(word in shown for word in ("a code", "hint", "resign", "first-consistent"))


def test_two_people_play_with_a_secret_of_their_own() -> None:
    typed = lines("12", "1234", "4321", "1234")
    game = run_json("play", "--codemaker", "supplied", typed=typed)
    assert game["secret"] == "1234"
    assert game["guesses"] == 2
    assert game["commitment_kept"] is None
    nobody = run("play", "--codemaker", "supplied")
    assert nobody.exit_code == 1
    assert "no secret was given" in nobody.stderr


def test_a_supplied_secret_is_not_shown_while_it_is_guessed() -> None:
    session = LocalSession(CLASSIC, PATH, secret=(1, 2, 3, 4))
    assert session.secret is None
    session.resign()
    assert session.secret == (1, 2, 3, 4)


def test_rows_left_and_the_secret_stand_on_the_board() -> None:
    shown = run("play", "--ruleset", "travel", typed=lines("quit")).stdout
    board = shown[: shown.index("type a code")]
    assert "6 guesses left" in board
    assert board.count("▐?▌") == 4
    assert "▐6▌\u00a0fuchsia" in board
    assert board.count("·   ·   ·   ·") == 6


def test_more_rows_than_fit_scroll() -> None:
    typed = lines(*["1111"] * 15, "quit")
    arguments = ("play", "--max-guesses", "0", "--codemaker", "supplied")
    shown = run(*arguments, typed=lines("1234") + typed).stdout
    board = shown[shown.rindex("Mastermind") :]
    assert "15" in board
    assert "\n│    3 " not in board


@pytest.mark.parametrize(
    ("options", "guess"),
    [
        ("--ruleset super-blanks", "1.2.3"),
        ("--ruleset bulls-and-cows", "1 2 3 10"),
        ("--pegs 15 --colors 63 --repeats --blanks", "1" * 15),
        ("--pegs 4 --colors 3 --repeats --symbols red,green,blue", "r G blue 🔴"),
        ("--pegs 4 --colors 6 --guess-repeats", "1122"),
    ],
)
def test_every_kind_of_ruleset_plays(options: str, guess: str) -> None:
    game = run_json("play", "--seed", "1", *options.split(), typed=lines(guess, "quit"))
    assert game["guesses"] == 1


def test_a_narrow_terminal_shows_the_whole_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESETS, "wide", Ruleset("wide", 15, 63, True, True))
    typed = lines("1" * 15, "quit")
    result = run("play", "--ruleset", "wide", typed=typed)
    assert result.exit_code == 0
    rows = [line for line in result.stdout.splitlines() if "▐ 1▌" * 15 in line]
    assert rows
    assert all(len(row) <= 80 for row in rows)
