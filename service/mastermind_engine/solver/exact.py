"""Exact search: trees of least total, with the proof that there is none better.

Of several trees of the same total the search keeps the first that it finds: guesses are
tried in the order of their lower bounds, then candidates first, then lexicographically.
So a tree is the same on every machine, but its guesses need not be the smallest of all
optimal ones.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.solver.exchanges import exchanges
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.tree import StrategyTree, play_tree

MAX_PEGS = 6
"""Their feedback numbers fit 32 bits, one each."""

MAX_FRAME = 1 << 26
"""Largest number of guesses × candidates that a search holds, at five bytes each."""

NEVER = np.zeros(1, np.uint8)
"""The flag of a search that nobody cancels."""

_UNLIMITED = 2**62


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best tree found, and how good any tree can be.

    Attributes:
        tree: The tree; it breaks every candidate.
        total: Guesses that it takes for all candidates together.
        depth: Guesses that it takes for the hardest.
        lower_bound: No tree that reaches the goal takes fewer in total.
        proven: Whether this tree reaches the goal: none is better.
        nodes: Sets searched.
    """

    tree: StrategyTree
    total: int
    depth: int
    lower_bound: int
    proven: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to search.

    Attributes:
        max_nodes: Sets to search at most; 0 means no bound.
        memory: Sets to remember at most, a power of two; 28 bytes each.
        exact_up_to: Candidates of the largest sets whose guesses are all tried; 0 for all.
        width: How many guesses are tried for larger sets.
    """

    max_nodes: int = 0
    memory: int = 1 << 20
    exact_up_to: int = 0
    width: int = 1


GREEDY = Effort(memory=1 << 16, exact_up_to=kernels.FRAME_FROM, width=1)
"""One guess for each larger set: a first tree at once."""


class Searcher:
    """A search over one set of candidates.

    Args:
        space: The listed space of the ruleset.
        members: The set, indices of secrets, in the order in which equal ones are tried.
        preference: All legal guesses, in the order in which equal ones are tried;
            lexicographic if left out.
        candidates_only: Whether only codes that may be the secret are guessed.
        cancelled: Another thread ends the search by setting it, uint8 of shape (1,).

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, more pegs or more codes than it can hold.
    """

    def __init__(
        self,
        space: ListedSpace,
        members: Members,
        *,
        preference: kernels.I32 | None = None,
        candidates_only: bool = False,
        cancelled: kernels.U8 = NEVER,
    ) -> None:
        check_searchable(space, len(members))
        self.space = space
        self.candidates_only = candidates_only
        self.cancelled = cancelled
        self.counters = np.zeros(kernels.COUNTERS, np.int64)
        self.everyone = np.arange(len(members), dtype=np.int32)
        marks = np.random.default_rng(space.secrets.size).integers(
            1, 2**64, (len(members), 2), np.uint64
        )
        self.frame = kernels.make_frame(space.arrays, members, marks)
        if preference is not None:
            self.frame = kernels.order_frame(self.frame, preference)
        if len(members) < space.secrets.size:
            self.frame = kernels.narrow_frame(self.frame, self.everyone)
        first, second = kernels.name_of(self.frame, self.everyone)
        # Kernels are compiled for each type: small words must not come back as signed.
        self.name: tuple[Any, Any] = np.uint64(first), np.uint64(second)
        self.bounds = np.empty((space.slots + 1, len(members) + 1), np.int64)
        kernels.fill_bounds(self.bounds)

    @property
    def stopped(self) -> bool:
        """Whether the last search ended early."""
        return bool(self.counters[kernels.STOPPED])

    @property
    def nodes(self) -> int:
        """Sets searched so far."""
        return int(self.counters[kernels.NODES])

    def prepare(self, effort: Effort) -> kernels.Search:
        """What a search with this effort works with."""
        count = len(self.everyone)
        small = count < kernels.FRAME_FROM
        positions, symbols = _identity(self.space) if small else exchanges(self.space.shape)
        sizes = np.arange(count + 1)
        memory = kernels.Memory(
            np.zeros((effort.memory, 2), np.uint64), np.zeros((effort.memory, 3), np.int32)
        )
        self.counters[kernels.MAX_NODES] = self.nodes + (effort.max_nodes or _UNLIMITED)
        return kernels.Search(
            self.bounds,
            np.rint(sizes * np.log(np.maximum(sizes, 1)) * 1e6).astype(np.int64),
            memory,
            positions,
            symbols,
            self.candidates_only,
            effort.exact_up_to or count,
            effort.width,
            self.counters,
            self.cancelled,
        )

    def solve(self, search: kernels.Search, depth: int, cutoff: int) -> tuple[int, bool]:
        """The least total or a lower bound, and whether there is a tree to `unfold`.

        A tree takes less than ``cutoff``; the total is exact unless the search was stopped.
        """
        self.counters[kernels.STOPPED] = 0
        self.counters[kernels.GUESS] = -1
        first, second = self.name
        total = kernels.solve(
            self.frame,
            search,
            self.everyone,
            first,
            second,
            self.space.slots,
            depth,
            cutoff,
        )
        found = self.counters[kernels.GUESS] >= 0 and (self.stopped or total < cutoff)
        return int(total), bool(found)

    def unfold(self, search: kernels.Search, depth: int) -> StrategyTree:
        """The tree that `solve` has just found."""
        room = 2 * len(self.everyone)
        guesses = np.empty(room, np.int32)
        children = np.full((room, self.space.slots), -1, np.int32)
        searched = self.counters.copy()
        self.counters[kernels.MAX_NODES] = _UNLIMITED
        self.counters[kernels.STOPPED] = 0
        unhurried = search._replace(cancelled=NEVER)
        nodes = kernels.unfold(self.frame, unhurried, self.everyone, depth, guesses, children)
        self.counters[:] = searched
        return StrategyTree(guesses[:nodes].copy(), children[:nodes].copy())


def check_searchable(space: ListedSpace, members: int) -> None:
    """Refuses searches that are too large to hold.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    if space.shape.pegs > MAX_PEGS:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"exact search is for up to {MAX_PEGS} pegs; this ruleset has {space.shape.pegs}",
        )
    if space.guesses.size * members > MAX_FRAME:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"exact search holds up to {MAX_FRAME} scores; {space.guesses.size} guesses "
            f"for {members} candidates are more",
        )


