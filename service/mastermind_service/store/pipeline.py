"""Commands of one event-loop turn leave as one pipeline: a third of the cost of one by one."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files
from typing import Any

import hiredis
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoScriptError, RedisError, ResponseError

from mastermind_service.store.base import StoreUnavailable


class Script:
    """A Lua script, called by its digest."""

    def __init__(self, source: str) -> None:
        self.source = source
        # Redis names scripts by their SHA-1.
        self.digest = sha1(source.encode(), usedforsecurity=False).hexdigest()


def load_script(name: str) -> Script:
    """The script in a file beside this one."""
    return Script(files(__package__).joinpath(name).read_text())


@dataclass(slots=True)
class _Call:
    arguments: tuple[Any, ...]
    script: Script | None
    answer: "asyncio.Future[Any]"


class Pipeline:
    """Gathers commands until the event loop comes round, then sends them together.

    While as many batches as allowed are under way, further commands gather for the next.

    redis-py's own pipelines spend several times as long on each command; here hiredis packs
    them, and one time limit holds for a whole batch.

    Args:
        pool: Every batch takes one of its connections.
        batches: Batches that may be under way at once.
        timeout: Seconds that a batch may take.
        max_batch: Commands of the largest batch.
    """

    def __init__(
        self, pool: ConnectionPool, batches: int, timeout: float, max_batch: int = 512
    ) -> None:
        self._pool = pool
        self._batches = batches
        self._timeout = timeout
        self._max_batch = max_batch
        self._waiting: list[_Call] = []
        self._sending: set[asyncio.Task[None]] = set()

    def call(self, *arguments: Any) -> "asyncio.Future[Any]":
        """Sends one command; the future has its answer.

        It fails with StoreUnavailable when no answer came; the command may have run or not.
        """
        return self._enqueue(arguments, None)

    def run(self, script: Script, keys: Sequence[str], *arguments: Any) -> "asyncio.Future[Any]":
        """Runs a script on keys of one slot; as `call`."""
        return self._enqueue(("EVALSHA", script.digest, len(keys), *keys, *arguments), script)

    async def close(self) -> None:
        """Waits for what is under way."""
        self._flush()
        while self._sending:
            await asyncio.wait(self._sending)

    def _enqueue(self, arguments: tuple[Any, ...], script: Script | None) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._flush)
        self._waiting.append(_Call(arguments, script, answer))
        return answer

    def _flush(self) -> None:
        while self._waiting and len(self._sending) < self._batches:
            batch = self._waiting[: self._max_batch]
            del self._waiting[: self._max_batch]
            task = asyncio.create_task(self._send(batch))
            self._sending.add(task)
            task.add_done_callback(self._sent)

    def _sent(self, task: "asyncio.Task[None]") -> None:
        self._sending.discard(task)
        self._flush()

    async def _send(self, calls: list[_Call]) -> None:
        try:
            missing = await self._execute(calls)
            if missing:
                # The server was restarted and forgot its scripts; none of these ran.
                await self._load({call.script for call in missing if call.script})
                for call in await self._execute(missing):
                    _settle(call, StoreUnavailable("the scripts do not stay loaded"))
        except (RedisError, OSError, TimeoutError) as error:
            for call in calls:
                _settle(call, StoreUnavailable(f"{type(error).__name__}: {error}"))

    async def _load(self, scripts: set[Script]) -> None:
        async with asyncio.timeout(self._timeout), self._connection() as connection:
            for script in scripts:
                await connection.send_command("SCRIPT", "LOAD", script.source)
                await connection.read_response()

    async def _execute(self, calls: list[_Call]) -> list[_Call]:
        """Sends the calls and settles them; returns those whose script is not loaded."""
        missing = []
        async with asyncio.timeout(self._timeout), self._connection() as connection:
            await connection.send_packed_command(
                [hiredis.pack_command(call.arguments) for call in calls]
            )
            for call in calls:
                try:
                    _settle(call, await connection.read_response())
                except NoScriptError:
                    missing.append(call)
                except ResponseError as error:
                    _settle(call, StoreUnavailable(f"{type(error).__name__}: {error}"))
        return missing

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AbstractConnection]:
        """A connection of the pool, closed unless every answer has been read."""
        connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
        try:
            yield connection
        except BaseException:
            await connection.disconnect()
            raise
        finally:
            await self._pool.release(connection)


def _settle(call: _Call, answer: Any) -> None:
    """Answers a caller, unless he has gone."""
    if call.answer.done():
        return
    if isinstance(answer, Exception):
        call.answer.set_exception(answer)
    else:
        call.answer.set_result(answer)
