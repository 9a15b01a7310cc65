"""Random messages of any kind, as hypothesis draws them."""

import math
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import strategies as st

_INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: st.integers(0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT64: st.integers(-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT64: st.integers(0, 2**64 - 1),
}
_NANOS = st.integers(0, 999_999_999)
_WELL_KNOWN: dict[str, st.SearchStrategy[Any]] = {
    "google.protobuf.Duration": st.builds(
        lambda seconds, nanos: Duration(seconds=seconds, nanos=nanos if seconds >= 0 else -nanos),
        st.integers(-315_576_000_000, 315_576_000_000),
        _NANOS,
    ),
    "google.protobuf.Timestamp": st.builds(
        lambda seconds, nanos: Timestamp(seconds=seconds, nanos=nanos),
        st.integers(-62_135_596_800, 253_402_300_799),
        _NANOS,
    ),
}
_DEEPEST = 3


def messages(kind: Descriptor, depth: int = 0) -> st.SearchStrategy[Message]:
    """Messages of a kind with any of their fields set, to any value."""
    if kind.full_name in _WELL_KNOWN:
        return _WELL_KNOWN[kind.full_name]
    fields = {
        field.name: _values(field, depth)
        for field in kind.fields
        if field.message_type is None or depth < _DEEPEST
    }
    filled = st.fixed_dictionaries({}, optional=fields)
    return filled.map(lambda chosen: GetMessageClass(kind)(**_one_of_each(kind, chosen)))


def _one_of_each(kind: Descriptor, chosen: dict[str, Any]) -> dict[str, Any]:
    """At most one field of each oneof."""
    for oneof in kind.oneofs:
        names = [field.name for field in oneof.fields if field.name in chosen]
        for name in names[1:]:
            del chosen[name]
    return chosen


def _values(field: FieldDescriptor, depth: int) -> st.SearchStrategy[Any]:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        key, value = kind.fields_by_name["key"], kind.fields_by_name["value"]
        return st.dictionaries(_single(key, depth), _single(value, depth), max_size=3)
    single = _single(field, depth)
    return st.lists(single, max_size=3) if field.is_repeated else single


def _single(field: FieldDescriptor, depth: int) -> st.SearchStrategy[Any]:
    if field.message_type is not None:
        return messages(field.message_type, depth + 1)
    if field.enum_type is not None:
        return st.sampled_from([value.number for value in field.enum_type.values] + [77])
    if field.cpp_type in _INTEGERS:
        return _INTEGERS[field.cpp_type]
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return st.booleans()
    if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE:
        return st.floats().map(lambda number: number if number == number else math.nan)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return st.binary(max_size=9)
    return st.text(max_size=5)
