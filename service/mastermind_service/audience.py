"""Those who watch one game within a process: it is read and told once for all of them."""

import asyncio

from mastermind_service.events import GameEvent, events_since
from mastermind_service.keys import Seat
from mastermind_service.store.base import GameRecord, Store
from mastermind_service.waker import Sleeper, Waker

LOOK_SECONDS = 15.0
"""How long an audience hears nothing before it looks itself: a message can be lost."""


class Audience:
    """Follows one game's record for as long as somebody watches it.

    Args:
        game_id: The game.
        store: Where it lives.
        waker: Wakes those who wait for a change.

    Attributes:
        watchers: How many watch.
    """

    def __init__(self, game_id: str, store: Store, waker: Waker) -> None:
        self.watchers = 0
        self._game_id = game_id
        self._store = store
        self._waker = waker
        self._record: GameRecord | None = None
        self._events: dict[tuple[Seat, int], list[GameEvent]] = {}
        self._waiting: list[Sleeper] = []
        # Listens before anyone reads, so that no change falls between.
        self._watch = store.watch(game_id)
        self._following = asyncio.create_task(self._follow())
        self._following.add_done_callback(self._wake)

    def close(self) -> None:
        """Stops following."""
        self._following.cancel()
        self._watch.close()

    async def read(self) -> GameRecord | None:
        """The record as it is stored now; None where there is none.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        record = await self._store.load(self._game_id)
        if record is not None:
            self._tell(record)
        return record

    async def newer(self, record: GameRecord) -> GameRecord | None:
        """The record once it has changed since ``record``; None when it is gone.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        while self._record is None or self._record.version <= record.version:
            if self._following.done():
                return self._following.result()
            sleeper: Sleeper = asyncio.get_running_loop().create_future()
            self._waiting.append(sleeper)
            await sleeper
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

    async def _follow(self) -> None:
        """Reads the record whenever it may have changed; ends when it is gone."""
        while True:
            await self._watch.wait(LOOK_SECONDS)
            record = await self._store.load(self._game_id)
            if record is None:
                return
            self._tell(record)

    def _tell(self, record: GameRecord) -> None:
        if self._record is not None and record.version <= self._record.version:
            return
        self._record = record
        self._events.clear()
        self._wake()

    def _wake(self, _: object = None) -> None:
        """Lets everyone who waits look again."""
        self._waker.wake(self._waiting)
        self._waiting = []
