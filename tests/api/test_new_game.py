"""What may be wished of a new game, and how a retry finds it."""

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_game_request, new_id, preset
from tests.support.refusals import refused

UUID = "123e4567-e89b-42d3-a456-426614174000"


def test_a_retry_finds_the_game_with_the_same_tokens_and_first_answer(api: Api) -> None:
    wish = {"request_id": new_id(), "labels": {"team": "x"}}
    first = api.new_game("1234", **wish)

    assert api.new_game("1234", **wish) == first

    api.guess(first.game.game_id, "1122")
    api.suggest(first.game.game_id)
    api.guess(first.game.game_id, "1234")
    assert api.new_game("1234", **wish) == first


def test_a_retry_of_a_drawn_game_finds_the_same_commitment(api: Api) -> None:
    mine = new_id()
    first = api.new_game(request_id=mine)
    api.guess(first.game.game_id, "1122", client_seed=b"mine")

    assert api.new_game(request_id=mine) == first
    assert len(first.game.commitment) == 32


def test_a_request_id_with_another_wish_is_refused(api: Api) -> None:
    mine = new_id()
    api.new_game("1234", request_id=mine)

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        api.new_game("4321", request_id=mine)


def test_a_request_id_in_capitals_is_the_same(api: Api) -> None:
    mine = new_id()

    assert api.new_game(request_id=mine) == api.new_game(request_id=mine.upper())


@pytest.mark.parametrize(
    "request_id",
    [
        "",
        "1",
        "not-a-uuid",
        "123e4567e89b12d3a456426614174000",
        "{123e4567-e89b-12d3-a456-426614174000}",
        "0" * 36,
    ],
)
def test_a_request_id_that_is_no_uuid_is_refused(stateless_api: Api, request_id: str) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.new_game(request_id=request_id)

    assert told.fields == ["request_id"]


def test_different_request_ids_make_different_games(api: Api) -> None:
    games = [api.new_game().game for _ in range(20)]

    assert len({game.game_id for game in games}) == 20
    assert len({game.commitment for game in games}) == 20


def test_names_and_labels_come_back(api: Api) -> None:
    wish: dict[str, Any] = {
        "labels": {"team": "x", "k" * 63: "v" * 255},
        "codemaker_name": "Ann",
        "codebreaker_name": "B" * 64,
    }
    game = api.get_game(api.new_id_of_game(**wish))

    assert game.labels == {"team": "x", "k" * 63: "v" * 255}
    assert (game.codemaker_name, game.codebreaker_name) == ("Ann", "B" * 64)


@pytest.mark.parametrize(
    ("wish", "fields"),
    [
        ({"labels": {f"key-{number}": "" for number in range(17)}}, ["labels"]),
        ({"labels": {"k" * 64: "x"}}, ["labels"]),
        ({"labels": {"": "x"}}, ["labels"]),
        ({"labels": {"key": "v" * 256}}, ["labels[key]"]),
        ({"codemaker_name": "x" * 65}, ["codemaker_name"]),
        ({"codebreaker_name": "x" * 65}, ["codebreaker_name"]),
        ({"ttl": Duration(seconds=0)}, ["ttl"]),
        ({"ttl": Duration(seconds=-5)}, ["ttl"]),
        ({"ttl": Duration(seconds=30 * 24 * 3600, nanos=1)}, ["ttl"]),
        ({"retain": Duration(seconds=31 * 24 * 3600)}, ["retain"]),
        ({"ttl": Duration(seconds=2**62)}, ["ttl"]),
        ({"ttl": Duration(seconds=1, nanos=-1)}, ["ttl"]),
        ({"codemaker": 99}, ["codemaker"]),
        ({"secret_commitment": b"x" * 32}, ["secret_commitment"]),
        ({"codemaker": pb.CODEMAKER_SUPPLIED, "seed": 1}, ["seed"]),
    ],
)
def test_what_may_not_be_wished_is_named(
    stateless_api: Api, wish: dict[str, Any], fields: list[str]
) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.new_game(**wish)

    assert told.fields == fields


def test_only_a_supplied_game_brings_a_secret(stateless_api: Api) -> None:
    request = new_game_request()
    request.secret.pegs[:] = [1, 2, 3, 4]

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.stub.NewGame(request)

    assert told.fields == ["secret"]


@pytest.mark.parametrize("name", ["codebreaker", "strategy"])
def test_every_enum_refuses_numbers_that_mean_nothing(stateless_api: Api, name: str) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        stateless_api.stub.NewGame(new_game_request(None, **{name: 99}))

    assert told.fields == [name]


@pytest.mark.parametrize(
    ("codemaker", "ruleset"),
    [
        (pb.CODEMAKER_EQUILIBRIUM, preset("hasbro")),
        (pb.CODEMAKER_EQUILIBRIUM, preset("advanced")),
        (pb.CODEMAKER_EQUILIBRIUM, custom(4, 6, feedback_kind=pb.FEEDBACK_KIND_BLACK_ONLY)),
        (pb.CODEMAKER_ADVERSARIAL, custom(8, 12)),
    ],
)
def test_a_codemaker_that_cannot_play_the_ruleset_is_told(
    stateless_api: Api, codemaker: int, ruleset: pb.RulesetChoice
) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        stateless_api.new_game(codemaker=codemaker, ruleset=ruleset)


def test_the_life_wished_for_is_kept(api: Api) -> None:
    wish: dict[str, Any] = {"ttl": Duration(seconds=90), "retain": Duration(seconds=30 * 24 * 3600)}
    game = api.new_game("1234", **wish).game
    assert game.expire_time.ToSeconds() - game.update_time.ToSeconds() == 90

    api.guess(game.game_id, "1234")

    over = api.get_game(game.game_id)
    assert over.expire_time.ToSeconds() - over.update_time.ToSeconds() == 30 * 24 * 3600


def test_games_of_one_seed_have_one_secret(api: Api) -> None:
    def secret(seed: int) -> pb.Code:
        game = api.new_game(ruleset=preset("classic", max_guesses=1), seed=seed).game
        assert game.secret_source == pb.SECRET_SOURCE_SEEDED
        return api.guess(game.game_id, "1111").secret

    assert secret(5) == secret(5)
    assert len({tuple(secret(seed).pegs) for seed in (0, 1, 2, 2**64 - 1)}) > 1


def test_an_unset_ruleset_and_codemaker_are_the_defaults(stateless_api: Api) -> None:
    game = stateless_api.new_game().game

    assert game.ruleset.name == "classic"
    assert game.codemaker == pb.CODEMAKER_UNIFORM
    assert game.hints_allowed
    assert not game.HasField("secret")
    assert not game.HasField("reveal")


def test_a_codemaker_token_is_given_only_where_a_caller_is_codemaker(stateless_api: Api) -> None:
    assert not stateless_api.new_game().codemaker_token
    assert not stateless_api.new_game(codemaker=pb.CODEMAKER_ADVERSARIAL).codemaker_token
    assert stateless_api.new_game("1234").codemaker_token
    assert stateless_api.new_game(codemaker=pb.CODEMAKER_REMOTE).codemaker_token
