"""Calls whose messages are bytes, whatever they hold."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import grpc

from mastermind.v1 import solver_service_pb2 as solver_pb
from tests.support.api import TIMEOUT
from tests.support.refusals import Refused, outcome

SERVICE = "mastermind.v1.MastermindService"
SOLVER = "mastermind.v1.SolverService"
SERVICE_OF = {
    method.name: SOLVER for method in solver_pb.DESCRIPTOR.services_by_name["SolverService"].methods
}
"""The service of each method, where it is not MastermindService."""
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


def start(channel: grpc.Channel, message: Raw) -> Any:
    """A call under way."""
    return _method(channel, message).future(message.body, timeout=TIMEOUT)


def _method(channel: grpc.Channel, message: Raw) -> Any:
    """The method, called as if it gave one answer; a refused stream gives none, either."""
    service = SERVICE_OF.get(message.method, SERVICE)
    return channel.unary_unary(f"/{service}/{message.method}")


def send(channel: grpc.Channel, message: Raw, metadata: Metadata = ()) -> bytes | Refused:
    """The answer's bytes, or the refusal."""
    call = _method(channel, message)
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
