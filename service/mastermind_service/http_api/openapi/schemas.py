"""JSON schemas of messages and enums."""

from collections.abc import Collection, Iterable
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from mastermind_service.http_api.openapi.comments import comments

Schema = dict[str, Any]

_INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: {"minimum": -(2**31), "maximum": 2**31 - 1},
    FieldDescriptor.CPPTYPE_UINT32: {"minimum": 0, "maximum": 2**32 - 1},
}
_SCALARS: dict[int, Schema] = {
    FieldDescriptor.CPPTYPE_INT64: {"type": "string", "pattern": r"^-?[0-9]{1,19}$"},
    FieldDescriptor.CPPTYPE_UINT64: {"type": "string", "pattern": "^[0-9]{1,20}$"},
    FieldDescriptor.CPPTYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.CPPTYPE_DOUBLE: {"type": "number"},
    FieldDescriptor.CPPTYPE_FLOAT: {"type": "number"},
}
_WELL_KNOWN: dict[str, Schema] = {
    "google.protobuf.Duration": {
        "type": "string",
        "pattern": r"^-?[0-9]{1,12}(\.[0-9]{1,9})?s$",
        "examples": ["1.5s"],
    },
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
}
_INTEGER_KEYS = {"pattern": "^-?[0-9]+$"}


def name_of(kind: Descriptor | EnumDescriptor) -> str:
    """The name of a kind's schema; that of a nested one begins with its outer's."""
    package: str = kind.file.package
    return kind.full_name.removeprefix(f"{package}.").replace(".", "")


def reference(name: str) -> Schema:
    """Points to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def described(full_name: str) -> str:
    """The comment that stands in the proto before ``full_name``."""
    return comments()[full_name]


def field_schema(field: FieldDescriptor) -> Schema:
    """What a field holds, described."""
    description = described(field.full_name)
    oneof = field.containing_oneof
    if oneof is not None and len(oneof.fields) > 1:
        others = [other.json_name for other in oneof.fields if other is not field]
        description += f" Excludes {', '.join(f'`{other}`' for other in others)}."
    return {**_whole_value(field), "description": description}


def message_schema(kind: Descriptor, *, answered: bool, without: Collection[str] = ()) -> Schema:
    """The schema of a message.

    Args:
        kind: The message.
        answered: Whether it only ever comes from the service: then every field without
            presence is there, zero or not.
        without: Names of fields that stand elsewhere, in the path.
    """
    fields = [field for field in kind.fields if field.name not in without]
    schema: Schema = {
        "type": "object",
        "description": described(kind.full_name),
        "properties": {field.json_name: field_schema(field) for field in fields},
        "additionalProperties": False,
    }
    required = [field.json_name for field in fields if not field.has_presence]
    if answered and required:
        schema["required"] = required
    return schema


def enum_schema(kind: EnumDescriptor) -> Schema:
    """The schema of an enum: its values' names."""
    lines = [
        f"- `{value.name}`: {described(f'{kind.full_name}.{value.name}')}" for value in kind.values
    ]
    return {
        "type": "string",
        "enum": [value.name for value in kind.values],
        "description": described(kind.full_name) + "\n\n" + "\n".join(lines),
    }


def kinds_within(roots: Iterable[Descriptor]) -> dict[str, Descriptor | EnumDescriptor]:
    """Every message and enum that messages hold, themselves included, by full name."""
    found: dict[str, Descriptor | EnumDescriptor] = {}
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if kind.full_name in found or kind.full_name in _WELL_KNOWN:
            continue
        if not kind.GetOptions().map_entry:
            found[kind.full_name] = kind
        for field in kind.fields:
            if field.message_type is not None:
                waiting.append(field.message_type)
            if field.enum_type is not None:
                found[field.enum_type.full_name] = field.enum_type
    return found


def _whole_value(field: FieldDescriptor) -> Schema:
    """What a field holds: one value, a list or a map."""
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        key, value = kind.fields_by_name["key"], kind.fields_by_name["value"]
        schema: Schema = {"type": "object", "additionalProperties": single_value(value)}
        if key.cpp_type != FieldDescriptor.CPPTYPE_STRING:
            schema["propertyNames"] = _INTEGER_KEYS
        return schema
    value_schema = single_value(field)
    return {"type": "array", "items": value_schema} if field.is_repeated else value_schema


def single_value(field: FieldDescriptor) -> Schema:
    """One value of a field."""
    if field.message_type is not None:
        known = _WELL_KNOWN.get(field.message_type.full_name)
        return dict(known) if known else reference(name_of(field.message_type))
    if field.enum_type is not None:
        return reference(name_of(field.enum_type))
    if field.cpp_type in _INTEGERS:
        return {"type": "integer", **_INTEGERS[field.cpp_type]}
    if field.type == FieldDescriptor.TYPE_BYTES:
        return {"type": "string", "contentEncoding": "base64"}
    return dict(_SCALARS.get(field.cpp_type, {"type": "string"}))
