"""Good trees where no proof is in reach: only the best guesses of one step are tried."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.solver.exact import (
    NEVER,
    Effort,
    Searcher,
    SearchResult,
    check_searchable,
)
from mastermind_engine.solver.exchanges import exchanges
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members
from mastermind_engine.solver.strategies import Strategy, rule_of
from mastermind_engine.solver.tree import StrategyTree, play_tree

MAX_PART = 1 << 25
"""Guesses × candidates of the largest set that is searched as one; larger ones are split."""


class SearchCancelled(Exception):
    """The search was stopped before it had a whole tree."""


@dataclass(frozen=True, slots=True)
class Beam:
    """How wide to search.

    Attributes:
        width: Guesses tried for each set of candidates, the best by entropy.
        exact_up_to: Candidates of the largest sets for which all guesses are tried.
        memory: Sets to remember in each part that fits a frame, a power of two.
    """

    width: int
    exact_up_to: int
    memory: int = 1 << 18


def search_beam(
    space: ListedSpace,
    beam: Beam,
    *,
    opening: Code | None = None,
    candidates_only: bool = False,
    cancelled: kernels.U8 = NEVER,
) -> SearchResult:
    """A good tree for all secrets; its total is not proved, its lower bound is honest.

    Args:
        space: The listed space of the ruleset, of any size.
        beam: How wide to search.
        opening: A legal first guess instead of the best by entropy.
        candidates_only: Whether only codes that may be the secret are guessed.
        cancelled: Another thread ends the search by setting it, uint8 of shape (1,).

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, more pegs than it can hold.
        SearchCancelled: ``cancelled`` was set.
    """
    check_searchable(space, 1)
    search = _BeamSearch(space, beam, candidates_only, cancelled)
    everyone = np.arange(space.secrets.size, dtype=np.int32)
    first = None if opening is None else space.guesses.rank(opening)
    total, tree = search.grow(everyone, first)
    lengths = play_tree(space, tree)
    bounds = np.empty((space.slots + 1, len(everyone) + 1), np.int64)
    kernels.fill_bounds(bounds)
    lower = int(bounds[-1, -1])
    return SearchResult(tree, total, int(lengths.max()), lower, total == lower, search.nodes)


class _BeamSearch:
    def __init__(
        self, space: ListedSpace, beam: Beam, candidates_only: bool, cancelled: kernels.U8
    ) -> None:
        self.space = space
        self.effort = Effort(memory=beam.memory, exact_up_to=beam.exact_up_to, width=beam.width)
        self.candidates_only = candidates_only
        self.cancelled = cancelled
        self.nodes = 0

    def grow(self, members: Members, opening: int | None = None) -> tuple[int, StrategyTree]:
        """The best tree found for some candidates, and what it takes in total."""
        if opening is None and self.space.guesses.size * len(members) <= MAX_PART:
            return self._search_frame(members)
        guesses = [opening] if opening is not None else self._best_guesses(members)
        self.nodes += 1
        found = [self._grow_behind(members, guess) for guess in guesses]
        return min(found, key=lambda one: one[0])

    def _search_frame(self, members: Members) -> tuple[int, StrategyTree]:
        searcher = Searcher(
            self.space, members, candidates_only=self.candidates_only, cancelled=self.cancelled
        )
        search = searcher.prepare(self.effort)
        total, _ = searcher.solve(search, kernels.NO_DEPTH_LIMIT, int(kernels.IMPOSSIBLE))
        if searcher.stopped:
            raise SearchCancelled
        self.nodes += searcher.nodes
        return total, searcher.unfold(search, kernels.NO_DEPTH_LIMIT)

    def _best_guesses(self, members: Members) -> list[int]:
        """The best by entropy, one of each class that symmetry makes equal, best first."""
        space = self.space
        skip = np.zeros(space.guesses.size, np.uint8)
        ids = np.arange(space.guesses.size, dtype=np.int32)
        positions, symbols = exchanges(space.shape)
        own = space.arrays.guess_of
        kernels.mark_alike(own, ids, members, positions, symbols, skip, self.cancelled)
        first = own[members]
        first = first[skip[first] == 0]
        skip[first] = 1
        others = ids[skip == 0] if not self.candidates_only else ids[:0]
        order = np.concatenate([first, others])
        scores = np.full(len(ids), kernels.NOT_WEIGHED, np.int64)
        rule = rule_of(Strategy.ENTROPY, len(members))
        kernels.weigh_all(
            space.board,
            space.palettes,
            space.arrays.guess_codes,
            own[members],
            order,
            rule,
            2**62,
            self.cancelled,
            scores,
        )
        if self.cancelled[0]:
            raise SearchCancelled
        # What leaves all candidates together would never end.
        order = order[scores[order] < rule.weights[len(members)]]
        best = order[np.argsort(scores[order], kind="stable")]
        chosen: list[int] = best[: self.effort.width].tolist()
        return chosen

    def _grow_behind(self, members: Members, guess: int) -> tuple[int, StrategyTree]:
        """The best tree that starts with a guess."""
        numbers = np.empty(len(members), np.uint8)
        kernels.answers(self.space.arrays, guess, members, numbers)
        total, behind = len(members), []
        for slot in range(self.space.slots - 1):
            cell = members[numbers == slot]
            if len(cell):
                part, tree = self.grow(cell)
                total += part
                behind.append((slot, tree))
        return total, _join(guess, behind, self.space.slots)


def _join(guess: int, behind: Sequence[tuple[int, StrategyTree]], slots: int) -> StrategyTree:
    """The tree that starts with a guess and goes on with one tree for each slot."""
    guesses = [np.array([guess], np.int32)]
    children = [np.full((1, slots), -1, np.int32)]
    nodes = 1
    for slot, tree in behind:
        children[0][0, slot] = nodes
        guesses.append(tree.guesses)
        children.append(np.where(tree.children < 0, -1, tree.children + nodes).astype(np.int32))
        nodes += tree.nodes
    return StrategyTree(np.concatenate(guesses), np.concatenate(children))
