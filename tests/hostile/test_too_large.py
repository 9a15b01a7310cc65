"""Messages above the limits are refused before anybody looks inside."""

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.hostile.conftest import Beside
from tests.hostile.raw import Raw, send
from tests.support.api import Api, custom
from tests.support.calls import batch
from tests.support.refusals import Refused, outcome

MIB = 2**20
LIMIT, BULK_LIMIT = 4 * MIB, 64 * MIB
UNKNOWN_FIELD = b"\xfa\x7f"
"""The tag of a field with a length that no message has, which readers pass over."""


def padded(message: bytes, size: int) -> bytes:
    """The same message, as its readers see it, with so many bytes."""
    for width in (3, 4, 5):
        left = size - len(message) - len(UNKNOWN_FIELD) - width
        length = bytes(left >> 7 * n & 0x7F | (0x80 if n < width - 1 else 0) for n in range(width))
        if left < 1 << 7 * width:
            return message + UNKNOWN_FIELD + length + bytes(left)
    raise AssertionError("too large")


@pytest.mark.parametrize("method", ["Score", "NewGame", "Guess", "SuggestGuess", "ListRulesets"])
def test_a_byte_too_many_is_told_with_the_limit(channel: grpc.Channel, method: str) -> None:
    for body in (padded(b"", LIMIT + 1), b"\xff" * (LIMIT + 1)):
        told = send(channel, Raw(method, body))

        assert isinstance(told, Refused)
        assert (told.code.name, told.reason) == ("RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE")
        assert str(LIMIT) in told.message
        assert told.retry_seconds is None


def test_the_largest_message_is_taken(channel: grpc.Channel, api: Api) -> None:
    info = api.stub.GetServerInfo(service_pb.GetServerInfoRequest())
    assert info.limits.max_message_bytes == LIMIT
    request = service_pb.ScoreRequest(
        secret=pb.Code(pegs=[1, 2, 3, 4]), guess=pb.Code(pegs=[1, 2, 4, 3])
    )

    told = send(channel, Raw("Score", padded(request.SerializeToString(), LIMIT)))

    assert isinstance(told, bytes)
    assert service_pb.ScoreResponse.FromString(told).feedback == pb.Feedback(black=2, white=2)


def test_a_batch_takes_more_than_other_messages(channel: grpc.Channel) -> None:
    told = send(channel, Raw("BatchScore", padded(b"", BULK_LIMIT)))

    assert told == b""


@pytest.mark.parametrize("method", ["BatchScore", "Score"])
def test_above_all_limits_grpc_itself_refuses(
    channel: grpc.Channel, method: str, beside: Beside
) -> None:
    with beside():
        told = send(channel, Raw(method, padded(b"", BULK_LIMIT + 1)))

    assert isinstance(told, Refused)
    assert told.code == grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_batch_whose_answer_would_be_too_large_is_told_so(api: Api, beside: Beside) -> None:
    """Where every code is illegal their numbers take more bytes than the scores."""
    illegal = bytes(6_000_000)
    with beside():
        told = outcome(lambda: batch(api, illegal, illegal, custom(1, 2)))

    assert isinstance(told, Refused)
    assert (told.code.name, told.reason) == ("INVALID_ARGUMENT", "BATCH_TOO_LARGE")
