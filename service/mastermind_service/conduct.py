"""How every call is conducted, whatever transport brings it: limits, authentication, errors."""

import time
from asyncio import CancelledError
from collections.abc import Awaitable
from dataclasses import dataclass

import structlog
from google.protobuf.descriptor import MethodDescriptor
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal
from mastermind_service.authentication import Authenticator
from mastermind_service.errors import Reason, StatusCode
from mastermind_service.info import BULK_METHODS, MAX_BULK_BYTES, MAX_MESSAGE_BYTES
from mastermind_service.metadata import (
    AUTHORIZATION_METADATA,
    CallContext,
    call_id_of,
    metadata_value,
    principal,
)
from mastermind_service.statuses import status_of
from mastermind_service.telemetry.metrics import Metrics
from mastermind_service.under_way import CallsUnderWay, Task

log = structlog.get_logger()

_ENDED: dict[StatusCode | None, str] = {
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
        self._writes = CallsUnderWay(limits.streams, limits.write_seconds)
        self._write_seconds = limits.write_seconds
        metrics.in_flight.set_function(lambda: len(self.calls))
        metrics.streams_open.set_function(lambda: len(self.streams))

    def of(self, rpc: MethodDescriptor) -> "MethodConduct":
        """How one RPC's calls are conducted."""
        return MethodConduct(self, rpc)

    def refused(self, refusal: Refusal) -> Status:
        """What the caller of a refused call is told."""
        self.metrics.refusals.labels(refusal.reason).inc()
        return status_of(refusal)

    async def leave(self, message: Awaitable[None]) -> None:
        """Waits until one message of a stream has left.

        Raises:
            Refusal: SLOW_READER, when it could not leave for too long.
        """
        task = self._writes.begin(time.perf_counter())
        try:
            await message
        except CancelledError:
            if self._writes.ended_by(task):
                raise _slow_reader() from None
            raise
        finally:
            self._writes.end(task)

    def check_left(self, seconds: float) -> None:
        """Checks a message of a stream that took ``seconds`` to leave.

        Raises:
            Refusal: SLOW_READER, when that was too long.
        """
        if seconds > self._write_seconds:
            raise _slow_reader()


def _slow_reader() -> Refusal:
    return Refusal(Reason.SLOW_READER, "the stream was read too slowly; take it up again")


class MethodConduct:
    """How the calls of one RPC are conducted: `begin`, `admit`, `judge` if need be, `end`.

    Args:
        conduct: What all RPCs share.
        rpc: The RPC.
    """

    def __init__(self, conduct: Conduct, rpc: MethodDescriptor) -> None:
        self._conduct = conduct
        self._name = rpc.name
        self._counts = conduct.metrics.calls.of(rpc.containing_service.full_name, rpc.name)
        self._authenticator = conduct.authenticator
        self.under_way = conduct.streams if rpc.server_streaming else conduct.calls
        self.max_bytes = MAX_BULK_BYTES if rpc.name in BULK_METHODS else MAX_MESSAGE_BYTES

    def begin(self, started: float) -> Task:
        """Notes the call that runs in the current task since ``started``, by perf_counter."""
        return self.under_way.begin(started)

    def admit(self, call: CallContext) -> None:
        """Lets a call in that has begun, and notes who calls.

        Raises:
            Refusal: TOO_MANY_IN_FLIGHT, MISSING_CREDENTIALS or INVALID_CREDENTIALS.
        """
        if self.under_way.too_many:
            raise Refusal(Reason.TOO_MANY_IN_FLIGHT, "too many calls are under way; try again")
        if self._authenticator.asks:
            presented = metadata_value(call, AUTHORIZATION_METADATA)
            principal.set(self._authenticator.principal(presented))

    def judge(self, error: Exception | CancelledError, task: Task, call: CallContext) -> Status:
        """What the caller is told of a call that did not succeed.

        The log gets only the kind of an unforeseen error: its text might hold what nobody
        may read.
        """
        if isinstance(error, Refusal):
            return self._conduct.refused(error)
        if isinstance(error, CancelledError):
            code = self.under_way.ended_by(task)
            # Not the server's doing: the caller went.
            return Status(code=code or StatusCode.CANCELLED, message=_ENDED.get(code, ""))
        log.error(
            "internal error",
            method=self._name,
            error=type(error).__name__,
            request_id=call_id_of(call),
        )
        return Status(code=StatusCode.INTERNAL, message="internal error")

    def end(self, task: Task, code: StatusCode, started: float, call: CallContext) -> None:
        """Notes how a call ended."""
        self.under_way.end(task)
        seconds = time.perf_counter() - started
        self._counts.note(code, seconds)
        if self._conduct.log_calls:
            call_id, name = call_id_of(call), self._name
            log.debug("call", method=name, code=code.name, seconds=seconds, request_id=call_id)
