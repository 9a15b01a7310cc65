"""Each caller's games are for that caller alone."""

from typing import cast

import grpc
import pytest
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from mastermind.v1 import types_pb2 as pb
from tests.access.rpcs import ON_A_GAME
from tests.support.api import Api, new_id
from tests.support.calls import delete, listed, page, resign, set_secret, stats
from tests.support.refusals import Refused, refusal_of, refused

NEVER_WAS = "a" * 24


def told_of(api: Api, name: str, game_id: str) -> tuple[Refused, Status]:
    """All that a refused call tells, packed details and all."""
    with pytest.raises(grpc.RpcError) as raised:
        ON_A_GAME[name](api, game_id)
    status = rpc_status.from_call(cast("grpc.Call", raised.value))
    assert status is not None
    return refusal_of(raised.value), status


@pytest.mark.parametrize("name", ON_A_GAME)
@pytest.mark.parametrize("guarded", [False, True], ids=["open", "asking for tokens"])
def test_someone_elses_game_is_the_same_as_none(
    ada: Api, bob: Api, name: str, guarded: bool
) -> None:
    made = ada.new_game("1234", require_tokens=guarded)
    codemaker = ada.with_token(made.codemaker_token)
    before = codemaker.get_game(made.game.game_id)

    refusal, status = told_of(bob, name, made.game.game_id)

    assert (refusal.code.name, refusal.reason) == ("NOT_FOUND", "GAME_NOT_FOUND")
    assert (refusal, status) == told_of(bob, name, NEVER_WAS)
    assert codemaker.get_game(made.game.game_id) == before


@pytest.mark.parametrize("name", ON_A_GAME)
def test_someone_elses_game_that_is_over_or_deleted_is_the_same_as_none(
    ada: Api, bob: Api, name: str
) -> None:
    over, deleted = ada.new_id_of_game("1234"), ada.new_id_of_game("1234")
    resign(ada, over)
    delete(ada, deleted)

    none = told_of(bob, name, NEVER_WAS)

    assert told_of(bob, name, over) == none
    assert told_of(bob, name, deleted) == none


def test_an_owner_of_a_game_that_asks_for_tokens_is_told_so(ada: Api) -> None:
    game_id = ada.new_id_of_game("1234", require_tokens=True)

    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS") as told:
        ada.get_game(game_id)
    assert "token" in told.message
    # Its owner alone sees it in the list, as nobody else has the same name.
    assert game_id in listed(ada)


def test_a_seats_token_works_for_another_caller_with_a_key_of_his_own(ada: Api, bob: Api) -> None:
    made = ada.new_game(codemaker=pb.CODEMAKER_SUPPLIED, require_tokens=True)
    game_id = made.game.game_id
    codemaker, codebreaker = (
        bob.with_token(made.codemaker_token),
        bob.with_token(made.codebreaker_token),
    )

    set_secret(codemaker, game_id, "2233")
    assert codebreaker.suggest(game_id).candidates_remaining == 1296
    assert codebreaker.guess(game_id, "2233").state == pb.STATE_SOLVED

    assert bob.with_token(made.spectator_token).get_game(game_id).state == pb.STATE_SOLVED
    # He has a seat, not the game.
    assert game_id not in listed(bob)
    assert game_id in listed(ada)
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        bob.get_game(game_id)


def test_a_move_of_one_is_replayed_for_the_seat_whoever_has_it(ada: Api, bob: Api) -> None:
    made = ada.new_game("2233")
    game_id, mine = made.game.game_id, new_id()
    answer = ada.with_token(made.codebreaker_token).guess(game_id, "1122", request_id=mine)

    again = bob.with_token(made.codebreaker_token).guess(game_id, "1122", request_id=mine)

    assert again == answer
    assert len(ada.get_game(game_id).turns) == 1


def test_lists_hold_the_callers_own_games_alone(ada: Api, bob: Api) -> None:
    hers, his = ({api.new_id_of_game("1234") for _ in range(3)} for api in (ada, bob))

    assert hers <= set(listed(ada))
    assert his <= set(listed(bob))
    assert not set(listed(ada)) & set(listed(bob))


def test_stats_count_the_callers_own_games_alone(ada: Api, bob: Api) -> None:
    hers, his = stats(ada), stats(bob)
    game_id = ada.new_id_of_game("1234")
    ada.guess(game_id, "1234")

    assert stats(ada).won == hers.won + 1
    assert stats(bob) == his


def test_a_page_token_of_one_opens_no_page_of_the_other(ada: Api, bob: Api) -> None:
    for api in (ada, bob):
        for _ in range(2):
            api.new_game("1234")
    token = page(ada, page_size=1).next_page_token
    assert token

    with refused("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"):
        page(bob, page_size=1, page_token=token)


def test_the_same_request_id_of_two_callers_makes_two_games(ada: Api, bob: Api) -> None:
    mine = new_id()

    hers, his = (api.new_game("1234", request_id=mine) for api in (ada, bob))

    assert hers.game.game_id != his.game.game_id
    assert ada.new_game("1234", request_id=mine) == hers
    assert bob.new_game("1234", request_id=mine) == his
