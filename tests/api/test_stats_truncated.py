"""GetStats counts the newest 10 000 games and says so. In the process: so many are made soon."""

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest

from mastermind_engine.game import State
from mastermind_service.callers import Caller
from mastermind_service.keys import Keys
from mastermind_service.listings import STATS_GAMES, Listings
from mastermind_service.openings import NewGame, open_game
from mastermind_service.store.base import GameRecord
from mastermind_service.store.memory import MemoryStore

NOW = 1_700_000_000_000
Change = Callable[[GameRecord], GameRecord]


async def shelf(count: int, change: Change) -> Listings:
    """The listings of a store with so many resigned games; ``change`` changes the oldest."""
    store = MemoryStore(lambda: NOW / 1000)
    wish = NewGame(request_id=str(uuid.UUID(int=1)))
    record = open_game(wish, "", NOW, bytes(32), b"")
    record = replace(record, game=replace(record.game, state=State.RESIGNED))
    for number in range(count):
        made = replace(record, create_millis=NOW + number, update_millis=NOW + number)
        await store.create(f"game-{number}", made if number else change(made))
    return Listings(store, Keys([b"a key of this test"]))


def won(record: GameRecord) -> GameRecord:
    return replace(record, game=replace(record.game, state=State.SOLVED))


@pytest.mark.parametrize(("more", "truncated"), [(0, False), (1, True)])
async def test_one_game_more_than_ten_thousand_is_left_out_and_told(
    more: int, truncated: bool
) -> None:
    listings = await shelf(STATS_GAMES + more, won)

    told = await listings.stats(Caller(), "")

    assert STATS_GAMES == 10_000
    assert told.played == 10_000
    assert told.truncated is truncated
    # The oldest game is the only one that was won.
    assert told.won == (not truncated)


async def test_a_filter_does_not_make_older_games_count() -> None:
    listings = await shelf(STATS_GAMES + 1, won)

    told = await listings.stats(Caller(), "state=SOLVED")

    assert told.played == 0
    assert told.truncated
