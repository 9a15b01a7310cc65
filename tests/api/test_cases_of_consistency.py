"""Reported cases: which codes explain a history, and how many there are, over the wire."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.api.cases import choice_of
from tests.support.api import Api
from tests.unit.cases import Case, selected, steps


@pytest.mark.parametrize("case", selected("O015", "O019", "O033"))
def test_a_code_explains_a_history_only_if_it_scores_each_turn_alike(
    stateless_api: Api, case: Case
) -> None:
    judged = steps(case, "IsConsistent")

    assert judged
    for step, told in judged:
        explains = [
            stateless_api.score(step["code"], turn["guess"], choice_of(case))
            == (turn["black"], turn["white"])
            for turn in step["history"]
        ]
        assert all(explains) is told


@pytest.mark.parametrize("case", selected("O038"))
def test_a_blank_makes_as_many_codes_as_one_more_color(stateless_api: Api, case: Case) -> None:
    for step, told in steps(case, "CountCodes"):
        ruleset = choice_of(case)
        ruleset.custom.blanks = step.get("blanks", True)

        suggestion = stateless_api.suggest_for(
            ruleset=ruleset, strategy=pb.STRATEGY_FIRST_CONSISTENT
        )

        assert suggestion.candidates_remaining == told
