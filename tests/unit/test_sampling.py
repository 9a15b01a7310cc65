"""Candidates of spaces too large to list: what is found is consistent, and proved."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_engine import kernels
from mastermind_engine.codes import Code, CodeArray
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.position import contradiction
from mastermind_engine.solver.sampling import (
    History,
    contradiction_of,
    first_candidate,
    history_of,
    sample_candidates,
    search_candidates,
    stream_of,
)
from tests.unit.oracle import all_codes, feedback
from tests.unit.samples import SMALL, codes, custom, label, listed, repeatable, rulesets
from tests.unit.solving import NEVER, history

EIGHT = custom(8, 12)
SECRET = (6, 2, 3, 6, 9, 4, 5, 2)
GUESSES: list[Code] = [
    (1, 1, 2, 3, 4, 5, 6, 7),
    (12, 3, 4, 8, 3, 1, 4, 1),
    (6, 7, 9, 4, 10, 7, 3, 6),
    (6, 6, 1, 6, 7, 4, 7, 11),
    (6, 2, 8, 6, 7, 12, 10, 5),
]
few = settings(repeatable, max_examples=10)
"""Each example may try every code."""


def rows(found: CodeArray) -> list[Code]:
    return [tuple(row) for row in found.tolist()]


@st.composite
def histories(draw: st.DrawFn, ruleset: Ruleset, truthful: bool) -> list[Turn]:
    """Turns of one game, or answers that may contradict each other."""
    secret = draw(codes(ruleset, repeats=ruleset.repeats))
    guesses = draw(st.lists(codes(ruleset, repeats=ruleset.guess_repeats), max_size=6))
    if truthful:
        return history(ruleset, secret, guesses)
    others = [draw(codes(ruleset, repeats=ruleset.repeats)) for _ in guesses]
    return [
        Turn(guess, feedback(ruleset, other, guess))
        for guess, other in zip(guesses, others, strict=True)
    ]


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
@few
@given(st.data())
def test_complete_search_finds_what_trying_every_code_finds(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    turns = data.draw(histories(ruleset, truthful=data.draw(st.booleans())))
    consistent = [
        secret
        for secret in all_codes(ruleset, repeats=ruleset.repeats)
        if all(feedback(ruleset, secret, turn.guess) == turn.feedback for turn in turns)
    ]

    found = search_candidates(ruleset, history_of(ruleset, turns), 1000, 2**40, NEVER)

    assert found.complete
    assert rows(found.codes) == consistent


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
@few
@given(st.data())
def test_contradictions_are_told_as_for_listed_spaces(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    turns = data.draw(histories(ruleset, truthful=False))
    sample = sample_candidates(ruleset, turns, 0, NEVER)

    assert sample is not None
    if not len(sample.codes):
        expected = contradiction(listed(ruleset), turns)
        assert contradiction_of(ruleset, turns, NEVER) == expected


@few
@given(st.data())
def test_every_sampled_candidate_of_any_ruleset_is_legal_and_consistent(
    data: st.DataObject,
) -> None:
    ruleset = data.draw(rulesets())
    turns = data.draw(histories(ruleset, truthful=True))[:3]
    cancelled = np.zeros(1, np.uint8)

    sample = sample_candidates(ruleset, turns, data.draw(st.integers(0, 2**64 - 1)), cancelled)

    assert sample is not None
    found = rows(sample.codes[::50])
    assert found
    for code in found:
        assert all(feedback(ruleset, code, turn.guess) == turn.feedback for turn in turns)
        assert all(ruleset.lowest_symbol <= symbol <= ruleset.colors for symbol in code)
        assert ruleset.repeats or len(set(code)) == ruleset.pegs


@pytest.mark.parametrize("turns", range(6))
def test_samples_of_every_size_hold_consistent_codes_and_repeat_by_their_seed(turns: int) -> None:
    played = history(EIGHT, SECRET, GUESSES[:turns])

    sample = sample_candidates(EIGHT, played, 5, NEVER)
    again = sample_candidates(EIGHT, played, 5, NEVER)

    assert sample is not None
    assert again is not None
    assert (sample.codes == again.codes).all()
    assert (sample.count, sample.complete) == (again.count, again.complete)
    for code in rows(sample.codes[::20]):
        assert history(EIGHT, code, GUESSES[:turns]) == played


def test_a_count_is_exact_where_all_are_found_and_near_where_it_is_estimated() -> None:
    three = history(EIGHT, SECRET, GUESSES[:3])
    everyone = search_candidates(EIGHT, history_of(EIGHT, three), 500_000, 2**40, NEVER)

    estimated = sample_candidates(EIGHT, three, 1, NEVER)
    exact = sample_candidates(EIGHT, history(EIGHT, SECRET, GUESSES), 1, NEVER)

    assert everyone.complete
    assert estimated is not None
    assert estimated.estimated
    assert exact is not None
    assert (exact.complete, exact.estimated) == (True, False)
    assert exact.count == len(exact.codes)
    assert estimated.count == pytest.approx(everyone.count, rel=0.5)


def led(ruleset: Ruleset, past: History, seed: int) -> list[Code]:
    population = np.empty((2000, ruleset.pegs), np.uint8)
    consistent, _ = kernels.lead_population(
        *past, ruleset.repeats, 24, 400, stream_of(seed, 1), NEVER, population
    )
    assert consistent
    return rows(population + np.uint8(ruleset.lowest_symbol))


@pytest.mark.parametrize(
    "ruleset",
    [custom(4, 6), custom(4, 8, repeats=False), custom(4, 5, blanks=True)],
    ids=label,
)
def test_a_population_comes_to_every_candidate_about_as_often(ruleset: Ruleset) -> None:
    played = history(ruleset, (3, 1, 5, 2), [(1, 2, 3, 4), (5, 1, 3, 2)])
    past = history_of(ruleset, played)
    everyone = rows(search_candidates(ruleset, past, 1000, 2**40, NEVER).codes)

    counts = Counter(code for seed in range(10) for code in led(ruleset, past, seed))

    assert set(counts) == set(everyone)
    fair = 20_000 / len(everyone)
    assert min(counts.values()) > fair / 2
    assert max(counts.values()) < fair * 2


@pytest.mark.parametrize("ruleset", [custom(4, 6), custom(3, 6, repeats=False)], ids=label)
def test_draws_find_every_candidate_about_as_often(ruleset: Ruleset) -> None:
    played = history(ruleset, (3, 1, 5, 2)[: ruleset.pegs], [(1, 2, 3, 4)[: ruleset.pegs]])
    past = history_of(ruleset, played)
    everyone = rows(search_candidates(ruleset, past, 1000, 2**40, NEVER).codes)
    found = np.empty((100 * len(everyone), ruleset.pegs), np.uint8)

    kept, drawn = kernels.draw_consistent(
        *past, ruleset.repeats, 10**8, stream_of(3, 1), NEVER, found
    )

    counts = Counter(rows(found + np.uint8(1)))
    assert set(counts) == set(everyone)
    assert min(counts.values()) > 50
    assert max(counts.values()) < 170
    assert kept / drawn == pytest.approx(len(everyone) / ruleset.secret_count, rel=0.1)


def test_the_first_candidate_of_a_huge_space_is_the_smallest_code_that_fits() -> None:
    huge = custom(15, 63)
    guess = tuple(range(1, 16))

    first = first_candidate(huge, [Turn(guess, Feedback(1, 0))], NEVER)

    # However often 1 comes, the guess shows it once.
    assert first == (1,) * 15


def test_a_contradiction_of_a_huge_space_is_proved() -> None:
    huge = custom(15, 63)
    turns = [Turn(tuple(range(1, 16)), Feedback(0, 0)), Turn((7,) * 15, Feedback(3, 0))]

    sample = sample_candidates(huge, turns, 0, NEVER)

    assert sample is not None
    assert (sample.complete, len(sample.codes)) == (True, 0)
    assert contradiction_of(huge, turns, NEVER).repairing_turns == (1, 2)


def test_a_search_that_is_cancelled_claims_nothing() -> None:
    huge = custom(15, 63)
    rare = [Turn(tuple(range(1, 16)), Feedback(13, 0))]

    sample = sample_candidates(huge, rare, 0, np.ones(1, np.uint8))

    assert sample is None or not sample.complete
