"""How a guess is chosen: the strategies and the integers that they minimize."""

from enum import IntEnum
from functools import lru_cache
from threading import Lock

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.fairness import check_equilibrium
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
FROM_TREES = (Strategy.OPTIMAL, Strategy.OPTIMAL_DEPTH)
SERVED = (Strategy.AUTO, *BY_RULE, *ONE_STEP, *FROM_TREES, Strategy.EQUILIBRIUM)

AUTO_MOST_PARTS_CODES = 4096
"""Up to this many codes MOST_PARTS needs fewer guesses, above it ENTROPY."""


def resolve(strategy: Strategy, ruleset: Ruleset) -> Strategy:
    """What ``strategy`` stands for off all trees: AUTO decided, others as they are.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, EQUILIBRIUM for anything but 4×6.
    """
    if strategy == Strategy.AUTO:
        small = ruleset.secret_count <= AUTO_MOST_PARTS_CODES
        return Strategy.MOST_PARTS if small else Strategy.ENTROPY
    if strategy == Strategy.EQUILIBRIUM:
        check_equilibrium(ruleset)
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
    return kernels.Rule(weights, strategy == Strategy.MINIMAX)


_weights: list[int] = [0, 0]
_growing = Lock()


def entropy_weights(members: int) -> list[int]:
    """round(n·ln n·10⁹) for n from 0 to ``members``, exact, halves to even.

    They are computed once a process and kept; the first call takes about a microsecond a
    member. No tie can occur: n·ln n is transcendental for n above 1.
    """
    with _growing:
        if len(_weights) <= members:
            logs = _fixed_logs(max(members, 2 * len(_weights)))
            half = 1 << (_LOG_BITS - 1)
            _weights[2:] = [
                size * log * 1_000_000_000 + half >> _LOG_BITS
                for size, log in enumerate(logs[2:], 2)
            ]
        return _weights[: members + 1]


_LOG_BITS = 160
"""Fraction bits of fixed-point logarithms: errors stay far below what could turn a rounding."""


def _fixed_logs(limit: int) -> list[int]:
    """Logarithms, ln n · 2^160 for n from 0 (as 0) to ``limit``.

    Composites add up; an odd prime stands between two composites of smaller primes:
    ln p = (ln(p − 1) + ln(p + 1)) / 2 + artanh(1 / (2p² − 1)).
    """
    one = 1 << _LOG_BITS
    logs = [0] * (limit + 1)
    factors = _smallest_factors(limit)
    # ln 2 = 2 artanh(1/3) and ln 3 = ln 2 + 2 artanh(1/5).
    small = {2: 2 * _artanh_of_inverse(3, one)}
    small[3] = small[2] + 2 * _artanh_of_inverse(5, one)
    for size in range(2, limit + 1):
        factor = factors[size]
        if factor < size:
            logs[size] = logs[factor] + logs[size // factor]
        elif size in small:
            logs[size] = small[size]
        else:
            half = (size + 1) // 2
            above = logs[2] + logs[half]
            logs[size] = (logs[size - 1] + above) // 2 + _artanh_of_inverse(
                2 * size * size - 1, one
            )
    return logs


def _artanh_of_inverse(denominator: int, one: int) -> int:
    """artanh(1 / denominator) in units of 1 / ``one``: the sum of x^k / k over odd k."""
    power = one // denominator
    square = denominator * denominator
    total, odd = 0, 1
    while power:
        total += power // odd
        power //= square
        odd += 2
    return total


def _smallest_factors(limit: int) -> list[int]:
    """The smallest prime factor of each number up to ``limit``."""
    factors = np.arange(limit + 1)
    for candidate in range(2, int(limit**0.5) + 1):
        if factors[candidate] == candidate:
            multiples = factors[candidate * candidate :: candidate]
            np.minimum(multiples, candidate, out=multiples)
    smallest: list[int] = factors.tolist()
    return smallest
