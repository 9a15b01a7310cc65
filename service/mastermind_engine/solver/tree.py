"""Strategy trees: a guess for every position that its own guesses can lead to."""

from dataclasses import dataclass, field

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import feedback_of
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members

MAX_DEPTH = 255
"""Lengths of games fit a byte."""


class BrokenTree(Exception):
    """A tree that does not break every code it should.

    Attributes:
        node: Number of the node at fault.
        fault: What is wrong with it.
    """

    def __init__(self, node: int, fault: str) -> None:
        super().__init__(f"node {node}: {fault}")
        self.node = node
        self.fault = fault


@dataclass(frozen=True, slots=True)
class StrategyTree:
    """A codebreaker's whole plan; node 0 is the root.

    Attributes:
        guesses: Index of each node's guess among the ruleset's legal guesses
            (lexicographic rank), int32 of shape (nodes,).
        children: The node that follows each feedback number (`feedback.feedback_id`), int32
            of shape (nodes, slots); −1 where no candidate gives it, or where the feedback is
            all black (solved). Children come after their parent (preorder).
    """

    guesses: kernels.I32 = field(repr=False)
    children: kernels.I32 = field(repr=False)

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.guesses)


def play_tree(space: ListedSpace, tree: StrategyTree, members: Members | None = None) -> kernels.U8:
    """Guesses that each secret takes when ``tree`` plays, uint8 of shape (secrets,).

    As `walk_tree`, which also counts who passes each node.
    """
    return walk_tree(space, tree, members)[0]


def walk_tree(
    space: ListedSpace, tree: StrategyTree, members: Members | None = None
) -> tuple[kernels.U8, kernels.I32]:
    """What becomes of every secret when ``tree`` plays.

    Args:
        space: The listed space of the tree's ruleset.
        tree: The plan.
        members: The secrets to play, indices ascending; all where it is left out.

    Returns:
        Guesses that each secret takes, uint8 of shape (secrets,), and secrets that pass
        each node, int32 of shape (nodes,).

    Raises:
        BrokenTree: A node is malformed, a secret cannot pass one, or none reaches it.
    """
    _check_form(space, tree)
    if members is None:
        members = np.arange(space.secrets.size, dtype=np.int32)
    order = members.copy()
    depths = np.zeros(len(order), np.int32)
    visits = np.zeros(tree.nodes, np.int32)
    node, slot = kernels.follow_tree(
        space.arrays, tree.guesses, tree.children, order, visits, depths
    )
    if node >= 0:
        guess = _shown(space.code(int(tree.guesses[node])))
        black, white, _ = feedback_of(slot)
        raise BrokenTree(
            node, f"a code answers {guess} with {black} black, {white} white, and nothing follows"
        )
    if not visits.all():
        raise BrokenTree(int(np.argmin(visits)), "no code comes here")
    if depths.max(initial=0) > MAX_DEPTH:
        raise BrokenTree(0, f"a code takes more than {MAX_DEPTH} guesses")
    lengths = np.empty(len(order), np.uint8)
    lengths[np.searchsorted(members, order)] = depths
    return lengths, visits


def _check_form(space: ListedSpace, tree: StrategyTree) -> None:
    """Refuses arrays that are no tree in preorder over legal guesses."""
    count = tree.nodes
    if not count or tree.children.shape != (count, space.slots):
        raise BrokenTree(0, f"needs {space.slots} children for each of {count} nodes")
    illegal = (tree.guesses < 0) | (tree.guesses >= space.guesses.size)
    if illegal.any():
        raise BrokenTree(int(np.argmax(illegal)), "its guess is not legal")
    parents, slots = np.nonzero(tree.children != -1)
    followers = tree.children[parents, slots]
    astray = (followers <= parents) | (followers >= count) | (slots == space.slots - 1)
    if astray.any():
        raise BrokenTree(int(parents[np.argmax(astray)]), "names a child that cannot follow it")
    reached = np.bincount(followers, minlength=count)
    reached[0] += 1
    if (reached != 1).any():
        raise BrokenTree(int(np.argmax(reached != 1)), "does not follow exactly one other node")


def _shown(code: Code) -> str:
    return "(" + ", ".join(map(str, code)) + ")"
