"""Whoever watches a game hears of its changes, whoever makes them."""

import asyncio

from mastermind_service.store.base import Store
from mastermind_service.store.changes import Watch
from tests.contract.kept import Kept
from tests.contract.samples import changed, record

SOON = 5.0
"""Seconds; far more than it takes."""
NEVER = 0.2


async def settled(store: Store, game_id: str) -> Watch:
    """A watch on a new game that has nothing to hear yet: a beginning may be heard too."""
    await store.create(game_id, record())
    watch = store.watch(game_id)
    while await watch.wait(NEVER):
        pass
    return watch


async def test_a_watcher_hears_of_a_change_by_another_user(kept: Kept) -> None:
    watch = await settled(kept.store, "watched")

    assert (await kept.another().compare_and_set("watched", 1, changed(record()))).stored

    assert await watch.wait(SOON)
    assert not await watch.wait(NEVER)
    watch.close()


async def test_each_watcher_hears_and_of_its_own_game_alone(kept: Kept) -> None:
    this, that = [await settled(kept.store, name) for name in ("this", "that")]
    too = kept.store.watch("this")

    assert (await kept.store.compare_and_set("this", 1, changed(record()))).stored

    heard = await asyncio.gather(this.wait(SOON), too.wait(SOON), that.wait(NEVER))
    assert list(heard) == [True, True, False]
    for watch in (this, that, too):
        watch.close()


async def test_a_hint_is_no_change_of_the_game(kept: Kept) -> None:
    watch = await settled(kept.store, "hinted")
    hinted = record().evolve(hints_used=1)

    assert (await kept.store.compare_and_set("hinted", 1, hinted, keep_life=True)).stored

    assert not await watch.wait(NEVER)
    watch.close()


async def test_a_closed_watch_hears_nothing_and_others_go_on(kept: Kept) -> None:
    left = await settled(kept.store, "left")
    stays = kept.store.watch("left")
    left.close()

    assert (await kept.store.compare_and_set("left", 1, changed(record()))).stored

    assert await stays.wait(SOON)
    assert not await left.wait(NEVER)
    left.close()
    stays.close()


async def test_a_change_is_heard_with_its_record_where_it_was_made_and_read_elsewhere(
    kept: Kept,
) -> None:
    watch = await settled(kept.store, "own")
    here = changed(record())
    assert (await kept.store.compare_and_set("own", 1, here)).stored
    assert await watch.wait(SOON)
    assert watch.record == here
    # Nor does it have to be read for what the store tells of the same change.
    assert not await watch.wait(NEVER)
    assert watch.record == here

    there, another = changed(here), kept.another()
    assert (await another.compare_and_set("own", 2, there)).stored
    assert await watch.wait(SOON)
    assert watch.record == (there if another is kept.store else None)
    watch.close()
