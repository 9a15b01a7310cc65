"""A suggestion: the guess that a strategy chooses in a position, and what is known of it."""

from collections.abc import Sequence
from dataclasses import replace
from math import log2

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import solved
from mastermind_engine.game import Turn, game_over
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.chance import random_consistent
from mastermind_engine.solver.exact import Effort, check_searchable, search_exact
from mastermind_engine.solver.listed import ListedSpace, check_listable
from mastermind_engine.solver.position import Members, candidates, contradictory_history
from mastermind_engine.solver.sampled import suggest_sampled
from mastermind_engine.solver.strategies import (
    BY_RULE,
    FROM_TREES,
    Quality,
    Strategy,
    resolve,
    rule_of,
)
from mastermind_engine.solver.suggestion import Suggestion, Wish
from mastermind_engine.solver.trees.lookup import look_up

__all__ = ["Suggestion", "Wish", "check_open", "suggest", "suggest_from_tree"]

MAX_EVALUATIONS = 4_000_000_000
"""Guess × candidate scores of the largest one-step search, about a second's work."""

EXACT_CANDIDATES = 50
"""Up to so many candidates AUTO searches for the best tree: that takes about a millisecond."""

SEARCHED_SETS = 20_000
"""Sets that a search for a suggestion looks into, a few seconds' work; then it proves nothing."""

REMEMBERED_SETS = 1 << 16


def check_open(ruleset: Ruleset, turns: Sequence[Turn]) -> None:
    """Refuses positions that are already solved.

    Raises:
        Refusal: GAME_OVER.
    """
    if turns and solved(ruleset, turns[-1].feedback):
        raise game_over()


def suggest(
    space: ListedSpace | None,
    ruleset: Ruleset,
    turns: Sequence[Turn],
    wish: Wish,
    cancelled: kernels.U8,
) -> Suggestion:
    """The guess that the wished strategy chooses after ``turns``.

    Ties go to a candidate, then to the lexicographically smallest code. Where it would
    take too long to weigh every guess against every candidate, both are sampled.

    Args:
        space: The listed space of ``ruleset``; None where there are too many codes.
        ruleset: What is legal.
        turns: The turns so far, all legal.
        wish: How to choose.
        cancelled: One byte, uint8 of shape (1,); another thread ends the search by
            setting it. What was weighed by then decides, as BUDGET_HIT.

    Raises:
        Refusal: GAME_OVER, CONTRADICTORY_HISTORY or UNSUPPORTED_FOR_RULESET.
    """
    check_open(ruleset, turns)
    if space is None:
        if wish.strategy in FROM_TREES:
            check_listable(ruleset)
        resolve(wish.strategy, ruleset)
        return suggest_sampled(ruleset, turns, wish, cancelled)
    found = suggest_from_tree(space, ruleset, turns, wish)
    if found is not None:
        return found
    members = candidates(space, turns)
    if not len(members):
        raise contradictory_history(space, turns)
    strategy = resolve(wish.strategy, ruleset)
    if strategy == Strategy.EQUILIBRIUM:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            "these are not the turns that EQUILIBRIUM plays with this seed, which holds for a "
            "whole game; nor has it guesses among candidates alone",
        )
    if wish.strategy == Strategy.AUTO and _searched_by_auto(space, len(members), wish):
        strategy = Strategy.OPTIMAL
    if strategy in FROM_TREES:
        return _by_search(space, members, strategy, wish, cancelled)
    if strategy in BY_RULE:
        return _by_rule(space, members, strategy, wish.seed)
    skip = _repeated(space, turns)
    order = _guesses_to_weigh(space, members, skip, wish.candidates_only)
    if not wish.max_evaluations and len(order) * len(members) > MAX_EVALUATIONS:
        return suggest_sampled(ruleset, turns, wish, cancelled)
    return _by_score(space, members, skip, order, strategy, wish, cancelled)


