"""Reported cases: candidates lost or kept wrongly, and histories that contradict themselves."""

from collections.abc import Sequence

import pytest

from mastermind_engine.codes import Code, check_guess
from mastermind_engine.feedback import check_feedback, score
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.suggest import Wish, suggest
from tests.unit.cases import CASES, Case, feedback_of, history_of, ruleset_of, selected, steps
from tests.unit.samples import code, listed
from tests.unit.solving import NEVER


def possible(ruleset: Ruleset, turns: Sequence[Turn]) -> list[Code]:
    space = listed(ruleset)
    return [space.secrets.unrank(int(member)) for member in candidates(space, turns)]


@pytest.mark.parametrize("case", selected("O014", "O016", "O017"))
def test_exactly_the_codes_that_explain_the_answer_stay(case: Case) -> None:
    expected = case["expected"]

    left = possible(ruleset_of(case), history_of(case["steps"][0]))

    assert len(left) == expected["count"]
    assert left == [code(told) for told in expected["codes"]] if "codes" in expected else True
    assert {code(told) for told in expected.get("contains", ())} <= set(left)
    assert not {code(told) for told in expected.get("excludes", ())} & set(left)


def test_the_right_row_of_a_wrong_score_table_leaves_six_candidates() -> None:
    case = CASES["O010"]
    told = case["expected"]["candidates_after"]

    left = possible(ruleset_of(case), history_of(told))

    assert left == [code(text) for text in told["codes"]]
    assert len(left) == told["count"]


@pytest.mark.parametrize("case", selected("O015", "O019", "O033"))
def test_a_code_is_consistent_only_if_it_would_answer_the_same(case: Case) -> None:
    ruleset = ruleset_of(case)
    judged = steps(case, "IsConsistent")

    assert judged
    for step, told in judged:
        left = possible(ruleset, history_of(step))
        assert (code(step["code"]) in left) is told


def test_a_mirrored_code_answers_all_white() -> None:
    case = CASES["O019"]
    ((step, told),) = steps(case, "Score")

    assert score(ruleset_of(case), code(step["code"]), code(step["guess"])) == feedback_of(told)


@pytest.mark.parametrize("case", selected("O018", "O033"))
def test_a_consistent_history_leaves_the_judged_number_of_codes(case: Case) -> None:
    ((step, told),) = steps(case, "Candidates")

    assert len(possible(ruleset_of(case), history_of(step))) == told["count"]


@pytest.mark.parametrize("case", selected("O018", "O021"))
def test_a_contradictory_history_is_refused_at_its_first_contradictory_turn(case: Case) -> None:
    ruleset = ruleset_of(case)
    step = case["steps"][0]
    told = case["expected"].get("per_step", [case["expected"]])[0]

    with pytest.raises(Refusal) as refused:
        suggest(listed(ruleset), ruleset, history_of(step), Wish(), NEVER)

    assert refused.value.reason == RuleReason.CONTRADICTORY_HISTORY
    assert refused.value.details["first_contradictory_turn"] == str(
        told["first_contradictory_entry"]
    )


@pytest.mark.parametrize("case", selected("O020"))
def test_all_but_one_black_and_one_white_is_impossible_by_arithmetic(case: Case) -> None:
    ruleset = ruleset_of(case)
    (impossible, _), (fine, told) = steps(case, "SuggestGuess")

    assert check_feedback(ruleset, history_of(impossible)[0].feedback)
    assert not check_feedback(ruleset, history_of(fine)[0].feedback)
    assert possible(ruleset, history_of(fine)) == [code(text) for text in told["candidates"]]


def test_the_only_candidate_left_is_suggested() -> None:
    case = CASES["O017"]
    ruleset = ruleset_of(case)
    ((step, _),) = steps(case, "SuggestGuess")

    suggestion = suggest(listed(ruleset), ruleset, history_of(step), Wish(), NEVER)

    assert suggestion.guess == code(case["expected"]["suggestion"])


@pytest.mark.parametrize("case", selected("O022"))
def test_a_solved_position_gets_no_suggestion(case: Case) -> None:
    ruleset = ruleset_of(case)

    with pytest.raises(Refusal) as refused:
        suggest(listed(ruleset), ruleset, history_of(case["steps"][0]), Wish(), NEVER)

    assert refused.value.reason == RuleReason.GAME_OVER


@pytest.mark.parametrize("case", selected("O040"))
def test_an_empty_code_is_illegal(case: Case) -> None:
    assert check_guess(ruleset_of(case), code(case["steps"][0]["guess"]))
