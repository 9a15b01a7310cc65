"""Server streams over HTTP: server-sent events or lines of JSON, as the caller accepts."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio import CancelledError
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import orjson
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status

from mastermind_service.conduct import Conduct
from mastermind_service.http_api.answers import status_tree
from mastermind_service.http_api.json.codec import MessageCodec

if TYPE_CHECKING:
    from mastermind_service.http_api.calls import Incoming

SSE_TYPE = b"text/event-stream"
LINES_TYPE = b"application/x-ndjson"
KEEP_ALIVE_SECONDS = 15.0
BEGIN_SECONDS = 0.25
"""How long the first message is waited for before the headers go: an error that comes
sooner gets its own HTTP status."""


class StreamWriter:
    """Sends the messages of one stream.

    Args:
        incoming: The request.
        codec: Writes the messages.
        conduct: Bounds how long a reader may leave a message unread.
    """

    def __init__(self, incoming: Incoming, codec: MessageCodec, conduct: Conduct) -> None:
        self._incoming = incoming
        self._codec = codec
        self._conduct = conduct
        self._events = SSE_TYPE in incoming.headers.get(b"accept", b"")
        self._sent = 0
        self.begun = False

    async def run(self, behavior: Any, request: Message) -> None:
        """Sends what ``behavior`` yields, with signs of life where it yields nothing for long.

        Raises:
            Refusal: What the servicer refuses; SLOW_READER, when a message could not leave.
        """
        self._resume(request)
        if self._incoming.bodiless:
            await self._begin()
            await self._send(b"", more=False)
            return
        responses = behavior(request, self._incoming.context)
        queue: asyncio.Queue[Message | None] = asyncio.Queue(1)
        pump = asyncio.create_task(_pump(responses, queue))
        try:
            await self._forward(queue)
            await pump
        finally:
            pump.cancel()
            with contextlib.suppress(CancelledError):
                await asyncio.wait([pump])
        end = b"event: end\ndata: {}\n\n" if self._events else b""
        await self._send(end, more=False)

    async def fail(self, status: Status) -> None:
        """Ends a stream that has begun with ``status``."""
        tree = status_tree(status)
        if self._events:
            text = b"event: error\ndata: " + orjson.dumps(tree) + b"\n\n"
        else:
            text = orjson.dumps({"error": tree}) + b"\n"
        await self._send(text, more=False)

    def _resume(self, request: Message) -> None:
        """Goes on behind the last event that the caller's browser says it has seen."""
        seen = self._incoming.headers.get(b"last-event-id", b"")
        if "after_seq" in request.DESCRIPTOR.fields_by_name and seen.isdigit() and len(seen) < 20:
            request.after_seq = int(seen)  # type: ignore[attr-defined]

    async def _forward(self, queue: asyncio.Queue[Message | None]) -> None:
        patience = BEGIN_SECONDS
        while True:
            try:
                async with asyncio.timeout(patience):
                    message = await queue.get()
            except TimeoutError:
                await self._begin()
                if patience == KEEP_ALIVE_SECONDS:
                    await self._send(b": keep-alive\n\n" if self._events else b"\n")
                patience = KEEP_ALIVE_SECONDS
                continue
            patience = KEEP_ALIVE_SECONDS
            if message is None:
                return
            await self._begin()
            await self._send(self._text(message))

    def _text(self, message: Message) -> bytes:
        self._sent += 1
        line = orjson.dumps(self._codec.write(message))
        if not self._events:
            return line + b"\n"
        return b"id: %d\ndata: %b\n\n" % (_number(message, self._sent), line)

    async def _begin(self) -> None:
        if self.begun:
            return
        self.begun = True
        headers = [
            (b"content-type", SSE_TYPE if self._events else LINES_TYPE),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
            (b"x-accel-buffering", b"no"),
        ]
        start = {"type": "http.response.start", "status": 200, "headers": headers}
        await self._incoming.send(start)
        # uvicorn holds the headers back until there is a body.
        if not self._incoming.bodiless:
            await self._send(b": hello\n\n" if self._events else b"")

    async def _send(self, text: bytes, more: bool = True) -> None:
        await self._begin()
        body = {"type": "http.response.body", "body": text, "more_body": more}
        await self._conduct.leave(self._incoming.send(body))


async def _pump(responses: AsyncGenerator[Message], queue: asyncio.Queue[Message | None]) -> None:
    """Hands on every response, and None at the end, however it comes."""
    try:
        async with contextlib.aclosing(responses):
            async for response in responses:
                await queue.put(response)
    finally:
        if not (task := asyncio.current_task()) or not task.cancelling():
            await queue.put(None)


def _number(message: Message, sent: int) -> int:
    """An event's own number where it has one, else how many were sent."""
    event = getattr(message, "event", None)
    return int(getattr(event, "seq", sent))
