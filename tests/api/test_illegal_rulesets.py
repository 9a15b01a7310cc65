"""One answer names everything that is wrong with a ruleset."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_game_request, preset, turn
from tests.support.refusals import refused

THREE_FAULTS = custom(0, 64, guess_repeats=False)
PATHS = ["custom.pegs", "custom.colors", "custom.guess_repeats"]


def paths(prefix: str, *fields: str) -> list[str]:
    return [f"{prefix}.{field}" for field in fields]


def test_a_ruleset_with_three_wrong_fields_is_refused_once_for_all_three(api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        api.new_game(ruleset=THREE_FAULTS)

    assert told.fields == paths("ruleset", *PATHS)
    assert all(told.descriptions)


def test_scoring_names_the_same_faults(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        stateless_api.score("1234", "1234", THREE_FAULTS)

    assert told.fields == paths("ruleset", *PATHS)


def test_a_suggestion_names_them_within_the_position(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        stateless_api.suggest_for(ruleset=THREE_FAULTS)

    assert told.fields == paths("position.ruleset", *PATHS)


def test_the_faults_of_the_rest_are_named_beside_them(api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        api.new_game(ruleset=THREE_FAULTS, request_id="no uuid", labels={"": "x"})

    assert told.fields == [*paths("ruleset", *PATHS), "request_id", "labels"]


@pytest.mark.parametrize(
    ("ruleset", "fields"),
    [
        (custom(16, 6), ["custom.pegs"]),
        (custom(4, 0), ["custom.colors"]),
        (custom(5, 4, repeats=False), ["custom.pegs"]),
        (custom(4, 6, max_guesses=2**31), ["custom.max_guesses"]),
        (custom(4, 3, symbols=["red", "green"]), ["custom.symbols"]),
        (custom(4, 3, symbols=["red", "", "x" * 33]), ["custom.symbols[1]", "custom.symbols[2]"]),
        (preset("classic", max_guesses=2**31), ["max_guesses"]),
        (custom(4, 6, feedback_kind=pb.FEEDBACK_KIND_GRAND), ["custom.colors"]),
        (custom(4, 6, word_list="words", blanks=True), ["custom.blanks"]),
    ],
)
def test_each_fault_is_named_by_its_path(
    stateless_api: Api, ruleset: pb.RulesetChoice, fields: list[str]
) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        stateless_api.new_game(ruleset=ruleset)

    assert told.fields == paths("ruleset", *fields)


def test_an_unknown_preset_is_named(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "UNKNOWN_PRESET") as told:
        stateless_api.new_game(ruleset=preset("clasic"))

    assert told.fields == ["ruleset.preset"]
    assert "classic" in told.descriptions[0]


def test_an_unknown_word_list_is_named(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "UNKNOWN_WORD_LIST") as told:
        stateless_api.new_game(ruleset=custom(4, 26, word_list="klingon"))

    assert told.fields == ["ruleset.custom.word_list"]


def test_a_feedback_kind_that_means_nothing_is_named(stateless_api: Api) -> None:
    ruleset = custom(4, 6)
    ruleset.custom.feedback_kind = 99  # type: ignore[assignment]

    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        stateless_api.score("1234", "1234", ruleset)

    assert told.fields == ["ruleset.custom.feedback_kind"]


def test_a_custom_ruleset_takes_the_defaults_of_proto3(stateless_api: Api) -> None:
    request = new_game_request(ruleset=custom(4, 6, repeats=False))

    ruleset = stateless_api.stub.NewGame(request).game.ruleset

    assert (ruleset.name, ruleset.repeats, ruleset.guess_repeats) == ("custom", False, False)
    assert (ruleset.blanks, ruleset.max_guesses) == (False, 0)
    assert ruleset.feedback_kind == pb.FEEDBACK_KIND_STANDARD


def test_a_choice_may_change_the_number_of_rows(stateless_api: Api) -> None:
    game = stateless_api.new_game(ruleset=preset("classic", max_guesses=8)).game

    assert (game.ruleset.max_guesses, game.guesses_left) == (8, 8)


def test_a_position_names_every_bad_turn(stateless_api: Api) -> None:
    turns = [turn("1122", 1, 1), turn("1178", 1, 1), turn("11", 0, 0)]

    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.suggest_for(turns)

    assert told.fields == [
        "position.turns[1].guess.pegs[2]",
        "position.turns[1].guess.pegs[3]",
        "position.turns[2].guess.pegs",
    ]
