"""The same request over gRPC and over HTTP: the same answer, or the same error."""

import json
import random
import uuid
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import quote

import grpc
import httpx
import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import solver_service_pb2_grpc as solver_rpc
from mastermind_service.errors import StatusCode
from mastermind_service.http_api.answers import HTTP_STATUS, HTTP_STATUS_OF_REASON
from mastermind_service.http_api.rules import Rule, rules_of
from mastermind_service.server import DESCRIPTORS
from tests.support.api import TIMEOUT
from tests.support.server import ServerProcess

RULES = [rule for rule in rules_of(DESCRIPTORS) if not rule.rpc.server_streaming]
_STUBS: dict[str, Any] = {
    "MastermindService": rpc.MastermindServiceStub,
    "SolverService": solver_rpc.SolverServiceStub,
}
CALLS = 50
"""Calls of each rule by each transport."""
WITH_TIMES = {"createTime", "updateTime", "expireTime", "time"}


def sent(http: httpx.Client, rule: Rule, message: Message, token: str) -> httpx.Response:
    """A message by HTTP, as the rule has it."""
    tree = json_format.MessageToDict(message)
    path = rule.template
    for name in rule.variables:
        json_name = rule.rpc.input_type.fields_by_name[name].json_name
        path = path.replace(f"{{{name}}}", quote(tree.pop(json_name), safe=""))
    headers = {"mastermind-token": token} if token else {}
    if rule.body:
        return http.request(rule.verb, path, json=tree, headers=headers)
    return http.request(rule.verb, path, params=dict(flat(tree)), headers=headers)


