"""How the engine says no: one exception, a reason, and every field at fault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class RuleReason(StrEnum):
    """Why the rules refuse something. The names are the API's."""

    INVALID_CODE = "INVALID_CODE"
    INVALID_RULESET = "INVALID_RULESET"
    UNKNOWN_PRESET = "UNKNOWN_PRESET"
    UNKNOWN_WORD_LIST = "UNKNOWN_WORD_LIST"
    IMPOSSIBLE_FEEDBACK = "IMPOSSIBLE_FEEDBACK"
    CONTRADICTORY_HISTORY = "CONTRADICTORY_HISTORY"
    GAME_OVER = "GAME_OVER"
    AWAITING_SECRET = "AWAITING_SECRET"
    SECRET_ALREADY_SET = "SECRET_ALREADY_SET"
    WRONG_CODEMAKER = "WRONG_CODEMAKER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    GAME_NOT_OVER = "GAME_NOT_OVER"
    UNSUPPORTED_FOR_RULESET = "UNSUPPORTED_FOR_RULESET"


@dataclass(frozen=True, slots=True)
class Violation:
    """One field at fault.

    Attributes:
        field: Path of the field within what was checked, such as ``pegs[2]``.
        description: What is wrong with it, for a person.
    """

    field: str
    description: str

    def within(self, prefix: str) -> "Violation":
        """The same fault seen from outside, its path behind ``prefix``."""
        return Violation(f"{prefix}.{self.field}" if self.field else prefix, self.description)


class Refusal(Exception):
    """A request that the rules refuse; nothing has changed.

    Attributes:
        reason: Stable name of the reason, for programs.
        message: One sentence, for a person.
        violations: Every field at fault.
        details: Further facts by name, such as the current turn.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        violations: Sequence[Violation] = (),
        details: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = str(reason)
        self.message = message
        self.violations = tuple(violations)
        self.details = dict(details or {})
