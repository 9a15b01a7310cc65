"""Without a key, and with a wrong one: nothing, and nothing changes."""

from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_client import Client, Unauthenticated
from tests.access.conftest import ADAS_KEY, BOBS_KEY, BOBS_NEXT_KEY, Caller
from tests.access.rpcs import ON_A_GAME, ON_NO_GAME
from tests.support import health, probes
from tests.support.api import TIMEOUT, Api
from tests.support.refusals import refused
from tests.support.server import ServerProcess

SERVICE = "mastermind.v1.MastermindService"

WRONG = {
    "another key": "0000-the-key-of-nobody",
    "a key cut short": ADAS_KEY[:-1],
    "a key with more behind it": ADAS_KEY + "a",
    "a key in capitals": ADAS_KEY.upper(),
    "a name": "ada",
    "a name with its key": f"ada={ADAS_KEY}",
    "two keys": f"{ADAS_KEY},{BOBS_KEY}",
    "two keys apart": f"{ADAS_KEY} {BOBS_KEY}",
    "a long key": ADAS_KEY * 100,
}
NO_KEY: dict[str, str] = {
    "nothing": "",
    "a scheme alone": "Bearer",
    "a scheme and a space": "Bearer ",
    "a key alone": ADAS_KEY,
    "another scheme": f"Basic {ADAS_KEY}",
    "a scheme that goes on": f"BearerX {ADAS_KEY}",
}


def test_every_method_is_one_of_those_called_here() -> None:
    methods = {
        method.name
        for file in (service_pb.DESCRIPTOR, solver_pb.DESCRIPTOR)
        for service in file.services_by_name.values()
        for method in service.methods
    }

    assert methods == {*ON_A_GAME, *ON_NO_GAME}


@pytest.mark.parametrize(
    ("key", "reason"), [("", "MISSING_CREDENTIALS"), (WRONG["another key"], "INVALID_CREDENTIALS")]
)
def test_no_method_answers_without_the_right_key(
    server: ServerProcess, ada: Api, caller: Caller, key: str, reason: str
) -> None:
    made = ada.new_game("1234")
    before = ada.with_token(made.codemaker_token).get_game(made.game.game_id)
    created = probes.total(server, "mastermind_games_created_total")
    stranger = caller(key)

    for token in ("", made.codebreaker_token, made.codemaker_token):
        for on_a_game in ON_A_GAME.values():
            with refused("UNAUTHENTICATED", reason):
                on_a_game(stranger.with_token(token), made.game.game_id)
    for on_no_game in ON_NO_GAME.values():
        with refused("UNAUTHENTICATED", reason):
            on_no_game(stranger)

    assert ada.with_token(made.codemaker_token).get_game(made.game.game_id) == before
    assert probes.total(server, "mastermind_games_created_total") == created


def score_with(api: Api, authorization: str) -> service_pb.ScoreResponse:
    legal = pb.Code(pegs=[1, 2, 3, 4])
    return api.stub.Score(
        service_pb.ScoreRequest(secret=legal, guess=legal),
        timeout=TIMEOUT,
        metadata=(("authorization", authorization),),
    )


@pytest.mark.parametrize("what", NO_KEY)
def test_what_brings_no_key_is_told_how_to(nobody: Api, what: str) -> None:
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS") as told:
        score_with(nobody, NO_KEY[what])

    assert "Bearer" in told.message


@pytest.mark.parametrize("what", WRONG)
def test_what_is_nearly_a_key_is_none(nobody: Api, what: str) -> None:
    with refused("UNAUTHENTICATED", "INVALID_CREDENTIALS") as told:
        score_with(nobody, f"Bearer {WRONG[what]}")

    assert told.metadata == {}
    assert WRONG[what] not in told.message


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_each_key_is_served(nobody: Api, scheme: str) -> None:
    for key in (ADAS_KEY, BOBS_KEY):
        assert score_with(nobody, f"{scheme} {key}").feedback.black == 4


def test_a_name_has_one_set_of_games_whichever_of_its_keys_comes(ada: Api, caller: Caller) -> None:
    game_id = caller(BOBS_KEY).new_id_of_game()

    assert caller(BOBS_NEXT_KEY).get_game(game_id).game_id == game_id
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        ada.get_game(game_id)


@pytest.mark.parametrize("body", [b"\xff" * 20, b"\xff" * (5 * 2**20)])
def test_who_one_is_comes_before_what_one_says(nobody: Api, body: bytes) -> None:
    call: Any = nobody.channel.unary_unary(f"/{SERVICE}/Score")

    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        call(body, timeout=TIMEOUT)


def test_an_unknown_key_is_told_before_a_wrong_token_and_a_known_one_after(
    ada: Api, caller: Caller
) -> None:
    game_id = ada.new_id_of_game("1234")

    with refused("UNAUTHENTICATED", "INVALID_CREDENTIALS"):
        caller(WRONG["another key"]).with_token("nonsense").get_game(game_id)
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        ada.with_token("nonsense").get_game(game_id)


@pytest.mark.parametrize("service", ["", SERVICE, "mastermind.store"])
def test_health_asks_for_no_key(nobody: Api, service: str) -> None:
    assert health.check(nobody.channel, service) == health.SERVING


def test_reflection_asks_for_no_key(nobody: Api) -> None:
    assert SERVICE in ProtoReflectionDescriptorDatabase(nobody.channel).get_services()


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
def test_probes_and_metrics_ask_for_no_key(server: ServerProcess, path: str) -> None:
    assert probes.get(server, path).status_code == 200


def test_the_client_brings_its_key_and_tells_a_wrong_one_by_its_type(
    server: ServerProcess,
) -> None:
    with Client(server.grpc, api_key=ADAS_KEY) as client:
        assert client.get_server_info().version
    for key, reason in {None: "MISSING_CREDENTIALS", "wrong": "INVALID_CREDENTIALS"}.items():
        with Client(server.grpc, api_key=key) as client:
            with pytest.raises(Unauthenticated) as raised:
                client.get_server_info()
            assert raised.value.reason == reason


@pytest.mark.parametrize("key", [ADAS_KEY, BOBS_KEY])
def test_a_channel_is_nobodys_each_call_is_its_callers(nobody: Api, key: str) -> None:
    """A call without a key is not let in by those before it on the same connection."""
    assert Api(nobody.channel, key=key).score("1234", "1243") == (2, 2)

    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        nobody.score("1234", "1243")
    with pytest.raises(grpc.RpcError):
        Api(nobody.channel, key=key + "x").score("1234", "1243")
