"""Refusals as google.rpc.Status, with the details that API.md promises."""

from collections.abc import Sequence

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal, Violation
from mastermind_service.errors import RETRY_SECONDS, STATUS_OF, Reason

DOMAIN = "mastermind.v1"
MAX_DETAIL_BYTES = 3000
FIELD_BYTES = 8
MAX_SHOWN_FIELD = 300


def status_of(refusal: Refusal) -> Status:
    """The status that tells ``refusal`` on every transport."""
    details: list[Message] = [
        error_details_pb2.ErrorInfo(reason=refusal.reason, domain=DOMAIN, metadata=refusal.details)
    ]
    if refusal.violations:
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(
                        field=fault.field, description=fault.description
                    )
                    for fault in _told(refusal.violations)
                ]
            )
        )
    if refusal.reason in (Reason.BATCH_TOO_LARGE, Reason.MESSAGE_TOO_LARGE):
        details.append(
            error_details_pb2.QuotaFailure(
                violations=[
                    error_details_pb2.QuotaFailure.Violation(
                        subject=name, description=f"at most {limit}"
                    )
                    for name, limit in refusal.details.items()
                ]
            )
        )
    retry = RETRY_SECONDS.get(refusal.reason)
    if retry is not None:
        delay = Duration()
        delay.FromMilliseconds(int(retry * 1000))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    return Status(
        code=STATUS_OF[refusal.reason],
        message=_message_of(refusal),
        details=[_packed(detail) for detail in details],
    )


def _told(violations: Sequence[Violation]) -> list[Violation]:
    """As many as a status can carry; the last one tells how many were left out.

    Details travel as metadata, of which a client takes 8 KiB altogether.
    """
    told: list[Violation] = []
    room = MAX_DETAIL_BYTES
    for index, fault in enumerate(violations):
        room -= len(fault.field.encode()) + len(fault.description.encode()) + FIELD_BYTES
        if room < 0:
            return [*told, Violation("…", f"and {len(violations) - index} more fields")]
        told.append(fault)
    return told


def _message_of(refusal: Refusal) -> str:
    """The sentence with the first field at fault, for those who see no details."""
    if not refusal.violations:
        return refusal.message
    first, *others = refusal.violations
    if len(first.field) > MAX_SHOWN_FIELD:
        return refusal.message
    more = f" (and {len(others)} more)" if others else ""
    return f"{refusal.message}: {first.field}: {first.description}{more}"


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
