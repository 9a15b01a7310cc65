"""What a call brings beside its request, whatever transport brings it."""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Protocol

from mastermind_service.callers import Caller

TOKEN_METADATA = "mastermind-token"
AUTHORIZATION_METADATA = "authorization"
REQUEST_ID_METADATA = "x-request-id"
_LOGGABLE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

principal: ContextVar[str] = ContextVar("principal", default="")
"""The authenticated caller of the call under way."""


class CallContext(Protocol):
    """A call as servicers see it."""

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        """Names in small letters, and values."""


def metadata_value(context: CallContext, name: str) -> str:
    """The text that the call's metadata has under ``name``, the last one; empty for none.

    Looked up only where it is needed: reading the metadata is dear beside a small call.
    """
    found = ""
    for key, value in context.invocation_metadata() or ():
        if key == name and isinstance(value, str):
            found = value
    return found


def caller_of(context: CallContext) -> Caller:
    """Who calls, as was found when the call was let in, and with which seat's token."""
    return Caller(principal.get(), metadata_value(context, TOKEN_METADATA))


def call_id_of(context: CallContext) -> str:
    """The caller's own id of the call if it may stand in a log, else a new one."""
    given = metadata_value(context, REQUEST_ID_METADATA)
    return given if _LOGGABLE.match(given) else secrets.token_hex(8)
