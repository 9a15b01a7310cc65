"""Writers of one game within this process take turns, so that they need not try again.

Between processes compare-and-set alone decides; this only saves useless tries.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class GameQueues:
    """A queue for each game that somebody writes to right now."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, game_id: str) -> AsyncIterator[None]:
        """Waits until no other writer in this process holds the game."""
        lock, users = self._locks.get(game_id) or (asyncio.Lock(), 0)
        self._locks[game_id] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks[game_id]
            if users == 1:
                del self._locks[game_id]
            else:
                self._locks[game_id] = (lock, users - 1)
