"""A strategy tree is played against every code; what is wrong with it is named."""

import numpy as np
import pytest

from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.tree import BrokenTree, StrategyTree, play_tree
from tests.unit.samples import SMALL, custom, label, listed
from tests.unit.strategy_trees import first_consistent_tree

VARIABLO = preset("variablo")


@pytest.mark.parametrize("ruleset", [*SMALL, VARIABLO], ids=label)
def test_a_tree_takes_as_many_guesses_as_the_strategy_that_it_writes_down(
    ruleset: Ruleset,
) -> None:
    played = play_tree(listed(ruleset), first_consistent_tree(ruleset))

    told = evaluate(listed(ruleset), ruleset, Strategy.FIRST_CONSISTENT)
    assert played.tolist() == told.lengths.tolist()


def test_some_secrets_alone_take_what_they_take_among_all() -> None:
    space, tree = listed(VARIABLO), first_consistent_tree(VARIABLO)
    some = np.arange(3, 200, 7, dtype=np.int32)
    # A node that none of these few reaches would count as superfluous.
    with pytest.raises(BrokenTree, match="no code comes here"):
        play_tree(space, tree, some)

    everyone = np.arange(space.secrets.size, dtype=np.int32)
    assert play_tree(space, tree, everyone).tolist() == play_tree(space, tree).tolist()


def changed(node: int, guess: int) -> StrategyTree:
    tree = first_consistent_tree(VARIABLO)
    guesses = tree.guesses.copy()
    guesses[node] = guess
    return StrategyTree(guesses, tree.children)


def with_child(node: int, slot: int, child: int) -> StrategyTree:
    tree = first_consistent_tree(VARIABLO)
    children = tree.children.copy()
    children[node, slot] = child
    return StrategyTree(tree.guesses, children)


def test_a_wrong_guess_in_any_node_is_found() -> None:
    space, tree = listed(VARIABLO), first_consistent_tree(VARIABLO)
    for node in range(tree.nodes):
        wrong = int(tree.guesses[node] + 1) % space.guesses.size
        with pytest.raises(BrokenTree):
            play_tree(space, changed(node, wrong))


@pytest.mark.parametrize("guess", [-1, 216])
def test_a_guess_that_is_not_legal_is_named(guess: int) -> None:
    with pytest.raises(BrokenTree, match="node 5: its guess is not legal"):
        play_tree(listed(VARIABLO), changed(5, guess))


def test_a_feedback_without_an_answer_is_named() -> None:
    with pytest.raises(BrokenTree, match=r"node 0: a code answers \(1, 1, 1\) with 0 black"):
        play_tree(listed(VARIABLO), dropped_branch())


def dropped_branch() -> StrategyTree:
    """The tree without all that follows no peg at all after the first guess."""
    tree = first_consistent_tree(VARIABLO)
    assert tree.children[0, 0] == 1
    first_kept = int(tree.children[0][tree.children[0] > 1].min())
    children = np.where(tree.children >= first_kept, tree.children - first_kept + 1, -1)
    kept = [0, *range(first_kept, tree.nodes)]
    return StrategyTree(tree.guesses[kept], children[kept].astype(np.int32))


@pytest.mark.parametrize(
    ("node", "slot", "child", "fault"),
    [
        (2, 0, 2, "node 2: names a child that cannot follow it"),
        (2, 0, 1, "node 2: names a child that cannot follow it"),
        (2, 0, 9999, "node 2: names a child that cannot follow it"),
        (2, 0, -2, "node 2: names a child that cannot follow it"),
        (2, 9, 3, "node 2: names a child that cannot follow it"),
        (0, 0, -1, "node 1: does not follow exactly one other node"),
        (0, 0, 2, "node 1: does not follow exactly one other node"),
    ],
)
def test_a_node_that_makes_no_tree_is_named(node: int, slot: int, child: int, fault: str) -> None:
    with pytest.raises(BrokenTree, match=fault):
        play_tree(listed(VARIABLO), with_child(node, slot, child))


def test_a_tree_of_another_shape_is_refused() -> None:
    with pytest.raises(BrokenTree, match="needs 15 children"):
        play_tree(listed(custom(4, 3)), first_consistent_tree(VARIABLO))
    with pytest.raises(BrokenTree, match="children for each of 0 nodes"):
        play_tree(
            listed(VARIABLO), StrategyTree(np.zeros(0, np.int32), np.zeros((0, 10), np.int32))
        )
