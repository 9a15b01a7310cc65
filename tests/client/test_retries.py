import time
import uuid

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import types_pb2
from mastermind_client import Aborted, MastermindError, RetryPolicy, Unavailable
from mastermind_client.errors import make_error
from mastermind_client.retries import Attempts
from tests.client.scripted import Driver, Failure, Script, failure, scripted_server

AWAY = grpc.StatusCode.UNAVAILABLE
QUICK = RetryPolicy(initial=0.001, maximum=0.01)


def test_a_write_is_repeated_with_the_same_request_id(driver: Driver, script: Script) -> None:
    script.will(
        failure(AWAY, "STORE_UNAVAILABLE"),
        failure(grpc.StatusCode.ABORTED, "CONCURRENT_UPDATE"),
        failure(AWAY),
        pb.GuessResponse(turn=1, state=types_pb2.STATE_IN_PROGRESS),
    )
    client = driver.open(script.address, retry=QUICK)
    assert client.guess("g", "1122").turn == 1
    ids = {asked.request.request_id for asked in script.asked}
    assert len(script.asked) == 4
    assert len(ids) == 1
    assert uuid.UUID(ids.pop()).version == 4


def test_every_write_has_a_request_id_of_its_own(driver: Driver, script: Script) -> None:
    script.will(pb.GuessResponse(), pb.GuessResponse(), pb.NewGameResponse(), pb.GuessResponse())
    client = driver.open(script.address)
    client.guess("g", "1122")
    client.guess("g", "1122")
    client.new_game()
    client.guess("g", "1122", request_id="mine")
    ids = [asked.request.request_id for asked in script.asked]
    assert len(set(ids)) == 4
    assert ids[3] == "mine"


@pytest.mark.parametrize(
    "final",
    [
        failure(grpc.StatusCode.ABORTED, "WRONG_TURN"),
        failure(grpc.StatusCode.ABORTED),
        failure(grpc.StatusCode.RESOURCE_EXHAUSTED, "SOLVER_BUSY", 0.01),
        failure(grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER"),
        failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_CODE"),
        failure(grpc.StatusCode.INTERNAL),
        failure(grpc.StatusCode.UNKNOWN),
        failure(grpc.StatusCode.DEADLINE_EXCEEDED),
        failure(grpc.StatusCode.CANCELLED),
    ],
    ids=lambda each: each.code.name,
)
def test_nothing_else_is_repeated(driver: Driver, script: Script, final: Failure) -> None:
    script.will(final, pb.GuessResponse())
    with pytest.raises(MastermindError):
        driver.open(script.address, retry=QUICK).guess("g", "1122")
    assert len(script.asked) == 1


def test_the_service_is_given_the_time_it_asks_for(driver: Driver, script: Script) -> None:
    script.will(failure(AWAY, "STORE_UNAVAILABLE", retry_after=0.3), pb.GetGameResponse())
    started = time.monotonic()
    driver.open(script.address, retry=QUICK).get_game("g")
    assert time.monotonic() - started >= 0.3


def test_retries_end_with_the_deadline(driver: Driver, script: Script) -> None:
    script.will(*[failure(AWAY, retry_after=0.2)] * 50)
    client = driver.open(script.address, timeout=0.5, retry=RetryPolicy(max_attempts=50))
    started = time.monotonic()
    with pytest.raises(Unavailable):
        client.get_game("g")
    assert time.monotonic() - started < 2
    assert 2 <= len(script.asked) <= 3
    # Each attempt may take what is left, no more.
    left = [asked.seconds_left for asked in script.asked]
    assert left == sorted(left, reverse=True)
    assert left[0] < 0.6


def test_a_pause_beyond_the_deadline_is_not_begun(driver: Driver, script: Script) -> None:
    script.will(failure(AWAY, "STORE_UNAVAILABLE", retry_after=60), pb.GetGameResponse())
    started = time.monotonic()
    with pytest.raises(Unavailable) as caught:
        driver.open(script.address, timeout=5).get_game("g")
    assert caught.value.retry_after == 60
    assert time.monotonic() - started < 1


def test_attempts_are_counted(driver: Driver, script: Script) -> None:
    script.will(*[failure(AWAY)] * 5)
    policy = RetryPolicy(max_attempts=3, initial=0.001)
    with pytest.raises(Unavailable):
        driver.open(script.address, retry=policy).get_game("g")
    assert len(script.asked) == 3


def test_the_timeout_of_a_call_goes_before_that_of_the_client(
    driver: Driver, script: Script
) -> None:
    script.will(pb.GetGameResponse(), pb.GetGameResponse())
    client = driver.open(script.address, timeout=7)
    client.get_game("g")
    assert 6 < script.last.seconds_left < 7.1
    client.get_game("g", timeout=3)
    assert 2 < script.last.seconds_left < 3.1


def test_a_server_that_comes_back_is_found(driver: Driver) -> None:
    with scripted_server() as before:
        address = before.address
    client = driver.open(address, timeout=10)
    with pytest.raises(Unavailable):
        client.get_game("g", timeout=0.3)
    with scripted_server(address) as after:
        after.will(pb.GetGameResponse())
        client.get_game("g")
        assert len(after.asked) == 1


def error(
    code: grpc.StatusCode = AWAY, reason: str = "", retry_after: float | None = None
) -> MastermindError:
    told = make_error(code, "no", ())
    told.reason = reason
    told.retry_after = retry_after
    return told


def pauses(policy: RetryPolicy, chance: float, timeout: float = 1000) -> list[float | None]:
    attempts = Attempts(policy, timeout, clock=lambda: 0.0, chance=lambda: chance)
    return [attempts.pause(error()) for _ in range(6)]


def test_pauses_grow_up_to_a_limit_with_jitter_between_half_and_all() -> None:
    policy = RetryPolicy(max_attempts=6, initial=1, multiplier=2, maximum=5)
    assert pauses(policy, 1.0) == [1, 2, 4, 5, 5, None]
    assert pauses(policy, 0.0) == [0.5, 1, 2, 2.5, 2.5, None]


def test_the_pause_asked_for_is_the_least() -> None:
    attempts = Attempts(RetryPolicy(initial=1), 100, clock=lambda: 0.0, chance=lambda: 1.0)
    assert attempts.pause(error(retry_after=0.5)) == 1
    assert attempts.pause(error(retry_after=9)) == 9


def test_aborted_is_repeated_for_concurrent_updates_alone() -> None:
    policy = RetryPolicy()
    assert isinstance(error(grpc.StatusCode.ABORTED), Aborted)
    assert Attempts(policy, 9).pause(error(grpc.StatusCode.ABORTED, "WRONG_TURN")) is None
    assert Attempts(policy, 9).pause(error(grpc.StatusCode.ABORTED, "CONCURRENT_UPDATE"))


def test_the_time_that_remains_never_falls_below_zero() -> None:
    now = [0.0]
    attempts = Attempts(RetryPolicy(), 2, clock=lambda: now[0])
    assert attempts.remaining() == 2
    now[0] = 5
    assert attempts.remaining() == 0
    assert attempts.pause(error()) is None


@pytest.mark.parametrize(
    "wrong", [{"max_attempts": 0}, {"initial": -1}, {"multiplier": 0.5}, {"maximum": -1}]
)
def test_a_senseless_policy_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"max_attempts|pauses"):
        RetryPolicy(**wrong)  # type: ignore[arg-type]
