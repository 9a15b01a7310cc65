"""Memory of a process that serves: what it holds for good, and what it uses again."""

import ctypes
import gc
import sys

YOUNG_OBJECTS = 20_000
"""New objects at which the youngest are collected; Python's 700 are those of ten calls."""
_KEPT_BYTES = 128 * 1024 * 1024
_BLOCK_BYTES = 32 * 1024 * 1024
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Numbers of glibc's malloc.h."""


def keep_freed_blocks() -> bool:
    """Lets the allocator keep up to 128 MiB that are free, instead of giving them back.

    A batch of a megabyte passes through half a dozen blocks of its size. Given back to the
    system, each is had again page by page, which takes longer than to score the batch.

    Returns:
        Whether the allocator can be told: glibc's can.
    """
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    told = (mallopt(_MMAP_THRESHOLD, _BLOCK_BYTES), mallopt(_TRIM_THRESHOLD, _KEPT_BYTES))
    return all(told)


def settle() -> None:
    """Takes all that stays for good, half a million objects, out of garbage collection.

    Going through them held all calls up, for some hundred milliseconds each time.
    """
    gc.collect()
    gc.freeze()
    # What a call leaves behind is gone before the next collection that looks at it.
    gc.set_threshold(YOUNG_OBJECTS)
