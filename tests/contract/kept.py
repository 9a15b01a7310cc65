"""A store together with the time that passes for it."""

import asyncio
from typing import Protocol

from mastermind_service.store.base import Store
from mastermind_service.store.memory import MemoryStore
from mastermind_service.store.redis import RedisStore


class Kept(Protocol):
    """A store of one kind, as the contract suite sees it.

    Attributes:
        store: The store itself.
        second: How much time the suite takes for a second.
    """

    store: Store
    second: float

    async def wait(self, seconds: float) -> None:
        """Lets time pass for the store."""

    def another(self) -> Store:
        """What another user of the same games would hold."""


class KeptInMemory:
    """The embedded store and a clock that is set by hand."""

    second = 1.0

    def __init__(self) -> None:
        self._now = 1_000_000.0
        self.store: Store = MemoryStore(lambda: self._now)

    async def wait(self, seconds: float) -> None:
        self._now += seconds

    def another(self) -> Store:
        return self.store


class KeptInRedis:
    """A Redis, whose time nobody can set."""

    second = 0.4

    def __init__(self, url: str, prefix: str) -> None:
        self._url = url
        self._prefix = prefix
        self._others: list[Store] = []
        self.store: Store = RedisStore(url, prefix)

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def another(self) -> Store:
        other = RedisStore(self._url, self._prefix)
        self._others.append(other)
        return other

    async def close(self) -> None:
        for store in (self.store, *self._others):
            await store.close()
