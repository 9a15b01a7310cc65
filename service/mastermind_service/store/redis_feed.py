"""Changes as Redis publishes them: one subscribed connection for a whole process.

A message only says that a game has changed. One that is lost, while the connection is
down, costs a watcher a delay and never an event: all look again when it is back.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any

import structlog
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from mastermind_service.store.changes import Changes, Watch

log = structlog.get_logger()

RETRY_SECONDS = 0.5


class RedisFeed:
    """Subscribes to the games that somebody in this process watches.

    Args:
        pool: One of its connections is kept from the first watcher on.
        key_prefix: Stands before every key; a game's channel has the name of its key.
    """

    def __init__(self, pool: ConnectionPool, key_prefix: str) -> None:
        self._client = Redis(connection_pool=pool)
        self._prefix = key_prefix
        self._changes = Changes(self._first, self._last)
        self._pubsub: PubSub | None = None
        self._reading: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def watch(self, game_id: str) -> Watch:
        """A new watch on a game, wherever it is changed."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return self._changes.watch(game_id)

    async def close(self) -> None:
        """Stops listening."""
        for task in (self._reading, *self._sending):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    def _first(self, game_id: str) -> None:
        if self._pubsub is not None:
            self._send(self._pubsub.subscribe(self._channel(game_id)))

    def _last(self, game_id: str) -> None:
        if self._pubsub is not None:
            self._send(self._pubsub.unsubscribe(self._channel(game_id)))

    def _send(self, command: Awaitable[object]) -> None:
        """Sends a command meanwhile. One that fails is made up for when reading fails too."""

        async def send() -> None:
            with contextlib.suppress(RedisError, OSError):
                await command

        task = asyncio.create_task(send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _read(self) -> None:
        """Reads messages for as long as the process lives, whatever happens to Redis."""
        while True:
            try:
                await self._read_connected()
            except (RedisError, OSError) as error:
                log.warning("changes are not heard", error=type(error).__name__)
            self._pubsub = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _read_connected(self) -> None:
        pubsub = self._client.pubsub()
        try:
            # A channel of its own, so that there is always one to listen to; and it connects
            # before others subscribe, or two of them might make a connection each.
            await pubsub.subscribe(f"{self._prefix}changes")
            self._pubsub = pubsub
            if games := self._changes.games():
                await pubsub.subscribe(*map(self._channel, games))
            async for message in pubsub.listen():
                self._hear(message)
        finally:
            await pubsub.aclose()  # type: ignore[no-untyped-call]

    def _hear(self, message: dict[str, Any]) -> None:
        """Wakes watchers: of what has changed, and once those whose watch begins only now."""
        if message["type"] in ("message", "subscribe"):
            channel = message["channel"].decode()
            self._changes.tell(channel.removeprefix(self._prefix).strip("{}"))

    def _channel(self, game_id: str) -> str:
        return f"{self._prefix}{{{game_id}}}"
