"""The game-theoretic answer to the classic board: a mixture of optimal trees.

The codemaker draws uniformly from the codes that show two colors or more; no tree takes
fewer than 5600 guesses for those 1290. The codebreaker mixes trees that take exactly that,
in such proportions that codes of each pattern (AAAB, AABB, AABC, ABCD) take 5600/1290 on
average, and relabels positions and colors at random, so that codes of one pattern are all
alike to him. Neither side can then do better (Nestor 1985, Wiener 1995).

The trees come from the exact search with other preferences among equal guesses: whose codes
are guessed first, those are solved sooner.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from mastermind_engine import kernels
from mastermind_engine.solver.exact import NEVER, Effort, Searcher, search_exact
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members
from mastermind_engine.solver.tree import StrategyTree, play_tree

EFFORT = Effort(memory=1 << 18)

Pattern = tuple[int, ...]
"""How often a code shows its colors, the most frequent first: (2, 1, 1) for AABC."""


class NoMixture(Exception):
    """The trees that were found cannot be mixed so that all patterns take the same."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Trees, and the probability of each; positions and colors are relabeled at random.

    Attributes:
        trees: Trees that break every code.
        weights: Their probabilities; they sum to 1.
        value: Guesses that each code of two colors or more takes on average.
    """

    trees: tuple[StrategyTree, ...] = field(repr=False)
    weights: tuple[Fraction, ...]
    value: Fraction


def pattern_of(code: tuple[int, ...]) -> Pattern:
    """The pattern of a code."""
    return tuple(sorted((code.count(symbol) for symbol in set(code)), reverse=True))


def averages(space: ListedSpace, mixture: Mixture) -> dict[Pattern, Fraction]:
    """Guesses that a code of each pattern takes on average, by playing every code."""
    patterns = _Patterns(space)
    totals = [patterns.totals(play_tree(space, tree)) for tree in mixture.trees]
    return {
        pattern: sum(
            (weight * total[place] for weight, total in zip(mixture.weights, totals, strict=True)),
            Fraction(0),
        )
        / patterns.counts[place]
        for place, pattern in enumerate(patterns.names)
    }


def find_mixture(space: ListedSpace, cancelled: kernels.U8 = NEVER) -> Mixture:
    """The mixture for the classic board; takes about half a minute.

    Args:
        space: The listed space of a ruleset with repeats.
        cancelled: Another thread ends the search by setting it, uint8 of shape (1,).

    Raises:
        NoMixture: The trees found do not suffice, or the search was cancelled.
    """
    patterns = _Patterns(space)
    trees = list(_optimal_trees(space, patterns, cancelled))
    totals = [patterns.totals(play_tree(space, tree)) for tree in trees]
    if cancelled[0] or not trees:
        raise NoMixture("the search was cancelled")
    value = Fraction(int(totals[0][1:].sum()), int(patterns.counts[1:].sum()))
    chosen, weights = _mix(totals, patterns.counts, value)
    return Mixture(tuple(trees[place] for place in chosen), weights, value)


class _Patterns:
    """Patterns of a space's secrets; the first is that of one color."""

    def __init__(self, space: ListedSpace) -> None:
        found = [pattern_of(space.secrets.unrank(rank)) for rank in range(space.secrets.size)]
        self.names = sorted(set(found), reverse=True)
        self.of_secret = np.array([self.names.index(pattern) for pattern in found])
        self.counts = np.bincount(self.of_secret)

    def totals(self, lengths: kernels.U8) -> npt.NDArray[np.int64]:
        """Guesses for all secrets of each pattern, (patterns,)."""
        return np.bincount(self.of_secret, lengths).astype(np.int64)


