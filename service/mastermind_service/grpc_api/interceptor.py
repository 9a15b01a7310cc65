"""What every RPC passes through: limits, authentication, errors, metrics and logs."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from mastermind_engine.refusals import Refusal
from mastermind_service.authentication import Authenticator
from mastermind_service.errors import Reason, StatusCode
from mastermind_service.grpc_api.context import (
    AUTHORIZATION_METADATA,
    Context,
    call_id_of,
    metadata_of,
    principal,
)
from mastermind_service.grpc_api.errors import status_of
from mastermind_service.info import BULK_METHODS, MAX_BULK_BYTES, MAX_MESSAGE_BYTES
from mastermind_service.telemetry.metrics import Metrics

if TYPE_CHECKING:
    # Generic in its stubs alone.
    Handler = grpc.RpcMethodHandler[Any, Any]
    Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]

PREFIX = "/mastermind.v1."

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Bounds of calls.

    Attributes:
        in_flight: Calls that may be under way at once.
        seconds: How long one may take.
    """

    in_flight: int
    seconds: float


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Wraps each unary handler once and keeps it: wrapping anew costs more than the rest.

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
        self._metrics = metrics
        self._authenticator = authenticator
        self._limits = limits
        self._in_flight = 0
        self._ended = asyncio.Event()
        self._outlasted: set[asyncio.Task[Any] | None] = set()
        self._log_calls = log_calls
        self._wrapped: dict[str, Handler] = {}
        metrics.in_flight.set_function(lambda: self._in_flight)

    async def idle(self) -> None:
        """Returns as soon as no call is under way."""
        while self._in_flight:
            self._ended.clear()
            await self._ended.wait()

    async def intercept_service(
        self, continuation: "Continuation", handler_call_details: grpc.HandlerCallDetails
    ) -> "Handler | None":
        """The wrapped handler of a method."""
        method = handler_call_details.method
        known = self._wrapped.get(method)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None or handler.unary_unary is None or not method.startswith(PREFIX):
            return handler
        wrapped = grpc.unary_unary_rpc_method_handler(
            self._wrap(method, handler.unary_unary),
            request_deserializer=_reader(method, handler.request_deserializer),
            response_serializer=handler.response_serializer,
        )
        self._wrapped[method] = wrapped
        return wrapped

    def _wrap(self, method: str, behavior: Any) -> Any:
        service, name = method.lstrip("/").split("/")
        handling = self._metrics.handling.labels(service, name)
        handled = {
            code: self._metrics.handled.labels(service, name, code.name) for code in StatusCode
        }

        async def call(request: Any, context: Context) -> Any:
            started = time.perf_counter()
            code = StatusCode.OK
            task = asyncio.current_task()
            metadata = metadata_of(context)
            self._in_flight += 1
            # A timer of the loop's own costs a third of asyncio.timeout.
            limit = asyncio.get_running_loop().call_later(self._limits.seconds, self._end, task)
            try:
                self._admit(metadata)
                if isinstance(request, Refusal):
                    raise request
                return await behavior(request, context)
            except Refusal as refusal:
                self._metrics.refusals.labels(refusal.reason).inc()
                status = status_of(refusal)
                code = StatusCode(status.code)
                await context.abort_with_status(rpc_status.to_status(status))
            except asyncio.CancelledError:
                if task not in self._outlasted:
                    code = StatusCode.CANCELLED
                    raise
                code = StatusCode.DEADLINE_EXCEEDED
                await context.abort(
                    grpc.StatusCode.DEADLINE_EXCEEDED, "the call took longer than it may"
                )
            except Exception as error:
                code = StatusCode.INTERNAL
                # Only the kind of the error: its text might hold what nobody may read.
                kind = type(error).__name__
                log.error(
                    "internal error", method=name, error=kind, request_id=call_id_of(metadata)
                )
                await context.abort(grpc.StatusCode.INTERNAL, "internal error")
            finally:
                limit.cancel()
                self._outlasted.discard(task)
                self._in_flight -= 1
                self._ended.set()
                seconds = time.perf_counter() - started
                handling.observe(seconds)
                handled[code].inc()
                if self._log_calls:
                    call_id = call_id_of(metadata)
                    log.debug(
                        "call", method=name, code=code.name, seconds=seconds, request_id=call_id
                    )

        return call

    def _end(self, task: "asyncio.Task[Any] | None") -> None:
        """Ends a call that takes longer than it may."""
        if task is not None:
            self._outlasted.add(task)
            task.cancel()

    def _admit(self, metadata: dict[str, str]) -> None:
        """Lets a call in, and notes who calls.

        Raises:
            Refusal: TOO_MANY_IN_FLIGHT, MISSING_CREDENTIALS or INVALID_CREDENTIALS.
        """
        if self._in_flight > self._limits.in_flight:
            raise Refusal(Reason.TOO_MANY_IN_FLIGHT, "too many calls are under way; try again")
        principal.set(self._authenticator.principal(metadata.get(AUTHORIZATION_METADATA, "")))


def _reader(method: str, deserialize: Any) -> Callable[[bytes], Any]:
    """Reads a method's requests; one that cannot be read becomes its own refusal."""
    limit = MAX_BULK_BYTES if method.rpartition("/")[2] in BULK_METHODS else MAX_MESSAGE_BYTES

    def read(data: bytes) -> Any:
        if len(data) > limit:
            return Refusal(
                Reason.MESSAGE_TOO_LARGE,
                f"the message has {len(data)} bytes, at most {limit}",
                details={"bytes": str(limit)},
            )
        try:
            return deserialize(data)
        except DecodeError:
            return Refusal(Reason.INVALID_REQUEST, "the message cannot be read")

    return read
