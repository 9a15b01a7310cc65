"""On a tree a suggestion is a look-up, whatever the labels of colors and positions."""

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_engine.codes import Code, secret_space
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset, preset
from mastermind_engine.solver.listed import ListedSpace, listed_with_table
from mastermind_engine.solver.strategies import Quality, Strategy
from mastermind_engine.solver.suggest import Suggestion, Wish, suggest, suggest_from_tree
from mastermind_engine.solver.trees.record import measured
from mastermind_engine.solver.trees.served import ServedTree
from tests.unit.oracle import feedback
from tests.unit.published import DATA
from tests.unit.samples import custom, label, repeatable
from tests.unit.solving import NEVER, history
from tests.unit.strategy_trees import first_consistent_tree
from tests.unit.test_tree_notation import imported

RULESETS = (
    custom(3, 4),
    custom(3, 3, blanks=True),
    custom(3, 5, repeats=False),
    custom(3, 4, repeats=False, guess_repeats=True),
    custom(3, 3, kind=FeedbackKind.BLACK_ONLY),
)
few = settings(repeatable, max_examples=30)
OPTIMAL = Wish(Strategy.OPTIMAL)


@cache
def space_with_tree(ruleset: Ruleset) -> ListedSpace:
    space = listed_with_table(ruleset)
    record = measured(space, Strategy.OPTIMAL, first_consistent_tree(ruleset))
    space.trees = {Strategy.OPTIMAL: ServedTree.of(space, record)}
    return space


@cache
def classic_with_koyama_and_lai() -> ListedSpace:
    space = listed_with_table(preset("classic"))
    text = (DATA / "cases" / "trees" / "4x6-koyama-1.txt").read_text("utf-8")
    space.trees = {Strategy.OPTIMAL: ServedTree.of(space, imported(text))}
    return space


class Labels:
    """A relabelling, as plainly as it can be written."""

    def __init__(self, positions: Sequence[int], symbols: Sequence[int], lowest: int) -> None:
        self.positions, self.symbols, self.lowest = positions, symbols, lowest

    def of(self, code: Code) -> Code:
        return tuple(self.symbols[code[place] - self.lowest] for place in self.positions)


def all_labels(ruleset: Ruleset) -> Iterator[Labels]:
    lowest = ruleset.lowest_symbol
    symbols = range(lowest, ruleset.colors + 1)
    for positions in itertools.permutations(range(ruleset.pegs)):
        for names in itertools.permutations(symbols):
            yield Labels(positions, names, lowest)


def some_labels(ruleset: Ruleset, chance: random.Random) -> Labels:
    positions = chance.sample(range(ruleset.pegs), ruleset.pegs)
    symbols = list(range(ruleset.lowest_symbol, ruleset.colors + 1))
    return Labels(positions, chance.sample(symbols, len(symbols)), ruleset.lowest_symbol)


def from_tree(ruleset: Ruleset, turns: Sequence[Turn]) -> Suggestion | None:
    return suggest_from_tree(space_with_tree(ruleset), ruleset, turns, OPTIMAL)


def tree_game(ruleset: Ruleset, secret: Code) -> list[Turn]:
    """All turns of the game that the tree plays in its own labels."""
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        found = from_tree(ruleset, turns)
        assert found is not None
        turns.append(Turn(found.guess, feedback(ruleset, secret, found.guess)))
    return turns


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
@few
@given(st.data())
def test_a_relabelled_history_gets_the_relabelled_guess(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    chance = data.draw(st.randoms(use_true_random=False))
    secrets = secret_space(ruleset)
    game = tree_game(ruleset, secrets.unrank(chance.randrange(secrets.size)))
    length = chance.randrange(len(game))
    labels = some_labels(ruleset, chance)
    turns = [Turn(labels.of(turn.guess), turn.feedback) for turn in game[:length]]

    found, own = from_tree(ruleset, turns), from_tree(ruleset, game[:length])

    # Every relabelling that tells the same story is as good; no other guess is.
    images = {
        each.of(game[length].guess)
        for each in all_labels(ruleset)
        if all(
            each.of(ours.guess) == theirs.guess
            for ours, theirs in zip(game[:length], turns, strict=True)
        )
    }
    assert found is not None
    assert own is not None
    assert found.guess in images
    assert own.guess == game[length].guess
    told = ("candidates_remaining", "is_candidate", "parts", "worst_case_remaining", "score")
    assert [getattr(found, each) for each in told] == [getattr(own, each) for each in told]


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
@few
@given(st.data())
def test_a_history_that_no_relabelling_makes_the_trees_is_off_the_tree(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    chance = data.draw(st.randoms(use_true_random=False))
    secrets = secret_space(ruleset)
    secret, *guesses = (secrets.unrank(chance.randrange(secrets.size)) for _ in range(3))
    turns = [Turn(guess, feedback(ruleset, secret, guess)) for guess in guesses]
    if secret in guesses:
        return

    found = from_tree(ruleset, turns)

    # The tree's own first two guesses under the same answers.
    first = from_tree(ruleset, [])
    assert first is not None
    second = from_tree(ruleset, [Turn(first.guess, turns[0].feedback)])
    path = [first.guess] + ([second.guess] if second else [])
    on_tree = any([each.of(guess) for guess in path] == guesses for each in all_labels(ruleset))
    assert (found is not None) == on_tree


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
@few
@given(st.data())
def test_what_is_told_of_a_guess_is_what_weighing_it_tells(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    chance = data.draw(st.randoms(use_true_random=False))
    secrets = secret_space(ruleset)
    game = tree_game(ruleset, secrets.unrank(chance.randrange(secrets.size)))
    turns = game[: chance.randrange(len(game))]
    candidates = [
        code
        for code in map(secrets.unrank, range(secrets.size))
        if all(feedback(ruleset, code, turn.guess) == turn.feedback for turn in turns)
    ]

    found = from_tree(ruleset, turns)

    assert found is not None
    cells: dict[object, int] = {}
    for code in candidates:
        answer = feedback(ruleset, code, found.guess)
        cells[answer] = cells.get(answer, 0) + 1
    assert found.candidates_remaining == len(candidates)
    assert found.is_candidate == (found.guess in candidates)
    assert found.parts == len(cells)
    assert found.worst_case_remaining == max(cells.values())
    assert found.expected_remaining == pytest.approx(
        sum(size**2 for size in cells.values()) / len(candidates)
    )
    needed = sum(len(tree_game(ruleset, code)) - len(turns) for code in candidates)
    assert found.score == needed


@pytest.mark.parametrize("opening", [None, (4, 6, 4, 1), (2, 5, 6, 6)])
def test_every_code_of_classic_is_broken_in_the_trees_total(opening: Code | None) -> None:
    """An opening in other labels chooses another tree of the same total."""
    ruleset, space = preset("classic"), classic_with_koyama_and_lai()
    secrets = secret_space(ruleset)
    lengths = []
    for secret in map(secrets.unrank, range(secrets.size)):
        guesses = [opening] if opening else []
        turns = history(ruleset, secret, guesses)
        while not turns or turns[-1].guess != secret:
            found = suggest(space, ruleset, turns, OPTIMAL, NEVER)
            turns += history(ruleset, secret, [found.guess])
        lengths.append(len(turns))
    assert sum(lengths) == 5625
    assert max(lengths) == 6


def test_auto_takes_the_tree_where_there_is_one() -> None:
    space = classic_with_koyama_and_lai()
    found = suggest(space, preset("classic"), (), Wish(), NEVER)
    assert (found.strategy_used, found.quality) == (Strategy.OPTIMAL, Quality.BEST_KNOWN)
    assert found.score == 5625
