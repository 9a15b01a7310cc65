"""What both clients share: settings, metadata, deadlines."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from mastermind_client.calls import Call, StreamCall
from mastermind_client.connection import (
    MAX_MESSAGE_BYTES,
    Connection,
    KeepAlive,
    Tls,
    connection,
)
from mastermind_client.retries import Attempts, RetryPolicy

DEFAULT_TARGET = "127.0.0.1:50051"
DEFAULT_TIMEOUT = 10.0
"""Seconds that a call may take with all its retries."""

NO_LIMIT = 86_400.0
"""Seconds of a day: gRPC cannot express an endless timeout, and this is as good."""

Metadata = tuple[tuple[str, str], ...]


class BaseClient(ABC):
    """A client of mastermind-service, not yet connected.

    Args:
        target: ``host:port``; several, or a name with several addresses, share the calls.
        timeout: Seconds that a call may take with all its retries, unless it says otherwise.
        token: Seat's token for calls on games that bring none of their own.
        api_key: Sent with every call as ``authorization: Bearer …``, where the server asks
            for one. Use TLS with it.
        tls: Encrypts the connection; None means plain text.
        keep_alive: How a dead connection is noticed.
        max_message_bytes: Limit of a message in either direction.
        retry: How calls are retried.

    Raises:
        ValueError: The target cannot be read, or the timeout is not positive.
    """

    def __init__(
        self,
        target: str | Sequence[str] = DEFAULT_TARGET,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        token: str | None = None,
        api_key: str | None = None,
        tls: Tls | None = None,
        keep_alive: KeepAlive | None = None,
        max_message_bytes: int = MAX_MESSAGE_BYTES,
        retry: RetryPolicy | None = None,
    ) -> None:
        self._timeout = _positive(timeout)
        self._token = token
        self._api_key = api_key
        self._retry = retry or RetryPolicy()
        self._open(connection(target, tls, keep_alive or KeepAlive(), max_message_bytes))

    @abstractmethod
    def _open(self, connection: Connection) -> None:
        """Opens the channel; nothing is sent before the first call."""

    def _attempts(self, call: Call[Any]) -> Attempts:
        timeout = self._timeout if call.timeout is None else _positive(call.timeout)
        if isinstance(call, StreamCall) and call.timeout is None:
            timeout = NO_LIMIT
        return Attempts(self._retry, timeout)

    def _metadata(self, call: Call[Any]) -> Metadata:
        pairs = []
        if self._api_key:
            pairs.append(("authorization", f"Bearer {self._api_key}"))
        token = call.token or self._token
        if call.on_game and token:
            pairs.append(("mastermind-token", token))
        return tuple(pairs)


def _positive(timeout: float) -> float:
    if not timeout > 0:
        raise ValueError(f"a timeout of {timeout} s leaves no time to answer")
    return min(timeout, NO_LIMIT)
