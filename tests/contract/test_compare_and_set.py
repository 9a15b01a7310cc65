"""A record is replaced only by someone who has seen it."""

import asyncio

from mastermind_service.store.base import Outcome
from tests.contract.kept import Kept
from tests.contract.samples import changed, record

WRITERS = 50


async def test_a_change_of_the_standing_version_is_stored(kept: Kept) -> None:
    await kept.store.create("game", record())

    assert await kept.store.compare_and_set("game", 1, changed(record())) == Outcome(stored=True)

    assert await kept.store.load("game") == changed(record())


async def test_a_change_of_an_older_version_returns_the_record_that_stands(kept: Kept) -> None:
    second = changed(record(), hints=1)
    await kept.store.create("game", record())
    await kept.store.compare_and_set("game", 1, second)

    outcome = await kept.store.compare_and_set("game", 1, changed(record(), hints=2))

    assert outcome == Outcome(stored=False, current=second)
    assert await kept.store.load("game") == second


async def test_a_change_of_a_version_still_to_come_is_not_stored(kept: Kept) -> None:
    await kept.store.create("game", record())

    outcome = await kept.store.compare_and_set("game", 2, changed(changed(record())))

    assert outcome == Outcome(stored=False, current=record())


async def test_a_change_of_an_absent_game_tells_that_it_is_absent(kept: Kept) -> None:
    outcome = await kept.store.compare_and_set("game", 1, changed(record()))

    assert outcome == Outcome(stored=False, current=None)
    assert await kept.store.load("game") is None


async def test_versions_are_compared_as_a_whole(kept: Kept) -> None:
    await kept.store.create("game", record(version=256 + 1))

    for version in (1, 256, 2**24 + 1):
        outcome = await kept.store.compare_and_set("game", version, changed(record()))
        assert outcome == Outcome(stored=False, current=record(version=256 + 1))


async def test_of_fifty_who_change_the_same_version_one_wins(kept: Kept) -> None:
    await kept.store.create("game", record())
    stores = (kept.store, kept.another())
    for version in range(1, 6):
        standing = record(version)
        wishes = [changed(standing, hints=number) for number in range(WRITERS)]

        outcomes = await asyncio.gather(
            *(
                stores[number % 2].compare_and_set("game", version, wish)
                for number, wish in enumerate(wishes)
            )
        )

        winner = outcomes.index(Outcome(stored=True))
        lost = [Outcome(stored=False, current=wishes[winner])] * WRITERS
        assert outcomes == [*lost[:winner], Outcome(stored=True), *lost[winner + 1 :]]
        assert await kept.store.load("game") == wishes[winner]


async def test_fifty_writers_who_try_again_all_get_through(kept: Kept) -> None:
    await kept.store.create("game", record())

    async def write() -> None:
        current = record()
        while True:
            outcome = await kept.store.compare_and_set("game", current.version, changed(current))
            if outcome.stored:
                return
            assert outcome.current is not None
            current = outcome.current

    await asyncio.gather(*(write() for _ in range(WRITERS)))

    standing = await kept.store.load("game")
    assert standing is not None
    assert standing.version == WRITERS + 1
