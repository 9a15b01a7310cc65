"""The equilibrium mixture that ships, and games played by it.

A seed fixes tree and labels for a whole game: the tree is drawn by its weight, then one of
all relabellings of positions and colors. `equilibrium.find_mixture` made the trees and
weights; `scripts/find_equilibrium.py` writes them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, permutations
from math import factorial, lcm
from pathlib import Path

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import CodeSpace
from mastermind_engine.fairness import draw_rank, seed_of
from mastermind_engine.feedback import feedback_id
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.equilibrium import Mixture
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.tree import BrokenTree, play_tree
from mastermind_engine.solver.trees.files import SUFFIX, load_tree, save_tree
from mastermind_engine.solver.trees.lookup import Found
from mastermind_engine.solver.trees.record import DamagedTree, measured
from mastermind_engine.solver.trees.served import ServedTree
from mastermind_engine.solver.trees.symmetry import Relabelling
from mastermind_engine.tables import Shape

SHIPPED = Path(__file__).parents[1] / "data" / "equilibrium"
"""Folder of the mixture that ships."""
_WEIGHTS = "weights.json"


@dataclass(frozen=True, slots=True)
class ServedMixture:
    """A mixture whose trees are known to break every code.

    Attributes:
        trees: The trees.
        weights: Their probabilities; they sum to 1.
    """

    trees: tuple[ServedTree, ...]
    weights: tuple[Fraction, ...]

    def draw(self, seed: int) -> tuple[ServedTree, Relabelling]:
        """The tree and the labels of a game.

        Args:
            seed: 64 bits; the same give the same.
        """
        key = seed_of(seed)
        parts = lcm(*(weight.denominator for weight in self.weights))
        left = draw_rank(key, b"equilibrium tree", parts)
        for tree, weight in zip(self.trees, self.weights, strict=True):
            left -= int(weight * parts)
            if left < 0:
                return tree, _drawn_labels(key, tree.guesses)
        raise AssertionError("the weights sum to 1")

    def look_up(self, turns: Sequence[Turn], seed: int) -> Found | None:
        """The guess after ``turns``; None where they are not of the game of ``seed``."""
        tree, labels = self.draw(seed)
        node = 0
        for turn in turns:
            if labels.of(tree.code(node)) != turn.guess:
                return None
            node = tree.record.tree.children.item(node, feedback_id(turn.feedback))
            if node < 0:
                return None
        cells, is_candidate = tree.cells(node)
        return Found(labels.of(tree.code(node)), cells, is_candidate, tree.totals.item(node))

    def lengths(self, space: ListedSpace, seed: int) -> kernels.U8:
        """Guesses that each secret takes in the game of ``seed``, uint8 of (secrets,)."""
        tree, labels = self.draw(seed)
        played = play_tree(space, tree.record.tree)
        lengths = np.empty_like(played)
        for rank, length in enumerate(played):
            lengths[space.secrets.rank(labels.of(space.secrets.unrank(rank)))] = length
        return lengths


def _drawn_labels(key: bytes, space: CodeSpace) -> Relabelling:
    """One of all permutations of positions with one of all of symbols."""
    places = draw_rank(key, b"equilibrium positions", factorial(space.pegs))
    (positions,) = islice(permutations(range(space.pegs)), places, places + 1)
    names = CodeSpace(space.symbols, space.lowest, space.symbols, repeats=False)
    symbols = names.unrank(draw_rank(key, b"equilibrium colors", names.size))
    old = range(space.lowest, space.lowest + space.symbols)
    return Relabelling(positions, dict(zip(old, symbols, strict=True)))


def save_mixture(space: ListedSpace, mixture: Mixture, folder: Path = SHIPPED) -> None:
    """Writes trees and weights to ``folder``.

    Raises:
        OSError: It cannot be written to.
    """
    for number, tree in enumerate(mixture.trees, 1):
        record = measured(space, Strategy.OPTIMAL, tree, source="a part of the equilibrium")
        save_tree(record, folder / f"{number}{SUFFIX}")
    (folder / _WEIGHTS).write_text(json.dumps([str(weight) for weight in mixture.weights]) + "\n")


def load_mixture(space: ListedSpace, folder: Path = SHIPPED) -> ServedMixture | None:
    """The mixture for ``space``, its trees checked by playing every code; None for most.

    Raises:
        DamagedTree: It cannot be trusted; names file and fault.
    """
    if space.shape != Shape.of(PRESETS["classic"]):
        return None
    told = json.loads((folder / _WEIGHTS).read_text())
    weights = tuple(Fraction(weight) for weight in told)
    if sum(weights) != 1 or min(weights) < 0:
        raise DamagedTree(f"{folder / _WEIGHTS}: the weights are no probabilities")
    trees = []
    for number in range(1, len(weights) + 1):
        path = folder / f"{number}{SUFFIX}"
        try:
            trees.append(ServedTree.of(space, load_tree(path)))
        except BrokenTree as fault:
            raise DamagedTree(f"{path}: {fault}") from fault
    return ServedMixture(tuple(trees), weights)
