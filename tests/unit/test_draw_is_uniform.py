"""Every secret is as likely. The seeds are fixed, so that a run repeats."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

import pytest

from mastermind_engine.codes import secret_space
from mastermind_engine.fairness import draw_rank, draw_secret, seed_of
from mastermind_engine.rulesets import preset

FOUR_SIGMA = 4


def check_uniform(ranks: Iterable[int], size: int, draws: int) -> None:
    """Pearson's chi-square against what chance allows."""
    counts = Counter(ranks)
    assert set(counts) <= set(range(size))
    expected = draws / size
    chi_square = sum((counts[rank] - expected) ** 2 / expected for rank in range(size))
    freedom = size - 1
    assert abs(chi_square - freedom) < FOUR_SIGMA * sqrt(2 * freedom)


@pytest.mark.parametrize("name", ["classic", "hasbro"])
def test_every_secret_is_drawn_about_as_often(name: str) -> None:
    ruleset = preset(name)
    space = secret_space(ruleset)
    draws = 15 * space.size
    secrets = (draw_secret("game", ruleset, seed_of(seed), b"") for seed in range(draws))

    check_uniform(map(space.rank, secrets), space.size, draws)


@pytest.mark.parametrize("size", [3, 5, 65, 129, 1290])
def test_every_rank_is_drawn_about_as_often_where_many_are_rejected(size: int) -> None:
    draws = 10_000
    key = seed_of(size)
    ranks = (draw_rank(key, b"%d" % index, size) for index in range(draws))

    check_uniform(ranks, size, draws)


def test_the_clients_seed_draws_as_evenly_as_the_servers() -> None:
    ruleset = preset("variablo")
    space = secret_space(ruleset)
    draws = 15 * space.size
    secrets = (
        draw_secret("game", ruleset, seed_of(1), seed.to_bytes(8, "big")) for seed in range(draws)
    )

    check_uniform(map(space.rank, secrets), space.size, draws)
