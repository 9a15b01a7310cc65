"""Two servers of one store in this process, without a network: many calls a second."""

import asyncio
import itertools
from collections.abc import Awaitable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from mastermind_engine.refusals import Refusal
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_engine.solver.suggest import Suggestion
from mastermind_service.grpc_api.mastermind import MastermindServicer
from mastermind_service.info import ServerInfo
from mastermind_service.keys import Keys
from mastermind_service.metadata import TOKEN_METADATA, principal
from mastermind_service.store.base import GameRecord, Store
from mastermind_service.store.memory import MemoryStore
from mastermind_service.store.redis import RedisStore
from mastermind_service.usecases import UseCases
from mastermind_service.workers import Workers

START = 1_700_000_000
SERVERS = 2
_prefixes = itertools.count()


@dataclass(frozen=True)
class Call:
    """One call of one caller."""

    rpc: str
    request: Message
    owner: str = ""
    token: str = ""


class _Context:
    """What a servicer asks of a call."""

    def __init__(self, token: str) -> None:
        self._metadata = ((TOKEN_METADATA, token),) if token else ()

    def invocation_metadata(self) -> Sequence[tuple[str, str]]:
        return self._metadata


class _Deaf:
    """Hears of everything and counts nothing."""

    def created(self, record: GameRecord) -> None:
        """A game was made."""

    def changed(self, before: GameRecord, after: GameRecord) -> None:
        """A game changed."""

    def suggested(self, suggestion: Suggestion) -> None:
        """A suggestion was given."""


class World:
    """Servers with the same keys over the same games.

    Args:
        redis_url: Where the games live; empty for the embedded store, whose time is set by
            hand.
    """

    def __init__(self, redis_url: str = "") -> None:
        self.seconds = float(START)
        self._runner = asyncio.Runner()
        self._workers = Workers(1)
        self._stores: list[Store] = []
        self._prefix = f"machine-{next(_prefixes)}:"
        embedded = MemoryStore(self.clock)
        spaces = ListedSpaces()
        self._servers: list[MastermindServicer] = []
        for _ in range(SERVERS):
            store: Store = RedisStore(redis_url, self._prefix) if redis_url else embedded
            self._stores.append(store)
            keys = Keys([b"the key of these servers"])
            use_cases = UseCases.over(
                store, keys, spaces, self._workers, _Deaf(), lambda: 0, self.clock
            )
            self._servers.append(MastermindServicer(use_cases, ServerInfo()))

    def clock(self) -> float:
        """The time of the servers, and of the embedded store."""
        return self.seconds

    def call(self, call: Call, server: int = 0) -> Any:
        """The answer, or the reason of the refusal."""
        (answer,) = self.calls([call], [server])
        return answer

    def calls(self, calls: Sequence[Call], servers: Sequence[int]) -> list[Any]:
        """The answers to calls made at the same time."""

        async def together() -> list[Any]:
            tasks = []
            for call, server in zip(calls, servers, strict=True):
                context = copy_context()
                context.run(principal.set, call.owner)
                work = asyncio.create_task(self._answer(call, server), context=context)
                tasks.append(work)
            return await asyncio.gather(*tasks)

        return self._runner.run(together())

    async def _answer(self, call: Call, server: int) -> Any:
        method = getattr(self._servers[server], call.rpc)
        try:
            return await method(call.request, _Context(call.token))
        except Refusal as refusal:
            return refusal.reason

    def record(self, game_id: str) -> GameRecord:
        """What the store holds: the chance in it makes the model's answers certain."""
        found = self._await(self._stores[0].load(game_id))
        assert isinstance(found, GameRecord)
        return found

    def _await(self, work: Awaitable[Any]) -> Any:
        async def run() -> Any:
            return await work

        return self._runner.run(run())

    def close(self) -> None:
        """Lets go of everything."""
        for store in self._stores:
            self._await(store.close())
        self._workers.close()
        self._runner.close()
