"""Lets messages to watchers pass, behind the calls of those who play."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

MOMENT_SECONDS = 0.002
"""How often it looks who may pass."""
BATCH = 32
"""Messages that pass in a moment at most: about as much as the thread can do in it."""
BUSY = 0.8
"""The part of a moment from which on the event loop's thread had no time to spare."""
CALLS_A_MESSAGE = 3
"""Calls answered for each message that passes while there is no time to spare: a message
costs its process about a quarter of a guess on Redis."""


class Turnstile:
    """Where messages wait for their turn, in the order in which they came.

    To tell a move to ten watchers costs more than the move. So while calls are answered
    and the thread has no time to spare, a message passes for every third call: watchers see
    moves late rather than slow them down. With time to spare they see them at once.

    Args:
        answered: How many calls have been answered so far.
        spent: The seconds that the event loop's thread has worked.
    """

    def __init__(
        self, answered: Callable[[], int], spent: Callable[[], float] = time.thread_time
    ) -> None:
        self._answered = answered
        self._spent = spent
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._opening: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Returns when one message may pass."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        await turn

    async def _open(self) -> None:
        """Lets messages pass, moment by moment, until none waits."""
        room = BATCH
        while self._waiting:
            self._let_pass(room)
            room = await self._room_after_a_moment()
        self._opening = None

    def _let_pass(self, room: int) -> None:
        while room and self._waiting:
            turn = self._waiting.popleft()
            # Its watcher may have gone.
            if not turn.done():
                turn.set_result(None)
                room -= 1

    async def _room_after_a_moment(self) -> int:
        """How many messages may pass, by how busy the thread was for a moment."""
        began, spent, before = time.perf_counter(), self._spent(), self._answered()
        await asyncio.sleep(MOMENT_SECONDS)
        answered = self._answered() - before
        busy = self._spent() - spent >= BUSY * (time.perf_counter() - began)
        return min(BATCH, answered // CALLS_A_MESSAGE) if busy and answered else BATCH
