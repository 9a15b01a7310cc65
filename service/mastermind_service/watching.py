"""The use case of watching a game."""

import asyncio
from collections.abc import AsyncGenerator

from mastermind_service.callers import Caller, check_access, seat_by_token
from mastermind_service.errors import game_not_found, store_unavailable
from mastermind_service.events import GameEvent, events_since
from mastermind_service.keys import Keys
from mastermind_service.store.base import GameRecord, Store, StoreUnavailable

LOOK_SECONDS = 15.0
"""How long a watcher hears nothing before he looks himself: a message can be lost."""


class Watching:
    """Tells watchers what happens in their games.

    Events are read from the record whenever a watcher is ready for them: one who reads
    slowly finds several at once, costs no memory, and holds nobody up.

    Args:
        store: Where games live.
        keys: Verifies tokens.
    """

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store = store
        self._keys = keys
        self._reads: dict[str, asyncio.Task[GameRecord | None]] = {}

    async def watch(
        self, caller: Caller, game_id: str, after_seq: int
    ) -> AsyncGenerator[GameEvent]:
        """Events behind ``after_seq``, or first a snapshot, until the game is over.

        Raises:
            Refusal: GAME_NOT_FOUND, at once or when the game goes; INVALID_TOKEN,
                MISSING_CREDENTIALS or STORE_UNAVAILABLE.
        """
        seat = seat_by_token(self._keys, caller, game_id)
        # Listens before it reads, so that no change falls between.
        watch = self._store.watch(game_id)
        try:
            record = await self._read(game_id)
            check_access(record, caller, seat)
            seq = after_seq
            while True:
                if record.deleted:
                    raise game_not_found()
                for event in events_since(seat, game_id, record, seq):
                    yield event
                    seq = event.seq
                if record.game.state.over:
                    return
                await watch.wait(LOOK_SECONDS)
                record = await self._read(game_id)
        finally:
            watch.close()

    async def _read(self, game_id: str) -> GameRecord:
        """The record, read once for all who ask in the same turn of the event loop."""
        read = self._reads.get(game_id)
        if read is None:
            read = self._reads[game_id] = asyncio.create_task(self._load(game_id))
        try:
            # Shielded: one watcher who goes must not take it from the others.
            record = await asyncio.shield(read)
        except StoreUnavailable as error:
            raise store_unavailable() from error
        if record is None:
            raise game_not_found()
        return record

    async def _load(self, game_id: str) -> GameRecord | None:
        # From here on it may be too old for who asks: he starts another.
        del self._reads[game_id]
        return await self._store.load(game_id)
