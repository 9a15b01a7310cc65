"""Every reason for which the service refuses a call, and what it says of it.

Reasons of the rules come from the engine (`RuleReason`); these are the others. Both are
raised as `Refusal`; transports turn them into a status in one place each.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import TypeVar

from mastermind_engine.refusals import Refusal, RuleReason, Violation

T = TypeVar("T")


class Reason(StrEnum):
    """Reasons beyond the rules. The names are the API's."""

    INVALID_REQUEST = "INVALID_REQUEST"
    INVALID_FILTER = "INVALID_FILTER"
    INVALID_PAGE_TOKEN = "INVALID_PAGE_TOKEN"
    BATCH_TOO_LARGE = "BATCH_TOO_LARGE"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    HINTS_NOT_ALLOWED = "HINTS_NOT_ALLOWED"
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    WRONG_TURN = "WRONG_TURN"
    CONCURRENT_UPDATE = "CONCURRENT_UPDATE"
    MISSING_CREDENTIALS = "MISSING_CREDENTIALS"
    INVALID_CREDENTIALS = "INVALID_CREDENTIALS"
    INVALID_TOKEN = "INVALID_TOKEN"
    WRONG_SEAT = "WRONG_SEAT"
    MESSAGE_TOO_LARGE = "MESSAGE_TOO_LARGE"
    TOO_MANY_IN_FLIGHT = "TOO_MANY_IN_FLIGHT"
    SOLVER_BUSY = "SOLVER_BUSY"
    SLOW_READER = "SLOW_READER"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    UNKNOWN_PATH = "UNKNOWN_PATH"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"


class StatusCode(IntEnum):
    """google.rpc.Code, as far as it is used."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    UNAUTHENTICATED = 16


STATUS_OF: dict[str, StatusCode] = {
    RuleReason.INVALID_CODE: StatusCode.INVALID_ARGUMENT,
    RuleReason.INVALID_RULESET: StatusCode.INVALID_ARGUMENT,
    RuleReason.UNKNOWN_PRESET: StatusCode.INVALID_ARGUMENT,
    RuleReason.UNKNOWN_WORD_LIST: StatusCode.INVALID_ARGUMENT,
    RuleReason.IMPOSSIBLE_FEEDBACK: StatusCode.INVALID_ARGUMENT,
    Reason.INVALID_REQUEST: StatusCode.INVALID_ARGUMENT,
    Reason.INVALID_FILTER: StatusCode.INVALID_ARGUMENT,
    Reason.INVALID_PAGE_TOKEN: StatusCode.INVALID_ARGUMENT,
    Reason.REQUEST_ID_REUSED: StatusCode.INVALID_ARGUMENT,
    Reason.BATCH_TOO_LARGE: StatusCode.INVALID_ARGUMENT,
    RuleReason.GAME_OVER: StatusCode.FAILED_PRECONDITION,
    RuleReason.AWAITING_SECRET: StatusCode.FAILED_PRECONDITION,
    RuleReason.SECRET_ALREADY_SET: StatusCode.FAILED_PRECONDITION,
    RuleReason.WRONG_CODEMAKER: StatusCode.FAILED_PRECONDITION,
    RuleReason.NOT_YOUR_TURN: StatusCode.FAILED_PRECONDITION,
    RuleReason.GAME_NOT_OVER: StatusCode.FAILED_PRECONDITION,
    RuleReason.CONTRADICTORY_HISTORY: StatusCode.FAILED_PRECONDITION,
    Reason.HINTS_NOT_ALLOWED: StatusCode.FAILED_PRECONDITION,
    Reason.GAME_NOT_FOUND: StatusCode.NOT_FOUND,
    Reason.WRONG_TURN: StatusCode.ABORTED,
    Reason.CONCURRENT_UPDATE: StatusCode.ABORTED,
    Reason.MISSING_CREDENTIALS: StatusCode.UNAUTHENTICATED,
    Reason.INVALID_CREDENTIALS: StatusCode.UNAUTHENTICATED,
    Reason.INVALID_TOKEN: StatusCode.UNAUTHENTICATED,
    Reason.WRONG_SEAT: StatusCode.PERMISSION_DENIED,
    Reason.MESSAGE_TOO_LARGE: StatusCode.RESOURCE_EXHAUSTED,
    Reason.TOO_MANY_IN_FLIGHT: StatusCode.RESOURCE_EXHAUSTED,
    Reason.SOLVER_BUSY: StatusCode.RESOURCE_EXHAUSTED,
    Reason.SLOW_READER: StatusCode.RESOURCE_EXHAUSTED,
    RuleReason.UNSUPPORTED_FOR_RULESET: StatusCode.UNIMPLEMENTED,
    Reason.STORE_UNAVAILABLE: StatusCode.UNAVAILABLE,
    Reason.UNKNOWN_PATH: StatusCode.NOT_FOUND,
    Reason.METHOD_NOT_ALLOWED: StatusCode.UNIMPLEMENTED,
    Reason.UNSUPPORTED_MEDIA_TYPE: StatusCode.INVALID_ARGUMENT,
}

RETRY_SECONDS: dict[str, float] = {
    Reason.TOO_MANY_IN_FLIGHT: 0.1,
    Reason.SOLVER_BUSY: 0.2,
    Reason.SLOW_READER: 0.1,
    Reason.STORE_UNAVAILABLE: 1.0,
    Reason.CONCURRENT_UPDATE: 0.05,
}
"""How long a caller should wait before trying again, for the reasons that pass."""


class Faults:
    """Collects every bad field of a request, so that one answer names them all."""

    def __init__(self) -> None:
        self._reason: str | None = None
        self._message = ""
        self._violations: list[Violation] = []

    def add(self, reason: str, message: str, violations: Iterable[Violation]) -> None:
        """Notes ``violations``; the first reason noted is the one that is told."""
        found = list(violations)
        if found and self._reason is None:
            self._reason, self._message = reason, message
        self._violations.extend(found)

    def add_field(self, field: str, description: str) -> None:
        """Notes one bad field that no rule of the game speaks of."""
        self.add(
            Reason.INVALID_REQUEST, "the request is not valid", [Violation(field, description)]
        )

    def add_misread(self, violations: Iterable[Violation]) -> None:
        """Notes fields whose values mean nothing, found when the request was read."""
        self.add(Reason.INVALID_REQUEST, "the request is not valid", violations)

    def add_refusal(self, refusal: Refusal, prefix: str) -> None:
        """Notes a refusal found in the part of the request named ``prefix``."""
        if not refusal.violations:
            raise refusal
        self.add(
            refusal.reason, refusal.message, [fault.within(prefix) for fault in refusal.violations]
        )

    def check(self) -> None:
        """Refuses the request if anything was noted."""
        if self._reason is not None:
            raise Refusal(self._reason, self._message, self._violations)

    def checked(self, found: T | None) -> T:
        """``found``, which is there unless something was noted: then it is refused."""
        self.check()
        if found is None:
            raise AssertionError("what is missing was noted as a fault")
        return found


def game_not_found() -> Refusal:
    """No such game, or not the caller's: both sound the same."""
    return Refusal(Reason.GAME_NOT_FOUND, "there is no such game")


def store_unavailable() -> Refusal:
    """The store does not answer; what it said stays in the log."""
    return Refusal(Reason.STORE_UNAVAILABLE, "the store does not answer; try again")
