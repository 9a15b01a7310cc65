"""Reported cases, over the wire: scores that others got wrong."""

import pytest

from tests.api.cases import choice_of
from tests.support.api import Api
from tests.support.refusals import refused
from tests.unit.cases import Case, selected, steps

SCORED = (
    *("O001", "O002", "O003", "O004", "O005", "O006", "O007", "O008", "O009", "O010", "O011"),
    *("O012", "O013", "O019", "O063", "O077"),
)


@pytest.mark.parametrize("case", selected(*SCORED))
def test_every_pair_scores_as_judged(stateless_api: Api, case: Case) -> None:
    ruleset = choice_of(case)
    judged = steps(case, "Score")

    assert judged
    for step, told in judged:
        answer = stateless_api.score(step["code"], step["guess"], ruleset)
        assert answer == (told["black"], told["white"])


@pytest.mark.parametrize("case", selected("O078"))
def test_pairs_of_color_letters_score_as_judged(stateless_api: Api, case: Case) -> None:
    digits = str.maketrans("RGBYOW", "123456")
    for step, told in steps(case, "Score"):
        secret, guess = (step[name].translate(digits) for name in ("code", "guess"))
        assert stateless_api.score(secret, guess) == (told["black"], told["white"])


@pytest.mark.parametrize("case", selected("O037"))
def test_a_blank_is_one_more_color(stateless_api: Api, case: Case) -> None:
    readings = case["expected"]["reading_A_blank_is_an_extra_colour"]
    for step, told in zip(case["steps"], readings, strict=True):
        answer = stateless_api.score(step["code"], step["guess"], choice_of(case))
        assert answer == (told["black"], told["white"])


@pytest.mark.parametrize("case", selected("O040"))
def test_an_empty_code_is_refused(stateless_api: Api, case: Case) -> None:
    step = case["steps"][0]
    with refused(case["expected"]["error"], "INVALID_CODE") as told:
        stateless_api.score(step["code"], step["guess"], choice_of(case))

    assert told.fields == ["secret.pegs", "guess.pegs"]
