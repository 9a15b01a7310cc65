"""Refusals as google.rpc.Status, with the details that API.md promises."""

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import RETRY_SECONDS, STATUS_OF, Reason

DOMAIN = "mastermind.v1"


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
                    for fault in refusal.violations
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


def _message_of(refusal: Refusal) -> str:
    """The sentence with the first field at fault, for those who see no details."""
    if not refusal.violations:
        return refusal.message
    first, *others = refusal.violations
    more = f" (and {len(others)} more)" if others else ""
    return f"{refusal.message}: {first.field}: {first.description}{more}"


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
