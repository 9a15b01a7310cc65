"""Reported cases: searches that fill the memory, or go on after their caller has gone."""

import contextlib
import time

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.api.cases import choice_of
from tests.support.api import Api
from tests.support.server import ServerProcess
from tests.support.usage import cpu_seconds, resident_bytes
from tests.support.waiting import wait_until
from tests.unit.cases import Case, selected

MIB = 2**20
ANSWERS = (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED)


@pytest.mark.parametrize("case", selected("O068"))
def test_a_million_codes_fill_no_memory_and_hold_up_nobody(
    memory_server: ServerProcess, stateless_api: Api, case: Case
) -> None:
    seconds = case["steps"][0]["deadline_ms"] / 1000
    request = service_pb.SuggestGuessRequest(position=pb.Position(ruleset=choice_of(case)))
    before = resident_bytes(memory_server)
    waits = []

    call = stateless_api.stub.SuggestGuess.future(request, timeout=seconds)
    while not call.done():
        started = time.monotonic()
        stateless_api.score("1122", "1221")
        waits.append(time.monotonic() - started)
        time.sleep(0.02)

    if call.code() == grpc.StatusCode.OK:
        assert call.result().suggestion.candidates_remaining == case["expected"]["codes"]
    else:
        assert call.code() in ANSWERS
    assert sorted(waits)[len(waits) // 2] < 0.25
    assert resident_bytes(memory_server) - before < 300 * MIB


@pytest.mark.parametrize("case", selected("O069"))
def test_a_search_ends_when_its_caller_has_gone(
    memory_server: ServerProcess, stateless_api: Api, case: Case
) -> None:
    # What another test has left to do is none of this one's.
    wait_until(lambda: used_in_a_moment(memory_server) < 0.1)
    request = service_pb.SuggestGuessRequest(
        position=pb.Position(ruleset=choice_of(case)), strategy=pb.STRATEGY_MINIMAX
    )
    calls = [stateless_api.stub.SuggestGuess.future(request) for _ in range(20)]
    time.sleep(0.05)
    for call in calls:
        call.cancel()
        with contextlib.suppress(grpc.FutureCancelledError, grpc.RpcError):
            call.result()
    time.sleep(case["expected"]["cpu_idle_within_s"])

    # Beside busy neighbors threads that step back may need a moment more to notice.
    wait_until(lambda: used_in_a_moment(memory_server) < 0.1, seconds=2)
    started = time.monotonic()
    assert stateless_api.score("11111", "22222", choice_of(case)) == (0, 0)
    assert time.monotonic() - started < 1


def used_in_a_moment(server: ServerProcess) -> float:
    """Processor time, in seconds, that a server takes within 0.3 s."""
    before = cpu_seconds(server)
    time.sleep(0.3)
    return cpu_seconds(server) - before
