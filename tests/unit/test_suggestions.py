"""Short-cuts change no answer: suggestions are those of a slow, obvious search."""

import random
from collections.abc import Iterator, Sequence
from math import log2

import pytest

from mastermind_engine.codes import Code
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import ONE_STEP, Quality, Strategy
from mastermind_engine.solver.suggest import Suggestion, Wish, suggest
from mastermind_engine.tables import Shape
from tests.unit.oracle import SlowSolver, slow_solver
from tests.unit.samples import SMALL, label, listed
from tests.unit.solving import NEVER, history

HISTORIES = 30
"""Histories for each ruleset; 480 in all."""


def open_histories(ruleset: Ruleset) -> Iterator[list[Turn]]:
    """Random truthful histories that are not solved, the empty one first."""
    chance = random.Random(label(ruleset))
    solver = slow_solver(ruleset)
    yield []
    for _ in range(HISTORIES - 1):
        secret = chance.choice(solver.secrets)
        guesses = [chance.choice(solver.guesses) for _ in range(chance.randint(1, 4))]
        yield history(ruleset, secret, [guess for guess in guesses if guess != secret])


def check_suggestion(
    suggestion: Suggestion,
    told: tuple[int, bool, Code],
    solver: SlowSolver,
    possible: Sequence[Code],
) -> None:
    sizes = list(solver.cells(possible, suggestion.guess).values())
    count = len(possible)
    assert (suggestion.score, not suggestion.is_candidate, suggestion.guess) == told
    assert suggestion.candidates_remaining == count
    assert suggestion.candidates_log2 == pytest.approx(log2(count))
    assert suggestion.worst_case_remaining == max(sizes)
    assert suggestion.parts == len(sizes)
    assert suggestion.expected_remaining == pytest.approx(sum(size**2 for size in sizes) / count)
    bits = log2(count) - sum(size * log2(size) for size in sizes) / count
    assert suggestion.entropy_bits == pytest.approx(bits, abs=1e-12)
    assert suggestion.quality == Quality.EXACT_ONE_STEP


def first_of_each_score(ranked: Sequence[tuple[int, bool, Code]]) -> list[tuple[int, bool, Code]]:
    return [
        entry
        for index, entry in enumerate(ranked)
        if index == 0 or entry[0] != ranked[index - 1][0]
    ]


@pytest.mark.parametrize("candidates_only", [False, True], ids=["any-guess", "candidates-only"])
@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_the_guess_and_its_alternatives_are_those_of_a_slow_search(
    ruleset: Ruleset, candidates_only: bool
) -> None:
    solver = slow_solver(ruleset)
    # Once by table, once by bits.
    spaces = [listed(ruleset), ListedSpace(Shape.of(ruleset))]
    for index, turns in enumerate(open_histories(ruleset)):
        possible = solver.candidates(turns)
        for strategy in ONE_STEP:
            ranked = solver.ranked(possible, strategy, candidates_only=candidates_only)
            expected = first_of_each_score(ranked)[:5]
            wish = Wish(strategy, alternatives=4, candidates_only=candidates_only)
            best = suggest(spaces[index % 2], ruleset, turns, wish, NEVER)
            found = [best, *best.alternatives]
            assert len(found) == len(expected)
            for suggestion, told in zip(found, expected, strict=True):
                check_suggestion(suggestion, told, solver, possible)
            alone = Wish(strategy, candidates_only=candidates_only)
            assert suggest(spaces[0], ruleset, turns, alone, NEVER).guess == expected[0][2]


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_candidates_are_the_secrets_that_explain_every_turn(ruleset: Ruleset) -> None:
    solver = slow_solver(ruleset)
    space = listed(ruleset)
    for turns in open_histories(ruleset):
        members = candidates(space, turns)
        assert [space.secrets.unrank(int(member)) for member in members] == solver.candidates(turns)


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_first_consistent_is_the_smallest_candidate(ruleset: Ruleset) -> None:
    for turns in open_histories(ruleset):
        suggestion = suggest(
            listed(ruleset), ruleset, turns, Wish(Strategy.FIRST_CONSISTENT), NEVER
        )
        assert suggestion.guess == slow_solver(ruleset).candidates(turns)[0]
        assert suggestion.is_candidate
        assert suggestion.quality == Quality.BY_RULE
