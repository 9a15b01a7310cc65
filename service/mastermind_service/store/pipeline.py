"""Commands and scripts over one connection, made again whenever it breaks."""

import asyncio
from collections.abc import Sequence
from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis.asyncio import ConnectionPool
from redis.exceptions import NoScriptError, ResponseError

from mastermind_service.store.base import StoreUnavailable
from mastermind_service.store.link import Link


class Script:
    """A Lua script, called by its digest."""

    def __init__(self, source: str) -> None:
        self.source = source
        # Redis names scripts by their SHA-1.
        self.digest = sha1(source.encode(), usedforsecurity=False).hexdigest()


def load_script(name: str) -> Script:
    """The script in a file beside this one."""
    return Script(files(__package__).joinpath(name).read_text())


class Pipeline:
    """Sends commands to Redis; connects when there is one to send, and again after a fault.

    Args:
        pool: Makes the connections.
        timeout: Seconds that a command may wait for its answer.
    """

    def __init__(self, pool: ConnectionPool, timeout: float) -> None:
        self._pool = pool
        self._timeout = timeout
        self._link: Link | None = None

    async def call(self, *arguments: Any) -> Any:
        """The answer to one command.

        Raises:
            StoreUnavailable: No answer came, so the command may have run or not, or Redis
                answered with an error.
        """
        return _checked(await self._send(arguments))

    async def run(self, script: Script, keys: Sequence[str], *arguments: Any) -> Any:
        """The answer of a script, on keys of one slot; as `call`."""
        command = ("EVALSHA", script.digest, len(keys), *keys, *arguments)
        answer = await self._send(command)
        if isinstance(answer, NoScriptError):
            # The server was restarted and forgot its scripts.
            await self.call("SCRIPT", "LOAD", script.source)
            answer = await self._send(command)
        return _checked(answer)

    async def close(self) -> None:
        """Waits for what is under way."""
        if self._link is not None:
            await self._link.close()

    def _send(self, arguments: tuple[Any, ...]) -> asyncio.Future[Any]:
        link = self._link
        if link is None or link.broken:
            connection = self._pool.make_connection()  # type: ignore[no-untyped-call]
            link = self._link = Link(connection, self._timeout)
        return link.send(arguments)


def _checked(answer: Any) -> Any:
    if isinstance(answer, ResponseError):
        raise StoreUnavailable(f"{type(answer).__name__}: {answer}")
    return answer
