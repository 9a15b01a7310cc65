"""Bodies of requests, read within their limit, and the end of a caller's connection."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import Reason
from mastermind_service.http_api.requests import inflated, too_large

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

WATCH_AFTER_SECONDS = 0.03
"""Calls shorter than this are over before anybody could be told that the caller has gone."""


class CallerGone(Exception):
    """The caller closed the connection before the request was whole."""


async def read_body(headers: dict[bytes, bytes], receive: Receive, limit: int) -> bytes:
    """The body of a request, unpacked.

    Raises:
        Refusal: MESSAGE_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, or INVALID_REQUEST for no gzip.
        CallerGone: Nobody waits for an answer.
    """
    told = headers.get(b"content-length", b"")
    if told.isdigit() and int(told) > limit:
        raise too_large(limit)
    message = await receive()
    if message["type"] == "http.disconnect":
        raise CallerGone
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        body = await _rest(bytearray(body), receive, limit)
    if len(body) > limit:
        raise too_large(limit)
    if body:
        _check_type(headers.get(b"content-type", b"application/json"))
        encoding = headers.get(b"content-encoding")
        if encoding is not None and encoding.lower() != b"identity":
            if encoding.lower() != b"gzip":
                raise Refusal(Reason.UNSUPPORTED_MEDIA_TYPE, "bodies come plain or as gzip")
            body = inflated(body, limit)
    return body


async def _rest(body: bytearray, receive: Receive, limit: int) -> bytes:
    more = True
    while more:
        if len(body) > limit:
            raise too_large(limit)
        message = await receive()
        if message["type"] == "http.disconnect":
            raise CallerGone
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


def _check_type(content_type: bytes) -> None:
    kind, _, parameters = content_type.partition(b";")
    kind = kind.strip().lower()
    charset = parameters.replace(b" ", b"").replace(b'"', b"").lower()
    is_json = kind == b"application/json" or kind.endswith(b"+json")
    if not is_json or charset not in (b"", b"charset=utf-8"):
        raise Refusal(Reason.UNSUPPORTED_MEDIA_TYPE, "bodies are application/json, in UTF-8")


class CallerWatch:
    """Cancels a call whose caller goes away.

    It begins late: most calls are answered before, and a task for each would cost more
    than they do.
    """

    __slots__ = ("_call", "_receive", "_task", "_timer", "gone")

    def __init__(self, receive: Receive) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._call = call
        self._receive = receive
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(WATCH_AFTER_SECONDS, self._begin)
        self.gone = False

    def end(self) -> None:
        """Watches no longer."""
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.gone = True
        self._call.cancel()
