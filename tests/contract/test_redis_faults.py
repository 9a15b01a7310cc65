"""What Redis may do to a store: forget its scripts, go, freeze, and come back."""

import asyncio
import time

import pytest

from mastermind_service.store.base import Place, StoreUnavailable
from mastermind_service.store.redis import RedisStore
from tests.contract.samples import NOW, changed, record
from tests.support.redis import RedisServer


async def test_scripts_that_redis_forgot_are_loaded_again(
    own_redis: RedisServer, own_store: RedisStore
) -> None:
    await own_store.create("game", record())
    own_redis.cli("SCRIPT", "FLUSH")

    assert (await own_store.compare_and_set("game", 1, changed(record()))).stored
    assert await own_store.create("game", record()) == changed(record())


async def test_many_calls_at_once_survive_forgotten_scripts(
    own_redis: RedisServer, own_store: RedisStore
) -> None:
    own_redis.cli("SCRIPT", "FLUSH")

    made = await asyncio.gather(*(own_store.create(f"game-{n}", record()) for n in range(500)))
    loads = await asyncio.gather(*(own_store.load(f"game-{n}") for n in range(500)))

    assert made == [None] * 500
    assert loads == [record()] * 500


async def test_games_and_the_store_survive_a_restart_of_redis(
    own_redis: RedisServer, own_store: RedisStore
) -> None:
    await own_store.create("game", record())
    own_redis.stop()
    own_redis.start()

    # Connections of before are broken: the first calls may tell so, later ones work.
    for _ in range(5):
        try:
            await own_store.ping()
        except StoreUnavailable:
            continue
        break
    assert await own_store.load("game") == record()
    assert (await own_store.compare_and_set("game", 1, changed(record()))).stored


@pytest.mark.parametrize("fault", ["stop", "freeze"])
async def test_a_redis_that_does_not_answer_is_told_in_time(
    own_redis: RedisServer, own_store: RedisStore, fault: str
) -> None:
    await own_store.create("game", record())
    own_redis.stop() if fault == "stop" else own_redis.freeze()

    started = time.monotonic()
    answers = await asyncio.gather(
        own_store.load("game"),
        own_store.create("other", record()),
        own_store.compare_and_set("game", 1, changed(record())),
        own_store.list_ids("", None, 10),
        own_store.drop_ids("", [Place(NOW, "game")]),
        own_store.shared_key(b"key"),
        own_store.ping(),
        return_exceptions=True,
    )

    assert [type(answer) for answer in answers] == [StoreUnavailable] * 7
    assert time.monotonic() - started < 3


async def test_a_store_works_by_itself_once_redis_answers_again(
    own_redis: RedisServer, own_store: RedisStore
) -> None:
    await own_store.create("game", record())
    own_redis.freeze()
    with pytest.raises(StoreUnavailable):
        await own_store.load("game")

    own_redis.thaw()

    assert await own_store.load("game") == record()


async def test_a_store_can_be_made_before_its_redis_runs(own_redis: RedisServer) -> None:
    own_redis.stop()
    store = RedisStore(own_redis.url)
    with pytest.raises(StoreUnavailable):
        await store.ping()

    own_redis.start()

    await store.ping()
    await store.close()
