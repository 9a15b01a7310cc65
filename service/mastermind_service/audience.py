"""Those who watch one game within a process: it is read and told once for all of them."""

import asyncio

from mastermind_service.events import GameEvent, events_since
from mastermind_service.keys import Seat
from mastermind_service.store.base import GameRecord, Store

LOOK_SECONDS = 15.0
"""How long watchers hear nothing before they look themselves: a message can be lost."""


class Audience:
    """Knows one game's record for as long as somebody watches it.

    Args:
        game_id: The game.
        store: Where it lives.

    Attributes:
        watchers: How many watch.
    """

    def __init__(self, game_id: str, store: Store) -> None:
        self.watchers = 0
        self._game_id = game_id
        self._store = store
        self._record: GameRecord | None = None
        self._events: dict[tuple[Seat, int], list[GameEvent]] = {}
        # Listens before anyone reads, so that no change falls between.
        self._watch = store.watch(game_id)
        self._looking: asyncio.Task[bool] | None = None

    def close(self) -> None:
        """Stops listening."""
        if self._looking is not None:
            self._looking.cancel()
        self._watch.close()

    async def read(self) -> GameRecord | None:
        """The record as it is stored now; None where there is none.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        record = await self._store.load(self._game_id)
        if record is not None:
            self._note(record)
        return record

    async def newer(self, record: GameRecord) -> GameRecord | None:
        """The record once it has changed since ``record``; None when it is gone.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        while self._record is None or self._record.version <= record.version:
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            # Shielded: one watcher who goes must not take it from the others.
            if not await asyncio.shield(self._looking):
                return None
        return self._record

    def events_since(self, seat: Seat, record: GameRecord, seq: int) -> list[GameEvent]:
        """As `events.events_since`; for all who ask the same the very same events."""
        if record is not self._record:
            return events_since(seat, self._game_id, record, seq)
        events = self._events.get((seat, seq))
        if events is None:
            events = events_since(seat, self._game_id, record, seq)
            self._events[seat, seq] = events
        return events

    async def _look(self) -> bool:
        """Waits until the record may have changed, and looks; whether there still is one."""
        try:
            heard = await self._watch.wait(LOOK_SECONDS)
            record = self._watch.record if heard else None
            record = record or await self._store.load(self._game_id)
        finally:
            self._looking = None
        if record is not None:
            self._note(record)
        return record is not None

    def _note(self, record: GameRecord) -> None:
        if self._record is None or record.version > self._record.version:
            self._record = record
            self._events.clear()