def suggest_from_tree(
    space: ListedSpace, ruleset: Ruleset, turns: Sequence[Turn], wish: Wish
) -> Suggestion | None:
    """The guess that a tree holds ready after ``turns``: about as quick as a score.

    None where no tree does, or the wish asks for what trees cannot tell: they hold no
    guesses chosen among candidates alone. AUTO takes none where alternatives are wished,
    since these must be weighed like the guess itself; OPTIMAL and OPTIMAL_DEPTH have none.

    Args:
        space: The listed space of ``ruleset``.
        ruleset: What is legal.
        turns: The turns so far, all legal, the code not broken.
        wish: How to choose.
    """
    if wish.strategy == Strategy.EQUILIBRIUM:
        return _from_mixture(space, turns, wish)
    auto = wish.strategy == Strategy.AUTO
    strategy = Strategy.OPTIMAL if auto else wish.strategy
    tree = space.trees.get(strategy)
    if tree is None or wish.candidates_only or (auto and wish.alternatives):
        return None
    found = look_up(tree, ruleset.lowest_symbol, turns)
    if found is None:
        return None
    return _told(
        found.guess, found.is_candidate, found.cells, found.total, strategy, tree.record.quality
    )


def _from_mixture(space: ListedSpace, turns: Sequence[Turn], wish: Wish) -> Suggestion | None:
    """The guess that EQUILIBRIUM plays after ``turns`` in the game of the wish's seed."""
    if space.mixture is None or wish.candidates_only:
        return None
    found = space.mixture.look_up(turns, wish.seed)
    if found is None:
        return None
    return _told(
        found.guess,
        found.is_candidate,
        found.cells,
        found.total,
        Strategy.EQUILIBRIUM,
        Quality.PROVEN_OPTIMAL,
    )


def _searched_by_auto(space: ListedSpace, members: int, wish: Wish) -> bool:
    """Whether AUTO searches for the best tree: for few candidates, unless asked for more."""
    unbounded = not wish.max_evaluations or wish.max_evaluations >= _scores_of_a_set(space, members)
    if members > EXACT_CANDIDATES or wish.alternatives or not unbounded:
        return False
    try:
        check_searchable(space, members)
    except Refusal:
        return False
    return True


def _scores_of_a_set(space: ListedSpace, members: int) -> int:
    """Guess × candidate scores that a search needs for a set at most."""
    return space.guesses.size * members


