"""What every gRPC call passes through: limits, authentication, errors, metrics and logs."""

import time
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
import structlog
from google.protobuf.message import DecodeError
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from mastermind_engine.refusals import Refusal
from mastermind_service.conduct import Conduct, slow_reader
from mastermind_service.errors import Reason, StatusCode
from mastermind_service.grpc_api.context import (
    AUTHORIZATION_METADATA,
    Context,
    call_id_of,
    metadata_value,
    principal,
)
from mastermind_service.info import BULK_METHODS, MAX_BULK_BYTES, MAX_MESSAGE_BYTES
from mastermind_service.telemetry.call_counts import MethodCounts
from mastermind_service.under_way import CallsUnderWay, Task

if TYPE_CHECKING:
    # Generic in its stubs alone.
    Handler = grpc.RpcMethodHandler[Any, Any]
    Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]

PREFIX = "/mastermind.v1."

log = structlog.get_logger()


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Wraps each handler once and keeps it: wrapping anew costs more than the rest.

    Args:
        conduct: Admits calls and judges what became of them.
    """

    def __init__(self, conduct: Conduct) -> None:
        self._conduct = conduct
        self._wrapped: dict[str, Handler] = {}

    async def intercept_service(
        self, continuation: "Continuation", handler_call_details: grpc.HandlerCallDetails
    ) -> "Handler | None":
        """The wrapped handler of a method."""
        method = handler_call_details.method
        known = self._wrapped.get(method)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None or not method.startswith(PREFIX):
            return handler
        read = _reader(method, handler.request_deserializer)
        write = handler.response_serializer
        if handler.unary_unary is not None:
            wrapped = grpc.unary_unary_rpc_method_handler(
                self._unary(method, handler.unary_unary), read, write
            )
        elif handler.unary_stream is not None:
            wrapped = grpc.unary_stream_rpc_method_handler(
                self._stream(method, handler.unary_stream), read, write
            )
        else:
            return handler
        self._wrapped[method] = wrapped
        return wrapped

    def _unary(self, method: str, behavior: Any) -> Any:
        counts, name = self._counts(method)
        calls = self._conduct.calls

        async def call(request: Any, context: Context) -> Any:
            started = time.perf_counter()
            code = StatusCode.OK
            task = calls.begin(started)
            try:
                self._admit(calls, request, context)
                return await behavior(request, context)
            except (Exception, CancelledError) as error:
                status = self._judged(name, error, calls, task, context)
                code = StatusCode(status.code)
                await _abort(context, status, error)
            finally:
                calls.end(task)
                self._note(counts, name, code, started, context)

        return call

    def _stream(self, method: str, behavior: Any) -> Any:
        counts, name = self._counts(method)
        streams = self._conduct.streams

        async def call(request: Any, context: Context) -> None:
            started = time.perf_counter()
            code = StatusCode.OK
            task = streams.begin(started)
            try:
                self._admit(streams, request, context)
                async with aclosing(behavior(request, context)) as responses:
                    async for response in responses:
                        await self._send(response, context)
            except (Exception, CancelledError) as error:
                status = self._judged(name, error, streams, task, context)
                code = StatusCode(status.code)
                await _abort(context, status, error)
            finally:
                streams.end(task)
                self._note(counts, name, code, started, context)

        return call

    async def _send(self, response: Any, context: Context) -> None:
        """Sends one message of a stream.

        Raises:
            Refusal: SLOW_READER, when it could not leave for too long.
        """
        writes = self._conduct.writes
        task = writes.begin(time.perf_counter())
        try:
            await context.write(response)
        except CancelledError:
            if writes.ended_by(task):
                raise slow_reader() from None
            raise
        finally:
            writes.end(task)

    def _counts(self, method: str) -> tuple[MethodCounts, str]:
        """Where a method's calls are counted, and its name without the service's."""
        service, name = method.lstrip("/").split("/")
        return self._conduct.metrics.calls.of(service, name), name

    def _admit(self, under_way: CallsUnderWay, request: Any, context: Context) -> None:
        """Lets a call in, and notes who calls.

        Raises:
            Refusal: TOO_MANY_IN_FLIGHT, MISSING_CREDENTIALS, INVALID_CREDENTIALS, or what
                stood in place of a request that cannot be read.
        """
        self._conduct.admit(under_way)
        if self._conduct.authenticator.asks:
            presented = metadata_value(context, AUTHORIZATION_METADATA)
            principal.set(self._conduct.authenticator.principal(presented))
        if isinstance(request, Refusal):
            raise request

    def _judged(
        self,
        name: str,
        error: Exception | CancelledError,
        under_way: CallsUnderWay,
        task: Task,
        context: Context,
    ) -> Status:
        """What the caller is told of a call that did not succeed."""
        if isinstance(error, Refusal):
            return self._conduct.refused(error)
        if isinstance(error, CancelledError):
            ended = self._conduct.ended(under_way, task)
            return ended or Status(code=StatusCode.CANCELLED)
        return self._conduct.failed(name, error, call_id_of(context))

    def _note(
        self,
        counts: MethodCounts,
        name: str,
        code: StatusCode,
        started: float,
        context: Context,
    ) -> None:
        seconds = time.perf_counter() - started
        counts.note(code, seconds)
        if self._conduct.log_calls:
            call_id = call_id_of(context)
            log.debug("call", method=name, code=code.name, seconds=seconds, request_id=call_id)


async def _abort(context: Context, status: Status, error: BaseException) -> NoReturn:
    """Ends a call with ``status``; one that its caller cancelled just ends."""
    if status.code == StatusCode.CANCELLED:
        raise error
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort returns never")


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
