"""Positions and turns are analyzed as trying everything out finds them."""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import log2

import numpy as np
import pytest

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.analysis import (
    AnalysisCancelled,
    Cell,
    analyze_position,
    analyze_turns,
)
from mastermind_engine.solver.strategies import Strategy
from tests.unit.oracle import SlowSolver, slow_solver
from tests.unit.samples import SMALL, code, label, listed, turn
from tests.unit.solving import NEVER, history
from tests.unit.test_contradictions import lie_at_random, obvious

CLASSIC = preset("classic")


def random_game(solver: SlowSolver, chance: random.Random) -> list[Turn]:
    """Guesses at a secret, the last one perhaps the secret itself."""
    secret = chance.choice(solver.secrets)
    guesses = [chance.choice(solver.guesses) for _ in range(chance.randint(0, 4))]
    return history(solver.ruleset, secret, [*guesses, secret])


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_a_position_leaves_open_what_trying_out_finds(ruleset: Ruleset) -> None:
    chance = random.Random(label(ruleset))
    solver, space = slow_solver(ruleset), listed(ruleset)
    for _ in range(40):
        turns = lie_at_random(ruleset, chance)
        guess, asked = chance.choice(solver.guesses), chance.choice(solver.secrets)
        possible = solver.candidates(turns)

        told = analyze_position(space, turns, guess, asked)

        assert told.candidates_remaining == len(possible)
        assert told.candidates_log2 == (log2(len(possible)) if possible else None)
        assert told.contradiction == (None if possible else obvious(solver, turns))
        assert told.code_consistent is (asked in possible)
        cells = sorted(solver.cells(possible, guess).items())
        assert told.partition == tuple(Cell(*cell) for cell in cells)


def test_what_is_not_asked_about_is_not_told() -> None:
    told = analyze_position(listed(CLASSIC), [turn("1122", 1, 0)])

    assert told.partition == ()
    assert told.code_consistent is None


def expected_after(solver: SlowSolver, possible: Sequence[Code], guess: Code) -> Fraction:
    """The sum of the squares of the cells, by the number of candidates."""
    return Fraction(sum(n * n for n in solver.cells(possible, guess).values()), len(possible))


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_every_turn_is_judged_as_weighing_every_guess_finds(ruleset: Ruleset) -> None:
    chance = random.Random(label(ruleset))
    solver, space = slow_solver(ruleset), listed(ruleset)
    for _ in range(8):
        turns = random_game(solver, chance)
        judged = analyze_turns(space, ruleset, turns, NEVER)
        assert [each.turn for each in judged] == turns
        for number, each in enumerate(judged):
            before = solver.candidates(turns[:number])
            after = solver.candidates(turns[: number + 1])
            best = solver.ranked(before, Strategy.EXPECTED_SIZE)[0][2]
            expected = expected_after(solver, before, each.turn.guess)
            least = expected_after(solver, before, best)
            assert (each.candidates_before, each.candidates_after) == (len(before), len(after))
            assert each.is_candidate is (each.turn.guess in before)
            assert each.expected_after == float(expected)
            assert (each.best_guess, each.best_expected_after) == (best, float(least))
            assert each.luck == pytest.approx(log2(expected / len(after)))
            assert each.regret == pytest.approx(log2(expected / least))
            if least == len(before):
                assert len(before) == 1
                assert each.skill is None
            else:
                told = log2(len(before) / expected) / log2(len(before) / least)
                assert each.skill == pytest.approx(told)


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_skill_and_regret_keep_their_ranges_and_agree(ruleset: Ruleset) -> None:
    chance = random.Random(label(ruleset))
    solver, space = slow_solver(ruleset), listed(ruleset)
    for _ in range(20):
        for each in analyze_turns(space, ruleset, random_game(solver, chance), NEVER):
            assert each.regret >= 0
            assert each.skill is None or 0 <= each.skill <= 1
            assert (each.regret == 0) is (each.skill in (None, 1.0))


def test_bits_of_luck_and_skill_add_up_to_what_was_learned() -> None:
    turns = history(CLASSIC, code("5236"), map(code, ("1122", "1344", "3526", "1462")))

    for each in analyze_turns(listed(CLASSIC), CLASSIC, turns, NEVER):
        learned = log2(each.candidates_before / each.candidates_after)
        possible = log2(each.candidates_before / each.best_expected_after)
        assert learned == pytest.approx(possible - each.regret + each.luck)


def test_the_best_guess_has_no_regret_and_full_skill() -> None:
    (first,) = analyze_turns(listed(CLASSIC), CLASSIC, [turn("1123", 1, 1)], NEVER)

    assert first.best_guess == code("1123")
    assert (first.regret, first.skill) == (0.0, 1.0)


def test_with_one_candidate_left_nothing_takes_skill() -> None:
    secret = code("1234")
    turns = history(CLASSIC, secret, map(code, ("1235", "1236", "1243", "1134", "1111", "1234")))

    last = analyze_turns(listed(CLASSIC), CLASSIC, turns, NEVER)[-1]

    assert (last.candidates_before, last.candidates_after) == (1, 1)
    assert (last.best_guess, last.best_expected_after) == (secret, 1.0)
    assert (last.luck, last.skill, last.regret) == (0.0, None, 0.0)


def test_the_winning_cell_counts_like_any_other() -> None:
    ruleset = preset("variablo")
    (each,) = analyze_turns(listed(ruleset), ruleset, [turn("111", 3, 0)], NEVER)

    assert each.candidates_after == 1
    assert each.partition[-1] == Cell(Feedback(3, 0), 1)


def test_turns_that_contradict_each_other_are_refused() -> None:
    turns = [turn("1111", 4, 0), turn("1122", 0, 0)]

    with pytest.raises(Refusal) as refused:
        analyze_turns(listed(CLASSIC), CLASSIC, turns, NEVER)

    assert refused.value.reason == "CONTRADICTORY_HISTORY"
    assert refused.value.details["repairing_turns"] == "1,2"


def test_a_cancelled_analysis_ends() -> None:
    with pytest.raises(AnalysisCancelled):
        analyze_turns(listed(CLASSIC), CLASSIC, [turn("1122", 1, 0)], np.ones(1, np.uint8))
