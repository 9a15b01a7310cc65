"""A watch that breaks goes on behind the last event that came."""

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import types_pb2
from mastermind_client import EventKind, NotFound, RetryPolicy, Unavailable
from tests.client.scripted import Driver, Script, failure

AWAY = failure(grpc.StatusCode.UNAVAILABLE)
QUICK = RetryPolicy(max_attempts=3, initial=0.001, maximum=0.002)


def event(seq: int, kind: EventKind = EventKind.TURN) -> pb.WatchGameResponse:
    message = types_pb2.GameEvent(seq=seq, kind=types_pb2.GameEvent.Kind.ValueType(kind))
    return pb.WatchGameResponse(event=message)


def test_each_event_comes_once_and_in_order_however_often_it_breaks(
    driver: Driver, script: Script
) -> None:
    script.will(event(1, EventKind.SNAPSHOT), event(2), AWAY, AWAY, event(3), AWAY, event(4))
    told = list(driver.open(script.address, retry=QUICK).watch_game("g", token="t"))
    assert [each.seq for each in told] == [1, 2, 3, 4]
    assert told[0].kind is EventKind.SNAPSHOT
    assert [asked.request.after_seq for asked in script.asked] == [0, 2, 2, 3]
    assert {asked.request.game_id for asked in script.asked} == {"g"}
    assert {asked.metadata["mastermind-token"] for asked in script.asked} == {"t"}


def test_a_server_that_stays_away_ends_it(driver: Driver, script: Script) -> None:
    script.will(event(1), AWAY, AWAY, AWAY, AWAY)
    with pytest.raises(Unavailable):
        list(driver.open(script.address, retry=QUICK).watch_game("g"))
    assert len(script.asked) == 4 - 1


def test_a_game_that_goes_ends_it_at_once(driver: Driver, script: Script) -> None:
    script.will(event(1), failure(grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND"), event(2))
    with pytest.raises(NotFound):
        list(driver.open(script.address, retry=QUICK).watch_game("g", after_seq=0))
    assert len(script.asked) == 1
