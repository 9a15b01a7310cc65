"""Every ruleset that ships, as ListRulesets tells it, and as it plays."""

import math

import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from tests.support.api import TIMEOUT, Api, preset
from tests.support.calls import play
from tests.support.refusals import refused
from tests.unit import oracle

COUNTS = {
    "classic": (1296, 1296, 12),
    "travel": (1296, 1296, 6),
    "advanced": (2401, 2401, 12),
    "hasbro": (1680, 4096, 12),
    "hasbro-doubles": (4096, 4096, 12),
    "hasbro-ninth": (3024, 6561, 12),
    "hasbro-ninth-doubles": (6561, 6561, 12),
    "super": (32768, 32768, 12),
    "super-blanks": (59049, 59049, 12),
    "bulls-and-cows": (5040, 5040, 0),
    "variablo": (216, 216, 12),
}
"""Legal secrets, legal guesses, rows."""
NAMES = list(COUNTS)


def told(api: Api) -> dict[str, pb.Ruleset]:
    answer = api.stub.ListRulesets(service_pb.ListRulesetsRequest(), timeout=TIMEOUT)
    return {ruleset.name: ruleset for ruleset in answer.rulesets}


def as_values(ruleset: pb.Ruleset) -> Ruleset:
    return Ruleset(
        ruleset.name,
        ruleset.pegs,
        ruleset.colors,
        ruleset.repeats,
        ruleset.guess_repeats,
        ruleset.blanks,
        ruleset.max_guesses,
        FeedbackKind(ruleset.feedback_kind),
    )


def codes(ruleset: pb.Ruleset, *, repeats: bool) -> int:
    symbols = ruleset.colors + ruleset.blanks
    return symbols**ruleset.pegs if repeats else math.perm(symbols, ruleset.pegs)


def test_the_presets_are_listed_in_the_order_of_the_documentation(stateless_api: Api) -> None:
    assert list(told(stateless_api)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_has_as_many_codes_and_rows_as_published(stateless_api: Api, name: str) -> None:
    ruleset = told(stateless_api)[name]

    secrets = codes(ruleset, repeats=ruleset.repeats)
    guesses = codes(ruleset, repeats=ruleset.guess_repeats)
    assert ruleset.HasField("guess_repeats")
    assert (secrets, guesses, ruleset.max_guesses) == COUNTS[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_solver_counts_as_many_candidates(stateless_api: Api, name: str) -> None:
    suggestion = stateless_api.suggest_for(
        ruleset=preset(name), strategy=pb.STRATEGY_FIRST_CONSISTENT
    )

    assert suggestion.candidates_remaining == COUNTS[name][0]
    assert suggestion.candidates_log2 == pytest.approx(math.log2(COUNTS[name][0]))


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_is_played_to_the_end_with_the_right_answers(api: Api, name: str) -> None:
    made = api.new_game(ruleset=preset(name), seed=5)
    game_id = made.game.game_id
    state = made.game.state
    while state == pb.STATE_IN_PROGRESS:
        # Hints of the first candidate cost nearly nothing, and break any code in time.
        hint = api.suggest(game_id, strategy=pb.STRATEGY_FIRST_CONSISTENT)
        state = play(api, game_id, hint.guess.pegs).state

    game = api.get_game(game_id)
    ruleset = as_values(game.ruleset)
    assert game.ruleset == told(api)[name]
    assert game.state in (pb.STATE_SOLVED, pb.STATE_UNSOLVED)
    for turn in game.turns:
        right = oracle.feedback(ruleset, game.secret.pegs, turn.guess.pegs)
        assert (turn.feedback.black, turn.feedback.white) == (right.black, right.white)


@pytest.mark.parametrize("name", NAMES)
def test_another_number_of_rows_may_be_chosen(stateless_api: Api, name: str) -> None:
    game = stateless_api.new_game(ruleset=preset(name, max_guesses=3)).game

    assert (game.ruleset.name, game.ruleset.max_guesses, game.guesses_left) == (name, 3, 3)


def test_zero_rows_mean_no_limit(stateless_api: Api) -> None:
    game = stateless_api.new_game(ruleset=preset("classic", max_guesses=0)).game

    assert game.guesses_left == -1


def test_nothing_chosen_means_classic(stateless_api: Api) -> None:
    assert stateless_api.new_game().game.ruleset == told(stateless_api)["classic"]
    assert stateless_api.new_game(ruleset=pb.RulesetChoice(max_guesses=8)).game.ruleset.name == (
        "classic"
    )


@pytest.mark.parametrize("name", ["grand", "word", "Classic", ""])
def test_a_preset_that_is_not_there_is_refused_naming_those_that_are(
    stateless_api: Api, name: str
) -> None:
    if not name:
        # Proto3 cannot tell it from a preset that is not named.
        assert stateless_api.new_game(ruleset=preset(name)).game.ruleset.name == "classic"
        return
    with refused("INVALID_ARGUMENT", "UNKNOWN_PRESET") as refusal:
        stateless_api.new_game(ruleset=preset(name))

    assert refusal.fields == ["ruleset.preset"]
    assert all(known in refusal.descriptions[0] for known in NAMES)
