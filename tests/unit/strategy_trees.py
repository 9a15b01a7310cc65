"""Strategy trees for tests, made in the plainest way."""

import numpy as np

from mastermind_engine.feedback import feedback_id, score
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.tree import StrategyTree
from tests.unit.samples import listed


def first_consistent_tree(ruleset: Ruleset) -> StrategyTree:
    """The tree that always guesses the smallest candidate."""
    space = listed(ruleset)
    guesses: list[int] = []
    children: list[list[int]] = []

    def grow(members: list[int]) -> int:
        node = len(guesses)
        code = space.secrets.unrank(members[0])
        guesses.append(space.guesses.rank(code))
        children.append([-1] * space.slots)
        cells: dict[int, list[int]] = {}
        for member in members[1:]:
            number = feedback_id(score(ruleset, space.secrets.unrank(member), code))
            cells.setdefault(number, []).append(member)
        for number, cell in sorted(cells.items()):
            children[node][number] = grow(cell)
        return node

    grow(list(range(space.secrets.size)))
    return StrategyTree(np.array(guesses, np.int32), np.array(children, np.int32))
