"""What a call brings in its metadata."""

import re
import secrets
from contextvars import ContextVar
from typing import Any

import grpc

from mastermind_service.callers import Caller

Context = grpc.aio.ServicerContext[Any, Any]

TOKEN_METADATA = "mastermind-token"
AUTHORIZATION_METADATA = "authorization"
REQUEST_ID_METADATA = "x-request-id"
_LOGGABLE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

principal: ContextVar[str] = ContextVar("principal", default="")
"""The authenticated caller of the call under way."""


def metadata_of(context: Context) -> dict[str, str]:
    """The call's text metadata by name; of a name that comes twice the last."""
    return {
        name: value for name, value in context.invocation_metadata() or () if isinstance(value, str)
    }


def caller_of(context: Context) -> Caller:
    """Who calls, as the interceptor found, and with which seat's token."""
    return Caller(principal.get(), metadata_of(context).get(TOKEN_METADATA, ""))


def call_id_of(metadata: dict[str, str]) -> str:
    """The caller's own id of the call if it may stand in a log, else a new one."""
    given = metadata.get(REQUEST_ID_METADATA, "")
    return given if _LOGGABLE.match(given) else secrets.token_hex(8)
