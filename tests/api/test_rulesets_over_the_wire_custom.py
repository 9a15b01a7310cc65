"""Rulesets of the caller's own: played and scored by what they say."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, marks
from tests.support.calls import play, set_secret
from tests.support.refusals import refused

BLACK_ONLY = pb.FEEDBACK_KIND_BLACK_ONLY


def hidden(api: Api, secret: str, ruleset: pb.RulesetChoice) -> str:
    return api.new_id_of_game(secret, ruleset=ruleset)


def test_a_ruleset_takes_no_repeats_no_blanks_and_no_limit_where_it_says_nothing(
    api: Api,
) -> None:
    ruleset = pb.RulesetChoice(custom=pb.Ruleset(pegs=3, colors=4))

    game = api.new_game("123", ruleset=ruleset).game

    told = game.ruleset
    assert (told.name, told.repeats, told.guess_repeats, told.blanks) == (
        "custom",
        False,
        False,
        False,
    )
    assert told.HasField("guess_repeats")
    assert (told.max_guesses, game.guesses_left) == (0, -1)
    assert told.feedback_kind == pb.FEEDBACK_KIND_STANDARD
    with refused("INVALID_ARGUMENT", "INVALID_CODE"):
        api.guess(game.game_id, "122")


def test_a_name_of_the_callers_own_is_ignored(stateless_api: Api) -> None:
    ruleset = custom(3, 4, name="classic")

    assert stateless_api.new_game(ruleset=ruleset).game.ruleset.name == "custom"


def test_black_only_games_never_tell_whites(api: Api) -> None:
    game_id = hidden(api, "1234", custom(4, 6, feedback_kind=BLACK_ONLY))

    assert marks(api.guess(game_id, "4321").feedback) == (0, 0)
    assert marks(api.guess(game_id, "1324").feedback) == (2, 0)
    assert api.guess(game_id, "1234").state == pb.STATE_SOLVED


def test_score_tells_no_whites_where_there_are_none(stateless_api: Api) -> None:
    ruleset = custom(4, 6, feedback_kind=BLACK_ONLY)

    assert stateless_api.score("1234", "4321", ruleset) == (0, 0)
    assert stateless_api.score("1234", "4231", ruleset) == (2, 0)


def test_black_only_positions_are_solved_by_blacks_alone(stateless_api: Api) -> None:
    ruleset = custom(2, 3, feedback_kind=BLACK_ONLY)
    turn = pb.Turn(guess=pb.Code(pegs=[1, 2]), feedback=pb.Feedback(black=1))

    suggestion = stateless_api.suggest_for([turn], ruleset)

    # 11, 13, 22 and 32 agree with 12 in one place.
    assert suggestion.candidates_remaining == 4


def test_a_blank_is_one_more_color_in_secret_and_guess(api: Api) -> None:
    game_id = hidden(api, "1..2", custom(4, 6, blanks=True))

    assert marks(api.guess(game_id, "....").feedback) == (2, 0)
    assert marks(api.guess(game_id, ".12.").feedback) == (0, 4)
    assert api.guess(game_id, "1..2").state == pb.STATE_SOLVED


def test_without_repeats_a_code_has_at_most_one_blank(api: Api) -> None:
    ruleset = custom(4, 4, repeats=False, blanks=True)
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        hidden(api, "1..2", ruleset)
    assert told.fields == ["secret.pegs[2]"]

    assert marks(api.guess(hidden(api, "1.32", ruleset), "1.23").feedback) == (2, 2)


def test_a_guess_may_repeat_where_only_the_secret_may_not(api: Api) -> None:
    ruleset = custom(4, 6, repeats=False, guess_repeats=True)
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        hidden(api, "1123", ruleset)
    assert told.fields == ["secret.pegs[1]"]

    assert marks(api.guess(hidden(api, "1234", ruleset), "1122").feedback) == (1, 1)


def test_a_guess_may_not_repeat_where_neither_may(api: Api) -> None:
    game_id = hidden(api, "1234", custom(4, 6, repeats=False))

    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        api.guess(game_id, "1122")

    assert told.fields == ["guess.pegs[1]", "guess.pegs[3]"]
    assert not api.get_game(game_id).turns


def test_the_names_of_symbols_are_kept(api: Api) -> None:
    names = ["rouge", "grün", "青"]

    game_id = api.new_id_of_game(ruleset=custom(2, 3, symbols=names))

    assert list(api.get_game(game_id).ruleset.symbols) == names


@pytest.mark.parametrize("blanks", [False, True])
def test_fifteen_pegs_of_sixty_three_colors_are_played(api: Api, blanks: bool) -> None:
    ruleset = custom(15, 63, blanks=blanks, max_guesses=2)
    secret = list(range(49, 64))
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED, ruleset=ruleset)
    set_secret(api, game_id, secret)

    turned = secret[1:] + secret[:1]
    assert marks(play(api, game_id, turned).feedback) == (0, 15)
    assert play(api, game_id, secret).state == pb.STATE_SOLVED


def test_a_secret_of_fifteen_pegs_is_drawn(stateless_api: Api) -> None:
    game_id = stateless_api.new_id_of_game(ruleset=custom(15, 63, max_guesses=1))

    assert play(stateless_api, game_id, [1] * 15).state == pb.STATE_UNSOLVED
    secret = stateless_api.get_game(game_id).secret.pegs
    assert len(secret) == 15
    assert all(1 <= peg <= 63 for peg in secret)


@pytest.mark.parametrize("strategy", [pb.STRATEGY_AUTO, pb.STRATEGY_FIRST_CONSISTENT])
def test_what_cannot_be_listed_is_sampled(stateless_api: Api, strategy: int) -> None:
    suggestion = stateless_api.suggest_for(ruleset=custom(15, 63), strategy=strategy)

    # 63¹⁵ is more than the field holds.
    assert suggestion.candidates_remaining == 2**64 - 1
    assert suggestion.candidates_log2 == pytest.approx(89.66, abs=0.01)
    assert suggestion.is_candidate


def test_grand_feedback_is_refused_clearly(stateless_api: Api) -> None:
    ruleset = custom(4, 25, feedback_kind=pb.FEEDBACK_KIND_GRAND)

    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
        stateless_api.new_game(ruleset=ruleset)
    assert "GRAND" in told.message

    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
        stateless_api.score("1234", "1234", ruleset)
    assert "GRAND" in told.message


def test_a_word_list_that_is_not_there_is_refused_clearly(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "UNKNOWN_WORD_LIST") as told:
        stateless_api.new_game(ruleset=custom(4, 26, word_list="english"))

    assert told.fields == ["ruleset.custom.word_list"]
