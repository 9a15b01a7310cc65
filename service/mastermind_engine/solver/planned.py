"""Whole evaluations of strategies that play by a tree: one at hand, or one searched for."""

from typing import NamedTuple

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.solver.exact import search_exact
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import FROM_TREES, Strategy
from mastermind_engine.solver.tree import play_tree
from mastermind_engine.solver.trees.served import ServedTree
from mastermind_engine.solver.trees.symmetry import Relabelling, relabelling


class Planned(NamedTuple):
    """What a tree needs for every secret.

    Attributes:
        strategy: OPTIMAL or OPTIMAL_DEPTH.
        opening: Its first guess.
        lengths: Guesses that each secret takes, uint8 of shape (secrets,).
    """

    strategy: Strategy
    opening: Code
    lengths: kernels.U8


def play_planned(
    space: ListedSpace,
    strategy: Strategy,
    opening: Code | None,
    candidates_only: bool,
    cancelled: kernels.U8,
) -> Planned | None:
    """Plays every secret by the tree of ``strategy``; None where it plays by none.

    AUTO plays by the tree of OPTIMAL where ``space`` has it and nothing else is asked for;
    OPTIMAL and OPTIMAL_DEPTH search for a tree where there is none. A search that was
    cancelled has the best tree by then.

    Args:
        space: The listed space of the ruleset.
        strategy: Any strategy.
        opening: A legal first guess instead of the tree's, equal to it but for labels.
        candidates_only: Whether only codes that may be the secret are guessed.
        cancelled: Another thread ends a search by setting it, uint8 of shape (1,).

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, another opening than the tree's, or too many codes
            to search.
    """
    auto = strategy == Strategy.AUTO
    # Trees guess more than candidates.
    tree = None if candidates_only else space.trees.get(Strategy.OPTIMAL if auto else strategy)
    if tree is not None and not (auto and opening is not None):
        return _follow(space, tree, opening)
    if strategy in FROM_TREES:
        return _search(space, strategy, opening, candidates_only, cancelled)
    return None


def _search(
    space: ListedSpace,
    strategy: Strategy,
    opening: Code | None,
    candidates_only: bool,
    cancelled: kernels.U8,
) -> Planned:
    if opening is not None:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, f"{strategy.name} chooses its opening itself"
        )
    found = search_exact(space, goal=strategy, candidates_only=candidates_only, cancelled=cancelled)
    root = space.code(int(found.tree.guesses[0]))
    return Planned(strategy, root, play_tree(space, found.tree))


def _follow(space: ListedSpace, tree: ServedTree, opening: Code | None) -> Planned:
    root = space.code(int(tree.record.tree.guesses[0]))
    lengths = play_tree(space, tree.record.tree)
    if opening is not None and opening != root:
        labels = relabelling(space.guesses, [root], [opening])
        if labels is None:
            raise Refusal(
                RuleReason.UNSUPPORTED_FOR_RULESET, "the strategy tree has another opening"
            )
        lengths = lengths[_relabelled_order(space, labels)]
    return Planned(tree.record.strategy, opening or root, lengths)


def _relabelled_order(space: ListedSpace, labels: Relabelling) -> kernels.I64:
    """For each secret in order the one that becomes it when it is relabelled."""
    codes = space.secrets.listed()
    names = np.zeros(256, np.uint8)
    names[list(labels.symbols)] = list(labels.symbols.values())
    relabelled = names[codes[:, labels.positions]]
    return np.lexsort(relabelled.T[::-1])
