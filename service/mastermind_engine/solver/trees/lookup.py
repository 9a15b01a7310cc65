"""Suggestions by look-up: the guess that a tree holds for a position."""

from collections.abc import Sequence
from typing import NamedTuple

from mastermind_engine.codes import Code
from mastermind_engine.feedback import feedback_id
from mastermind_engine.game import Turn
from mastermind_engine.solver.trees.served import ServedTree
from mastermind_engine.solver.trees.symmetry import relabelling


class Found(NamedTuple):
    """A guess from a tree.

    Attributes:
        guess: The guess, in the labels of the turns.
        cells: Sizes of the cells that it makes of the candidates.
        is_candidate: Whether it may be the secret.
        total: Guesses that all candidates take together from here on.
    """

    guess: Code
    cells: list[int]
    is_candidate: bool
    total: int


def look_up(tree: ServedTree, lowest: int, turns: Sequence[Turn]) -> Found | None:
    """What ``tree`` guesses after ``turns``; None where they have left it.

    Turns follow the tree if some relabelling of positions and symbols makes its guesses
    theirs. The first such relabelling (`relabelling`) also turns the tree's next guess.

    Args:
        tree: The tree.
        lowest: The smallest symbol of the ruleset; to a tree a blank is one more color.
        turns: The turns so far, all legal, the code not broken.
    """
    shift = tree.guesses.lowest - lowest
    path = []
    node = 0
    for turn in turns:
        path.append(tree.code(node))
        node = tree.record.tree.children.item(node, feedback_id(turn.feedback))
        if node < 0:
            return None
    labels = relabelling(tree.guesses, path, [_shifted(turn.guess, shift) for turn in turns])
    if labels is None:
        return None
    cells, is_candidate = tree.cells(node)
    guess = _shifted(labels.of(tree.code(node)), -shift)
    return Found(guess, cells, is_candidate, tree.totals.item(node))


def _shifted(code: Code, shift: int) -> Code:
    return tuple(symbol + shift for symbol in code) if shift else code
