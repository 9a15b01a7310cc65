"""Computation beside the event loop."""

import os
import sys
import threading

import pytest

from mastermind_service.workers import NICE, Workers


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities for threads")
async def test_a_search_steps_back_behind_the_event_loop() -> None:
    workers = Workers(1)

    def priority(_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    own = priority(None)
    assert await workers.run(priority) == min(own + NICE, 19)
    assert priority(None) == own
    workers.close()
