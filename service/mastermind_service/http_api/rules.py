"""Which path leads to which RPC: the ``google.api.http`` options, read from the descriptors."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from google.api import annotations_pb2, http_pb2
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

# Its stubs leave out what it extends.
_HTTP: Any = annotations_pb2.http
_VARIABLE = re.compile(r"\{([a-z0-9_.]+)\}")
_SEGMENT = "([^/:]+)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to call an RPC.

    Attributes:
        rpc: The RPC.
        verb: The HTTP method, in capitals.
        template: The path as the proto has it, such as ``/v1/games/{game_id}:guess``.
        body: What the body holds: ``*`` the request, a field's name that field, empty nothing.
        number: 0 for the main rule, from 1 for the additional bindings.
    """

    rpc: MethodDescriptor
    verb: str
    template: str
    body: str
    number: int

    @property
    def variables(self) -> tuple[str, ...]:
        """Fields that the path holds, dotted where nested."""
        return tuple(_VARIABLE.findall(self.template))


@dataclass(frozen=True, slots=True)
class Found:
    """What a path leads to.

    Attributes:
        rules: The rule of each HTTP method; empty where the path leads nowhere.
        values: The values of the path's variables.
    """

    rules: dict[str, Rule]
    values: tuple[str, ...] = ()


NOWHERE = Found({})


class Routes:
    """Finds rules by path. Paths without variables come first, then those with a verb.

    A variable is one segment without a colon: one that holds ``/`` or ``:`` is sent
    percent-encoded, so that a verb is never taken for a part of an id.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._fixed: dict[str, Found] = {}
        patterns: dict[str, dict[str, Rule]] = {}
        for rule in rules:
            if rule.variables:
                patterns.setdefault(_pattern(rule.template), {})[rule.verb] = rule
            else:
                self._fixed.setdefault(rule.template, Found({})).rules[rule.verb] = rule
        verbs_first = sorted(patterns, key=lambda pattern: not re.search(r":\w+$", pattern))
        self._patterns = [(re.compile(pattern), patterns[pattern]) for pattern in verbs_first]

    def find(self, path: str) -> Found:
        """What ``path``, still percent-encoded, leads to."""
        fixed = self._fixed.get(path)
        if fixed is not None:
            return fixed
        for pattern, rules in self._patterns:
            match = pattern.fullmatch(path)
            if match:
                return Found(rules, tuple(unquote(value) for value in match.groups()))
        return NOWHERE


def rules_of(services: Iterable[ServiceDescriptor]) -> Iterator[Rule]:
    """Every rule of every RPC, in the order of the protos."""
    for service in services:
        for rpc in service.methods:
            option: http_pb2.HttpRule = rpc.GetOptions().Extensions[_HTTP]
            for number, binding in enumerate((option, *option.additional_bindings)):
                rule = _rule(rpc, binding, number)
                if rule is not None:
                    yield rule


def _rule(rpc: MethodDescriptor, binding: http_pb2.HttpRule, number: int) -> Rule | None:
    kind = binding.WhichOneof("pattern")
    if kind is None:
        return None
    if kind == "custom":
        verb, template = binding.custom.kind, binding.custom.path
    else:
        verb, template = kind.upper(), getattr(binding, kind)
    return Rule(rpc, verb, template, binding.body, number)


def _pattern(template: str) -> str:
    parts = _VARIABLE.split(template)
    texts = [re.escape(text) for text in parts[::2]]
    return _SEGMENT.join(texts)
