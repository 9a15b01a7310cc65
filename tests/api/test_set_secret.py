"""SetSecret: the codemaker's only move."""

import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_id
from tests.support.calls import resign, set_secret
from tests.support.refusals import refused


@pytest.fixture
def waiting(api: Api) -> str:
    """A game that waits for its secret."""
    return api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)


def test_a_game_waits_for_its_secret_and_then_goes_on(api: Api, waiting: str) -> None:
    assert api.get_game(waiting).state == pb.STATE_AWAITING_SECRET

    game = set_secret(api, waiting, "1234")

    assert game.state == pb.STATE_IN_PROGRESS
    assert game.secret_source == pb.SECRET_SOURCE_SUPPLIED
    assert api.guess(waiting, "1234").state == pb.STATE_SOLVED


def test_the_commitment_is_told_once_the_secret_is_set_and_stays(api: Api, waiting: str) -> None:
    assert api.get_game(waiting).commitment == b""

    committed = set_secret(api, waiting, "1234").commitment

    assert len(committed) == 32
    assert resign(api, waiting).commitment == committed


def test_the_same_secret_never_has_the_same_commitment(api: Api) -> None:
    ids = [api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED) for _ in range(2)]

    first, second = (set_secret(api, game_id, "1234").commitment for game_id in ids)

    assert first != second


def test_the_codemaker_is_shown_the_secret_and_nobody_else(api: Api) -> None:
    made = api.new_game(codemaker=pb.CODEMAKER_SUPPLIED)
    game_id = made.game.game_id
    codemaker = api.with_token(made.codemaker_token)

    assert list(set_secret(codemaker, game_id, "1234").secret.pegs) == [1, 2, 3, 4]
    assert list(codemaker.get_game(game_id).secret.pegs) == [1, 2, 3, 4]
    for other in (api, *map(api.with_token, (made.codebreaker_token, made.spectator_token))):
        assert not other.get_game(game_id).HasField("secret")


def test_an_owner_who_sets_a_secret_is_not_shown_it(api: Api, waiting: str) -> None:
    assert not set_secret(api, waiting, "1234").HasField("secret")


@pytest.mark.parametrize("seat", ["codebreaker_token", "spectator_token"])
def test_nobody_but_the_codemaker_sets_the_secret(api: Api, seat: str) -> None:
    made = api.new_game(codemaker=pb.CODEMAKER_SUPPLIED)

    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        set_secret(api.with_token(getattr(made, seat)), made.game.game_id, "1234")

    assert api.get_game(made.game.game_id).state == pb.STATE_AWAITING_SECRET


@pytest.mark.parametrize(
    ("secret", "fields"),
    [
        ("123", ["secret.pegs"]),
        ("12345", ["secret.pegs"]),
        ("", ["secret.pegs"]),
        ("1789", ["secret.pegs[1]", "secret.pegs[2]", "secret.pegs[3]"]),
        ("1.23", ["secret.pegs[1]"]),
    ],
)
def test_an_illegal_secret_is_refused_naming_every_bad_peg(
    api: Api, waiting: str, secret: str, fields: list[str]
) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        set_secret(api, waiting, secret)

    assert told.fields == fields
    assert api.get_game(waiting).state == pb.STATE_AWAITING_SECRET


def test_a_repeat_is_no_legal_secret_where_only_guesses_may_repeat(api: Api) -> None:
    ruleset = custom(3, 5, repeats=False, guess_repeats=True)
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED, ruleset=ruleset)

    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        set_secret(api, game_id, "121")

    assert told.fields == ["secret.pegs[2]"]
    set_secret(api, game_id, "123")
    assert api.guess(game_id, "121").feedback.black == 2


def test_wrong_codemaker_comes_before_the_fault_of_the_secret(api: Api) -> None:
    game_id = api.new_id_of_game()

    with refused("FAILED_PRECONDITION", "WRONG_CODEMAKER"):
        set_secret(api, game_id, "9")


def test_a_retry_is_answered_as_the_first_time(api: Api, waiting: str) -> None:
    request_id = new_id()
    first = set_secret(api, waiting, "1234", request_id)

    assert set_secret(api, waiting, "1234", request_id) == first


def test_a_retry_shows_the_codemaker_the_game_as_it_was(api: Api) -> None:
    made = api.new_game(codemaker=pb.CODEMAKER_SUPPLIED)
    game_id = made.game.game_id
    codemaker = api.with_token(made.codemaker_token)
    request_id = new_id()
    first = set_secret(codemaker, game_id, "1234", request_id)
    api.suggest(game_id)
    api.guess(game_id, "1122")
    api.guess(game_id, "1234")

    assert set_secret(codemaker, game_id, "1234", request_id) == first


def test_a_request_id_of_another_secret_is_refused(api: Api, waiting: str) -> None:
    request_id = new_id()
    set_secret(api, waiting, "1234", request_id)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        set_secret(api, waiting, "4321", request_id)

    assert list(resign(api, waiting).secret.pegs) == [1, 2, 3, 4]


def test_a_second_secret_is_refused(api: Api, waiting: str) -> None:
    set_secret(api, waiting, "1234")

    with refused("FAILED_PRECONDITION", "SECRET_ALREADY_SET"):
        set_secret(api, waiting, "1234")
