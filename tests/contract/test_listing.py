"""An owner's games, the newest first."""

import pytest

from mastermind_service.store.base import Place
from tests.contract.kept import Kept
from tests.contract.samples import NOW, changed, finished, record

DAY = 24 * 3600 * 1000


async def made(kept: Kept, *created: int, owner: str = "ann") -> list[Place]:
    """Makes games at these times; their places, the newest first."""
    places = []
    for number, time in enumerate(created):
        game_id = f"{owner}-{number}"
        await kept.store.create(game_id, record(owner=owner, created=time))
        places.append(Place(time, game_id))
    return sorted(places, reverse=True)


async def test_the_newest_game_comes_first(kept: Kept) -> None:
    places = await made(kept, NOW, NOW + 1, NOW - 1)

    assert await kept.store.list_ids("ann", None, 10) == places


async def test_games_of_one_millisecond_are_ordered_by_their_ids(kept: Kept) -> None:
    places = await made(kept, *[NOW] * 12)

    assert await kept.store.list_ids("ann", None, 20) == places


async def test_games_of_many_days_are_listed_together(kept: Kept) -> None:
    places = await made(kept, NOW - 20 * DAY, NOW, NOW - DAY, NOW - 2 * DAY, NOW - DAY + 1)

    assert await kept.store.list_ids("ann", None, 10) == places
    assert await kept.store.list_ids("ann", None, 3) == places[:3]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
async def test_page_after_page_shows_every_game_once(kept: Kept, size: int) -> None:
    places = await made(kept, *[NOW] * 5, *[NOW - 1] * 3, *[NOW - 3 * DAY] * 4, NOW - 9 * DAY)

    seen: list[Place] = []
    while page := await kept.store.list_ids("ann", seen[-1] if seen else None, size):
        assert len(page) <= size
        seen += page

    assert seen == places


async def test_a_game_made_meanwhile_does_not_disturb_the_pages(kept: Kept) -> None:
    places = await made(kept, NOW, NOW - 1, NOW - 2, NOW - 3)
    first = await kept.store.list_ids("ann", None, 2)

    await kept.store.create("late", record(owner="ann", created=NOW + 5))

    assert first + await kept.store.list_ids("ann", first[-1], 10) == places


async def test_everybody_sees_only_his_own_games(kept: Kept) -> None:
    anns = await made(kept, NOW, NOW + 2, owner="ann")
    bobs = await made(kept, NOW + 1, owner="bob")

    assert await kept.store.list_ids("ann", None, 10) == anns
    assert await kept.store.list_ids("bob", None, 10) == bobs
    assert await kept.store.list_ids("", None, 10) == []


async def test_places_that_were_dropped_are_not_listed_again(kept: Kept) -> None:
    places = await made(kept, NOW, NOW - 1, NOW - DAY)

    await kept.store.drop_ids("ann", places[1:])
    await kept.store.drop_ids("ann", places[1:])

    assert await kept.store.list_ids("ann", None, 10) == places[:1]


async def test_an_owner_whose_games_are_all_gone_can_have_new_ones(kept: Kept) -> None:
    await kept.store.drop_ids("ann", await made(kept, NOW, NOW - 1))
    assert await kept.store.list_ids("ann", None, 10) == []

    await kept.store.create("new", record(owner="ann"))

    assert await kept.store.list_ids("ann", None, 10) == [Place(NOW, "new")]


async def test_changes_leave_a_game_in_its_place(kept: Kept) -> None:
    places = await made(kept, NOW, NOW - 1)
    current = record(owner="ann", created=NOW)

    await kept.store.compare_and_set(places[0].game_id, 1, changed(current))
    await kept.store.compare_and_set(places[0].game_id, 2, finished(changed(current)))

    assert await kept.store.list_ids("ann", None, 10) == places


@pytest.mark.parametrize("later", [5, 2 * DAY])
async def test_making_a_game_again_leaves_it_in_its_place(kept: Kept, later: int) -> None:
    places = await made(kept, NOW, NOW + 1)
    retried = record(owner="ann", created=NOW + later)

    assert await kept.store.create(places[1].game_id, retried) is not None

    assert await kept.store.list_ids("ann", None, 10) == places


async def test_a_game_stays_listed_as_long_as_it_lives(kept: Kept) -> None:
    life = 4 * kept.second
    current = record(ttl=life, retain=life, owner="ann")
    await kept.store.create("game", current)
    for _ in range(3):
        await kept.wait(2 * kept.second)
        assert (await kept.store.compare_and_set("game", current.version, changed(current))).stored
        current = changed(current)

    assert await kept.store.list_ids("ann", None, 10) == [Place(NOW, "game")]
