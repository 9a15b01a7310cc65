"""Which turn contradicts the others, and whose removal repairs the history."""

import random

import pytest

from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.position import Contradiction, candidates, contradiction
from tests.unit.oracle import SlowSolver, feedback, slow_solver
from tests.unit.samples import SMALL, custom, label, listed, turn


def obvious(solver: SlowSolver, turns: list[Turn]) -> Contradiction:
    """Tries every beginning, and every history that lacks one turn."""
    first = next(
        length for length in range(len(turns) + 1) if not solver.candidates(turns[:length])
    )
    repairing = [
        number
        for number in range(1, len(turns) + 1)
        if solver.candidates(turns[: number - 1] + turns[number:])
    ]
    return Contradiction(first, tuple(repairing))


def lie_at_random(ruleset: Ruleset, chance: random.Random) -> list[Turn]:
    """Turns most of which are true of one secret."""
    solver = slow_solver(ruleset)
    secret = chance.choice(solver.secrets)
    turns = []
    for _ in range(chance.randint(1, 5)):
        guess = chance.choice(solver.guesses)
        answering = chance.choice(solver.secrets) if chance.random() < 0.4 else secret
        turns.append(Turn(guess, feedback(ruleset, answering, guess)))
    return turns


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_contradictions_are_those_that_trying_out_finds(ruleset: Ruleset) -> None:
    chance = random.Random(label(ruleset))
    solver = slow_solver(ruleset)
    space = listed(ruleset)
    contradictory = 0
    for _ in range(80):
        turns = lie_at_random(ruleset, chance)
        possible = solver.candidates(turns)
        assert bool(len(candidates(space, turns))) is bool(possible)
        if not possible:
            contradictory += 1
            assert contradiction(space, turns) == obvious(solver, turns)
    assert contradictory >= 5


def test_of_two_turns_that_contradict_each_other_either_repairs() -> None:
    turns = [turn("1111", 4, 0), turn("1122", 0, 0)]

    assert contradiction(listed(custom(4, 6)), turns) == Contradiction(2, (1, 2))


def test_of_three_contradictions_no_single_turn_repairs() -> None:
    turns = [turn(text, 4, 0) for text in ("1111", "2222", "3333")]

    assert contradiction(listed(custom(4, 6)), turns) == Contradiction(2, ())


def test_a_turn_that_nothing_explains_contradicts_alone() -> None:
    turns = [turn("1122", 0, 0), turn("1122", 3, 1)]

    assert contradiction(listed(custom(4, 6)), turns) == Contradiction(2, (2,))


def test_a_contradiction_is_found_where_it_begins_whatever_follows() -> None:
    turns = [turn(f"{color}" * 4, 0, 0) for color in (1, 2, 3, 4, 5, 6, 1)]

    assert contradiction(listed(custom(4, 6)), turns) == Contradiction(6, (2, 3, 4, 5, 6))
