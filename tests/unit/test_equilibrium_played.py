"""EQUILIBRIUM plays the mixture that ships: a seed is a whole game's tree and labels."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.equilibrium import Mixture, averages
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import ListedSpace, listed_with_table
from mastermind_engine.solver.mixture import ServedMixture, load_mixture
from mastermind_engine.solver.strategies import Quality, Strategy
from mastermind_engine.solver.suggest import Wish, suggest

CLASSIC = PRESETS["classic"]
VALUE = Fraction(5600, 1290)
NEVER = np.zeros(1, np.uint8)


@pytest.fixture(scope="module")
def space() -> ListedSpace:
    space = listed_with_table(CLASSIC)
    space.mixture = load_mixture(space)
    return space


def mixture_of(space: ListedSpace) -> ServedMixture:
    assert space.mixture is not None
    return space.mixture


def test_every_code_of_two_colors_or_more_takes_the_value_of_the_game(space: ListedSpace) -> None:
    served = mixture_of(space)
    trees = tuple(tree.record.tree for tree in served.trees)
    (alone, *others) = averages(space, Mixture(trees, served.weights, VALUE)).values()
    assert set(others) == {VALUE}
    assert len(others) == 4
    assert alone <= VALUE


@given(seed=st.integers(0, 2**64 - 1), rank=st.integers(0, 1295))
@settings(max_examples=30, deadline=None)
def test_suggestions_of_one_seed_break_each_code_as_its_evaluation_says(
    space: ListedSpace, seed: int, rank: int
) -> None:
    secret = space.secrets.unrank(rank)
    wish = Wish(Strategy.EQUILIBRIUM, seed=seed)
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        found = suggest(space, CLASSIC, turns, wish, NEVER)
        assert found.quality == Quality.PROVEN_OPTIMAL
        turns.append(Turn(found.guess, score(CLASSIC, secret, found.guess)))
    evaluation = evaluate(space, CLASSIC, Strategy.EQUILIBRIUM, seed=seed)
    assert evaluation.lengths[rank] == len(turns)
    assert evaluation.opening == turns[0].guess


def test_trees_are_drawn_by_their_weights_and_labels_evenly(space: ListedSpace) -> None:
    served = mixture_of(space)
    games = 3000
    drawn = [served.draw(seed) for seed in range(games)]
    for tree, weight in zip(served.trees, served.weights, strict=True):
        share = sum(one is tree for one, _ in drawn) / games
        assert abs(share - float(weight)) < 5 * (0.25 / games) ** 0.5
    colors = [labels.symbols[1] for _, labels in drawn]
    places = [labels.positions[0] for _, labels in drawn]
    for counted, kinds in ((colors, range(1, 7)), (places, range(4))):
        for kind in kinds:
            share = counted.count(kind) / games
            assert abs(share - 1 / len(kinds)) < 5 * (0.25 / games) ** 0.5


def test_turns_of_another_game_and_other_rulesets_are_refused(space: ListedSpace) -> None:
    wish = Wish(Strategy.EQUILIBRIUM, seed=1)
    opening = suggest(space, CLASSIC, (), wish, NEVER).guess
    other = (1, 1, 1, 1) if opening != (1, 1, 1, 1) else (2, 2, 2, 2)
    turn = Turn(other, score(CLASSIC, (1, 2, 3, 4), other))
    super_ruleset = PRESETS["super"]
    for ruleset, turns in ((CLASSIC, [turn]), (super_ruleset, [])):
        asked = space if ruleset is CLASSIC else listed_with_table(super_ruleset)
        with pytest.raises(Refusal) as refused:
            suggest(asked, ruleset, turns, wish, NEVER)
        assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET
