"""The client's verify on games played over the wire: honest ones pass, changed ones do not."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from mastermind.v1 import types_pb2 as pb
from mastermind_client import Feedback, Game, Reveal, Verification, verify
from mastermind_client.mapping import game as value_of
from tests.support.api import Api, custom, preset
from tests.support.calls import play, resign, set_secret

MINE = b"the client's own seed"


@dataclass(frozen=True)
class Played:
    """A game that is over, and what its player kept."""

    game: Game
    commitment: bytes
    client_seed: bytes | None = None
    seed: int | None = None

    def check(self, game: Game | None = None) -> Verification:
        return verify(
            game or self.game,
            commitment=self.commitment,
            client_seed=self.client_seed,
            seed=self.seed,
        )


def drawn(api: Api) -> Played:
    ruleset = custom(5, 9, blanks=True, max_guesses=3)
    made = api.new_game(ruleset=ruleset).game
    for number in range(3):
        play(api, made.game_id, [0, 1, 2, 3, number], client_seed=b"" if number else MINE)
    return Played(value_of(api.get_game(made.game_id)), made.commitment, MINE)


def drawn_and_given_up(api: Api) -> Played:
    made = api.new_game(ruleset=preset("bulls-and-cows")).game
    return Played(value_of(resign(api, made.game_id)), made.commitment)


def seeded(api: Api) -> Played:
    made = api.new_game(ruleset=preset("hasbro"), seed=99).game
    api.guess(made.game_id, "1123")
    return Played(value_of(resign(api, made.game_id)), made.commitment, seed=99)


def supplied(api: Api) -> Played:
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)
    commitment = set_secret(api, game_id, "3632").commitment
    for guess in ("1122", "1344", "3632"):
        api.guess(game_id, guess)
    return Played(value_of(api.get_game(game_id)), commitment)


KINDS = (drawn, drawn_and_given_up, seeded, supplied)
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_an_honest_game_passes(api: Api, kind: Callable[[Api], Played]) -> None:
    played = kind(api)

    assert played.check().problems == ()


@each_kind
def test_a_changed_secret_is_found(stateless_api: Api, kind: Callable[[Api], Played]) -> None:
    played = kind(stateless_api)
    assert played.game.secret is not None
    other = played.game.secret[1:] + played.game.secret[:1]
    if other == played.game.secret:
        other = tuple(peg % played.game.ruleset.colors + 1 for peg in other)

    assert not played.check(replace(played.game, secret=other))


@each_kind
def test_a_changed_seed_or_nonce_is_found(
    stateless_api: Api, kind: Callable[[Api], Played]
) -> None:
    played = kind(stateless_api)
    told = played.game.reveal
    assert told is not None
    changed = (
        Reveal(nonce=bytes(len(told.nonce))) if told.nonce else replace(told, server_seed=bytes(32))
    )

    assert not played.check(replace(played.game, reveal=changed))


def test_a_changed_client_seed_is_found(stateless_api: Api) -> None:
    played = drawn(stateless_api)
    assert played.game.reveal is not None
    changed = replace(played.game.reveal, client_seed=b"another")

    assert not played.check(replace(played.game, reveal=changed))


@pytest.mark.parametrize("kind", [drawn, drawn_and_given_up, seeded])
def test_a_changed_ruleset_of_a_drawn_game_is_found(
    stateless_api: Api, kind: Callable[[Api], Played]
) -> None:
    played = kind(stateless_api)
    ruleset = played.game.ruleset
    for changed in (
        replace(ruleset, colors=ruleset.colors + 1),
        replace(ruleset, max_guesses=ruleset.max_guesses + 1),
        replace(ruleset, blanks=not ruleset.blanks),
        replace(ruleset, name="other"),
    ):
        assert not played.check(replace(played.game, ruleset=changed))


@pytest.mark.parametrize("kind", [drawn, seeded, supplied])
def test_a_changed_feedback_is_found(stateless_api: Api, kind: Callable[[Api], Played]) -> None:
    played = kind(stateless_api)
    for at, turn in enumerate(played.game.turns):
        told = turn.feedback
        lie = replace(turn, feedback=Feedback(told.black, (told.white + 1) % 3))
        turns = (*played.game.turns[:at], lie, *played.game.turns[at + 1 :])

        assert [each.field for each in played.check(replace(played.game, turns=turns)).problems]


@each_kind
def test_a_changed_commitment_is_found(stateless_api: Api, kind: Callable[[Api], Played]) -> None:
    played = kind(stateless_api)

    assert not played.check(replace(played.game, commitment=bytes(32)))
    assert not replace(played, commitment=bytes(32)).check()
