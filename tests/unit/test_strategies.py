"""The integers that strategies minimize."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.rulesets import preset
from mastermind_engine.solver.strategies import (
    ONE_STEP,
    Strategy,
    entropy_weights,
    resolve,
    rule_of,
)
from tests.unit import oracle
from tests.unit.samples import custom, repeatable


@pytest.mark.parametrize("size", [*range(1, 30), 625, 1296, 4096])
def test_an_entropy_weight_is_a_billion_times_n_ln_n(size: int) -> None:
    # Floats agree to all the digits that they have.
    assert entropy_weights(size)[size] == pytest.approx(size * log(size) * 1e9)


def test_entropy_weights_are_exact_for_every_small_cell() -> None:
    assert entropy_weights(5000) == [oracle.entropy_weight(size) for size in range(5001)]


@pytest.mark.parametrize("members", [0, 1, 2, 3])
def test_the_smallest_cells_have_weights_too(members: int) -> None:
    assert entropy_weights(members) == [0, 0, 1386294361, 3295836866][: members + 1]


def test_entropy_weights_are_exact_for_large_cells() -> None:
    weights = entropy_weights(60_000)
    sizes = [*range(32_760, 32_770), *range(59_040, 59_060), 49_999, 59_999, 60_000]

    assert [weights[size] for size in sizes] == [oracle.entropy_weight(size) for size in sizes]


@pytest.mark.long
def test_entropy_weights_are_exact_up_to_a_million() -> None:
    weights = entropy_weights(1_000_000)
    sizes = [*range(100_003, 1_000_000, 9_973), 999_983, 1_000_000]

    assert [weights[size] for size in sizes] == [oracle.entropy_weight(size) for size in sizes]


@repeatable
@given(st.lists(st.integers(1, 40), min_size=1, max_size=14))
def test_the_weights_of_cells_add_up_to_the_strategys_integer(sizes: list[int]) -> None:
    for strategy in ONE_STEP:
        rule = rule_of(strategy, sum(sizes))
        if rule.largest_cell:
            assert strategy == Strategy.MINIMAX
            continue
        assert int(rule.weights[sizes].sum()) == oracle.weigh(strategy, sizes)


@pytest.mark.parametrize("strategy", ONE_STEP, ids=lambda strategy: strategy.name)
def test_uneven_cells_never_weigh_less_than_even_ones(strategy: Strategy) -> None:
    # The bounds of the search rest on it.
    assert (np.diff(rule_of(strategy, 32768).weights, 2) >= 0).all()


def test_a_random_strategy_minimizes_nothing() -> None:
    with pytest.raises(ValueError, match="RANDOM_CONSISTENT"):
        rule_of(Strategy.RANDOM_CONSISTENT, 10)


def test_auto_is_most_parts_up_to_4096_codes_and_entropy_above() -> None:
    assert resolve(Strategy.AUTO, preset("hasbro-doubles")) == Strategy.MOST_PARTS
    assert resolve(Strategy.AUTO, custom(4, 10, repeats=False)) == Strategy.ENTROPY


@pytest.mark.parametrize("strategy", ONE_STEP, ids=lambda strategy: strategy.name)
def test_a_named_strategy_stands_for_itself(strategy: Strategy) -> None:
    assert resolve(strategy, preset("super")) == strategy
