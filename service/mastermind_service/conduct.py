"""How every call is conducted, whatever transport brings it: limits, authentication, errors."""

from dataclasses import dataclass

import structlog
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal
from mastermind_service.authentication import Authenticator
from mastermind_service.errors import Reason, StatusCode
from mastermind_service.statuses import status_of
from mastermind_service.telemetry.metrics import Metrics
from mastermind_service.under_way import CallsUnderWay, Task

log = structlog.get_logger()

_ENDED = {
    StatusCode.DEADLINE_EXCEEDED: "the call took longer than it may",
    StatusCode.UNAVAILABLE: "the server stops; ask another",
}


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Bounds of calls.

    Attributes:
        in_flight: Calls that may be under way at once.
        seconds: How long one may take.
        streams: Streams that may be open at once, however long.
        write_seconds: How long a stream's reader may leave a message unread.
    """

    in_flight: int
    seconds: float
    streams: int
    write_seconds: float


class Conduct:
    """Admits calls and judges what became of them.

    Args:
        metrics: Where calls are counted.
        authenticator: Tells who calls.
        limits: Bounds of calls.
        log_calls: Whether every call leaves a line in the log, at level debug.
    """

    def __init__(
        self,
        metrics: Metrics,
        authenticator: Authenticator,
        limits: CallLimits,
        log_calls: bool = False,
    ) -> None:
        self.metrics = metrics
        self.authenticator = authenticator
        self.log_calls = log_calls
        self.calls = CallsUnderWay(limits.in_flight, limits.seconds)
        self.streams = CallsUnderWay(limits.streams, None)
        self.writes = CallsUnderWay(limits.streams, limits.write_seconds)
        metrics.in_flight.set_function(lambda: len(self.calls))
        metrics.streams_open.set_function(lambda: len(self.streams))

    def admit(self, under_way: CallsUnderWay) -> None:
        """Lets a call in that has begun.

        Raises:
            Refusal: TOO_MANY_IN_FLIGHT.
        """
        if under_way.too_many:
            raise Refusal(Reason.TOO_MANY_IN_FLIGHT, "too many calls are under way; try again")

    def refused(self, refusal: Refusal) -> Status:
        """What the caller of a refused call is told."""
        self.metrics.refusals.labels(refusal.reason).inc()
        return status_of(refusal)

    def ended(self, under_way: CallsUnderWay, task: Task) -> Status | None:
        """What the caller of a call that was cut short is told; None if he did it himself."""
        code = under_way.ended_by(task)
        return None if code is None else Status(code=code, message=_ENDED[code])

    def failed(self, method: str, error: Exception, call_id: str) -> Status:
        """What the caller is told when the service itself is at fault.

        The log gets only the kind of the error: its text might hold what nobody may read.
        """
        log.error("internal error", method=method, error=type(error).__name__, request_id=call_id)
        return Status(code=StatusCode.INTERNAL, message="internal error")


def slow_reader() -> Refusal:
    """The end of a stream whose reader does not keep up."""
    return Refusal(Reason.SLOW_READER, "the stream was read too slowly; take it up again")
