"""Reported cases: wrong rates, and rates of nothing."""

import json

import pytest
from google.protobuf.json_format import MessageToJson

from tests.api.cases import choice_of
from tests.support.api import Api, new_id
from tests.support.calls import stats
from tests.unit.cases import Case, selected


@pytest.mark.parametrize("case", selected("O058"))
def test_a_loss_counts_in_no_bucket_of_the_distribution(api: Api, case: Case) -> None:
    team = new_id()
    for result in case["steps"][0]["results"]:
        verb, *_, turns = result.split()
        game_id = api.new_id_of_game("1234", labels={"team": team}, ruleset=choice_of(case))
        last = "1234" if verb == "WON" else "5566"
        for guess in ["5566"] * (int(turns) - 1) + [last]:
            api.guess(game_id, guess)

    told = stats(api, f'labels.team="{team}"')

    expected = case["expected"]
    assert (told.played, told.won, told.lost) == (
        expected["played"],
        expected["won"],
        expected["lost"],
    )
    assert told.win_rate == pytest.approx(expected["win_rate"], abs=1e-4)
    buckets = {str(turns): count for turns, count in told.distribution.items()}
    assert buckets == expected["distribution"]


@pytest.mark.parametrize("case", selected("O059"))
def test_where_nothing_was_played_the_json_is_valid_and_has_no_nan(api: Api, case: Case) -> None:
    assert case["expected"]["body_is_valid_json"]

    told = stats(api, f'labels.player="{new_id()}"')
    body = MessageToJson(told, always_print_fields_with_no_presence=True)

    read = json.loads(body, parse_constant=pytest.fail)
    assert (read["played"], read["won"]) == (0, 0)
    assert "winRate" not in read
    assert "averageGuesses" not in read
