"""The whole document."""

from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor, ServiceDescriptor

from mastermind_service import __version__
from mastermind_service.http_api.openapi.errors import STATUS_SCHEMA, error_responses
from mastermind_service.http_api.openapi.examples import EXAMPLES
from mastermind_service.http_api.openapi.schemas import (
    Schema,
    described,
    enum_schema,
    field_schema,
    kinds_within,
    message_schema,
    name_of,
    reference,
)
from mastermind_service.http_api.rules import Rule, rules_of

_ABOUT = """Plays, referees and solves Mastermind.

JSON is canonical proto3 JSON: names in lowerCamelCase (snake_case is taken too), 64-bit
integers as strings, bytes in base64. Zero values and empty lists are present in answers;
unknown fields are refused. A seat's token travels in the header `Mastermind-Token`."""

_HEADERS: dict[str, dict[str, Any]] = {
    "MastermindToken": {
        "name": "Mastermind-Token",
        "in": "header",
        "description": "The token of a seat of the game, as NewGame gave it.",
        "schema": {"type": "string"},
    },
    "RequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "The caller's name of this call in the service's log; the answer has it.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "RequestTimeout": {
        "name": "X-Request-Timeout",
        "in": "header",
        "description": "Seconds after which the call ends with DEADLINE_EXCEEDED.",
        "schema": {"type": "number", "exclusiveMinimum": 0, "maximum": 86400},
    },
}


def document(services: Iterable[ServiceDescriptor]) -> dict[str, Any]:
    """The OpenAPI 3.1 document of every RPC that HTTP can call."""
    served = list(services)
    rules = [rule for rule in rules_of(served) if not rule.rpc.client_streaming]
    paths: dict[str, dict[str, Any]] = {}
    for rule in rules:
        paths.setdefault(rule.template, {})[rule.verb.lower()] = _operation(rule)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Mastermind",
            "version": __version__,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"apiKey": []}],
        "tags": [
            {"name": service.name, "description": described(service.full_name)}
            for service in served
        ],
        "paths": paths,
        "components": {
            "schemas": {**_schemas(rules), "Status": STATUS_SCHEMA},
            "responses": {_response_name(code): said for code, said in error_responses().items()},
            "parameters": _HEADERS,
            "securitySchemes": {
                "apiKey": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API key, where the server asks for one.",
                }
            },
        },
    }


def operation_id(rule: Rule) -> str:
    """The operation's name: the RPC's, with a number for its further bindings."""
    return rule.rpc.name if not rule.number else f"{rule.rpc.name}{rule.number + 1}"


def _operation(rule: Rule) -> dict[str, Any]:
    rpc = rule.rpc
    text = described(rpc.full_name)
    example = EXAMPLES.get(operation_id(rule), {})
    operation: dict[str, Any] = {
        "operationId": operation_id(rule),
        "tags": [rpc.containing_service.name],
        "summary": text.split("\n\n")[0],
        "description": text,
        "parameters": list(_parameters(rule, example)),
        "responses": {
            "200": _success(rule),
            **{
                code: {"$ref": f"#/components/responses/{_response_name(code)}"}
                for code in error_responses()
            },
        },
    }
    if rule.body:
        operation["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": _body_schema(rule),
                    "examples": {"usual": {"value": example.get("body", {})}},
                }
            },
        }
    return operation


def _response_name(code: str) -> str:
    return f"Error{code}"


def _parameters(rule: Rule, example: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in rule.variables:
        field = rule.rpc.input_type.fields_by_name[name]
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": described(field.full_name),
            "schema": {**_bare(field), "minLength": 1},
            "example": example.get("path", {}).get(name, "…"),
        }
    if rule.body != "*":
        for path, field in _leaves(rule.rpc.input_type, "", rule):
            parameter = {
                "name": path,
                "in": "query",
                "description": described(field.full_name),
                "schema": _bare(field),
            }
            if path in example.get("query", {}):
                parameter["example"] = example["query"][path]
            yield parameter
    for header in _HEADERS:
        yield {"$ref": f"#/components/parameters/{header}"}


def _bare(field: FieldDescriptor) -> Schema:
    schema = field_schema(field)
    del schema["description"]
    return schema


def _leaves(kind: Descriptor, prefix: str, rule: Rule) -> Iterator[tuple[str, FieldDescriptor]]:
    """Fields that the query may tell, dotted where nested."""
    for field in kind.fields:
        path = prefix + field.json_name
        inner = field.message_type
        if field.name in rule.variables or field.name == rule.body:
            continue
        if inner is None or inner.full_name.startswith("google.protobuf."):
            yield path, field
        elif not field.is_repeated:
            yield from _leaves(inner, f"{path}.", rule)


def _body_schema(rule: Rule) -> Schema:
    kind = rule.rpc.input_type
    if rule.body != "*":
        return _bare(kind.fields_by_name[rule.body])
    return reference(_body_name(rule))


def _body_name(rule: Rule) -> str:
    """The request's schema, or one of its own where the path holds some of its fields."""
    name = name_of(rule.rpc.input_type)
    if not rule.variables:
        return name
    return f"{operation_id(rule)}Body"


def _success(rule: Rule) -> dict[str, Any]:
    answer = rule.rpc.output_type
    schema = reference(name_of(answer))
    said: dict[str, Any] = {"description": described(answer.full_name)}
    if not rule.rpc.server_streaming:
        return {**said, "content": {"application/json": {"schema": schema}}}
    events = "Server-sent events: the data of each is JSON; the last event is `end` or `error`."
    return {
        **said,
        "content": {
            "application/x-ndjson": {"schema": {"type": "string", "description": "JSON by line."}},
            "text/event-stream": {"schema": {"type": "string", "description": events}},
        },
    }


def _schemas(rules: list[Rule]) -> dict[str, Schema]:
    asked = kinds_within(rule.rpc.input_type for rule in rules)
    told = kinds_within(rule.rpc.output_type for rule in rules)
    found: dict[str, Schema] = {}
    for full_name, kind in sorted({**asked, **told}.items()):
        if isinstance(kind, Descriptor):
            found[name_of(kind)] = message_schema(kind, answered=full_name not in asked)
        else:
            found[name_of(kind)] = enum_schema(kind)
    for rule in rules:
        if rule.body == "*" and rule.variables:
            found[_body_name(rule)] = message_schema(
                rule.rpc.input_type, answered=False, without=rule.variables
            )
    return found
