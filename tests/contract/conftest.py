import uuid
from collections.abc import AsyncIterator

import pytest

from mastermind_service.store.base import Store
from mastermind_service.store.redis import RedisStore
from tests.contract.kept import Kept, KeptInMemory, KeptInRedis
from tests.support.redis import RedisServer


@pytest.fixture
async def kept_in_redis(redis: RedisServer) -> AsyncIterator[KeptInRedis]:
    """A store on Redis with no games."""
    kept = KeptInRedis(redis.url, f"{uuid.uuid4()}:")
    yield kept
    await kept.close()


@pytest.fixture
def in_redis(kept_in_redis: KeptInRedis) -> Store:
    """The store alone."""
    return kept_in_redis.store


@pytest.fixture(params=["memory", "redis"])
def kept(request: pytest.FixtureRequest) -> Kept:
    """Each kind of store in turn, with no games."""
    if request.param == "memory":
        return KeptInMemory()
    kept = request.getfixturevalue("kept_in_redis")
    assert isinstance(kept, KeptInRedis)
    return kept


@pytest.fixture
async def own_store(own_redis: RedisServer) -> AsyncIterator[RedisStore]:
    """A store on a Redis that the test may stop; it gives up soon."""
    store = RedisStore(own_redis.url, timeout=0.5)
    yield store
    await store.close()
