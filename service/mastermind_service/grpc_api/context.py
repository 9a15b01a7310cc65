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


def metadata_value(context: Context, name: str) -> str:
    """The text that the call's metadata has under ``name``, the last one; empty for none.

    Looked up only where it is needed: reading the metadata is dear beside a small call.
    """
    found = ""
    for key, value in context.invocation_metadata() or ():
        if key == name and isinstance(value, str):
            found = value
    return found


def caller_of(context: Context) -> Caller:
    """Who calls, as the interceptor found, and with which seat's token."""
    return Caller(principal.get(), metadata_value(context, TOKEN_METADATA))


def call_id_of(context: Context) -> str:
    """The caller's own id of the call if it may stand in a log, else a new one."""
    given = metadata_value(context, REQUEST_ID_METADATA)
    return given if _LOGGABLE.match(given) else secrets.token_hex(8)
