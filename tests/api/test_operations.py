"""Health, reflection, probes and metrics."""

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from prometheus_client.parser import text_string_to_metric_families

from tests.support import health, probes
from tests.support.api import Api, new_id
from tests.support.refusals import refusal_of, refused
from tests.support.server import ServerProcess

SERVICE = "mastermind.v1.MastermindService"
SOLVER = "mastermind.v1.SolverService"


@pytest.fixture
def channel(any_server: ServerProcess) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(any_server.grpc) as channel:
        yield channel


@pytest.mark.parametrize("service", ["", SERVICE, SOLVER, "mastermind.store"])
def test_health_tells_that_each_part_serves(channel: grpc.Channel, service: str) -> None:
    assert health.check(channel, service) == health.SERVING

    with health.watching(channel, service) as statuses:
        assert next(statuses) == health.SERVING


def test_health_of_an_unknown_service_is_not_found(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        health.check(channel, "nobody")

    assert refusal_of(raised.value).code == grpc.StatusCode.NOT_FOUND


def test_reflection_tells_the_services_and_their_methods(channel: grpc.Channel) -> None:
    database = ProtoReflectionDescriptorDatabase(channel)
    assert {SERVICE, SOLVER, "grpc.health.v1.Health"} <= set(database.get_services())

    service = DescriptorPool(database).FindServiceByName(SERVICE)

    methods = {"Score", "NewGame", "GetGame", "Guess", "SuggestGuess", "ListRulesets"}
    assert methods <= {method.name for method in service.methods}


def test_the_probes_answer(any_server: ServerProcess) -> None:
    assert probes.get(any_server, "/livez").status_code == 200
    assert probes.get(any_server, "/readyz").status_code == 200
    assert probes.get(any_server, "/nothing").status_code == 404


def test_metrics_are_in_prometheus_text_format(any_server: ServerProcess) -> None:
    answer = probes.get(any_server, "/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name for family in text_string_to_metric_families(answer.text)}
    assert {"mastermind_store_up", "mastermind_ready", "grpc_server_handled"} <= families
    assert probes.metric(any_server, "mastermind_store_up") == 1
    assert probes.metric(any_server, "mastermind_ready") == 1


def test_calls_are_counted_by_method_and_status(any_server: ServerProcess, api: Api) -> None:
    def handled(code: str) -> float:
        labels = {"grpc_service": SERVICE, "grpc_method": "Guess", "grpc_code": code}
        return probes.metric(any_server, "grpc_server_handled_total", **labels)

    before = {code: handled(code) for code in ("OK", "NOT_FOUND")}
    api.guess(api.new_id_of_game(), "1122")
    for _ in range(2):
        with refused("NOT_FOUND", "GAME_NOT_FOUND"):
            api.guess(new_id(), "1122")

    assert handled("OK") == before["OK"] + 1
    assert handled("NOT_FOUND") == before["NOT_FOUND"] + 2


def test_the_time_that_calls_take_is_measured(any_server: ServerProcess, api: Api) -> None:
    def counted() -> float:
        name = "grpc_server_handling_seconds_count"
        return probes.metric(any_server, name, grpc_method="Score")

    before = counted()
    api.score("1234", "1243")

    assert counted() == before + 1


def raw_call(channel: grpc.Channel, method: str, message: bytes) -> None:
    call: Any = channel.unary_unary(f"/{SERVICE}/{method}")
    call(message, timeout=10)


def test_an_unknown_method_is_unimplemented(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        raw_call(channel, "Cheat", b"")

    assert refusal_of(raised.value).code == grpc.StatusCode.UNIMPLEMENTED


def test_a_message_that_cannot_be_read_harms_no_other_call(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError):
        raw_call(channel, "Score", b"\xff\xff\xff\xff")

    assert Api(channel).score("1234", "1234") == (4, 0)