def _optimal_trees(
    space: ListedSpace, patterns: _Patterns, cancelled: kernels.U8
) -> Iterator[StrategyTree]:
    """A tree for each order in which patterns can be preferred, all of the least total."""
    several = np.flatnonzero(patterns.of_secret > 0).astype(np.int32)
    best = search_exact(space, several, cancelled=cancelled).total
    for preferred in permutations(range(1, len(patterns.names))):
        rank = np.zeros(len(patterns.names), np.int64)
        rank[list(preferred)] = np.arange(1, len(patterns.names))
        order = np.argsort(rank[patterns.of_secret], kind="stable").astype(np.int32)
        members = order[patterns.of_secret[order] > 0]
        searcher = Searcher(space, members, preference=order, cancelled=cancelled)
        search = searcher.prepare(EFFORT)
        searcher.solve(search, kernels.NO_DEPTH_LIMIT, best + 1)
        if searcher.stopped:
            return
        yield _with_rest(space, searcher.unfold(search, kernels.NO_DEPTH_LIMIT), patterns)


def _with_rest(space: ListedSpace, tree: StrategyTree, patterns: _Patterns) -> StrategyTree:
    """The tree with branches for the codes of one color, where it has none."""
    guesses: list[int] = []
    children: list[list[int]] = []

    def copy(source: StrategyTree, node: int, rest: Members) -> int:
        place = len(guesses)
        guess = int(source.guesses[node])
        guesses.append(guess)
        children.append([-1] * space.slots)
        numbers = np.empty(len(rest), np.uint8)
        kernels.answers(space.arrays, guess, rest, numbers)
        for slot in range(space.slots - 1):
            left = rest[numbers == slot]
            follower = int(source.children[node, slot])
            if follower >= 0:
                children[place][slot] = copy(source, follower, left)
            elif len(left):
                behind = search_exact(space, left).tree
                children[place][slot] = copy(behind, 0, left[:0])
        return place

    copy(tree, 0, np.flatnonzero(patterns.of_secret == 0).astype(np.int32))
    return StrategyTree(np.array(guesses, np.int32), np.array(children, np.int32))


def _mix(
    totals: list[npt.NDArray[np.int64]], counts: npt.NDArray[np.int64], value: Fraction
) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
    """Trees and weights with which each pattern of two colors or more takes ``value``.

    There are as many equations as such patterns, so as many trees are enough. All sets of
    trees are tried in floats, and those that seem to do are solved in fractions; of the
    mixtures the one is taken that is quickest at codes of one color.
    """
    size = len(counts) - 1
    distinct = {tuple(total.tolist()): place for place, total in enumerate(totals)}
    places = np.array(sorted(distinct.values()))
    sets = np.array(list(combinations(places, size)))
    columns = np.array(totals)[:, 1:].astype(float)
    goal = counts[1:] * float(value)
    matrices = columns[sets].swapaxes(1, 2)
    regular = np.abs(np.linalg.det(matrices)) > 0.5
    sets, matrices = sets[regular], matrices[regular]
    goals = np.broadcast_to(goal[:, None], (len(sets), size, 1))
    weights = np.linalg.solve(matrices, goals)[..., 0]
    good = (weights > -1e-9).all(axis=1)
    singles = np.array([total[0] for total in totals])
    ranked = np.argsort((weights * singles[sets]).sum(axis=1)[good], kind="stable")
    for chosen in sets[good][ranked]:
        exact = _solve(
            [[int(totals[c][k]) for c in chosen] for k in range(1, size + 1)],
            [value * int(count) for count in counts[1:]],
        )
        alone = sum((w * int(singles[c]) for w, c in zip(exact, chosen, strict=True)), Fraction(0))
        if min(exact) >= 0 and alone <= value * int(counts[0]):
            return tuple(map(int, chosen)), tuple(exact)
    raise NoMixture("no set of these trees makes all patterns take the same")


def _solve(rows: list[list[int]], goal: list[Fraction]) -> list[Fraction]:
    """Solves a regular system of linear equations exactly (Gauss and Jordan)."""
    table = [[*map(Fraction, row), end] for row, end in zip(rows, goal, strict=True)]
    for column in range(len(table)):
        pivot = next(row for row in range(column, len(table)) if table[row][column])
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [entry / table[column][column] for entry in table[column]]
        for row in range(len(table)):
            if row != column:
                factor = table[row][column]
                table[row] = [
                    entry - factor * top
                    for entry, top in zip(table[row], table[column], strict=True)
                ]
    return [row[-1] for row in table]
