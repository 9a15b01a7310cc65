"""How errors stand in the document."""

from collections.abc import Mapping
from typing import Any

from mastermind_service.errors import RETRY_SECONDS, STATUS_OF, StatusCode
from mastermind_service.http_api.answers import HTTP_STATUS, HTTP_STATUS_OF_REASON
from mastermind_service.http_api.openapi.schemas import reference

STATUS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A google.rpc.Status: why a call was refused. docs/errors.md lists the reasons.",
    "properties": {
        "code": {"type": "integer", "description": "The number of the google.rpc.Code."},
        "message": {"type": "string", "description": "One sentence for a person."},
        "details": {
            "type": "array",
            "description": "For programs: an ErrorInfo first, then BadRequest, QuotaFailure"
            " or RetryInfo.",
            "items": {
                "type": "object",
                "properties": {
                    "@type": {"type": "string", "description": "The kind of detail."},
                    "reason": {"type": "string", "description": "ErrorInfo: the reason, stable."},
                    "domain": {"type": "string", "description": "ErrorInfo: mastermind.v1."},
                    "fieldViolations": {
                        "type": "array",
                        "description": "BadRequest: every field at fault, with its path.",
                        "items": {"type": "object"},
                    },
                    "retryDelay": {
                        "type": "string",
                        "description": "RetryInfo: how long to wait before trying again.",
                    },
                },
                "required": ["@type"],
            },
        },
    },
    "required": ["code", "message", "details"],
}

_WITHOUT_REASON = (StatusCode.DEADLINE_EXCEEDED, StatusCode.INTERNAL, StatusCode.UNAVAILABLE)
_NOT_OF_OPERATIONS = (405,)


def error_responses() -> dict[str, dict[str, Any]]:
    """A response for each HTTP status that a call can be refused with."""
    found: dict[int, list[str]] = {HTTP_STATUS[code]: [] for code in _WITHOUT_REASON}
    for reason, code in STATUS_OF.items():
        status = HTTP_STATUS_OF_REASON.get(reason, HTTP_STATUS[code])
        if status not in _NOT_OF_OPERATIONS:
            found.setdefault(status, []).append(str(reason))
    return {str(status): _response(status, found[status]) for status in sorted(found)}


def _response(status: int, reasons: list[str]) -> dict[str, Any]:
    names = [code.name for code, number in HTTP_STATUS.items() if number == status]
    told = " or ".join(names) or "Refused"
    response: dict[str, Any] = {
        "description": f"{told}: {', '.join(reasons)}." if reasons else f"{told}.",
        "content": {"application/json": {"schema": reference("Status")}},
    }
    headers = _headers(status, reasons)
    return {**response, "headers": headers} if headers else response


def _headers(status: int, reasons: list[str]) -> Mapping[str, Any]:
    if status == 401:
        text = "How to say who you are."
        return {"WWW-Authenticate": {"schema": {"type": "string"}, "description": text}}
    if any(reason in RETRY_SECONDS for reason in reasons):
        text = "Seconds to wait before trying again, where trying again may help."
        return {"Retry-After": {"schema": {"type": "integer"}, "description": text}}
    return {}
