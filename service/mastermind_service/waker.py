"""Wakes those who watch, behind those who play."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable

Sleeper = asyncio.Future[None]

BATCH = 32
"""Watchers woken at once: some milliseconds of work for the event loop."""
PATIENCE = 8.0
"""How many times as long as a batch took players go first, at most, before the next one:
under full load watchers get about a tenth of the time, and never nothing."""
LOOK_SECONDS = 0.001
"""How often it looks whether players are done."""


class Waker:
    """Wakes watchers in batches, in the order in which they were named.

    Telling a change to all who watch costs more than the move that made it. So while moves
    are under way, watchers see them later rather than slow them down; with time to spare they
    see them at once.

    Args:
        busy: Whether calls are under way that go first.
    """

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._sleepers: deque[Sleeper] = deque()
        self._waking: asyncio.Task[None] | None = None

    def wake(self, sleepers: Iterable[Sleeper]) -> None:
        """Ends the waiting of ``sleepers``, soon."""
        self._sleepers.extend(sleepers)
        if self._waking is None and self._sleepers:
            self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        while self._sleepers:
            began = time.perf_counter()
            for _ in range(min(BATCH, len(self._sleepers))):
                sleeper = self._sleepers.popleft()
                if not sleeper.done():
                    sleeper.set_result(None)
            # What they were woken for they do in the very next turn.
            await asyncio.sleep(0)
            await self._let_players_go(time.perf_counter() - began)
        self._waking = None

    async def _let_players_go(self, spent: float) -> None:
        until = time.perf_counter() + PATIENCE * spent
        # No event to wait for: calls come and go thousands of times a second.
        while self._busy() and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)
