"""The equilibrium of the classic board: found by our own search, checked by playing all codes."""

from fractions import Fraction

import numpy as np
import pytest

from mastermind_engine.rulesets import preset
from mastermind_engine.solver.equilibrium import (
    Mixture,
    NoMixture,
    averages,
    find_mixture,
    pattern_of,
)
from tests.unit.published import PUBLISHED
from tests.unit.samples import listed
from tests.unit.strategy_trees import first_consistent_tree

CLASSIC = preset("classic")
VALUE = Fraction(PUBLISHED["game_value_4x6"]["value"])


@pytest.mark.long
def test_every_pattern_of_two_colors_or_more_takes_the_value_of_the_game_exactly() -> None:
    mixture = find_mixture(listed(CLASSIC))

    assert mixture.value == VALUE
    assert sum(mixture.weights) == 1
    assert min(mixture.weights) >= 0
    average = averages(listed(CLASSIC), mixture)
    one_color = average.pop((4,))
    assert one_color <= VALUE
    assert set(average) == {(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)}
    assert set(average.values()) == {VALUE}


def test_averages_weigh_trees_and_count_codes_of_each_pattern() -> None:
    tree = first_consistent_tree(CLASSIC)
    half = Mixture((tree, tree), (Fraction(1, 2), Fraction(1, 2)), VALUE)

    average = averages(listed(CLASSIC), half)

    counts = {(4,): 6, (3, 1): 120, (2, 2): 90, (2, 1, 1): 720, (1, 1, 1, 1): 360}
    total = sum(average[pattern] * count for pattern, count in counts.items())
    assert total == PUBLISHED["classic_4x6_repeats"]["first_consistent"]["total"]


def test_a_pattern_counts_colors() -> None:
    assert pattern_of((1, 2, 1, 3)) == (2, 1, 1)
    assert pattern_of((5, 5, 5, 5)) == (4,)


def test_a_cancelled_search_finds_no_mixture() -> None:
    with pytest.raises(NoMixture, match="cancelled"):
        find_mixture(listed(CLASSIC), np.ones(1, np.uint8))
