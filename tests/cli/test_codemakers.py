"""Playing against each codemaker, and answering the service's guesses, here and on a server."""

from collections.abc import Iterator

import pytest

from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.feedback import score
from mastermind_engine.game import Codemaker
from mastermind_engine.rulesets import PRESETS
from mastermind_service.cli.notation import code_text, read_code
from tests.cli.running import assert_bad_usage, run, run_json
from tests.support.server import ServerProcess, running_server

CLASSIC = PRESETS["classic"]


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server() as started:
        yield started


@pytest.fixture(params=["here", "on a server"])
def where(request: pytest.FixtureRequest) -> list[str]:
    """Options that say where the game is kept."""
    if request.param == "here":
        return []
    server = request.getfixturevalue("server")
    assert isinstance(server, ServerProcess)
    return ["--server", server.grpc]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def true_answers(where: list[str], secret: str, strategy: str) -> list[str]:
    """What an honest player types until his code is broken."""
    typed: list[str] = []
    while True:
        options = ["--codemaker", "remote", "--strategy", strategy, *where]
        game = run("play", *options, typed=lines(*typed, "quit"))
        guess = [line for line in game.stdout.splitlines() if line.startswith("› ")][-1]
        pegs = read_code(CLASSIC, guess.partition("  ")[2].translate({9616: None, 9612: None}))
        feedback = score(CLASSIC, read_code(CLASSIC, secret), pegs)
        typed.append(f"{feedback.black} {feedback.white}")
        if feedback.black == CLASSIC.pegs:
            return typed


def test_the_adversary_holds_out_for_five_guesses_of_minimax(where: list[str]) -> None:
    guesses = ("1122", "3345", "3636", "4544", "5455")
    game = run_json("play", "--codemaker", "adversarial", *where, typed=lines(*guesses))

    assert game["state"] == "solved"
    assert game["guesses"] == 5
    assert game["secret"] == "5455"
    assert game["turns"][1] == {"guess": "3345", "black": 1, "white": 1}
    assert game["commitment_kept"] is None


def test_a_code_that_fits_is_shown_when_the_adversary_was_not_beaten(where: list[str]) -> None:
    options = ("play", "--codemaker", "adversarial", *where)
    shown = run(*options, typed=lines("1122", "hint minimax", "quit")).stdout

    assert "256 codes left" in shown
    assert "There was no secret; this fits all answers" in shown
    assert run_json(*options, typed=lines("1122", "quit"))["secret"] == "3333"


def test_the_equilibrium_draw_is_proved_fair(where: list[str]) -> None:
    game = run_json("play", "--codemaker", "equilibrium", "--seed", "5", *where, typed="quit\n")

    drawn = draw_secret("", CLASSIC, seed_of(5), b"", Codemaker.EQUILIBRIUM)
    assert game["secret"] == code_text(CLASSIC, drawn)
    assert game["commitment_kept"] is True


def test_the_service_breaks_a_code_it_never_sees(where: list[str]) -> None:
    typed = true_answers(where, "3632", "minimax")
    options = ("play", "--codemaker", "remote", "--strategy", "minimax", *where)

    game = run_json(*options, typed=lines(*typed))
    assert game["state"] == "solved"
    assert game["turns"][-1]["guess"] == "3632"
    assert game["secret"] is None
    assert game["false_turns"] is None
    assert len(typed) <= 5

    shown = run(*options, typed=lines(*typed, "3632")).stdout
    assert f"Your code is broken in {len(typed)} guesses." in shown
    assert "✓ All your answers were right." in shown


def test_a_contradiction_shows_the_answers_of_which_one_must_be_wrong(where: list[str]) -> None:
    options = ("play", "--codemaker", "remote", "--strategy", "minimax", *where)
    shown = run(*options, typed=lines("0 0", "0,0", "30", "quit")).stdout

    told = shown.partition("one of these must be wrong:\n")[2].splitlines()
    assert [line.split()[0] for line in told[:3]] == ["1", "2", "3"]
    assert told[2].endswith("● ● ● ·")
    assert "take your last answer back" in told[3]
    assert "Ended after 2 guesses." in shown


def test_a_last_answer_that_nothing_explains_is_refused_too(where: list[str]) -> None:
    options = ("play", "--codemaker", "remote", "--max-guesses", "1", "--ruleset", "hasbro")
    game = run_json(*options, *where, typed=lines("0 0", "0 1"))
    # Four distinct colors of eight: none may be right, but then four others are.
    assert (game["state"], game["guesses"]) == ("unsolved", 1)


def test_a_mistake_is_taken_back(where: list[str]) -> None:
    options = ("play", "--codemaker", "remote", "--strategy", "minimax", *where)
    game = run_json(*options, typed=lines("back", "1 0", "back", "0 0", "quit"))

    assert [(turn["guess"], turn["black"]) for turn in game["turns"]] == [("1122", 0)]


def test_false_answers_are_named_by_the_code(where: list[str]) -> None:
    options = ("play", "--codemaker", "remote", "--strategy", "minimax", *where)
    game = run_json(*options, typed=lines("0 0", "quit", "12", "1234"))

    assert game["state"] == "void"
    assert game["false_turns"] == [1]
    assert game["secret"] == "1234"
    shown = run(*options, typed=lines("0 0", "quit", "1234")).stdout
    assert "you said · · · ·  it is ● ○ · ·" in shown


def test_answers_that_cannot_be_read_or_cannot_be_cost_nothing() -> None:
    typed = lines("help", "", "two", "1", "5 0", "3 1", "0 0 0", "quit")
    shown = run("play", "--codemaker", "remote", typed=typed).stdout

    assert "takes your last answer back" in shown
    assert shown.count("type how many black and white key pegs: 2 1") == 3
    assert "that cannot be: 5 of 4 pegs" in shown
    assert "with all other pegs black the last one cannot be elsewhere" in shown
    assert "Ended after 0 guesses." in shown


def test_the_end_of_the_input_ends_the_game() -> None:
    game = run_json("play", "--codemaker", "remote")

    assert (game["state"], game["guesses"]) == ("resigned", 0)


def test_rulesets_without_whites_take_one_number() -> None:
    options = ("--pegs", "3", "--colors", "4", "--repeats", "--black-only")
    game = run_json("play", "--codemaker", "remote", *options, typed=lines("1", "quit"))

    assert game["turns"][0]["black"] == 1


@pytest.mark.parametrize(
    ("option", "said", "arguments"),
    [
        ("--seed", "draws nothing", ("--codemaker", "adversarial", "--seed", "1")),
        ("--strategy", "is for --codemaker remote", ("--strategy", "minimax")),
    ],
)
def test_options_that_do_not_belong_together_are_refused(
    option: str, said: str, arguments: tuple[str, ...]
) -> None:
    assert_bad_usage(option, said, "play", *arguments)


@pytest.mark.parametrize(
    ("codemaker", "ruleset", "said"),
    [
        ("equilibrium", "hasbro", "EQUILIBRIUM is for 4 pegs and 6 colors"),
        ("adversarial", "9x9", "up to 1000000 codes"),
    ],
)
def test_a_codemaker_that_cannot_play_the_ruleset_says_so(
    codemaker: str, ruleset: str, said: str, where: list[str]
) -> None:
    chosen = (
        ("--pegs", "9", "--colors", "9", "--repeats")
        if ruleset == "9x9"
        else ("--ruleset", ruleset)
    )
    result = run("play", "--codemaker", codemaker, *chosen, *where)

    assert result.exit_code == 1
    assert said in result.stderr
