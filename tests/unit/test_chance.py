"""Samples and random strategies: fair, repeatable, and no more than they say."""

from collections import Counter
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import preset
from mastermind_engine.solver.chance import draw_sample
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_engine.tables import Shape
from tests.unit.samples import code, custom, listed, repeatable
from tests.unit.solving import NEVER

CLASSIC = preset("classic")
TINY = custom(2, 4)


@repeatable
@given(data=st.data())
def test_a_sample_has_as_many_different_ranks_as_asked_for(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 2000))
    count = data.draw(st.integers(1, size))
    seed = data.draw(st.integers(0, 2**64 - 1))

    ranks = draw_sample(size, count, seed).tolist()

    assert ranks == sorted(set(ranks))
    assert len(ranks) == count
    assert ranks[0] >= 0
    assert ranks[-1] < size
    assert ranks == draw_sample(size, count, seed).tolist()


def test_every_sample_is_as_likely() -> None:
    drawn = Counter(tuple(draw_sample(5, 2, seed).tolist()) for seed in range(5000))

    assert len(drawn) == 10
    # Chi squared of 9 degrees of freedom: 27.9 is passed once in a thousand.
    assert sum((count - 500) ** 2 / 500 for count in drawn.values()) < 27.9


@pytest.mark.parametrize("table", [True, False], ids=["table", "bits"])
@pytest.mark.parametrize("strategy", [Strategy.MINIMAX, Strategy.FIRST_CONSISTENT])
def test_a_secret_takes_the_same_in_a_sample_as_among_all(strategy: Strategy, table: bool) -> None:
    space = listed(CLASSIC) if table else ListedSpace(Shape.of(CLASSIC))
    every = evaluate(space, CLASSIC, strategy)

    some = evaluate(space, CLASSIC, strategy, sample=50, seed=3)

    assert some.sampled is not None
    assert some.codes == 50
    assert some.opening == every.opening
    assert some.lengths.tolist() == every.lengths[some.sampled].tolist()


def test_the_standard_error_of_a_sample_covers_its_distance_from_the_truth() -> None:
    truth = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY)
    assert truth.standard_error == 0
    missed = []
    for seed in range(200):
        some = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY, sample=40, seed=seed)
        missed.append((some.average - truth.average) / some.standard_error)

    # Of a normal distribution: mean 0 and deviation 1, but for chance.
    assert abs(mean(missed)) < 0.25
    assert 0.85 < stdev(missed) < 1.2


def test_a_sample_of_everything_leaves_no_doubt() -> None:
    every = evaluate(listed(TINY), TINY, Strategy.MINIMAX, sample=16)

    assert every.standard_error == 0
    assert every.total == evaluate(listed(TINY), TINY, Strategy.MINIMAX).total


def test_a_sample_of_one_tells_no_deviation() -> None:
    assert evaluate(listed(TINY), TINY, Strategy.MINIMAX, sample=1).standard_error == 0


@pytest.mark.parametrize("opening", [None, "1123"])
def test_a_random_game_is_the_one_that_suggestions_with_its_seed_play(opening: str | None) -> None:
    space = listed(CLASSIC)
    first = opening and code(opening)
    played = evaluate(
        space, CLASSIC, Strategy.RANDOM_CONSISTENT, opening=first or None, seed=2**64 - 100
    )
    for rank in range(0, 1296, 150):
        secret = space.secrets.unrank(rank)
        wish = Wish(Strategy.RANDOM_CONSISTENT, seed=(2**64 - 100 + rank) % 2**64)
        turns: list[Turn] = []
        while not turns or turns[-1].guess != secret:
            guess = suggest(space, CLASSIC, turns, wish, NEVER).guess
            if not turns and first:
                guess = first
            turns.append(Turn(guess, score(CLASSIC, secret, guess)))
        assert played.lengths[rank] == len(turns)
    assert played.opening == (first or None)


def test_random_games_average_what_others_found() -> None:
    played = evaluate(listed(CLASSIC), CLASSIC, Strategy.RANDOM_CONSISTENT, seed=1)

    # Random consistent guesses take 4.6 or so on the classic board.
    assert played.standard_error > 0
    assert abs(played.average - 4.64) < 4 * played.standard_error
