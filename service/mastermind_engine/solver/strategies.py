"""How a guess is chosen: the strategies and the integers that they minimize."""

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from enum import IntEnum
from functools import lru_cache
from threading import Lock

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset


class Strategy(IntEnum):
    """Names of the strategies. The numbers are the wire's."""

    AUTO = 1
    FIRST_CONSISTENT = 2
    RANDOM_CONSISTENT = 3
    MINIMAX = 4
    EXPECTED_SIZE = 5
    ENTROPY = 6
    MOST_PARTS = 7
    OPTIMAL = 8
    OPTIMAL_DEPTH = 9
    EQUILIBRIUM = 10


class Quality(IntEnum):
    """How far a suggestion can be trusted. The numbers are the wire's."""

    PROVEN_OPTIMAL = 1
    BEST_KNOWN = 2
    EXACT_ONE_STEP = 3
    BY_RULE = 4
    SAMPLED = 5
    BUDGET_HIT = 6


ONE_STEP = (Strategy.MINIMAX, Strategy.EXPECTED_SIZE, Strategy.ENTROPY, Strategy.MOST_PARTS)
BY_RULE = (Strategy.FIRST_CONSISTENT, Strategy.RANDOM_CONSISTENT)
SERVED = (Strategy.AUTO, *BY_RULE, *ONE_STEP)

AUTO_MOST_PARTS_CODES = 4096
"""Up to this many codes MOST_PARTS needs fewer guesses, above it ENTROPY."""


def resolve(strategy: Strategy, ruleset: Ruleset) -> Strategy:
    """What ``strategy`` stands for under ``ruleset``: AUTO decided, others as they are.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, a strategy that this engine does not have.
    """
    if strategy == Strategy.AUTO:
        small = ruleset.secret_count <= AUTO_MOST_PARTS_CODES
        return Strategy.MOST_PARTS if small else Strategy.ENTROPY
    if strategy not in SERVED:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"strategy {strategy.name} is not available for this ruleset",
        )
    return strategy


@lru_cache(maxsize=64)
def rule_of(strategy: Strategy, members: int) -> kernels.Rule:
    """What a one-step ``strategy`` minimizes over sets of up to ``members`` candidates.

    With n the sizes of the cells: MINIMAX the largest n (Knuth 1976), EXPECTED_SIZE the
    sum of n² (Irving 1978), ENTROPY the sum of n·ln n in integers (Neuwirth 1982),
    MOST_PARTS minus the number of cells (Kooi 2005). FIRST_CONSISTENT minimizes nothing:
    every candidate is as good, so the first is taken.
    """
    sizes = np.arange(members + 1, dtype=np.int64)
    if strategy == Strategy.EXPECTED_SIZE:
        weights = sizes**2
    elif strategy == Strategy.ENTROPY:
        weights = np.array(entropy_weights(members), np.int64)
    elif strategy == Strategy.MOST_PARTS:
        weights = -(sizes > 0).astype(np.int64)
    elif strategy in (Strategy.MINIMAX, Strategy.FIRST_CONSISTENT):
        weights = np.zeros(members + 1, np.int64)
    else:
        raise ValueError(f"{strategy.name} minimizes no integer of one step")
    growth = np.diff(weights)
    return kernels.Rule(growth, weights, int(growth.min()), strategy == Strategy.MINIMAX)


_LOG_DIGITS = 40
_weights: list[int] = [0, 0]
_growing = Lock()


def entropy_weights(members: int) -> list[int]:
    """round(n·ln n·10⁹) for n from 0 to ``members``, exact, halves to even.

    Logarithms of primes to 40 digits, added up for composites: the error stays far below
    what could turn a rounding. They are computed once a process and kept; the first call
    takes about 8 µs a member.
    """
    with _growing:
        if len(_weights) <= members:
            _weights[:] = _computed_weights(max(members, 2 * len(_weights)))
        return _weights[: members + 1]


def _computed_weights(members: int) -> list[int]:
    logs = [Decimal(0)] * (members + 1)
    factor = _smallest_factors(members)
    weights = [0, 0]
    with localcontext(prec=_LOG_DIGITS):
        for size in range(2, members + 1):
            prime = factor[size]
            logs[size] = Decimal(size).ln() if prime == size else logs[prime] + logs[size // prime]
            weight = size * logs[size] * 1_000_000_000
            weights.append(int(weight.to_integral_value(ROUND_HALF_EVEN)))
    return weights


def _smallest_factors(limit: int) -> list[int]:
    factors = list(range(limit + 1))
    for candidate in range(2, int(limit**0.5) + 1):
        if factors[candidate] == candidate:
            for multiple in range(candidate * candidate, limit + 1, candidate):
                if factors[multiple] == multiple:
                    factors[multiple] = candidate
    return factors
