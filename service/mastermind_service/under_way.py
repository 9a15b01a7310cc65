"""Which calls are under way, and the end of those that take too long."""

import asyncio
import time

from mastermind_service.errors import StatusCode

Task = asyncio.Task[object]


class CallsUnderWay:
    """The calls that a server is answering, each known by its task.

    All of them may take the same time, so the oldest is the first to take too long, and
    one timer serves for all: a timer for each would cost more than most calls.

    Args:
        most: Calls that may be under way at once.
        seconds: How long one may take; None for as long as it likes.

    Attributes:
        ended: How many have ended so far.
    """

    def __init__(self, most: int, seconds: float | None) -> None:
        self._most = most
        self._seconds = seconds
        self._started: dict[Task, float] = {}
        self._ended_by: dict[Task, StatusCode] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self.ended = 0

    def __len__(self) -> int:
        return len(self._started)

    @property
    def too_many(self) -> bool:
        """Whether there are more than there may be."""
        return len(self._started) > self._most

    def begin(self, started: float) -> Task:
        """Notes the call that runs in the current task.

        Args:
            started: When it began, by `time.perf_counter`.
        """
        task = asyncio.current_task()
        assert task is not None
        self._started[task] = started
        if self._timer is None and self._seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._end_slow)
        return task

    def end(self, task: Task) -> None:
        """Forgets a call."""
        self.ended += 1
        del self._started[task]
        self._ended_by.pop(task, None)
        if not self._started:
            self._idle.set()

    def ended_by(self, task: Task) -> StatusCode | None:
        """Why the server ended a call; None for one that its caller cancelled."""
        return self._ended_by.get(task)

    def end_late(self, task: Task) -> None:
        """Ends a call whose own deadline has passed."""
        self._cancel(task, StatusCode.DEADLINE_EXCEEDED)

    def end_all(self) -> None:
        """Ends all calls, whose callers shall ask elsewhere."""
        for task in self._started:
            self._cancel(task, StatusCode.UNAVAILABLE)

    async def idle(self) -> None:
        """Returns as soon as no call is under way."""
        while self._started:
            self._idle.clear()
            await self._idle.wait()

    def _end_slow(self) -> None:
        """Ends the calls whose time is over, and looks again when the next one's is."""
        self._timer = None
        assert self._seconds is not None
        now = time.perf_counter()
        for task, started in self._started.items():
            if task in self._ended_by:
                continue
            left = started + self._seconds - now
            if left > 0:
                self._timer = asyncio.get_running_loop().call_later(left, self._end_slow)
                return
            self._cancel(task, StatusCode.DEADLINE_EXCEEDED)

    def _cancel(self, task: Task, code: StatusCode) -> None:
        self._ended_by[task] = code
        task.cancel()
