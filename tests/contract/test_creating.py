"""Games come into being once."""

import asyncio

from tests.contract.kept import Kept
from tests.contract.samples import changed, record


async def test_a_new_game_is_stored(kept: Kept) -> None:
    assert await kept.store.create("game", record()) is None

    assert await kept.store.load("game") == record()


async def test_creating_where_a_record_stands_returns_it_and_changes_nothing(kept: Kept) -> None:
    first, second = record(), changed(record())
    await kept.store.create("game", first)

    assert await kept.store.create("game", second) == first

    assert await kept.store.load("game") == first


async def test_of_fifty_who_create_at_once_one_does(kept: Kept) -> None:
    wishes = [changed(record(), hints=number) for number in range(50)]

    standing = await asyncio.gather(*(kept.store.create("game", wish) for wish in wishes))

    made = await kept.store.load("game")
    assert standing.count(None) == 1
    assert [each for each in standing if each is not None] == [made] * 49
    assert made == wishes[standing.index(None)]


async def test_a_game_that_was_never_made_is_absent(kept: Kept) -> None:
    assert await kept.store.load("game") is None


async def test_a_store_that_works_answers_a_ping(kept: Kept) -> None:
    await kept.store.ping()
