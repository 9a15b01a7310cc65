"""Long work in a thread of its own, so that Ctrl-C ends it at once."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ended: 128 and the number of SIGINT."""


def run(
    work: Callable[[], T],
    cancel: Callable[[], None],
    watch: Callable[[], None] = lambda: None,
    every: float = 0.05,
) -> T:
    """The result of ``work``.

    Args:
        work: Runs in a thread; must end soon after ``cancel`` was called.
        cancel: Ends the work; called when Ctrl-C was pressed.
        watch: Called now and then while the work is under way.
        every: Seconds between two looks.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
    """
    future: Future[T] = Future()

    def fulfill() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=fulfill, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(every)
            watch()
    except KeyboardInterrupt:
        cancel()
        thread.join()
        raise
    return future.result()
