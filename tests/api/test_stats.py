"""GetStats: what is counted, and what is absent where there is nothing to tell."""

import math

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_id, preset
from tests.support.calls import delete, resign, set_secret, stats

SOLUTION = "1234"


class Player:
    """Plays games that no other test counts."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.team = new_id()
        self.wanted = f'labels.team="{self.team}"'

    def new(self, max_guesses: int = 6) -> str:
        return self.api.new_id_of_game(
            SOLUTION,
            labels={"team": self.team},
            ruleset=preset("classic", max_guesses=max_guesses),
        )

    def win(self, turns: int) -> str:
        game_id = self.new()
        for _ in range(turns - 1):
            self.api.guess(game_id, "5566")
        assert self.api.guess(game_id, SOLUTION).state == pb.STATE_SOLVED
        return game_id

    def lose(self, turns: int) -> str:
        game_id = self.new(turns)
        for _ in range(turns):
            self.api.guess(game_id, "5566")
        assert self.api.get_game(game_id).state == pb.STATE_UNSOLVED
        return game_id


@pytest.fixture
def player(api: Api) -> Player:
    return Player(api)


def test_where_nothing_was_played_rates_are_absent_never_nan(player: Player) -> None:
    told = stats(player.api, player.wanted)

    assert (told.played, told.won, told.lost, told.resigned) == (0, 0, 0, 0)
    assert not told.HasField("win_rate")
    assert not told.HasField("average_guesses")
    assert not told.distribution
    assert not told.truncated


def test_won_lost_and_resigned_games_are_counted_apart(player: Player) -> None:
    player.win(4)
    player.win(4)
    player.win(1)
    player.lose(2)
    resign(player.api, player.new())

    told = stats(player.api, player.wanted)

    assert (told.played, told.won, told.lost, told.resigned) == (5, 3, 1, 1)
    assert told.win_rate == pytest.approx(3 / 5)
    assert told.average_guesses == pytest.approx(3)
    assert dict(told.distribution) == {1: 1, 4: 2}


def test_where_none_was_won_the_average_is_absent_and_the_rate_is_zero(player: Player) -> None:
    player.lose(1)

    told = stats(player.api, player.wanted)

    assert told.HasField("win_rate")
    assert told.win_rate == 0
    assert not told.HasField("average_guesses")
    assert not told.distribution


def test_games_under_way_are_not_counted(player: Player) -> None:
    player.api.guess(player.new(), "5566")
    waiting = player.api.new_id_of_game(
        labels={"team": player.team}, codemaker=pb.CODEMAKER_SUPPLIED
    )
    assert stats(player.api, player.wanted).played == 0

    set_secret(player.api, waiting, SOLUTION)
    assert stats(player.api, player.wanted).played == 0


def test_a_filter_counts_what_it_describes(player: Player) -> None:
    player.win(2)
    player.lose(1)
    small = player.api.new_id_of_game(
        "12", labels={"team": player.team}, ruleset=custom(2, 3, max_guesses=4)
    )
    player.api.guess(small, "12")

    def won(more: str) -> tuple[int, int]:
        told = stats(player.api, f"{player.wanted} AND {more}")
        assert math.isfinite(told.win_rate)
        return told.played, told.won

    assert won("ruleset=custom") == (1, 1)
    assert won("ruleset=classic") == (2, 1)
    assert won("state=UNSOLVED") == (1, 0)
    assert won("state!=UNSOLVED") == (2, 2)


def test_a_deleted_game_is_counted_no_more(player: Player) -> None:
    player.win(1)
    delete(player.api, player.win(2))

    assert dict(stats(player.api, player.wanted).distribution) == {1: 1}


def test_games_that_ask_for_tokens_are_not_counted_for_everybody(player: Player) -> None:
    made = player.api.new_game(SOLUTION, labels={"team": player.team}, require_tokens=True)
    player.api.with_token(made.codebreaker_token).guess(made.game.game_id, SOLUTION)

    assert stats(player.api, player.wanted).played == 0
