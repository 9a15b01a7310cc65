"""Suggestions in games and for positions."""

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, code, custom, preset, text_of, turn
from tests.support.refusals import refused


def test_a_hint_counts_and_changes_nothing_else(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1122")
    before = api.get_game(game_id)

    for used in (1, 2):
        hint = api.suggest(game_id, strategy=pb.STRATEGY_MINIMAX)
        assert (hint.candidates_remaining, text_of(hint.guess)) == (208, "1134")
        after = api.get_game(game_id)
        assert after.hints_used == used
        after.hints_used = before.hints_used
        assert after == before


def test_hints_stay_counted_when_the_game_goes_on(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.suggest(game_id)
    api.guess(game_id, "1122")
    api.suggest(game_id)
    api.guess(game_id, "1234")

    assert api.get_game(game_id).hints_used == 2


def test_hints_are_refused_where_they_are_not_allowed(api: Api) -> None:
    game = api.new_game("1234", hints_allowed=False).game
    assert not game.hints_allowed

    with refused("FAILED_PRECONDITION", "HINTS_NOT_ALLOWED"):
        api.suggest(game.game_id)

    assert api.get_game(game.game_id).hints_used == 0


def test_a_refused_hint_is_not_counted(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST"):
        api.suggest(game_id, alternatives=101)

    assert api.get_game(game_id).hints_used == 0


def test_a_game_that_is_over_gets_no_hint(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1234")

    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        api.suggest(game_id)


def test_a_game_without_its_secret_gets_no_hint_and_takes_no_guess(api: Api) -> None:
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)
    assert api.get_game(game_id).state == pb.STATE_AWAITING_SECRET

    with refused("FAILED_PRECONDITION", "AWAITING_SECRET"):
        api.suggest(game_id)
    with refused("FAILED_PRECONDITION", "AWAITING_SECRET"):
        api.guess(game_id, "1122")


def test_a_position_whose_last_feedback_is_all_black_is_over(stateless_api: Api) -> None:
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        stateless_api.suggest_for([turn("1122", 4, 0)])


def test_a_position_that_contradicts_itself_tells_where(stateless_api: Api) -> None:
    turns = [turn("1122", 0, 0), turn("3344", 4, 0), turn("1111", 1, 0)]

    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as told:
        stateless_api.suggest_for(turns)

    assert told.metadata["first_contradictory_turn"] == "3"
    assert told.metadata["repairing_turns"] == "3"


@pytest.mark.parametrize(("black", "white"), [(5, 0), (3, 1), (2, 3), (0, 5)])
def test_an_impossible_feedback_is_named(stateless_api: Api, black: int, white: int) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        stateless_api.suggest_for([turn("1122", 1, 1), turn("1134", black, white)])

    assert told.fields[0].startswith("position.turns[1].feedback.")


def test_a_strategy_that_this_ruleset_lacks_is_told(stateless_api: Api) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        stateless_api.suggest_for(ruleset=preset("super"), strategy=pb.STRATEGY_EQUILIBRIUM)


def test_an_optimum_out_of_reach_is_told(stateless_api: Api) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        stateless_api.suggest_for(ruleset=custom(6, 8), strategy=pb.STRATEGY_OPTIMAL)


def test_every_bad_field_of_a_wish_is_named(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.suggest_for(alternatives=101, budget=Duration(seconds=-1))

    assert told.fields == ["alternatives", "budget"]


def test_a_strategy_number_that_means_nothing_is_named(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.suggest_for(strategy=99)

    assert told.fields == ["strategy"]


def test_more_turns_than_the_limit_are_refused(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.suggest_for([turn("1122", 1, 0)] * 1001)

    assert told.fields == ["position.turns"]


def test_a_suggestion_tells_all_that_it_knows(stateless_api: Api) -> None:
    found = stateless_api.suggest_for(strategy=pb.STRATEGY_MINIMAX, alternatives=2)

    assert text_of(found.guess) == "1122"
    assert found.is_candidate
    assert (found.candidates_remaining, found.worst_case_remaining, found.parts) == (1296, 256, 13)
    assert found.candidates_log2 == pytest.approx(10.3398, abs=1e-4)
    assert found.expected_remaining == pytest.approx(265078 / 1296)
    assert not found.candidates_estimated
    assert (found.strategy_used, found.score) == (pb.STRATEGY_MINIMAX, 256)
    assert found.quality == pb.QUALITY_EXACT_ONE_STEP
    others = [(text_of(other.guess), other.score) for other in found.alternatives]
    assert others == [("1123", 276), ("1234", 312)]


def test_auto_says_which_strategy_it_used(stateless_api: Api) -> None:
    found = stateless_api.suggest_for()

    assert (text_of(found.guess), found.strategy_used) == ("1123", pb.STRATEGY_OPTIMAL)
    assert (found.score, found.quality) == (5625, pb.QUALITY_PROVEN_OPTIMAL)


def test_a_seed_fixes_a_random_suggestion(stateless_api: Api) -> None:
    def guess(seed: int | None) -> str:
        wish: dict[str, Any] = {} if seed is None else {"seed": seed}
        found = stateless_api.suggest_for(strategy=pb.STRATEGY_RANDOM_CONSISTENT, **wish)
        assert found.quality == pb.QUALITY_BY_RULE
        return text_of(found.guess)

    assert guess(3) == guess(3)
    assert len({guess(seed) for seed in range(10)}) > 1
    assert len({guess(None) for _ in range(10)}) > 1


def test_a_bounded_search_says_that_it_was_cut_short(stateless_api: Api) -> None:
    super_ = preset("super")
    turns = [turn("11234", 0, 2)]

    bounded = stateless_api.suggest_for(turns, super_, max_evaluations=10_000)

    assert bounded.quality == pb.QUALITY_BUDGET_HIT
    assert bounded == stateless_api.suggest_for(turns, super_, max_evaluations=10_000)


def test_only_candidates_are_weighed_on_wish(stateless_api: Api) -> None:
    turns = [turn("1111", 3, 0), turn("1112", 3, 0)]
    wish: dict[str, Any] = {"strategy": pb.STRATEGY_MINIMAX, "candidates_only": True}

    assert stateless_api.suggest_for(turns, **wish).is_candidate
    assert stateless_api.suggest_for(turns, **wish).guess == code("1113")