def _identity(space: ListedSpace) -> tuple[kernels.I32, kernels.I32]:
    unmoved = np.arange(space.guesses.size, dtype=np.int32).reshape(1, -1)
    return unmoved, unmoved


def search_exact(
    space: ListedSpace,
    members: Members | None = None,
    *,
    goal: Strategy = Strategy.OPTIMAL,
    candidates_only: bool = False,
    effort: Effort | None = None,
    cancelled: kernels.U8 = NEVER,
) -> SearchResult:
    """The tree of least total for a set of candidates, proved if the effort allows it.

    Args:
        space: The listed space of the ruleset.
        members: The candidates, indices ascending, not empty; all secrets if left out. Their
            own symmetry is used, whatever turns led to them.
        goal: OPTIMAL, or OPTIMAL_DEPTH: the least total among trees of least depth.
        candidates_only: Whether only codes that may be the secret are guessed.
        effort: How hard to search; no bound if left out.
        cancelled: Another thread ends the search by setting it, uint8 of shape (1,); it
            then returns the best tree so far within 100 ms.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, more pegs or codes than it can hold.
    """
    if members is None:
        members = np.arange(space.secrets.size, dtype=np.int32)
    searcher = Searcher(space, members, candidates_only=candidates_only, cancelled=cancelled)
    effort = effort or Effort(memory=_memory_for(len(members)))
    best = _least_total(searcher, members, effort)
    if goal == Strategy.OPTIMAL_DEPTH:
        return _least_depth(searcher, members, effort, best)
    return best


def _memory_for(members: int) -> int:
    """Sets to remember: they grow with the square of the candidates."""
    bits = max(10, min(24, 2 * members.bit_length()))
    return 1 << bits


def _least_total(searcher: Searcher, members: Members, effort: Effort) -> SearchResult:
    """The goal OPTIMAL: a greedy tree first, then whatever is better."""
    first = searcher.prepare(GREEDY)
    unhurried = first._replace(cancelled=NEVER)
    searcher.solve(unhurried, kernels.NO_DEPTH_LIMIT, int(kernels.IMPOSSIBLE))
    tree = searcher.unfold(unhurried, kernels.NO_DEPTH_LIMIT)
    total = int(play_tree(searcher.space, tree, members).sum(dtype=np.int64))
    search = searcher.prepare(effort)
    value, found = searcher.solve(search, kernels.NO_DEPTH_LIMIT, total)
    if found:
        tree = searcher.unfold(search, kernels.NO_DEPTH_LIMIT)
    return _judge(searcher, members, tree, lower_bound=min(value, total))


def _least_depth(
    searcher: Searcher, members: Members, effort: Effort, flat: SearchResult
) -> SearchResult:
    """The goal OPTIMAL_DEPTH: one depth after the other, up to that of the optimal tree."""
    search = searcher.prepare(effort)
    for depth in range(1, flat.depth):
        value, found = searcher.solve(search, depth, int(kernels.IMPOSSIBLE))
        if found:
            tree = searcher.unfold(search, depth)
            return _judge(searcher, members, tree, lower_bound=max(value, flat.lower_bound))
        if searcher.stopped:
            return replace(flat, proven=False, nodes=searcher.nodes)
    return replace(flat, nodes=searcher.nodes)


def _judge(
    searcher: Searcher, members: Members, tree: StrategyTree, lower_bound: int
) -> SearchResult:
    lengths = play_tree(searcher.space, tree, members)
    total = int(lengths.sum(dtype=np.int64))
    proven = total == lower_bound
    return SearchResult(tree, total, int(lengths.max()), lower_bound, proven, searcher.nodes)
