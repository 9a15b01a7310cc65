"""One RPC called over HTTP, conducted as over gRPC: the same servicer, limits and errors."""

import asyncio
import math
import time
from asyncio import CancelledError
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal, Violation
from mastermind_service.conduct import Conduct
from mastermind_service.errors import Reason, StatusCode
from mastermind_service.grpc_api.written import WrittenBatch
from mastermind_service.http_api.answers import (
    JSON_TYPE,
    Headers,
    error_answer,
    worth_deflating,
)
from mastermind_service.http_api.bodies import CallerGone, CallerWatch, Receive, Send, read_body
from mastermind_service.http_api.context import HttpContext
from mastermind_service.http_api.json.codec import MessageCodec, codec_of
from mastermind_service.http_api.requests import RequestReader, deflated
from mastermind_service.http_api.rules import Rule
from mastermind_service.http_api.streams import StreamWriter
from mastermind_service.metadata import call_id_of
from mastermind_service.under_way import Task

TIMEOUT_HEADER = b"x-request-timeout"
MAX_TIMEOUT_SECONDS = 86_400.0
_DEFLATE_ASIDE = 64 * 1024
_GONE = Status(code=StatusCode.CANCELLED)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request on its way.

    Attributes:
        values: Of the path's variables.
        query: The query string, percent-encoded.
        headers: By name in small letters, the last of each name.
        context: What the servicer may ask of the call.
        receive: Gives the body, and tells when the caller goes.
        send: Takes the answer.
        bodiless: Whether the answer is sent without its body, as HEAD asks.
    """

    values: Sequence[str]
    query: bytes
    headers: dict[bytes, bytes]
    context: HttpContext
    receive: Receive
    send: Send
    bodiless: bool


class Endpoint:
    """One RPC by one of its rules.

    Args:
        rule: How the RPC is called.
        behavior: What answers it, the servicer's own.
        conduct: Admits calls and judges what became of them.
        codecs: Codecs by full name of their messages.
    """

    def __init__(
        self, rule: Rule, behavior: Any, conduct: Conduct, codecs: dict[str, MessageCodec]
    ) -> None:
        rpc = rule.rpc
        self._behavior = behavior
        self._conduct = conduct
        self._method = conduct.of(rpc)
        self._reader = RequestReader(rule, codecs)
        self._codec = codec_of(rpc.output_type, codecs)
        self._streaming = rpc.server_streaming
        codec_of(rpc.input_type, codecs)

    async def call(self, incoming: Incoming) -> None:
        """Answers one request."""
        started = time.perf_counter()
        code = StatusCode.OK
        method, context = self._method, incoming.context
        task = method.begin(started)
        watch: CallerWatch | None = None
        deadline: asyncio.TimerHandle | None = None
        stream = StreamWriter(incoming, self._codec, self._conduct) if self._streaming else None
        try:
            method.admit(context)
            deadline = self._deadline(incoming, task)
            body = await read_body(incoming.headers, incoming.receive, method.max_bytes)
            request = self._reader.read(incoming.values, incoming.query, body)
            watch = CallerWatch(incoming.receive)
            if stream is not None:
                await stream.run(self._behavior, request)
            else:
                answer = await self._behavior(request, context)
                watch.end()
                if isinstance(answer, WrittenBatch):
                    answer = answer.message()
                await self._answer(incoming, answer)
        except (Exception, CancelledError) as error:
            gone = isinstance(error, CallerGone)
            status = _GONE if gone else method.judge(error, task, context)
            code = StatusCode(status.code)
            if code == StatusCode.CANCELLED:
                if isinstance(error, CancelledError) and not (watch and watch.gone):
                    raise
            elif stream is not None and stream.begun:
                await stream.fail(status)
            else:
                await send_error(incoming, status)
        finally:
            if deadline is not None:
                deadline.cancel()
            if watch is not None:
                watch.end()
            method.end(task, code, started, context)

    def _deadline(self, incoming: Incoming, task: Task) -> asyncio.TimerHandle | None:
        """The end of the time that the caller gives the call, if he gives one.

        Raises:
            Refusal: INVALID_REQUEST, when it is no time.
        """
        told = incoming.headers.get(TIMEOUT_HEADER)
        if told is None:
            return None
        try:
            seconds = float(told)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= MAX_TIMEOUT_SECONDS:
            raise Refusal(
                Reason.INVALID_REQUEST,
                "the request is not valid",
                [Violation("X-Request-Timeout", "is a number of seconds above 0, a day at most")],
            )
        loop = asyncio.get_running_loop()
        return loop.call_later(seconds, self._method.under_way.end_late, task)

    async def _answer(self, incoming: Incoming, answer: Message) -> None:
        body = orjson.dumps(self._codec.write(answer))
        headers: Headers = [(b"content-type", JSON_TYPE)]
        if worth_deflating(len(body), incoming.headers.get(b"accept-encoding", b"")):
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
            if len(body) < _DEFLATE_ASIDE:
                body = deflated(body)
            else:
                body = await asyncio.to_thread(deflated, body)
        await send_answer(incoming, 200, headers, body)


async def send_error(incoming: Incoming, status: Status, *more: tuple[bytes, bytes]) -> None:
    """Answers with ``status``."""
    code, headers, body = error_answer(status)
    await send_answer(incoming, code, [*headers, *more], body)


async def send_answer(incoming: Incoming, code: int, headers: Headers, body: bytes) -> None:
    """Answers in one piece."""
    headers += [
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    given = incoming.headers.get(b"x-request-id")
    if given is not None and given == call_id_of(incoming.context).encode():
        headers.append((b"x-request-id", given))
    await incoming.send({"type": "http.response.start", "status": code, "headers": headers})
    sent = b"" if incoming.bodiless else body
    await incoming.send({"type": "http.response.body", "body": sent})
