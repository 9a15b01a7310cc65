"""Changes as Redis publishes them: one subscribed connection for a whole process.

A message says that a game has changed, and to which revision: what this process changed
itself it need not read. One that is lost, while the connection is down, costs a watcher a
delay and never an event: all look again when it is back.
"""

import asyncio
import contextlib
import math
from collections.abc import Sequence

import structlog
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from mastermind_service.store.base import GameRecord
from mastermind_service.store.changes import Changes, Watch

log = structlog.get_logger()

RETRY_SECONDS = 0.5


class RedisFeed:
    """Subscribes to the games that somebody in this process watches.

    redis-py makes the connection; its own subscriptions spend several times as long on each
    message.

    Args:
        pool: Makes the connection, when there is a first watcher.
        key_prefix: Stands before every key; a game's channel has the name of its key.
    """

    def __init__(self, pool: ConnectionPool, key_prefix: str) -> None:
        self._pool = pool
        self._prefix = key_prefix
        self._changes = Changes(self._first, self._last)
        self._connection: AbstractConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def watch(self, game_id: str) -> Watch:
        """A new watch on a game, wherever it is changed."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return self._changes.watch(game_id)

    def tell(self, game_id: str, record: GameRecord) -> None:
        """Tells watchers in this process of a change that it has made."""
        self._changes.tell(game_id, record)

    async def close(self) -> None:
        """Stops listening."""
        for task in (self._reading, *self._sending):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    def _first(self, game_id: str) -> None:
        self._send("SUBSCRIBE", game_id)

    def _last(self, game_id: str) -> None:
        self._send("UNSUBSCRIBE", game_id)

    def _send(self, command: str, game_id: str) -> None:
        """Sends a command meanwhile. One that fails is made up for when reading fails too."""
        if self._connection is None:
            return

        async def send(connection: AbstractConnection) -> None:
            with contextlib.suppress(RedisError, OSError):
                await connection.send_command(command, self._channel(game_id), check_health=False)

        task = asyncio.create_task(send(self._connection))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _read(self) -> None:
        """Reads messages for as long as the process lives, whatever happens to Redis."""
        while True:
            try:
                await self._read_connected()
            except (RedisError, OSError) as error:
                log.warning("changes are not heard", error=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def _read_connected(self) -> None:
        connection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.connect()
            # From here on those who come subscribe themselves.
            self._connection = connection
            if games := self._changes.games():
                await connection.send_command("SUBSCRIBE", *map(self._channel, games))
            while True:
                message = await connection.read_response(
                    timeout=math.inf, disconnect_on_error=False
                )
                self._hear(message)
        finally:
            self._connection = None
            # Without waiting: a peer that is gone would not take part in a farewell.
            await connection.disconnect(nowait=True)

    def _hear(self, message: Sequence[bytes]) -> None:
        """Wakes watchers: of what has changed, and once those whose watch begins only now."""
        kind, channel, content = message
        if kind == b"unsubscribe":
            return
        game_id = channel.decode().removeprefix(self._prefix).strip("{}")
        # Servers of an earlier version publish nothing but that something changed.
        told = kind == b"message" and content
        revision = int.from_bytes(content, "big") if told else None
        self._changes.tell_of(game_id, revision)

    def _channel(self, game_id: str) -> str:
        return f"{self._prefix}{{{game_id}}}"
