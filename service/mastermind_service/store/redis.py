"""Games in Redis 7 or newer: one key a game, one Lua call a write."""

import asyncio
from collections.abc import Sequence

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from mastermind_service.store import records
from mastermind_service.store.base import GameRecord, Outcome, Place
from mastermind_service.store.changes import Watch
from mastermind_service.store.owner_index import OwnerIndex, day_of
from mastermind_service.store.pipeline import Pipeline, load_script
from mastermind_service.store.redis_feed import RedisFeed

_CREATE = load_script("create.lua")
_COMPARE_AND_SET = load_script("compare_and_set.lua")


def _life(record: GameRecord) -> int:
    """How long a game lives that is won without a pause longer than its time to live."""
    return record.ttl_millis + record.retain_millis


class RedisStore:
    """Keeps records under ``{prefix}{{game_id}}``; the braces keep a game in one slot.

    Args:
        url: ``redis://`` or ``rediss://``.
        key_prefix: Stands before every key.
        timeout: Seconds to wait for an answer or a connection.
    """

    def __init__(self, url: str, key_prefix: str = "mm:", timeout: float = 2.0) -> None:
        # No retry inside: a write whose answer was lost may have run. The caller's retry
        # carries the request id by which it is recognized. The pipeline has the time limit.
        self._pool = ConnectionPool.from_url(
            url,
            protocol=2,
            socket_keepalive=True,
            socket_timeout=None,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            retry_on_error=[],
        )
        self._pipeline = Pipeline(self._pool, timeout)
        self._prefix = key_prefix
        self._index = OwnerIndex(self._pipeline, key_prefix)
        self._feed = RedisFeed(self._pool, key_prefix)

    async def create(self, game_id: str, record: GameRecord) -> GameRecord | None:
        # Index first: a place without a game is skipped, a game without a place is lost.
        place = Place(record.create_millis, game_id)
        noted = self._index.add(record.owner, place, _life(record))
        created = self._pipeline.run(
            _CREATE, (self._key(game_id),), records.encode(record), record.life_millis
        )
        _, answer = await asyncio.gather(noted, created)
        if answer == 1:
            return None
        standing = records.decode(answer)
        if day_of(standing.create_millis) != day_of(record.create_millis):
            # The game stands on its own day already.
            await self._index.drop(record.owner, [place])
        return standing

    async def load(self, game_id: str) -> GameRecord | None:
        value = await self._pipeline.call("GET", self._key(game_id))
        return None if value is None else records.decode(value)

    async def compare_and_set(
        self, game_id: str, revision: int, record: GameRecord, *, keep_life: bool = False
    ) -> Outcome:
        answer = await self._pipeline.run(
            _COMPARE_AND_SET,
            (self._key(game_id),),
            records.revision_prefix(revision),
            records.encode(record),
            0 if keep_life else record.life_millis,
        )
        if answer == 1:
            if not keep_life:
                self._feed.tell(game_id, record)
            if record.expire_millis > record.create_millis + _life(record):
                place = Place(record.create_millis, game_id)
                await self._index.extend(record.owner, place, record.life_millis)
            return Outcome(stored=True)
        return Outcome(stored=False, current=None if answer is None else records.decode(answer))

    async def list_ids(self, owner: str, before: Place | None, limit: int) -> list[Place]:
        return await self._index.list_ids(owner, before, limit)

    async def drop_ids(self, owner: str, places: Sequence[Place]) -> None:
        await self._index.drop(owner, places)

    async def shared_key(self, proposal: bytes) -> bytes:
        # Not SET with GET: redis-py turns that answer into a truth value.
        await self._pipeline.call("SET", f"{self._prefix}key", proposal, "NX")
        return bytes(await self._pipeline.call("GET", f"{self._prefix}key"))

    def watch(self, game_id: str) -> Watch:
        return self._feed.watch(game_id)

    async def ping(self) -> None:
        await self._pipeline.call("PING")

    async def close(self) -> None:
        await self._feed.close()
        await self._pipeline.close()
        await self._pool.disconnect()

    def _key(self, game_id: str) -> str:
        return f"{self._prefix}{{{game_id}}}"
