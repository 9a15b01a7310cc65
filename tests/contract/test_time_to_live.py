"""Games expire when nobody moves, and only then (cases O055, O056).

Lives are a few of the store's seconds; a Redis keeps real time, which goes on while a
busy machine lets the test wait.
"""

from dataclasses import replace

from tests.contract.kept import Kept
from tests.contract.samples import changed, finished, record


async def test_a_game_expires(kept: Kept) -> None:
    await kept.store.create("game", record(ttl=kept.second))

    await kept.wait(1.2 * kept.second)

    assert await kept.store.load("game") is None


async def test_an_expired_game_cannot_be_changed(kept: Kept) -> None:
    await kept.store.create("game", record(ttl=kept.second))

    await kept.wait(1.2 * kept.second)

    outcome = await kept.store.compare_and_set("game", 1, changed(record()))
    assert (outcome.stored, outcome.current) == (False, None)
    assert await kept.store.load("game") is None


async def test_an_expired_game_can_be_made_again(kept: Kept) -> None:
    await kept.store.create("game", changed(record(ttl=kept.second)))

    await kept.wait(1.2 * kept.second)

    assert await kept.store.create("game", record()) is None


async def test_every_move_renews_the_life_of_a_game(kept: Kept) -> None:
    current = record(ttl=4 * kept.second)
    await kept.store.create("game", current)
    for _ in range(3):
        await kept.wait(2 * kept.second)
        outcome = await kept.store.compare_and_set("game", current.version, changed(current))
        assert outcome.stored
        current = changed(current)

    assert await kept.store.load("game") == current


async def test_a_write_never_takes_the_end_from_a_game(kept: Kept) -> None:
    current = record(ttl=kept.second)
    await kept.store.create("game", current)
    await kept.store.compare_and_set("game", 1, changed(current))

    await kept.wait(1.2 * kept.second)

    assert await kept.store.load("game") is None


async def test_a_write_that_is_no_change_keeps_the_end(kept: Kept) -> None:
    current = record(ttl=4 * kept.second)
    counted = replace(current, hints_used=1)
    await kept.store.create("game", current)

    await kept.wait(2 * kept.second)
    assert (await kept.store.compare_and_set("game", 1, counted, keep_life=True)).stored
    assert await kept.store.load("game") == counted
    await kept.wait(2.4 * kept.second)

    assert await kept.store.load("game") is None


async def test_a_failed_write_renews_nothing(kept: Kept) -> None:
    current = record(ttl=4 * kept.second)
    await kept.store.create("game", current)

    await kept.wait(2 * kept.second)
    assert not (await kept.store.compare_and_set("game", 7, changed(current))).stored
    assert await kept.store.create("game", record()) == current
    await kept.wait(2.4 * kept.second)

    assert await kept.store.load("game") is None


async def test_a_finished_game_stays_as_long_as_it_shall(kept: Kept) -> None:
    current = record(ttl=kept.second, retain=3600)
    await kept.store.create("game", current)
    await kept.store.compare_and_set("game", 1, finished(current))

    await kept.wait(1.2 * kept.second)

    assert await kept.store.load("game") == finished(current)


async def test_a_game_may_stay_shorter_once_it_is_over(kept: Kept) -> None:
    current = record(ttl=3600, retain=kept.second)
    await kept.store.create("game", current)
    await kept.store.compare_and_set("game", 1, finished(current))

    await kept.wait(1.2 * kept.second)

    assert await kept.store.load("game") is None
