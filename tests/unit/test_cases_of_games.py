"""Reported cases: games that miscount, accept what is illegal, or never end."""

import re
from collections import Counter

import pytest

from mastermind_engine.codes import secret_space
from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, Game, State
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import check_ruleset
from tests.unit.cases import CASES, Case, ruleset_of, selected
from tests.unit.samples import code, custom

STATES = {"WON": State.SOLVED, "LOST": State.UNSOLVED, "IN_PROGRESS": State.IN_PROGRESS}
REASONS = {"INVALID_ARGUMENT": RuleReason.INVALID_CODE, "FAILED_PRECONDITION": RuleReason.GAME_OVER}


def check_state(game: Game, told: Case) -> None:
    if "status" in told:
        assert game.state == STATES[told["status"]]
    if "attempts_used" in told:
        assert len(game.turns) == told["attempts_used"]
    if "attempts_left" in told:
        assert game.guesses_left == told["attempts_left"]


@pytest.mark.parametrize("case", selected("O039", "O045", "O046", "O047"))
def test_a_game_goes_as_judged_step_by_step(case: Case) -> None:
    secret = code(case["steps"][0]["secret"])
    game = Game(ruleset_of(case), Codemaker.SUPPLIED, State.AWAITING_SECRET).with_secret(secret)
    for step, told in zip(case["steps"][1:], case["expected"]["per_step"][1:], strict=True):
        if step["op"] == "GetGame":
            check_state(game, told)
        elif step["op"] == "Guess" and "error" in told:
            with pytest.raises(Refusal) as refused:
                game.guess(code(step["code"]))
            word = re.split(r"\W", told["error"])[0]
            assert refused.value.reason == REASONS[word]
        elif step["op"] == "Guess":
            game, answer = game.guess(code(step["code"]))
            if "black" in told:
                assert answer == Feedback(told["black"], told["white"])
            check_state(game, told)


@pytest.mark.parametrize("case", selected("O044"))
def test_the_right_answer_on_the_last_guess_wins(case: Case) -> None:
    secret, *guesses = [step.get("secret") or step["code"] for step in case["steps"][:-1]]
    game = Game(ruleset_of(case), Codemaker.SUPPLIED, State.AWAITING_SECRET)
    game = game.with_secret(code(secret))
    for guess in guesses:
        game, _ = game.guess(code(guess))

    assert game.turns[-1].feedback == Feedback(4, 0)
    check_state(game, case["expected"]["final"])


@pytest.mark.parametrize("case", selected("O034"))
def test_a_guess_that_repeats_where_none_may_costs_nothing(case: Case) -> None:
    strict = custom(4, 6, repeats=False, max_guesses=10)
    game = Game(strict, Codemaker.SUPPLIED, State.AWAITING_SECRET).with_secret((1, 2, 3, 4))

    with pytest.raises(Refusal) as refused:
        game.guess(code(case["steps"][1]["code"]))

    assert refused.value.reason == RuleReason.INVALID_CODE
    assert [fault.field for fault in refused.value.violations] == ["pegs[1]"]
    assert game.turns == ()


@pytest.mark.parametrize("case", selected("O034"))
def test_a_guess_that_repeats_where_it_may_is_scored(case: Case) -> None:
    game = Game(ruleset_of(case), Codemaker.SUPPLIED, State.AWAITING_SECRET)

    game, answer = game.with_secret((1, 2, 3, 4)).guess(code(case["steps"][1]["code"]))

    assert answer == Feedback(2, 0)
    assert len(game.turns) == 1


@pytest.mark.parametrize("case", selected("O035", "O041"))
def test_an_illegal_secret_is_refused_and_a_legal_one_taken(case: Case) -> None:
    game = Game(ruleset_of(case), Codemaker.SUPPLIED, State.AWAITING_SECRET)
    for step, told in zip(case["steps"], case["expected"]["per_step"], strict=True):
        if step["op"] == "CountCodes":
            assert game.ruleset.secret_count == told
        elif "error" in told:
            # `code` reads a digit 0 as the tenth color; here it stands for symbol 0.
            secret = tuple(map(int, step["secret"]))
            with pytest.raises(Refusal) as refused:
                game.with_secret(secret)
            assert refused.value.reason == RuleReason.INVALID_CODE
        else:
            assert game.with_secret(code(step["secret"])).state == State.IN_PROGRESS
    assert game.secret is None


@pytest.mark.parametrize("case", selected("O036"))
def test_more_holes_than_symbols_without_repeats_is_no_ruleset(case: Case) -> None:
    assert [fault.field for fault in check_ruleset(ruleset_of(case))] == ["pegs"]


@pytest.mark.parametrize("case", selected("O072"))
def test_every_color_is_drawn_for_every_hole_about_as_often(case: Case) -> None:
    ruleset = ruleset_of(case)
    count = case["steps"][0]["n"]
    secrets = [draw_secret("", ruleset, seed_of(seed), b"") for seed in range(count)]

    for hole in range(ruleset.pegs):
        seen = Counter(secret[hole] for secret in secrets)
        assert len(seen) == case["expected"]["colours_seen"]
        assert all(400 <= times <= 600 for times in seen.values())


def test_drawing_distinct_symbols_ends() -> None:
    ruleset = ruleset_of(CASES["O034"])
    secrets = {draw_secret("", ruleset, seed_of(seed), b"") for seed in range(2000)}

    assert all(len(set(secret)) == ruleset.pegs for secret in secrets)
    assert secret_space(ruleset).size == 360 >= len(secrets) > 300
