"""ListGames: pages, newest first, without gaps or repeats whatever happens between them."""

import time
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from tests.support.api import Api, new_id
from tests.support.calls import delete, listed, page, pages
from tests.support.refusals import refused
from tests.support.waiting import wait_until


def made(api: Api, count: int, **wish: Any) -> tuple[str, list[str]]:
    """A filter for games of this test alone, and their ids, the newest first."""
    team = new_id()
    ids = [api.new_id_of_game(labels={"team": team}, **wish) for _ in range(count)]
    return f'labels.team="{team}"', ids[::-1]


def in_order_of_time(api: Api, ids: list[str]) -> list[str]:
    """Games of one millisecond stand in the order of their ids."""
    times = {game_id: api.get_game(game_id).create_time.ToMilliseconds() for game_id in ids}
    return sorted(ids, key=lambda game_id: (times[game_id], game_id), reverse=True)


@pytest.mark.parametrize("page_size", [1, 3, 7, 50])
def test_pages_of_every_size_show_all_games_once_the_newest_first(api: Api, page_size: int) -> None:
    wanted, ids = made(api, 7)

    assert listed(api, wanted, page_size) == in_order_of_time(api, ids)


def test_no_page_is_longer_than_asked(api: Api) -> None:
    wanted, ids = made(api, 7)

    told = list(pages(api, wanted, 3))

    assert all(len(games) <= 3 for games in told)
    assert sum(map(len, told)) == len(ids)


def test_games_made_between_pages_neither_shift_nor_repeat_any(api: Api) -> None:
    wanted, ids = made(api, 6)
    team = wanted.partition('"')[2].rstrip('"')
    first = page(api, wanted, 2)
    time.sleep(0.002)
    newer = [api.new_id_of_game(labels={"team": team}) for _ in range(3)]

    rest: list[str] = []
    token = first.next_page_token
    while token:
        told = page(api, wanted, 2, token)
        rest += [game.game_id for game in told.games]
        token = told.next_page_token

    seen = [game.game_id for game in first.games] + rest
    assert seen == in_order_of_time(api, ids)
    assert set(listed(api, wanted)) == {*ids, *newer}


def test_games_deleted_between_pages_leave_no_gap(api: Api) -> None:
    wanted, ids = made(api, 9)
    order = in_order_of_time(api, ids)
    first = page(api, wanted, 3)
    # The last of the first page, on which its token rests, and one to come.
    for game_id in (order[2], order[4]):
        delete(api, game_id)

    second = page(api, wanted, 50, first.next_page_token)

    assert [game.game_id for game in first.games] == order[:3]
    assert [game.game_id for game in second.games] == [order[3], *order[5:]]


def test_games_that_expire_between_pages_leave_no_gap(api: Api) -> None:
    short = Duration(nanos=400_000_000)
    team = new_id()
    wanted = f'labels.team="{team}"'
    ids = [
        api.new_id_of_game(labels={"team": team}, ttl=short if index % 2 else None)
        for index in range(8)
    ]
    first = page(api, wanted, 1)
    expired = set(ids[1::2])

    def gone() -> bool:
        return not expired & set(listed(api, wanted))

    wait_until(gone)
    rest = page(api, wanted, 50, first.next_page_token)

    left = [game_id for game_id in in_order_of_time(api, ids[::2]) if game_id not in expired]
    shown = {game.game_id for game in first.games}
    assert [game.game_id for game in rest.games] == [at for at in left if at not in shown]


def test_a_deleted_game_is_listed_no_more(api: Api) -> None:
    wanted, ids = made(api, 2)

    delete(api, ids[0])

    assert listed(api, wanted) == [ids[1]]


def test_a_listed_game_is_told_as_get_game_tells_it(api: Api) -> None:
    wanted, (game_id,) = made(api, 1, secret="1234")
    api.guess(game_id, "1122")

    (game,) = page(api, wanted).games

    assert game == api.get_game(game_id)
    assert not game.HasField("secret")


def test_games_that_ask_for_tokens_are_not_shown_to_everybody(api: Api) -> None:
    wanted, (shown,) = made(api, 1)
    team = wanted.partition('"')[2].rstrip('"')
    hidden = api.new_game(labels={"team": team}, require_tokens=True)

    assert listed(api, wanted) == [shown]
    assert listed(api.with_token(hidden.codebreaker_token), wanted) == [shown]


def test_without_a_page_size_a_page_has_at_most_fifty(api: Api) -> None:
    wanted, ids = made(api, 51)

    first = page(api, wanted)

    assert len(first.games) <= 50
    assert len(listed(api, wanted)) == len(ids)


@pytest.mark.parametrize("page_size", [-1, 1001])
def test_page_sizes_beyond_their_limits_are_refused(api: Api, page_size: int) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        page(api, page_size=page_size)

    assert told.fields == ["page_size"]


def test_the_largest_page_size_is_a_thousand(api: Api) -> None:
    wanted, ids = made(api, 2)

    assert len(page(api, wanted, 1000).games) == len(ids)
