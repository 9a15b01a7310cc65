"""A suggestion: the guess that a strategy chooses in a position, and what is known of it."""

from collections.abc import Sequence
from dataclasses import replace
from math import log2

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.fairness import draw_rank, seed_of
from mastermind_engine.feedback import solved
from mastermind_engine.game import Turn, game_over
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members, candidates, contradictory_history
from mastermind_engine.solver.sampled import suggest_sampled
from mastermind_engine.solver.strategies import BY_RULE, Quality, Strategy, resolve, rule_of
from mastermind_engine.solver.suggestion import Suggestion, Wish

__all__ = ["Suggestion", "Wish", "check_open", "suggest"]

MAX_EVALUATIONS = 4_000_000_000
"""Guess × candidate scores of the largest one-step search, about a second's work."""


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
    strategy = resolve(wish.strategy, ruleset)
    if space is None:
        return suggest_sampled(ruleset, turns, wish, cancelled)
    members = candidates(space, turns)
    if not len(members):
        raise contradictory_history(space, turns)
    if strategy in BY_RULE:
        return _by_rule(space, members, strategy, wish.seed)
    skip = _repeated(space, turns)
    order = _guesses_to_weigh(space, members, skip, wish.candidates_only)
    if not wish.max_evaluations and len(order) * len(members) > MAX_EVALUATIONS:
        return suggest_sampled(ruleset, turns, wish, cancelled)
    return _by_score(space, members, skip, order, strategy, wish, cancelled)


def _by_rule(space: ListedSpace, members: Members, strategy: Strategy, seed: int) -> Suggestion:
    index = 0
    if strategy == Strategy.RANDOM_CONSISTENT:
        index = draw_rank(seed_of(seed), b"random-consistent", len(members))
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
    count = len(members)
    return Suggestion(
        guess=space.code(guess),
        is_candidate=bool(cells[-1]),
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
