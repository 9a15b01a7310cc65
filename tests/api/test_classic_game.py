"""A classic game from start to end."""

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, code, marks, text_of

GUESSES = {"1122": (1, 0), "1344": (0, 1), "3526": (1, 2), "1462": (1, 1), "3632": (4, 0)}
"""The recorded game of case O029."""


def test_a_game_is_made_played_and_won(api: Api) -> None:
    made = api.new_game("3632")
    game = made.game
    assert game.state == pb.STATE_IN_PROGRESS
    assert (game.ruleset.name, game.ruleset.pegs, game.ruleset.colors) == ("classic", 4, 6)
    assert (game.guesses_left, len(game.turns)) == (12, 0)
    assert made.codebreaker_token
    assert made.codemaker_token
    assert made.spectator_token

    for number, (guess, feedback) in enumerate(GUESSES.items(), start=1):
        answer = api.guess(game.game_id, guess, expected_turn=number)
        assert marks(answer.feedback) == feedback
        assert (answer.turn, answer.guesses_left) == (number, 12 - number)
        assert (answer.state == pb.STATE_SOLVED) == (guess == "3632")

    stands = api.get_game(game.game_id)
    assert stands.state == pb.STATE_SOLVED
    assert text_of(stands.secret) == "3632"
    assert {text_of(turn.guess): marks(turn.feedback) for turn in stands.turns} == GUESSES
    assert stands.guesses_left == 7


def test_a_drawn_game_can_be_solved_by_its_hints(api: Api) -> None:
    game = api.new_game().game
    assert game.secret_source == pb.SECRET_SOURCE_DRAWN
    while api.get_game(game.game_id).state == pb.STATE_IN_PROGRESS:
        api.guess(game.game_id, text_of(api.suggest(game.game_id).guess))

    stands = api.get_game(game.game_id)
    assert stands.state == pb.STATE_SOLVED
    assert stands.secret == stands.turns[-1].guess
    assert stands.hints_used == len(stands.turns) <= 6


def test_a_game_whose_guesses_are_used_up_shows_its_secret(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    for _ in range(11):
        assert api.guess(game_id, "5566").state == pb.STATE_IN_PROGRESS

    answer = api.guess(game_id, "5566")

    assert answer.state == pb.STATE_UNSOLVED
    assert answer.guesses_left == 0
    assert answer.secret == api.get_game(game_id).secret == code("1234")


def test_the_last_guess_may_win(api: Api) -> None:
    game_id = api.new_id_of_game("1234", ruleset=pb.RulesetChoice(max_guesses=2))
    api.guess(game_id, "1111")

    assert api.guess(game_id, "1234").state == pb.STATE_SOLVED


def test_a_repeated_guess_is_legal_and_costs_a_turn(api: Api) -> None:
    game_id = api.new_id_of_game("1234")

    assert marks(api.guess(game_id, "1122").feedback) == marks(api.guess(game_id, "1122").feedback)

    assert len(api.get_game(game_id).turns) == 2


def test_a_game_without_a_limit_has_minus_one_guesses_left(api: Api) -> None:
    game = api.new_game(ruleset=pb.RulesetChoice(preset="bulls-and-cows")).game

    assert game.guesses_left == -1
    assert api.guess(game.game_id, "1234").guesses_left == -1


def test_turns_and_games_carry_their_times(api: Api) -> None:
    made = api.new_game("1234").game
    api.guess(made.game_id, "1111")
    api.guess(made.game_id, "2222")

    stands = api.get_game(made.game_id)
    times = [turn.time.ToMilliseconds() for turn in stands.turns]
    assert made.create_time.ToMilliseconds() <= times[0] <= times[1]
    assert stands.update_time.ToMilliseconds() == times[1]
    assert stands.create_time == made.create_time
    day = 24 * 3600 * 1000
    assert stands.expire_time.ToMilliseconds() == times[1] + day
    assert made.expire_time.ToMilliseconds() == made.create_time.ToMilliseconds() + day


def test_a_finished_game_stays_for_seven_days(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1234")

    stands = api.get_game(game_id)
    seconds = stands.expire_time.ToSeconds() - stands.update_time.ToSeconds()
    assert seconds == 7 * 24 * 3600


def test_games_do_not_mix(api: Api) -> None:
    first, second = api.new_id_of_game("1234"), api.new_id_of_game("4321")
    api.guess(first, "1122")

    assert len(api.get_game(first).turns) == 1
    assert len(api.get_game(second).turns) == 0
    assert marks(api.guess(second, "4321").feedback) == (4, 0)
    assert api.get_game(first).state == pb.STATE_IN_PROGRESS
