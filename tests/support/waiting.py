"""Waits for what another process will show."""

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Returns as soon as ``holds`` does.

    Raises:
        AssertionError: It does not within ``seconds``.
    """
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"still waiting after {seconds} s"
        time.sleep(0.01)
