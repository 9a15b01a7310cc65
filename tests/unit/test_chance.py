"""Samples and random strategies: fair, repeatable, and no more than they say."""

from statistics import mean, stdev

import pytest

from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import preset
from mastermind_engine.solver.evaluate import drawn_secrets, evaluate
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_engine.tables import Shape
from tests.unit.samples import code, custom, listed
from tests.unit.solving import NEVER

CLASSIC = preset("classic")
TINY = custom(2, 4)
LAST = 2**64 - 1


def test_a_sample_is_that_of_seeded_games_whose_seeds_count_up() -> None:
    told = drawn_secrets(CLASSIC, 5, LAST - 2)
    assert told == [
        draw_secret("", CLASSIC, seed_of(seed), b"") for seed in (LAST - 2, LAST - 1, LAST, 0, 1)
    ]


@pytest.mark.parametrize("table", [True, False], ids=["table", "bits"])
@pytest.mark.parametrize("strategy", [Strategy.MINIMAX, Strategy.FIRST_CONSISTENT])
def test_a_secret_takes_the_same_in_a_sample_as_among_all(strategy: Strategy, table: bool) -> None:
    space = listed(CLASSIC) if table else ListedSpace(Shape.of(CLASSIC))
    every = evaluate(space, CLASSIC, strategy)

    some = evaluate(space, CLASSIC, strategy, sample=300, seed=3)

    ranks = [space.secrets.rank(secret) for secret in drawn_secrets(CLASSIC, 300, 3)]
    assert len(set(ranks)) < 300  # some are drawn twice
    assert some.codes == 300
    assert some.sampled
    assert some.opening == every.opening
    assert some.lengths.tolist() == every.lengths[ranks].tolist()


def test_the_standard_error_of_a_sample_covers_its_distance_from_the_truth() -> None:
    truth = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY)
    assert truth.standard_error == 0
    missed = []
    for seed in range(200):
        some = evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY, sample=40, seed=seed * 1000)
        missed.append((some.average - truth.average) / some.standard_error)

    # Of a normal distribution: mean 0 and deviation 1, but for chance.
    assert abs(mean(missed)) < 0.25
    assert 0.85 < stdev(missed) < 1.2


def test_a_sample_of_one_tells_no_deviation() -> None:
    assert evaluate(listed(TINY), TINY, Strategy.MINIMAX, sample=1).standard_error == 0


@pytest.mark.parametrize("sample", [0, 30], ids=["all", "sample"])
@pytest.mark.parametrize("opening", [None, "1123"])
def test_a_random_game_is_the_one_that_suggestions_with_its_seed_play(
    opening: str | None, sample: int
) -> None:
    space = listed(CLASSIC)
    first = code(opening) if opening else None
    start = LAST - 10
    played = evaluate(
        space, CLASSIC, Strategy.RANDOM_CONSISTENT, opening=first, sample=sample, seed=start
    )
    secrets = drawn_secrets(CLASSIC, sample, start) or list(
        map(space.secrets.unrank, range(space.secrets.size))
    )
    assert played.codes == len(secrets)
    for number in range(0, len(secrets), len(secrets) // 9):
        wish = Wish(Strategy.RANDOM_CONSISTENT, seed=(start + number) % 2**64)
        turns: list[Turn] = []
        while not turns or turns[-1].guess != secrets[number]:
            guess = suggest(space, CLASSIC, turns, wish, NEVER).guess
            if not turns and first:
                guess = first
            turns.append(Turn(guess, score(CLASSIC, secrets[number], guess)))
        assert played.lengths[number] == len(turns)
    assert played.opening == first


def test_random_games_average_what_others_found() -> None:
    played = evaluate(listed(CLASSIC), CLASSIC, Strategy.RANDOM_CONSISTENT, seed=1)

    # Random consistent guesses take 4.6 or so on the classic board.
    assert played.standard_error > 0
    assert abs(played.average - 4.64) < 4 * played.standard_error
