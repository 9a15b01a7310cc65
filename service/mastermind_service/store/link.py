"""One connection to Redis: commands leave as they come, answers return in their order."""

import asyncio
import math
from collections import deque
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from mastermind_service.store.base import StoreUnavailable

Answer = asyncio.Future[Any]


class Link:
    """Connects at once, and lives until something fails, or until it is closed.

    Waiting for each answer before the next command leaves would leave most of the time to
    the network. redis-py makes the connection; its own pipelines spend several times as
    long on each command.

    Args:
        connection: Not connected yet.
        timeout: Seconds that a command may wait for its answer.
    """

    def __init__(self, connection: AbstractConnection, timeout: float) -> None:
        self._connection = connection
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._unsent: list[bytes] = []
        self._something = asyncio.Event()
        self._waiting: deque[tuple[Answer, float]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.broken = False
        """Whether it takes no more commands."""
        self._life = asyncio.create_task(self._live())

    def send(self, arguments: tuple[Any, ...]) -> Answer:
        """Sends one command; the future has its answer, or the error that Redis answered.

        It fails with StoreUnavailable when no answer came; the command may have run or not.
        """
        answer = self._loop.create_future()
        self._waiting.append((answer, self._loop.time()))
        self._unsent.append(hiredis.pack_command(arguments))
        self._something.set()
        if self._timer is None:
            self._timer = self._loop.call_later(self._timeout, self._look_at_the_oldest)
        return answer

    async def close(self) -> None:
        """Waits for what is under way, then lets the connection go."""
        while self._waiting:
            await asyncio.wait([answer for answer, _ in self._waiting])
        self._life.cancel()
        await asyncio.wait([self._life])

    async def _live(self) -> None:
        reason = "the connection was closed"
        try:
            await self._connection.connect()  # type: ignore[no-untyped-call]
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write())
                tasks.create_task(self._read())
        except* (RedisError, OSError) as errors:
            (error, *_) = errors.exceptions
            reason = f"{type(error).__name__}: {error}"
        finally:
            self._fail(reason)
            # Without waiting: a peer that is gone would not take part in a farewell.
            await self._connection.disconnect(nowait=True)

    async def _write(self) -> None:
        """Sends what has gathered in a turn of the event loop, turn by turn."""
        while True:
            await self._something.wait()
            self._something.clear()
            packed, self._unsent = self._unsent, []
            await self._connection.send_packed_command(packed, check_health=False)

    async def _read(self) -> None:
        while True:
            try:
                answer = await self._connection.read_response(
                    timeout=math.inf, disconnect_on_error=False
                )
            except ResponseError as error:
                answer = error
            waiting, _ = self._waiting.popleft()
            # A caller may have gone.
            if not waiting.done():
                waiting.set_result(answer)

    def _fail(self, reason: str) -> None:
        """Tells all who wait that no answer will come; there can be no more."""
        self.broken = True
        for answer, _ in self._waiting:
            if not answer.done():
                answer.set_exception(StoreUnavailable(reason))
        self._waiting.clear()

    def _look_at_the_oldest(self) -> None:
        """Ends a connection that owes an answer for too long; looks again when one may."""
        self._timer = None
        if not self._waiting:
            return
        _, since = self._waiting[0]
        left = since + self._timeout - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look_at_the_oldest)
        else:
            self._fail(f"no answer within {self._timeout:g} s")
            self._life.cancel()
