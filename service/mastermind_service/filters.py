"""Filters of listings: ``state=IN_PROGRESS AND labels.team="x"``."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from mastermind_engine.game import Codemaker, State
from mastermind_engine.refusals import Refusal, Violation
from mastermind_engine.rulesets import PRESETS
from mastermind_service.errors import Reason
from mastermind_service.store.base import GameRecord

MAX_FILTER = 2000
_TERM = re.compile(
    r"""\s*(?P<field>labels\.(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|[^\s=!"]+)|[a-z_]+)
        \s*(?P<operator>!=|=)
        \s*(?:"(?P<string>(?:[^"\\]|\\.)*)"|(?P<word>[^\s"=!]+))\s*""",
    re.VERBOSE,
)
_AND = re.compile(r"AND(?=\s)")
_ESCAPE = re.compile(r"\\(.)")

_FIELDS: dict[str, Callable[[GameRecord], str]] = {
    "state": lambda record: record.game.state.name,
    "codemaker": lambda record: record.game.codemaker.name,
    "ruleset": lambda record: record.game.ruleset.name,
    "codemaker_name": lambda record: record.codemaker_name,
    "codebreaker_name": lambda record: record.codebreaker_name,
}
_VALUES: dict[str, list[str]] = {
    "state": [state.name for state in State],
    "codemaker": [codemaker.name for codemaker in Codemaker],
    "ruleset": [*PRESETS, "custom"],
}
_PREFIXES = {"state": "STATE_", "codemaker": "CODEMAKER_"}


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison; every term of a filter must hold."""

    read: Callable[[GameRecord], str]
    value: str
    equal: bool

    def holds(self, record: GameRecord) -> bool:
        """Whether ``record`` passes."""
        return (self.read(record) == self.value) == self.equal


Filter = tuple[Term, ...]


def passes(terms: Filter, record: GameRecord) -> bool:
    """Whether ``record`` passes every term; a filter without terms lets all through."""
    return all(term.holds(record) for term in terms)


def parse_filter(text: str) -> Filter:
    """The terms of a filter.

    Raises:
        Refusal: INVALID_FILTER, with the place where it cannot be read.
    """
    if not text.strip():
        return ()
    if len(text) > MAX_FILTER:
        raise _invalid(f"has more than {MAX_FILTER} characters")
    terms: list[Term] = []
    position = 0
    while True:
        match = _TERM.match(text, position)
        if match is None:
            raise _invalid(f"at character {position + 1}: expected FIELD = VALUE")
        terms.append(_term(match))
        position = match.end()
        if position == len(text):
            return tuple(terms)
        joined = _AND.match(text, position)
        if joined is None:
            raise _invalid(f"at character {position + 1}: expected AND")
        position = joined.end()


def _term(match: "re.Match[str]") -> Term:
    field = match["field"]
    value = match["word"] if match["word"] is not None else _unescaped(match["string"])
    equal = match["operator"] == "="
    if field.startswith("labels."):
        quoted = match["quoted"]
        key = field.removeprefix("labels.") if quoted is None else _unescaped(quoted)
        return Term(lambda record: record.labels.get(key, ""), value, equal)
    if field not in _FIELDS:
        known = ", ".join([*_FIELDS, "labels.KEY"])
        raise _invalid(f"there is no field {field}; there are {known}")
    value = value.removeprefix(_PREFIXES.get(field, ""))
    allowed = _VALUES.get(field)
    if allowed is not None and value not in allowed:
        raise _invalid(f"{field} is never {value}; it is one of {', '.join(allowed)}")
    return Term(_FIELDS[field], value, equal)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(r"\1", text)


def _invalid(description: str) -> Refusal:
    return Refusal(
        Reason.INVALID_FILTER, "the filter cannot be read", [Violation("filter", description)]
    )
