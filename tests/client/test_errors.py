import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2

import mastermind_client
from mastermind_client import FieldViolation, MastermindError, RetryPolicy
from mastermind_client.errors import BY_CODE, STATUS_KEY, make_error
from tests.client.scripted import Driver, Failure, Script, failure, scripted_server

NO_RETRIES = RetryPolicy(max_attempts=1)


@pytest.mark.parametrize("code", [code for code in grpc.StatusCode if code.value[0]])
def test_every_status_has_its_class(driver: Driver, script: Script, code: grpc.StatusCode) -> None:
    script.will(failure(code, "SOME_REASON"))
    client = driver.open(script.address, retry=NO_RETRIES)
    with pytest.raises(MastermindError) as caught:
        client.get_game("g")
    assert type(caught.value) is BY_CODE.get(code, MastermindError)
    assert caught.value.code == code
    assert caught.value.reason == "SOME_REASON"
    assert caught.value.message == "no"
    assert isinstance(caught.value.__cause__, grpc.RpcError)


def test_every_class_is_exported() -> None:
    for kind in BY_CODE.values():
        assert getattr(mastermind_client, kind.__name__) is kind


def test_all_details_are_told(driver: Driver, script: Script) -> None:
    quota = error_details_pb2.QuotaFailure(
        violations=[error_details_pb2.QuotaFailure.Violation(subject="codes", description="65536")]
    )
    script.will(
        Failure(
            grpc.StatusCode.INVALID_ARGUMENT,
            "two pegs are wrong",
            (
                error_details_pb2.ErrorInfo(
                    reason="INVALID_CODE", domain="mastermind.v1", metadata={"turn": "3"}
                ),
                error_details_pb2.BadRequest(
                    field_violations=[
                        error_details_pb2.BadRequest.FieldViolation(
                            field="guess.pegs[0]", description="is 9", reason="INVALID_CODE"
                        ),
                        error_details_pb2.BadRequest.FieldViolation(
                            field="guess.pegs[2]", description="is 0"
                        ),
                    ]
                ),
                error_details_pb2.RetryInfo(retry_delay=Duration(seconds=1, nanos=500_000_000)),
                quota,
            ),
        )
    )
    client = driver.open(script.address)
    with pytest.raises(mastermind_client.InvalidArgument) as caught:
        client.guess("g", "9.12")
    error = caught.value
    assert error.field_violations == (
        FieldViolation("guess.pegs[0]", "is 9"),
        FieldViolation("guess.pegs[2]", "is 0"),
    )
    assert error.metadata == {"turn": "3"}
    assert error.retry_after == 1.5
    assert error.request_id == script.last.request.request_id
    assert str(error) == (
        "INVALID_CODE: two pegs are wrong (guess.pegs[0]: is 9; guess.pegs[2]: is 0)"
    )
    unpacked = error_details_pb2.QuotaFailure()
    assert any(detail.Unpack(unpacked) for detail in error.details)
    assert unpacked == quota


def test_broken_details_do_not_hide_the_error(driver: Driver, script: Script) -> None:
    script.will(Failure(grpc.StatusCode.NOT_FOUND, "gone", raw_details=b"\xff\xff\xff"))
    with pytest.raises(mastermind_client.NotFound, match="NOT_FOUND: gone"):
        driver.open(script.address).get_game("g")


def test_a_broken_detail_is_left_out() -> None:
    from google.protobuf.any_pb2 import Any
    from google.rpc.status_pb2 import Status

    broken = Any(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=b"\xff")
    fine = Any()
    fine.Pack(error_details_pb2.RetryInfo(retry_delay=Duration(seconds=2)))
    status = Status(details=[broken, fine]).SerializeToString()
    error = make_error(grpc.StatusCode.UNAVAILABLE, "away", [(STATUS_KEY, status)])
    assert (error.reason, error.retry_after) == ("", 2.0)


def test_a_deadline_that_passes_is_told(driver: Driver) -> None:
    # A server of its own: its late answer must not get into another test.
    with scripted_server() as slow:
        slow.delay = 0.5
        client = driver.open(slow.address, timeout=0.1)
        with pytest.raises(mastermind_client.DeadlineExceeded):
            client.get_server_info()


def test_a_server_that_is_not_there_is_unavailable(driver: Driver) -> None:
    client = driver.open("127.0.0.1:1", timeout=5, retry=RetryPolicy(max_attempts=2))
    with pytest.raises(mastermind_client.Unavailable):
        client.get_server_info()


def test_a_deadline_keeps_the_last_refusal(driver: Driver) -> None:
    with scripted_server() as slow:
        slow.will(failure(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"))
        client = driver.open(slow.address, timeout=0.6, retry=RetryPolicy(initial=0.01))
        slow.delay = 0.4
        with pytest.raises(mastermind_client.DeadlineExceeded, match="STORE_UNAVAILABLE") as caught:
            client.guess("g", "1122", request_id="mine")
    error = caught.value
    assert error.reason == "STORE_UNAVAILABLE"
    assert error.code == grpc.StatusCode.DEADLINE_EXCEEDED
    assert error.request_id == "mine"
    assert "refused: no" in error.message
    assert isinstance(error.__cause__, mastermind_client.Unavailable)
