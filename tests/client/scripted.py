"""A server that answers as it is told and remembers what it was asked."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind_client import AsyncClient, Client
from mastermind_client.errors import STATUS_KEY

STREAMS = {"EvaluateStrategy", "WatchGame"}


@dataclass
class Asked:
    """One call as it arrived."""

    method: str
    request: Any
    metadata: dict[str, str | bytes]
    seconds_left: float


@dataclass
class Failure:
    """An answer that is none."""

    code: grpc.StatusCode
    message: str = "no"
    details: tuple[Message, ...] = ()
    raw_details: bytes | None = None

    def trailing(self) -> bytes:
        if self.raw_details is not None:
            return self.raw_details
        packed = []
        for detail in self.details:
            message = AnyMessage()
            message.Pack(detail)
            packed.append(message)
        return Status(
            code=self.code.value[0], message=self.message, details=packed
        ).SerializeToString()


def failure(code: grpc.StatusCode, reason: str = "", retry_after: float | None = None) -> Failure:
    details: list[Message] = []
    if reason:
        details.append(error_details_pb2.ErrorInfo(reason=reason, domain="mastermind.v1"))
    if retry_after is not None:
        delay = Duration()
        delay.FromTimedelta(timedelta(seconds=retry_after))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    return Failure(code, details=tuple(details))


@dataclass
class Script:
    """What the server will answer, in order, and what it was asked."""

    address: str = ""
    replies: deque[Message | Failure] = field(default_factory=deque)
    asked: list[Asked] = field(default_factory=list)
    delay: float = 0.0

    def will(self, *replies: Message | Failure) -> None:
        self.replies = deque(replies)
        self.asked.clear()

    @property
    def last(self) -> Asked:
        return self.asked[-1]

    def answer(self, method: str, request: bytes, context: grpc.ServicerContext) -> bytes:
        kind = getattr(pb, f"{method}Request", None) or getattr(solver_pb, f"{method}Request")
        self.asked.append(
            Asked(
                method,
                kind.FromString(request),
                dict(context.invocation_metadata()),
                context.time_remaining() or 0.0,
            )
        )
        time.sleep(self.delay)
        if not self.replies:
            context.abort(grpc.StatusCode.INTERNAL, "the script has no more lines")
        reply = self.replies.popleft()
        if isinstance(reply, Failure):
            context.set_trailing_metadata(((STATUS_KEY, reply.trailing()),))
            context.abort(reply.code, reply.message)
        return reply.SerializeToString()

    def answers(
        self, method: str, request: bytes, context: grpc.ServicerContext
    ) -> Iterator[bytes]:
        """All replies that are left, up to and with the first failure."""
        yield self.answer(method, request, context)
        while self.replies:
            reply = self.replies.popleft()
            if isinstance(reply, Failure):
                context.set_trailing_metadata(((STATUS_KEY, reply.trailing()),))
                context.abort(reply.code, reply.message)
            yield reply.SerializeToString()


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, script: Script) -> None:
        self._script = script

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        service, _, method = handler_call_details.method.lstrip("/").partition("/")
        if service not in ("mastermind.v1.MastermindService", "mastermind.v1.SolverService"):
            return None
        if method in STREAMS:
            return grpc.unary_stream_rpc_method_handler(
                lambda request, context: self._script.answers(method, request, context)
            )
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: self._script.answer(method, request, context)
        )


def script_handler(script: Script) -> grpc.GenericRpcHandler:
    """Answers every call of the service from ``script``."""
    return _Handler(script)


@contextmanager
def scripted_server(address: str = "127.0.0.1:0") -> Iterator[Script]:
    """A server in this process, on a port of its own unless told otherwise."""
    script = Script()
    server = grpc.server(ThreadPoolExecutor(4), handlers=[script_handler(script)])
    port = server.add_insecure_port(address)
    script.address = f"127.0.0.1:{port}"
    server.start()
    try:
        yield script
    finally:
        server.stop(None).wait()


class Driver:
    """Either client, driven the same way, so that each test holds for both."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._runner = asyncio.Runner() if kind == "async" else None
        self._opened: list[Client | AsyncClient] = []

    def open(self, *args: Any, **kwargs: Any) -> "Driven":
        """Makes a client with these arguments."""

        async def make() -> AsyncClient:
            return AsyncClient(*args, **kwargs)

        client = self._runner.run(make()) if self._runner else Client(*args, **kwargs)
        self._opened.append(client)
        return Driven(client, self._runner)

    def close(self) -> None:
        for client in self._opened:
            if isinstance(client, Client):
                client.close()
            elif self._runner:
                self._runner.run(client.close())
        if self._runner:
            self._runner.close()


class Driven:
    """A client whose methods all wait for their answer, or for all answers of a stream."""

    def __init__(self, client: Client | AsyncClient, runner: asyncio.Runner | None) -> None:
        self._client = client
        self._runner = runner

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._client, name)
        runner = self._runner
        if runner is None:
            return method  # type: ignore[no-any-return]

        def call(*args: Any, **kwargs: Any) -> Any:
            answer = method(*args, **kwargs)
            return runner.run(all_of(answer) if isinstance(answer, AsyncGenerator) else answer)

        return call


async def all_of(answers: AsyncGenerator[Any, None]) -> list[Any]:
    """Every answer of a stream."""
    return [answer async for answer in answers]
