"""A strategy tree that has been checked, with what look-ups need of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code, CodeArray, CodeSpace
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.trees.record import TreeRecord, check_record


@dataclass(frozen=True, slots=True, eq=False)
class ServedTree:
    """A tree whose every node is known to be right.

    Attributes:
        record: The tree and what is claimed of it.
        guesses: The order of the legal guesses.
        codes: The guess at each node, uint8 of shape (nodes, pegs).
        counts: Candidates at each node, int32 of shape (nodes,).
        totals: Guesses that they take together from there on, int64 of shape (nodes,).
    """

    record: TreeRecord
    guesses: CodeSpace = field(repr=False)
    codes: CodeArray = field(repr=False)
    counts: kernels.I32 = field(repr=False)
    totals: kernels.I64 = field(repr=False)

    @classmethod
    def of(cls, space: ListedSpace, record: TreeRecord) -> "ServedTree":
        """The tree of ``record``, once every secret has been played by it.

        Raises:
            BrokenTree: A node is malformed, or some code is not broken.
            DamagedTree: A claim is not true.
        """
        counts = check_record(space, record).counts
        codes = space.arrays.guess_codes[record.tree.guesses]
        return cls(record, space.guesses, codes, counts, _totals(record.tree.children, counts))

    def code(self, node: int) -> Code:
        """The guess at a node."""
        return tuple(self.codes[node].tolist())

    def cells(self, node: int) -> tuple[list[int], bool]:
        """Sizes of the cells that a node's guess makes; whether it may be the secret."""
        # Plain numbers: for so few of them numpy would take several times as long.
        count = self.counts.item
        sizes = [count(each) for each in self.record.tree.children[node].tolist() if each >= 0]
        candidate = count(node) > sum(sizes)
        if candidate:
            sizes.append(1)
        return sizes, candidate


Trees = Mapping[Strategy, ServedTree]
"""The trees of a listed space, by the strategy that they are asked for."""


def _totals(children: kernels.I32, counts: kernels.I32) -> kernels.I64:
    """Each node costs every candidate that comes there one guess; children add theirs."""
    levels = [np.zeros(1, np.int32)]
    while len(levels[-1]):
        below = children[levels[-1]]
        levels.append(below[below >= 0])
    totals = counts.astype(np.int64)
    for level in reversed(levels):
        below = children[level]
        totals[level] += np.where(below >= 0, totals[below], 0).sum(axis=1)
    return totals
