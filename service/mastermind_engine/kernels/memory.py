"""What a search remembers of the sets that it has been through."""

from typing import NamedTuple

import numpy as np

from mastermind_engine.kernels.base import I32, U64, kernel

WAYS = 4
"""Entries among which a new one finds its place."""


class Memory(NamedTuple):
    """A table of fixed size; where it is full, smaller sets make room for larger ones.

    Attributes:
        names: The two words that name each set, (entries, 2); entries are a power of two.
        facts: Total or lower bound; guess that takes the total, or −1 for a bound; size of
            the set, 0 for an empty entry, (entries, 3).
    """

    names: U64
    facts: I32


@kernel
def recall(memory: Memory, name0: int, name1: int) -> int:
    """The entry of a set, or −1."""
    last = np.uint64(memory.names.shape[0] - 1)
    for way in range(WAYS):
        entry = (name0 + np.uint64(way)) & last
        if memory.names[entry, 0] == name0 and memory.names[entry, 1] == name1:
            return np.int64(entry)
    return -1


@kernel
def remember(memory: Memory, name0: int, name1: int, value: int, guess: int, size: int) -> None:
    """Keeps a fact of a set in place of what was known of it, or of a smaller set."""
    last = np.uint64(memory.names.shape[0] - 1)
    chosen = name0 & last
    least = np.iinfo(np.int32).max
    for way in range(WAYS):
        entry = (name0 + np.uint64(way)) & last
        if memory.names[entry, 0] == name0 and memory.names[entry, 1] == name1:
            chosen = entry
            break
        if memory.facts[entry, 2] < least:
            least = memory.facts[entry, 2]
            chosen = entry
    memory.names[chosen, 0], memory.names[chosen, 1] = name0, name1
    memory.facts[chosen, 0] = value
    memory.facts[chosen, 1] = guess
    memory.facts[chosen, 2] = size
