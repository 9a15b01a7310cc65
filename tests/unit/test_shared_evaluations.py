"""Evaluations whose parts run in threads, on a cluster, or for drawn secrets alone."""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np
import pytest
from distributed import Client, LocalCluster

from mastermind_engine.rulesets import preset
from mastermind_engine.solver.evaluate import drawn_secrets, evaluate
from mastermind_engine.solver.strategies import ONE_STEP, Strategy
from tests.unit.samples import custom, listed

CLASSIC = preset("classic")
HASBRO = preset("hasbro")


@pytest.mark.parametrize("strategy", [*ONE_STEP, Strategy.FIRST_CONSISTENT], ids=lambda s: s.name)
def test_threads_change_nothing_but_the_time(strategy: Strategy) -> None:
    alone = evaluate(listed(HASBRO), HASBRO, strategy)
    shared = evaluate(listed(HASBRO), HASBRO, strategy, threads=3)

    assert alone.lengths.tolist() == shared.lengths.tolist()
    assert alone.standard_error == 0


def test_drawn_secrets_take_what_they_take_among_all() -> None:
    everyone = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY).lengths

    drawn = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY, sample=300, seed=5)

    ranks = [listed(CLASSIC).secrets.rank(secret) for secret in drawn_secrets(CLASSIC, 300, 5)]
    assert drawn.lengths.tolist() == everyone[ranks].tolist()
    assert drawn.standard_error == pytest.approx(np.std(everyone[ranks], ddof=1) / 300**0.5)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Executor]:
    """A cluster in this process: it speaks inside, nothing listens."""
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            dashboard_address=None,
        ) as local,
        Client(local) as client,  # type: ignore[no-untyped-call]
    ):
        yield client.get_executor()


def test_a_cluster_plays_a_whole_tree(cluster: Executor) -> None:
    played = evaluate(listed(CLASSIC), CLASSIC, Strategy.MOST_PARTS, executor=cluster)

    assert played.total == 5668


def test_a_cluster_plays_drawn_secrets_of_a_huge_space(cluster: Executor) -> None:
    huge = custom(8, 12)

    played = evaluate(None, huge, Strategy.ENTROPY, sample=2, executor=cluster)

    assert (
        played.lengths.tolist() == evaluate(None, huge, Strategy.ENTROPY, sample=2).lengths.tolist()
    )
