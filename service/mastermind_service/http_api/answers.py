"""What goes back: JSON, and errors as google.rpc.Status with the right HTTP status."""

import math
from typing import Any

import orjson
from google.protobuf import json_format
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from mastermind_service.errors import Reason, StatusCode

Headers = list[tuple[bytes, bytes]]

JSON_TYPE = b"application/json"
_LEAST_TO_DEFLATE = 1024

HTTP_STATUS = {
    StatusCode.OK: 200,
    StatusCode.CANCELLED: 499,
    StatusCode.UNKNOWN: 500,
    StatusCode.INVALID_ARGUMENT: 400,
    StatusCode.DEADLINE_EXCEEDED: 504,
    StatusCode.NOT_FOUND: 404,
    StatusCode.PERMISSION_DENIED: 403,
    StatusCode.RESOURCE_EXHAUSTED: 429,
    StatusCode.FAILED_PRECONDITION: 400,
    StatusCode.ABORTED: 409,
    StatusCode.UNIMPLEMENTED: 501,
    StatusCode.INTERNAL: 500,
    StatusCode.UNAVAILABLE: 503,
    StatusCode.UNAUTHENTICATED: 401,
}
"""The HTTP status of each code, as every gRPC gateway has it."""

HTTP_STATUS_OF_REASON: dict[str, int] = {
    Reason.METHOD_NOT_ALLOWED: 405,
    Reason.MESSAGE_TOO_LARGE: 413,
    Reason.UNSUPPORTED_MEDIA_TYPE: 415,
}
"""Reasons for which HTTP has a status of its own."""


def status_tree(status: Status) -> dict[str, Any]:
    """A status as JSON."""
    return json_format.MessageToDict(status, always_print_fields_with_no_presence=True)


def error_answer(status: Status) -> tuple[int, Headers, bytes]:
    """The HTTP status, the headers and the body that tell ``status``."""
    code = HTTP_STATUS[StatusCode(status.code)]
    headers: Headers = [(b"content-type", JSON_TYPE)]
    for detail in status.details:
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            code = HTTP_STATUS_OF_REASON.get(info.reason, code)
        elif detail.Unpack(retry):
            seconds = math.ceil(retry.retry_delay.ToTimedelta().total_seconds())
            headers.append((b"retry-after", str(seconds).encode()))
    if code == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    return code, headers, orjson.dumps(status_tree(status))


def worth_deflating(size: int, accepted: bytes) -> bool:
    """Whether an answer of ``size`` bytes is sent as gzip to one who ``accepted`` so much."""
    if size < _LEAST_TO_DEFLATE or b"gzip" not in accepted:
        return False
    for choice in accepted.replace(b" ", b"").split(b","):
        name, _, quality = choice.partition(b";q=")
        if name == b"gzip":
            return quality.strip(b"0.") != b"" or not quality
    return False
