"""Calls whose messages are bytes, whatever they hold."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import grpc

from tests.support.api import TIMEOUT
from tests.support.refusals import Refused, outcome

SERVICE = "mastermind.v1.MastermindService"
AT_ONCE = 64

Metadata = tuple[tuple[str, str | bytes], ...]


@dataclass(frozen=True, slots=True)
class Raw:
    """A message as it travels.

    Attributes:
        method: Name of the method.
        body: The message's bytes.
        kind: How it came to be.
    """

    method: str
    body: bytes
    kind: str = ""


def start(channel: grpc.Channel, message: Raw, service: str = SERVICE) -> Any:
    """A call under way."""
    call: Any = channel.unary_unary(f"/{service}/{message.method}")
    return call.future(message.body, timeout=TIMEOUT)


def send(
    channel: grpc.Channel, message: Raw, metadata: Metadata = (), service: str = SERVICE
) -> bytes | Refused:
    """The answer's bytes, or the refusal."""
    call: Any = channel.unary_unary(f"/{service}/{message.method}")
    return outcome(lambda: call(message.body, timeout=TIMEOUT, metadata=metadata))


def send_all(
    channel: grpc.Channel, messages: Iterable[Raw]
) -> Iterator[tuple[Raw, bytes | Refused]]:
    """Every message with its outcome, many under way at once."""
    waiting: deque[tuple[Raw, Any]] = deque()
    for message in messages:
        waiting.append((message, start(channel, message)))
        if len(waiting) == AT_ONCE:
            sent, call = waiting.popleft()
            yield sent, outcome(call.result)
    for sent, call in waiting:
        yield sent, outcome(call.result)