def _by_search(
    space: ListedSpace,
    members: Members,
    strategy: Strategy,
    wish: Wish,
    cancelled: kernels.U8,
) -> Suggestion:
    """The first guess of the best tree for ``members`` that a bounded search finds.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many candidates to search.
    """
    max_sets = SEARCHED_SETS
    if wish.max_evaluations:
        max_sets = max(1, wish.max_evaluations // _scores_of_a_set(space, len(members)))
    found = search_exact(
        space,
        members,
        goal=strategy,
        candidates_only=wish.candidates_only,
        effort=Effort(max_nodes=min(max_sets, SEARCHED_SETS), memory=REMEMBERED_SETS),
        cancelled=cancelled,
    )
    if found.proven:
        quality = Quality.PROVEN_OPTIMAL
    elif cancelled[0] or wish.max_evaluations:
        quality = Quality.BUDGET_HIT
    else:
        quality = Quality.BEST_KNOWN
    guess = int(found.tree.guesses[0])
    return _describe(space, members, guess, found.total, strategy, quality)


def _by_rule(space: ListedSpace, members: Members, strategy: Strategy, seed: int) -> Suggestion:
    index = 0
    if strategy == Strategy.RANDOM_CONSISTENT:
        index = random_consistent(len(members), seed)
    guess = int(space.arrays.guess_of[members[index]])
    return _describe(space, members, guess, 0, strategy, Quality.BY_RULE)


def _by_score(
    space: ListedSpace,
    members: Members,
    skip: kernels.U8,
    order: kernels.I32,
    strategy: Strategy,
    wish: Wish,
    cancelled: kernels.U8,
) -> Suggestion:
    # The kernel counts in 64 bits with a sign.
    budget = min(wish.max_evaluations or MAX_EVALUATIONS, 2**62)
    rule = rule_of(strategy, len(members))
    if not wish.alternatives and len(order) * len(members) <= budget:
        return _best(space, members, rule, skip, strategy, wish, cancelled)
    scores = np.full(space.guesses.size, kernels.NOT_WEIGHED, np.int64)
    weighed = kernels.weigh_all(
        space.board,
        space.palettes,
        space.arrays.guess_codes,
        space.arrays.guess_of[members],
        order,
        rule,
        budget,
        cancelled,
        scores,
    )
    complete = weighed == len(order)
    quality = Quality.EXACT_ONE_STEP if complete else Quality.BUDGET_HIT
    ranked = _best_of_each_score(scores, order[:weighed], wish.alternatives + 1)
    found = [
        _describe(space, members, int(guess), int(scores[guess]), strategy, quality)
        for guess in ranked
    ]
    return _with_alternatives(found)


def _best(
    space: ListedSpace,
    members: Members,
    rule: kernels.Rule,
    skip: kernels.U8,
    strategy: Strategy,
    wish: Wish,
    cancelled: kernels.U8,
) -> Suggestion:
    """The best guess alone: whatever cannot be better is not weighed to the end."""
    guess, score = kernels.choose(
        space.board,
        space.palettes,
        space.arrays.guess_of,
        members,
        rule,
        skip,
        np.flatnonzero(skip == 0).astype(np.int32),
        wish.candidates_only,
        cancelled,
    )
    quality = Quality.BUDGET_HIT if cancelled[0] else Quality.EXACT_ONE_STEP
    return _describe(space, members, guess, score, strategy, quality)


def _repeated(space: ListedSpace, turns: Sequence[Turn]) -> kernels.U8:
    """Marks the guesses that symmetry proves equal to a smaller one, (guesses,)."""
    skip = np.zeros(space.guesses.size, np.uint8)
    path = np.array([turn.guess for turn in turns], np.uint8).reshape(-1, space.shape.pegs)
    kernels.mark_repeated(space.arrays.guess_codes, path, skip)
    return skip


def _guesses_to_weigh(
    space: ListedSpace, members: Members, skip: kernels.U8, candidates_only: bool
) -> kernels.I32:
    """Guesses in the order of the tie rule: candidates first, each part ascending."""
    first: kernels.I32 = space.arrays.guess_of[members]
    first = first[skip[first] == 0]
    if candidates_only:
        return first
    fresh = skip == 0
    fresh[first] = False
    return np.concatenate([first, np.flatnonzero(fresh).astype(np.int32)])


def _best_of_each_score(scores: kernels.I64, order: kernels.I32, count: int) -> kernels.I32:
    """First guess by the tie rule of each of the ``count`` best scores, best first."""
    if count == 1:
        return order[[int(np.argmin(scores[order]))]]
    _, first = np.unique(scores[order], return_index=True)
    return order[first[:count]]


def _describe(
    space: ListedSpace,
    members: Members,
    guess: int,
    score: int,
    strategy: Strategy,
    quality: Quality,
) -> Suggestion:
    cells = kernels.partition(space.arrays, members, guess, space.slots)
    sizes = [int(size) for size in cells if size]
    return _told(space.code(guess), bool(cells[-1]), sizes, score, strategy, quality)


def _told(
    guess: Code,
    is_candidate: bool,
    sizes: Sequence[int],
    score: int,
    strategy: Strategy,
    quality: Quality,
) -> Suggestion:
    """A suggestion whose guess makes cells of such ``sizes``, none of them empty."""
    count = sum(sizes)
    return Suggestion(
        guess=guess,
        is_candidate=is_candidate,
        candidates_remaining=count,
        candidates_log2=log2(count),
        worst_case_remaining=max(sizes),
        expected_remaining=sum(size * size for size in sizes) / count,
        entropy_bits=sum(size / count * log2(count / size) for size in sizes),
        parts=len(sizes),
        score=score,
        strategy_used=strategy,
        quality=quality,
    )


def _with_alternatives(found: Sequence[Suggestion]) -> Suggestion:
    return replace(found[0], alternatives=tuple(found[1:]))
