"""Commands of one event-loop turn leave as one pipeline: a third of the cost of one by one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError

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

    Args:
        redis: The connection pool; every batch takes one of its connections.
        batches: Batches that may be under way at once.
        max_batch: Commands of the largest batch.
    """

    def __init__(self, redis: "Redis", batches: int, max_batch: int = 512) -> None:
        self._redis = redis
        self._batches = batches
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
                for script in {call.script for call in missing if call.script}:
                    await self._redis.script_load(script.source)
                for call in await self._execute(missing):
                    _settle(call, StoreUnavailable("the scripts do not stay loaded"))
        except (RedisError, OSError, TimeoutError) as error:
            for call in calls:
                _settle(call, StoreUnavailable(f"{type(error).__name__}: {error}"))

    async def _execute(self, calls: list[_Call]) -> list[_Call]:
        """Sends the calls and settles them; returns those whose script is not loaded."""
        pipeline = self._redis.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command(*call.arguments)
        answers = await pipeline.execute(raise_on_error=False)
        missing = []
        for call, answer in zip(calls, answers, strict=True):
            if isinstance(answer, NoScriptError):
                missing.append(call)
            elif isinstance(answer, Exception):
                _settle(call, StoreUnavailable(f"{type(answer).__name__}: {answer}"))
            else:
                _settle(call, answer)
        return missing


def _settle(call: _Call, answer: Any) -> None:
    """Answers a caller, unless he has gone."""
    if call.answer.done():
        return
    if isinstance(answer, Exception):
        call.answer.set_exception(answer)
    else:
        call.answer.set_result(answer)
