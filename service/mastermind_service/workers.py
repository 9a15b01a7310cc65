"""Computation beside the event loop: a few threads and a bounded queue."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import Reason

T = TypeVar("T")
Flag = npt.NDArray[np.uint8]
"""One byte that ends a computation once it is set."""
NICE = 10
"""How far the threads step back behind the event loop, as `nice` counts."""


class Workers:
    """Runs kernels, which let go of the interpreter's lock, off the event loop.

    Args:
        threads: Computations that run at once; by default one a core but one, which the
            event loop has for itself.
        queue: Computations that may wait.
    """

    def __init__(self, threads: int | None = None, queue: int = 64) -> None:
        threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(threads, "solver", _step_back)
        self._limit = threads + queue
        self._busy = 0

    @property
    def busy(self) -> int:
        """Computations that run or wait."""
        return self._busy

    async def run(self, work: Callable[[Flag], T], budget: float | None = None) -> T:
        """The result of ``work``, which must watch the flag that it is given.

        The flag is set when the caller goes away or ``budget`` seconds have passed; in the
        second case the result still counts.

        Raises:
            Refusal: SOLVER_BUSY, the queue is full.
        """
        if self._busy >= self._limit:
            raise Refusal(Reason.SOLVER_BUSY, "the solver has all it can do; try again")
        loop = asyncio.get_running_loop()
        flag = np.zeros(1, np.uint8)
        self._busy += 1
        future = self._pool.submit(work, flag)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._release))
        timer = None if budget is None else loop.call_later(budget, flag.fill, 1)
        try:
            return await asyncio.wrap_future(future)
        finally:
            # Whether done, cancelled or failed: nobody waits for more.
            flag.fill(1)
            if timer is not None:
                timer.cancel()

    def _release(self) -> None:
        self._busy -= 1

    def close(self) -> None:
        """Ends the threads once they have done what they have begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Lets a thread yield to the event loop where they share a core, if the system can."""
    if sys.platform == "linux":
        # Linux keeps a priority for each thread.
        thread = threading.get_native_id()
        own = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, own + NICE)
