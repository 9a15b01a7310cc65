"""A given strategy tree played against many secrets at once."""

import numpy as np

from mastermind_engine.kernels.base import I32, Space, kernel
from mastermind_engine.kernels.playing import split_cells


@kernel
def follow_tree(
    space: Space, guesses: I32, children: I32, order: I32, visits: I32, depths: I32
) -> tuple[int, int]:
    """Plays a set of secrets through a tree, splitting the set instead of replaying games.

    Args:
        space: The codes that ``guesses`` and ``order`` count.
        guesses: Guess of each node, (nodes,), each a legal one.
        children: Node behind each feedback, (nodes, slots), each after its parent, or −1.
        order: The secrets, (secrets,); comes back sorted by the way that they take.
        visits: Gets the number of secrets that pass each node, (nodes,).
        depths: Gets the guesses that each secret of the sorted ``order`` took, (secrets,).

    Returns:
        Node and feedback number at which a secret could not go on, or (−1, −1).
    """
    nodes, slots = children.shape
    starts = np.zeros(nodes, np.int64)
    levels = np.zeros(nodes, np.int32)
    spare = np.empty(order.shape[0], np.int32)
    numbers = np.empty(order.shape[0], np.uint8)
    sizes = np.zeros(slots, np.int64)
    visits[:] = 0
    visits[0] = order.shape[0]
    for node in range(nodes):
        start, count = starts[node], visits[node]
        members = order[start : start + count]
        split_cells(space, guesses[node], members, spare, numbers[:count], sizes)
        for slot in range(slots):
            child = children[node, slot]
            if slot == slots - 1:
                for index in range(start, start + sizes[slot]):
                    depths[index] = levels[node] + 1
            elif sizes[slot] and child < 0:
                return node, slot
            elif child >= 0:
                starts[child] = start
                visits[child] = sizes[slot]
                levels[child] = levels[node] + 1
            start += sizes[slot]
    return -1, -1
