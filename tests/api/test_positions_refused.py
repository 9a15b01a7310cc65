"""SuggestGuess on positions that have no answer, and what is told instead."""

import pytest
from google.protobuf.duration_pb2 import Duration

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, turn
from tests.support.refusals import refused

BLACK_ONLY = pb.FEEDBACK_KIND_BLACK_ONLY


@pytest.mark.parametrize(
    ("history", "first", "repairing"),
    [
        ([turn("1111", 1, 0), turn("1111", 2, 0)], "2", "1,2"),
        ([turn("2222", 0, 0), turn("1111", 1, 0), turn("1111", 2, 0)], "3", "2,3"),
        ([turn("1111", 1, 0), turn("1111", 2, 0), turn("1111", 1, 0)], "2", "2"),
        ([turn("1111", 1, 0), turn("1111", 2, 0), turn("1111", 3, 0)], "2", ""),
    ],
    ids=["two", "the later two", "the odd one out", "none alone"],
)
def test_a_history_that_no_code_explains_tells_where_and_what_would_repair_it(
    stateless_api: Api, history: list[pb.Turn], first: str, repairing: str
) -> None:
    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as told:
        stateless_api.suggest_for(history)

    assert told.metadata == {"first_contradictory_turn": first, "repairing_turns": repairing}


@pytest.mark.parametrize(
    ("black", "white", "field"),
    [(5, 0, "black"), (0, 5, "white"), (3, 2, "white"), (3, 1, "white"), (2**32 - 1, 0, "black")],
)
def test_feedback_that_arithmetic_rules_out_names_its_field(
    stateless_api: Api, black: int, white: int, field: str
) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        stateless_api.suggest_for([turn("1122", 1, 0), turn("1122", black, white)])

    assert told.fields == [f"position.turns[1].feedback.{field}"]


def test_every_impossible_feedback_is_told_at_once(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        stateless_api.suggest_for([turn("1122", 9, 0), turn("1122", 0, 0), turn("1122", 3, 1)])

    assert told.fields == ["position.turns[0].feedback.black", "position.turns[2].feedback.white"]


def test_whites_are_impossible_where_none_are_told(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        stateless_api.suggest_for([turn("1122", 0, 1)], custom(4, 6, feedback_kind=BLACK_ONLY))

    assert told.fields == ["position.turns[0].feedback.white"]


def test_blues_are_impossible_outside_grand(stateless_api: Api) -> None:
    bad = turn("1122", 0, 0)
    bad.feedback.blue = 1

    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        stateless_api.suggest_for([bad])

    assert told.fields == ["position.turns[0].feedback.blue"]


def test_bad_guesses_and_bad_feedback_are_told_together(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.suggest_for([turn("1127", 0, 0), turn("112", 3, 1)])

    assert told.fields == [
        "position.turns[0].guess.pegs[3]",
        "position.turns[1].guess.pegs",
        "position.turns[1].feedback.white",
    ]


def test_the_wish_and_the_position_are_told_together(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.suggest_for([turn("112", 0, 0)], alternatives=101, budget=Duration())

    assert told.fields == ["position.turns[0].guess.pegs", "alternatives", "budget"]


def test_a_ruleset_that_is_not_legal_is_named_by_its_fields(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        stateless_api.suggest_for(ruleset=custom(0, 64))

    assert told.fields == ["position.ruleset.custom.pegs", "position.ruleset.custom.colors"]


def test_a_solved_position_is_over_even_if_it_contradicts_itself(stateless_api: Api) -> None:
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        stateless_api.suggest_for([turn("1344", 0, 0), turn("1344", 4, 0)])
