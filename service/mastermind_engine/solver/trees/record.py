"""A strategy tree with what is claimed of it, and the check of every claim."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Quality, Strategy
from mastermind_engine.solver.tree import StrategyTree, walk_tree
from mastermind_engine.tables import Shape


class DamagedTree(Exception):
    """A tree that cannot be trusted; the message names the fault."""


@dataclass(frozen=True, slots=True, eq=False)
class TreeRecord:
    """A strategy tree, and what is claimed of it.

    Attributes:
        shape: The shape of the rulesets that it plays.
        strategy: What it was made for: OPTIMAL or OPTIMAL_DEPTH.
        tree: The guesses.
        total: Guesses for all secrets together.
        depth: Guesses that the hardest secret takes.
        proven: Whether no tree is better by its strategy.
        lower_bound: A total below which no tree of its strategy is; 0 where none is known.
        source: Where it comes from, for a person.
    """

    shape: Shape
    strategy: Strategy
    tree: StrategyTree = field(repr=False)
    total: int
    depth: int
    proven: bool = False
    lower_bound: int = 0
    source: str = ""

    @property
    def codes(self) -> int:
        """Number of secrets."""
        return self.shape.size[1]

    @property
    def quality(self) -> Quality:
        """How far its guesses can be trusted."""
        return Quality.PROVEN_OPTIMAL if self.proven else Quality.BEST_KNOWN


class Played(NamedTuple):
    """What came of playing every secret.

    Attributes:
        lengths: Guesses that each secret takes, uint8 of shape (secrets,).
        counts: Secrets that pass each node, int32 of shape (nodes,).
    """

    lengths: kernels.U8
    counts: kernels.I32

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def depth(self) -> int:
        """Guesses that the hardest secret takes."""
        return int(self.lengths.max())


def measured(
    space: ListedSpace,
    strategy: Strategy,
    tree: StrategyTree,
    *,
    proven: bool = False,
    lower_bound: int = 0,
    source: str = "",
) -> TreeRecord:
    """The record of a tree, its total and depth found by playing every secret.

    Raises:
        BrokenTree: A node is malformed, or some code is not broken; it is named.
    """
    played = Played(*walk_tree(space, tree))
    return TreeRecord(
        space.shape, strategy, tree, played.total, played.depth, proven, lower_bound, source
    )


def check_record(space: ListedSpace, record: TreeRecord) -> Played:
    """Plays every secret by ``record``'s tree.

    Args:
        space: The listed space of the record's shape, or of one that only counts its
            symbols from another.
        record: What to check.

    Raises:
        BrokenTree: A node is malformed, or some code is not broken; it is named.
        DamagedTree: A claim is not true.
    """
    if space.shape.unblanked != record.shape.unblanked:
        raise DamagedTree("is a tree of another ruleset")
    played = Played(*walk_tree(space, record.tree))
    if played.total != record.total:
        raise DamagedTree(f"claims a total of {record.total}, takes {played.total}")
    if played.depth != record.depth:
        raise DamagedTree(f"claims a depth of {record.depth}, takes {played.depth}")
    if played.total < record.lower_bound:
        raise DamagedTree(f"claims that {record.lower_bound} is least, takes {played.total}")
    return played
