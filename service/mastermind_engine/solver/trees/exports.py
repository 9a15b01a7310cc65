"""Strategy trees for other programs: nested JSON, and DOT for Graphviz."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from mastermind_engine.codes import Code
from mastermind_engine.feedback import feedback_of
from mastermind_engine.solver.trees.served import ServedTree

Spell = Callable[[Code], str]
"""How a guess is written."""


def tree_json(tree: ServedTree) -> dict[str, Any]:
    """A tree as JSON can hold it: each node with what follows each answer to its guess."""
    record = tree.record
    return {
        "strategy": record.strategy.name,
        "codes": record.codes,
        "nodes": record.tree.nodes,
        "total": record.total,
        "depth": record.depth,
        "proven": record.proven,
        "lower_bound": record.lower_bound,
        "source": record.source,
        "tree": _node_json(tree, 0),
    }


def _node_json(tree: ServedTree, node: int) -> dict[str, Any]:
    return {
        "guess": list(tree.code(node)),
        "candidates": int(tree.counts[node]),
        "is_candidate": tree.cells(node)[1],
        "answers": [
            {"black": black, "white": white, "then": _node_json(tree, follower)}
            for black, white, follower in _followers(tree, node)
        ],
    }


def tree_dot(tree: ServedTree, spell: Spell, depth: int | None = None) -> Iterator[str]:
    """Lines of a DOT file: a box a guess, an edge an answer with the candidates it leaves.

    Args:
        tree: The tree.
        spell: How a guess is written.
        depth: Guesses to draw below each other; None draws all.
    """
    yield "digraph strategy {"
    yield '  node [shape=box, style=rounded, fontname="monospace"];'
    stack = [(0, 1)]
    while stack:
        node, level = stack.pop()
        style = "" if tree.cells(node)[1] else ", style=dashed"
        yield f'  n{node} [label="{_escaped(spell(tree.code(node)))}"{style}];'
        if level == depth:
            continue
        for black, white, follower in _followers(tree, node):
            label = f"{black},{white}: {int(tree.counts[follower])}"
            yield f'  n{node} -> n{follower} [label="{label}"];'
            stack.append((follower, level + 1))
    yield "}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _followers(tree: ServedTree, node: int) -> Iterator[tuple[int, int, int]]:
    """Black and white of each answer after which the game goes on, and the node there."""
    followers = tree.record.tree.children[node]
    for number in np.flatnonzero(followers >= 0).tolist():
        black, white, _ = feedback_of(number)
        yield black, white, int(followers[number])
