"""What calls raise: one class a status, with everything that the service told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

STATUS_KEY = "grpc-status-details-bin"
"""The trailing metadata that carry a serialized google.rpc.Status."""


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """One field of the request at fault.

    Attributes:
        field: Its path, such as ``guess.pegs[2]``.
        description: What is wrong with it, for a person. The error's ``reason`` is the
            stable one, for all fields together.
    """

    field: str
    description: str


class MastermindError(Exception):
    """A call that failed; it has changed nothing, unless its answer was lost on the way.

    Attributes:
        code: The gRPC status.
        reason: Stable name of the reason, such as ``GAME_OVER``; empty where the failure
            did not come from the service itself.
        message: One sentence, for a person.
        field_violations: Every field at fault.
        metadata: Further facts by name, such as the current turn.
        retry_after: Seconds after which to try again; None where the service named none.
        request_id: Of a write whose outcome is not known: give it again to repeat the
            call safely. Empty for reads.
        details: Everything that the status carried, for unpacking.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        reason: str = "",
        field_violations: tuple[FieldViolation, ...] = (),
        metadata: Mapping[str, str] | None = None,
        retry_after: float | None = None,
        request_id: str = "",
        details: tuple[Any, ...] = (),
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.reason = reason
        self.message = message
        self.field_violations = field_violations
        self.metadata = dict(metadata or {})
        self.retry_after = retry_after
        self.request_id = request_id
        self.details = details

    def __str__(self) -> str:
        text = f"{self.reason or self.code.name}: {self.message}"
        if self.field_violations:
            faults = "; ".join(
                f"{each.field}: {each.description}" for each in self.field_violations
            )
            text += f" ({faults})"
        return text


class InvalidArgument(MastermindError):
    """The request is wrong whatever the state of things; `field_violations` tell where."""


class FailedPrecondition(MastermindError):
    """The game is not in a state for this call."""


class NotFound(MastermindError):
    """There is no such thing, or it is somebody else's."""


class Aborted(MastermindError):
    """Others moved first (CONCURRENT_UPDATE), or this is not the expected turn (WRONG_TURN)."""


class Unauthenticated(MastermindError):
    """No credentials, or wrong ones."""


class PermissionDenied(MastermindError):
    """The token is of a seat that may not do this."""


class ResourceExhausted(MastermindError):
    """Too much at once; `retry_after` tells when to come back."""


class Unimplemented(MastermindError):
    """This server cannot do that, or not for this ruleset."""


class Unavailable(MastermindError):
    """The server, or its store, cannot be reached; retries did not help."""


class DeadlineExceeded(MastermindError):
    """The time ran out.

    Where attempts had been refused before, such as by STORE_UNAVAILABLE, the last refusal
    is the ``__cause__``; message, ``reason`` and ``retry_after`` tell it.
    """


class Cancelled(MastermindError):
    """The call was cancelled."""


BY_CODE: dict[grpc.StatusCode, type[MastermindError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidArgument,
    grpc.StatusCode.FAILED_PRECONDITION: FailedPrecondition,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.ABORTED: Aborted,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.PERMISSION_DENIED: PermissionDenied,
    grpc.StatusCode.RESOURCE_EXHAUSTED: ResourceExhausted,
    grpc.StatusCode.UNIMPLEMENTED: Unimplemented,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
    grpc.StatusCode.CANCELLED: Cancelled,
}
"""Statuses with a class of their own; any other raises `MastermindError` itself."""


def from_rpc_error(error: grpc.RpcError, request_id: str = "") -> MastermindError:
    """The typed error of a failed RPC, from either kind of channel."""
    trailing = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
    return make_error(error.code(), error.details() or "", trailing, request_id)


def make_error(
    code: grpc.StatusCode,
    message: str,
    trailing_metadata: Iterable[tuple[str, str | bytes]],
    request_id: str = "",
) -> MastermindError:
    """The typed error of a status and its trailing metadata.

    Details that cannot be read are left out: a broken detail must not hide the error.
    """
    reason = ""
    violations: list[FieldViolation] = []
    metadata: dict[str, str] = {}
    retry_after = None
    details = _details(trailing_metadata)
    for detail in details:
        info = error_details_pb2.ErrorInfo()
        bad_request = error_details_pb2.BadRequest()
        retry_info = error_details_pb2.RetryInfo()
        try:
            if detail.Unpack(info):
                reason = info.reason
                metadata.update(info.metadata)
            elif detail.Unpack(bad_request):
                violations.extend(
                    FieldViolation(each.field, each.description)
                    for each in bad_request.field_violations
                )
            elif detail.Unpack(retry_info):
                delay = retry_info.retry_delay
                retry_after = max(0.0, delay.seconds + delay.nanos / 1e9)
        except DecodeError:
            continue
    return BY_CODE.get(code, MastermindError)(
        code,
        message,
        reason=reason,
        field_violations=tuple(violations),
        metadata=metadata,
        retry_after=retry_after,
        request_id=request_id,
        details=details,
    )


def _details(trailing_metadata: Iterable[tuple[str, str | bytes]]) -> tuple[Any, ...]:
    for key, value in trailing_metadata:
        if key == STATUS_KEY and isinstance(value, bytes):
            try:
                return tuple(status_pb2.Status.FromString(value).details)
            except DecodeError:
                return ()
    return ()
