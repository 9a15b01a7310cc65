"""Reads what a refused call was told."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar, cast

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

DOMAIN = "mastermind.v1"

T = TypeVar("T")


@dataclass
class Refused:
    """A refusal with its details, filled in once the call has failed.

    Attributes:
        code: The gRPC status.
        reason: The service's own reason.
        domain: Whose reason it is.
        message: One sentence for a person.
        fields: Paths of the fields at fault.
        descriptions: What is wrong with each.
        metadata: Further facts.
        retry_seconds: After how long to try again; None where nothing is said.
    """

    code: grpc.StatusCode = grpc.StatusCode.OK
    reason: str = ""
    domain: str = ""
    message: str = ""
    fields: list[str] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    retry_seconds: float | None = None

    def read(self, error: BaseException) -> None:
        """Takes over what ``error`` tells."""
        assert isinstance(error, grpc.RpcError)
        call = cast("grpc.Call", error)
        self.code = call.code()
        self.message = call.details() or ""
        status = rpc_status.from_call(call)
        for packed in status.details if status else ():
            for kind in (
                error_details_pb2.ErrorInfo,
                error_details_pb2.BadRequest,
                error_details_pb2.RetryInfo,
            ):
                detail = kind()
                if packed.Unpack(detail):
                    self._take(detail)

    def _take(self, detail: Message) -> None:
        if isinstance(detail, error_details_pb2.ErrorInfo):
            self.reason, self.domain = detail.reason, detail.domain
            self.metadata = dict(detail.metadata)
        elif isinstance(detail, error_details_pb2.BadRequest):
            self.fields = [fault.field for fault in detail.field_violations]
            self.descriptions = [fault.description for fault in detail.field_violations]
        elif isinstance(detail, error_details_pb2.RetryInfo):
            self.retry_seconds = detail.retry_delay.ToMilliseconds() / 1000


def refusal_of(error: BaseException) -> Refused:
    """What a failed call was told."""
    told = Refused()
    told.read(error)
    return told


def outcome(call: Callable[[], T]) -> T | Refused:
    """What a call answers, or what it was told where it failed."""
    try:
        return call()
    except grpc.RpcError as error:
        return refusal_of(error)


@contextlib.contextmanager
def refused(code: str, reason: str) -> Iterator[Refused]:
    """Expects a refusal with this status and reason inside the block."""
    told = Refused()
    with pytest.raises(grpc.RpcError) as raised:
        yield told
    told.read(raised.value)
    assert (told.code.name, told.reason) == (code, reason)
    assert told.domain == DOMAIN
    assert told.message
