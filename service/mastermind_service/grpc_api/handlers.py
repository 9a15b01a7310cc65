"""Every gRPC call's way: read, conducted, answered by its servicer, written."""

import time
from asyncio import CancelledError
from collections.abc import Callable, Iterable
from contextlib import aclosing
from operator import methodcaller
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from mastermind_engine.refusals import Refusal
from mastermind_service.conduct import Conduct, MethodConduct
from mastermind_service.errors import Reason, StatusCode

Context = grpc.aio.ServicerContext[Any, Any]
if TYPE_CHECKING:
    # Generic in its stubs alone.
    Handler = grpc.RpcMethodHandler[Any, Any]

_WRITE = methodcaller("SerializeToString")


class Handlers(grpc.GenericRpcHandler):
    """Handlers of our services, each made once.

    grpc's interceptors would be asked anew at every call, for a tenth of a small call's time.

    Args:
        services: Services with what answers their RPCs.
        conduct: Admits calls and judges what became of them.
    """

    def __init__(self, services: Iterable[tuple[ServiceDescriptor, Any]], conduct: Conduct) -> None:
        self._conduct = conduct
        self._handlers = {
            f"/{service.full_name}/{rpc.name}": self._handler(rpc, getattr(servicer, rpc.name))
            for service, servicer in services
            for rpc in service.methods
        }

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "Handler | None":
        """The handler of a method; None for one of another service."""
        return self._handlers.get(handler_call_details.method)

    def _handler(self, rpc: MethodDescriptor, behavior: Any) -> "Handler":
        method = self._conduct.of(rpc)
        read = _reader(GetMessageClass(rpc.input_type).FromString, method.max_bytes)
        if rpc.server_streaming:
            stream = self._stream(method, behavior)
            return grpc.unary_stream_rpc_method_handler(stream, read, _WRITE)
        return grpc.unary_unary_rpc_method_handler(_unary(method, behavior), read, _WRITE)

    def _stream(self, method: MethodConduct, behavior: Any) -> Any:
        async def call(request: Any, context: Context) -> None:
            started = time.perf_counter()
            code = StatusCode.OK
            task = method.begin(started)
            try:
                method.admit(context)
                _check_read(request)
                async with aclosing(behavior(request, context)) as responses:
                    async for response in responses:
                        written = time.perf_counter()
                        await context.write(response)
                        # No sooner: a status cannot overtake a message that lies unread.
                        self._conduct.check_left(time.perf_counter() - written)
            except (Exception, CancelledError) as error:
                status = method.judge(error, task, context)
                code = StatusCode(status.code)
                await _abort(context, status, error)
            finally:
                method.end(task, code, started, context)

        return call


def _unary(method: MethodConduct, behavior: Any) -> Any:
    async def call(request: Any, context: Context) -> Any:
        started = time.perf_counter()
        code = StatusCode.OK
        task = method.begin(started)
        try:
            method.admit(context)
            _check_read(request)
            return await behavior(request, context)
        except (Exception, CancelledError) as error:
            status = method.judge(error, task, context)
            code = StatusCode(status.code)
            await _abort(context, status, error)
        finally:
            method.end(task, code, started, context)

    return call


async def _abort(context: Context, status: Status, error: BaseException) -> NoReturn:
    """Ends a call with ``status``; one whose caller has gone just ends."""
    if status.code == StatusCode.CANCELLED:
        raise error
    try:
        await context.abort_with_status(rpc_status.to_status(status))
    except grpc.aio.InternalError:
        # Nobody is there to be told.
        raise CancelledError from error
    raise AssertionError("abort returns never")


def _reader(deserialize: Callable[[bytes], Any], max_bytes: int) -> Callable[[bytes], Any]:
    """Reads a method's requests; one that cannot be read becomes its own refusal."""

    def read(data: bytes) -> Any:
        if len(data) > max_bytes:
            return Refusal(
                Reason.MESSAGE_TOO_LARGE,
                f"the message has {len(data)} bytes, at most {max_bytes}",
                details={"bytes": str(max_bytes)},
            )
        try:
            return deserialize(data)
        except DecodeError:
            return Refusal(Reason.INVALID_REQUEST, "the message cannot be read")

    return read


def _check_read(request: Any) -> None:
    """Raises the refusal that stands in place of a request that cannot be read."""
    if isinstance(request, Refusal):
        raise request
