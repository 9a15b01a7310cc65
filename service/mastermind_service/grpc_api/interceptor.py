"""What every RPC passes through: refusals become statuses, and calls are counted."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc
import structlog
from grpc_status import rpc_status

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import StatusCode
from mastermind_service.grpc_api.errors import status_of
from mastermind_service.telemetry.metrics import Metrics

if TYPE_CHECKING:
    # Generic in its stubs alone.
    Handler = grpc.RpcMethodHandler[Any, Any]
    Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]

log = structlog.get_logger()


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Wraps each unary handler once and keeps it: wrapping anew costs more than the rest.

    Args:
        metrics: Where calls are counted.
        prefix: Methods that are wrapped; others pass as they are.
    """

    def __init__(self, metrics: Metrics, prefix: str = "/mastermind.v1.") -> None:
        self._metrics = metrics
        self._prefix = prefix
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
        if handler is None or handler.unary_unary is None or not method.startswith(self._prefix):
            return handler
        wrapped = grpc.unary_unary_rpc_method_handler(
            self._wrap(method, handler.unary_unary),
            request_deserializer=handler.request_deserializer,
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

        async def call(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
            started = time.perf_counter()
            code = StatusCode.OK
            try:
                return await behavior(request, context)
            except Refusal as refusal:
                status = status_of(refusal)
                code = StatusCode(status.code)
                await context.abort_with_status(rpc_status.to_status(status))
            except asyncio.CancelledError:
                code = StatusCode.CANCELLED
                raise
            except Exception as error:
                code = StatusCode.INTERNAL
                # Only the kind of the error: its text might hold what nobody may read.
                log.error("internal error", method=name, error=type(error).__name__)
                await context.abort(grpc.StatusCode.INTERNAL, "internal error")
            finally:
                seconds = time.perf_counter() - started
                handling.observe(seconds)
                handled[code].inc()
                log.debug("call", method=name, code=code.name, seconds=seconds)

        return call
