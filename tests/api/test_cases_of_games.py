"""Reported cases, over the wire: games that miscount, leak into each other, or never end."""

import re
import time

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.api.cases import check_state, choice_of
from tests.support.api import Api, marks, new_game_request
from tests.support.refusals import refused
from tests.unit.cases import CASES, Case, selected

REASONS = {"INVALID_ARGUMENT": "INVALID_CODE", "FAILED_PRECONDITION": "GAME_OVER"}


@pytest.mark.parametrize("case", selected("O039", "O045", "O046", "O047", "O071"))
def test_a_game_goes_as_judged_step_by_step(api: Api, case: Case) -> None:
    game_id = api.new_id_of_game(case["steps"][0]["secret"], ruleset=choice_of(case))
    for step, told in zip(case["steps"][1:], case["expected"]["per_step"][1:], strict=True):
        if step["op"] == "GetGame":
            check_state(api.get_game(game_id), told)
        elif step["op"] == "Guess" and "error" in told:
            code = re.split(r"\W", told["error"])[0]
            with refused(code, REASONS[code]):
                api.guess(game_id, step["code"])
        elif step["op"] == "Guess":
            answer = api.guess(game_id, step["code"])
            if "black" in told:
                assert marks(answer.feedback) == (told["black"], told["white"])
            check_state(api.get_game(game_id), told)


@pytest.mark.parametrize("case", selected("O044"))
def test_the_right_answer_on_the_last_guess_wins(api: Api, case: Case) -> None:
    first, *guesses, _ = case["steps"]
    game_id = api.new_id_of_game(first["secret"], ruleset=choice_of(case))

    answers = [api.guess(game_id, step["code"]) for step in guesses]

    told = case["expected"]
    assert marks(answers[-1].feedback) == (4, 0)
    assert answers[-1].state == pb.STATE_SOLVED
    check_state(api.get_game(game_id), told["final"])


@pytest.mark.parametrize("case", selected("O034"))
def test_a_guess_that_repeats_is_refused_or_scored_never_dropped(api: Api, case: Case) -> None:
    secret, guess = case["steps"][0]["secret"], case["steps"][1]["code"]

    strict = api.new_id_of_game(secret, ruleset=choice_of(case, guess_repeats=False))
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        api.guess(strict, guess)
    assert told.fields == ["guess.pegs[1]"]
    assert len(api.get_game(strict).turns) == 0

    lenient = api.new_id_of_game(secret, ruleset=choice_of(case))
    assert marks(api.guess(lenient, guess).feedback) == (2, 0)
    assert len(api.get_game(lenient).turns) == 1


@pytest.mark.parametrize("case", selected("O035", "O041"))
def test_an_illegal_secret_is_refused_and_a_legal_one_taken(api: Api, case: Case) -> None:
    for step, told in zip(case["steps"], case["expected"]["per_step"], strict=True):
        if step["op"] != "NewGame":
            continue
        # A digit 0 stands for symbol 0 here.
        request = new_game_request(codemaker=pb.CODEMAKER_SUPPLIED, ruleset=choice_of(case))
        request.secret.pegs.extend(map(int, step["secret"]))
        if "error" in told:
            with refused("INVALID_ARGUMENT", "INVALID_CODE"):
                api.stub.NewGame(request)
        else:
            assert api.stub.NewGame(request).game.state == pb.STATE_IN_PROGRESS


@pytest.mark.parametrize("case", selected("O036"))
def test_more_holes_than_symbols_without_repeats_is_refused_at_once(api: Api, case: Case) -> None:
    seconds = case["steps"][0]["timeout_ms"] / 1000
    started = time.monotonic()

    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        api.new_game(ruleset=choice_of(case))

    assert told.fields == ["ruleset.custom.pegs"]
    assert time.monotonic() - started < seconds


@pytest.mark.parametrize("case", selected("O054"))
def test_the_winning_request_sent_again_wins_nothing_more(api: Api, case: Case) -> None:
    first, winning, resent, changed = case["steps"][:4]
    game_id = api.new_id_of_game(first["secret"], ruleset=choice_of(case))
    mine = winning["request_id"]
    won = api.guess(game_id, winning["code"], request_id=mine)
    over = api.get_game(game_id)

    for _ in range(resent["times"]):
        assert api.guess(game_id, winning["code"], request_id=mine) == won
    for number in range(changed["times"]):
        with refused("FAILED_PRECONDITION", "GAME_OVER"):
            api.guess(game_id, winning["code"], request_id=f"fresh {number}")

    assert api.get_game(game_id) == over


@pytest.mark.parametrize("case", selected("O053"))
def test_a_retry_burns_no_second_turn(api: Api, case: Case) -> None:
    first, lost, retry, _ = case["steps"]
    game_id = api.new_id_of_game(first["secret"], ruleset=choice_of(case))
    api.guess(game_id, lost["code"], request_id=lost["request_id"])

    answer = api.guess(game_id, retry["code"], request_id=retry["request_id"])

    told = case["expected"]["second_reply"]
    assert marks(answer.feedback) == (told["black"], told["white"])
    assert answer.turn == told["attempt_no"]
    check_state(api.get_game(game_id), case["expected"])


def test_a_new_game_inherits_nothing_from_the_one_before(api: Api) -> None:
    case = CASES["O070"]
    first, _, second, _, guess, _ = case["steps"]
    ruleset = choice_of(case)
    api.guess(api.new_id_of_game(first["secret"], ruleset=ruleset), guess["code"])

    game_id = api.new_id_of_game(second["secret"], ruleset=ruleset)

    assert len(api.get_game(game_id).turns) == 0
    answer = api.guess(game_id, guess["code"])
    assert (marks(answer.feedback), answer.turn) == ((0, 0), 1)
    assert api.suggest(game_id).candidates_remaining == 256
