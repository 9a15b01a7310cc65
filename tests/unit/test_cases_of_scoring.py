"""Reported cases: scores that others got wrong."""

from itertools import permutations

import pytest

from mastermind_engine import kernels
from mastermind_engine.codes import check_guess, check_secret
from mastermind_engine.feedback import Feedback, feedback_id, score
from mastermind_engine.solver.position import candidates
from tests.unit.cases import CASES, Case, feedback_of, ruleset_of, selected, steps
from tests.unit.samples import code, custom, listed, turn

SCORED = (
    *("O001", "O002", "O003", "O004", "O005", "O006", "O007", "O008", "O009", "O010", "O011"),
    *("O012", "O013", "O063", "O077", "O078"),
)


@pytest.mark.parametrize("case", selected(*SCORED))
def test_every_pair_scores_as_judged(case: Case) -> None:
    ruleset = ruleset_of(case)
    judged = steps(case, "Score")
    wrong = [feedback_of(told) for told in case["expected"].get("must_not_be", ())]

    assert judged
    for step, told in judged:
        answer = score(ruleset, code(step["code"]), code(step["guess"]))
        assert answer == feedback_of(told)
        assert answer not in wrong


def test_reordering_a_guess_never_changes_black_and_white_together() -> None:
    case = CASES["O012"]
    ruleset = ruleset_of(case)
    step = case["steps"][0]
    for guess in permutations(code(step["guess"])):
        answer = score(ruleset, code(step["code"]), guess)
        assert answer.black + answer.white == 2


def test_a_truthful_answer_keeps_the_secret_among_the_candidates() -> None:
    case = CASES["O011"]
    ruleset = ruleset_of(case)
    (step, told), *_ = steps(case, "Score")
    space = listed(ruleset)

    members = candidates(space, [turn(step["guess"], told["black"], told["white"])])

    assert space.secrets.rank(code(step["code"])) in members


@pytest.mark.parametrize("case", selected("O037"))
def test_a_blank_is_one_more_color(case: Case) -> None:
    ruleset = ruleset_of(case)
    readings = case["expected"]["reading_A_blank_is_an_extra_colour"]
    for step, told in zip(case["steps"], readings, strict=True):
        assert score(ruleset, code(step["code"]), code(step["guess"])) == feedback_of(told)


@pytest.mark.parametrize("case", selected("O038"))
def test_a_blank_makes_as_many_codes_as_one_more_color(case: Case) -> None:
    with_blanks, without = case["expected"]["per_step"]

    assert ruleset_of(case).secret_count == with_blanks == custom(4, 7).secret_count
    assert custom(4, 6).secret_count == without


@pytest.mark.parametrize("case", selected("O065"))
def test_one_guess_against_all_codes_gives_the_published_counts(case: Case) -> None:
    space = listed(ruleset_of(case))
    told = {
        feedback_id(Feedback(*map(int, pair.split(",")))): count
        for pair, count in case["expected"]["histogram"].items()
    }
    members = candidates(space, ())
    guess = space.guesses.rank(code(case["steps"][0]["guess"]))

    cells = kernels.partition(space.arrays, members, guess, space.slots)

    assert len(members) == case["expected"]["results"]
    assert {number: int(size) for number, size in enumerate(cells) if size} == told


@pytest.mark.parametrize("case", selected("O066"))
def test_each_bad_item_of_a_batch_is_told_apart_from_the_good(case: Case) -> None:
    ruleset = ruleset_of(case)
    for (secret, guess), told in zip(
        case["steps"][0]["items"], case["expected"]["results"], strict=True
    ):
        faults = check_secret(ruleset, code(secret)) + check_guess(ruleset, code(guess))
        assert bool(faults) == ("error" in told)
        if not faults:
            assert score(ruleset, code(secret), code(guess)) == feedback_of(told)
