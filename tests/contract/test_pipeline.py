"""Calls that leave together do not harm each other."""

import asyncio

from mastermind_service.store.base import Store
from mastermind_service.store.redis import RedisStore
from tests.contract.samples import changed, record
from tests.support.redis import RedisServer


async def test_a_thousand_calls_at_once_get_their_own_answers(in_redis: Store) -> None:
    wishes = {f"game-{number}": changed(record(), hints=number) for number in range(1000)}
    await asyncio.gather(*(in_redis.create(name, wish) for name, wish in wishes.items()))

    loads = await asyncio.gather(*(in_redis.load(name) for name in wishes))

    assert loads == list(wishes.values())


async def test_callers_that_go_away_harm_no_other(in_redis: Store) -> None:
    await in_redis.create("game", record())
    for moment in range(5):
        calls = [asyncio.ensure_future(in_redis.load("game")) for _ in range(40)]
        for _ in range(moment):
            await asyncio.sleep(0)
        for call in calls[::2]:
            call.cancel()

        answers = await asyncio.gather(*calls, return_exceptions=True)

        assert answers[1::2] == [record()] * 20
    assert await in_redis.load("game") == record()


async def test_closing_waits_for_what_is_under_way(redis: RedisServer) -> None:
    store = RedisStore(redis.url, "closing:")
    calls = [asyncio.ensure_future(store.create(f"game-{n}", record())) for n in range(50)]
    await asyncio.sleep(0)

    await store.close()

    assert await asyncio.gather(*calls) == [None] * 50