def flat(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Query parameters, dotted where nested."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def called(channel: grpc.Channel, rule: Rule, message: Message, token: str) -> Any:
    """A message by gRPC: what a JSON caller would be told."""
    stub = _STUBS[rule.rpc.containing_service.name](channel)
    call = getattr(stub, rule.rpc.name)
    metadata = (("mastermind-token", token),) if token else ()
    try:
        answer = call(message, timeout=TIMEOUT, metadata=metadata)
    except grpc.RpcError as error:
        status = rpc_status.from_call(cast("grpc.Call", error))
        return json_format.MessageToDict(status, always_print_fields_with_no_presence=True)
    return json_format.MessageToDict(answer, always_print_fields_with_no_presence=True)


def http_status(answer: Any) -> int:
    if "code" not in answer:
        return 200
    reason = answer["details"][0]["reason"]
    return HTTP_STATUS_OF_REASON.get(reason, HTTP_STATUS[StatusCode(answer["code"])])


class Wishes:
    """Random requests, half of them sensible."""

    def __init__(self, chance: random.Random, games: list[pb.NewGameResponse]) -> None:
        self._chance = chance
        self._games = games

    def request(self, rule: Rule) -> tuple[Message, str]:
        """A request of an RPC, and the token that goes with it."""
        kind = GetMessageClass(rule.rpc.input_type)
        tree: dict[str, Any] = {}
        token = ""
        for field in rule.rpc.input_type.fields:
            make = getattr(self, f"_{field.name}", None)
            in_path = field.name in rule.variables
            if make is not None and (in_path or self._chance.random() < 0.8):
                tree[field.name] = make()
        if "game_id" in tree:
            # Position and game_id are a oneof: the path has the one, most bodies the other.
            if rule.variables:
                tree.pop("position", None)
            elif "position" in tree:
                del tree[self._chance.choice(["game_id", "position"])]
            token = self._chance.choice(["", "nonsense", self._games[0].spectator_token])
        return json_format.ParseDict(tree, kind()), token

    def _code(self) -> dict[str, Any]:
        length = self._chance.choice([4, 4, 4, 4, 4, 5, 0])
        return {"pegs": [self._chance.randint(0, 7) or 1 for _ in range(length)]}

    _secret = _code
    _guess = _code

    def _ruleset(self) -> dict[str, Any]:
        return self._chance.choice(
            [
                {},
                {"preset": "classic"},
                {"preset": "none such"},
                {"preset": "bulls-and-cows", "max_guesses": 3},
                {"custom": {"pegs": 4, "colors": 6, "repeats": True}},
                {"custom": {"pegs": 40, "colors": 6, "symbols": ["a"]}},
            ]
        )

    def _position(self) -> dict[str, Any]:
        turns = [
            {
                "guess": self._code(),
                "feedback": {
                    "black": self._chance.randint(0, 4),
                    "white": self._chance.randint(0, 3),
                },
            }
            for _ in range(self._chance.randint(0, 2))
        ]
        return {"ruleset": self._ruleset(), "turns": turns}

    def _game_id(self) -> str:
        there = self._chance.choice(self._games).game.game_id
        return self._chance.choice([there, there, there, "no such game", "a/b:guess?x=%20#é"])

    def _secrets(self) -> str:
        return self._chance.choice(["", "AQIDBA==", "AQIDBAECAwQ=", "AQI="])

    _guesses = _secrets

    def _mode(self) -> int:
        return self._chance.randint(0, 3)

    _encoding = _mode

    def _strategy(self) -> int:
        return self._chance.randint(0, 12)

    def _alternatives(self) -> int:
        return self._chance.choice([0, 2, 101])

    def _seed(self) -> int:
        return self._chance.choice([0, 7, 2**64 - 1])

    def _filter(self) -> str:
        return self._chance.choice(
            ["", "state=IN_PROGRESS", 'labels.a="x" AND', "codemaker!=UNIFORM"]
        )

    def _page_size(self) -> int:
        return self._chance.choice([0, 1, 1000, 1001, -1])

    def _page_token(self) -> str:
        return self._chance.choice(["", "", "nonsense"])

    def _codemaker(self) -> int:
        return self._chance.randint(0, 6)

    def _ttl(self) -> str:
        return self._chance.choice(["60s", "0.5s", "-1s", "99999999s"])

    def _labels(self) -> dict[str, str]:
        return {"team": self._chance.choice(["blue", "é" * 300])}

    def _request_id(self) -> str:
        return str(uuid.UUID(int=self._chance.getrandbits(128), version=4))

    def _expected_turn(self) -> int:
        return self._chance.choice([1, 2])

    def _client_seed(self) -> str:
        return self._chance.choice(["", "AAEC", "A" * 100])


def without_times(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {
            name: without_times(value) for name, value in answer.items() if name not in WITH_TIMES
        }
    if isinstance(answer, list):
        return [without_times(value) for value in answer]
    return answer


@pytest.fixture(scope="module")
def channel(memory_server: ServerProcess) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(memory_server.grpc) as connected:
        yield connected


@pytest.fixture(scope="module")
def games(channel: grpc.Channel) -> list[pb.NewGameResponse]:
    stub = rpc.MastermindServiceStub(channel)
    return [
        stub.NewGame(pb.NewGameRequest(seed=number, request_id=str(uuid.uuid4())))
        for number in range(40)
    ]


# A write is sent first by one and then by the other with the same request id: the second
# one is a replay, whose answer is the first's.
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.rpc.name}{rule.number}")
def test_both_answer_alike(
    rule: Rule, http: httpx.Client, channel: grpc.Channel, games: list[pb.NewGameResponse]
) -> None:
    compare(rule, http, channel, games, CALLS)


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.rpc.name}{rule.number}")
def test_both_answer_alike_many_times(
    rule: Rule, http: httpx.Client, channel: grpc.Channel, games: list[pb.NewGameResponse]
) -> None:
    compare(rule, http, channel, games, 500)


def compare(
    rule: Rule,
    http: httpx.Client,
    channel: grpc.Channel,
    games: list[pb.NewGameResponse],
    calls: int,
) -> None:
    """Sends so many requests both ways."""
    wishes = Wishes(random.Random(rule.template), games)
    writes = "request_id" in rule.rpc.input_type.fields_by_name
    outcomes = set()
    for _ in range(calls):
        message, token = wishes.request(rule)
        if writes and not message.request_id:  # type: ignore[attr-defined]
            message.request_id = wishes._request_id()  # type: ignore[attr-defined]
        over_http = sent(http, rule, message, token)
        over_grpc = called(channel, rule, message, token)
        assert without_times(json.loads(over_http.content)) == without_times(over_grpc)
        assert over_http.status_code == http_status(over_grpc)
        outcomes.add(over_http.status_code)
    assert len(outcomes) > 1 or rule.rpc.name in {"ListRulesets", "GetServerInfo"}
