"""Games in Redis 7 or newer: one key a game, one Lua call a write."""

from importlib.resources import files

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from mastermind_service.store import records
from mastermind_service.store.base import GameRecord, Outcome
from mastermind_service.store.pipeline import Pipeline, Script


def _script(name: str) -> Script:
    return Script(files(__package__).joinpath(name).read_text())


_CREATE = _script("create.lua")
_COMPARE_AND_SET = _script("compare_and_set.lua")


class RedisStore:
    """Keeps records under ``{prefix}{{game_id}}``; the braces keep a game in one slot.

    Args:
        url: ``redis://`` or ``rediss://``.
        key_prefix: Stands before every key.
        connections: Batches that may be under way at once.
        timeout: Seconds to wait for an answer or a connection.
    """

    def __init__(
        self, url: str, key_prefix: str = "mm:", connections: int = 4, timeout: float = 2.0
    ) -> None:
        # No retry inside: a write whose answer was lost may have run. The caller's retry
        # carries the request id by which it is recognized.
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=timeout,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            retry_on_error=[],
        )
        self._redis = Redis.from_pool(pool)
        self._pipeline = Pipeline(self._redis, connections)
        self._prefix = key_prefix

    async def create(self, game_id: str, record: GameRecord) -> GameRecord | None:
        answer = await self._pipeline.run(
            _CREATE, self._key(game_id), records.encode(record), record.life_millis
        )
        return None if answer == 1 else records.decode(answer)

    async def load(self, game_id: str) -> GameRecord | None:
        value = await self._pipeline.call("GET", self._key(game_id))
        return None if value is None else records.decode(value)

    async def compare_and_set(self, game_id: str, version: int, record: GameRecord) -> Outcome:
        answer = await self._pipeline.run(
            _COMPARE_AND_SET,
            self._key(game_id),
            records.version_prefix(version),
            records.encode(record),
            0 if record.version == version else record.life_millis,
        )
        if answer == 1:
            return Outcome(stored=True)
        return Outcome(stored=False, current=None if answer is None else records.decode(answer))

    async def delete(self, game_id: str, owner: str) -> bool:
        return bool(await self._pipeline.call("DEL", self._key(game_id)))

    async def shared_key(self, proposal: bytes) -> bytes:
        standing = await self._pipeline.call("SET", f"{self._prefix}key", proposal, "NX", "GET")
        return proposal if standing is None else bytes(standing)

    async def ping(self) -> None:
        await self._pipeline.call("PING")

    async def close(self) -> None:
        await self._pipeline.close()
        await self._redis.aclose()

    def _key(self, game_id: str) -> str:
        return f"{self._prefix}{{{game_id}}}"
