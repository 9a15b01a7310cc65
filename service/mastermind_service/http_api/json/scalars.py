"""Single values: between JSON and what a protobuf field holds."""

import base64
import binascii
import math
import re
import struct
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from mastermind_service.http_api.json.faults import Misread

Reader = Callable[[Any], Any]
Writer = Callable[[Any], Any]

_INTEGER = re.compile(r"-?(0|[1-9]\d*)")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_MAX_TEXT = 400
_FLOAT_MAX = 3.4028234663852886e38
_32, _64 = 2**31, 2**63
_RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-_32, _32 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2 * _32 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-_64, _64 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2 * _64 - 1),
}


def scalar_reader(field: FieldDescriptor) -> Reader:
    """What reads the JSON of a field's single value; it raises Misread."""
    kind = field.cpp_type
    if kind in _RANGES:
        return _integer_reader(*_RANGES[kind])
    if field.enum_type is not None:
        return _enum_reader(field.enum_type)
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return _read_bool
    if kind == FieldDescriptor.CPPTYPE_DOUBLE:
        return _read_double
    if kind == FieldDescriptor.CPPTYPE_FLOAT:
        return _read_float
    return _read_bytes if field.type == FieldDescriptor.TYPE_BYTES else _read_text


def scalar_writer(field: FieldDescriptor) -> Writer | None:
    """What makes JSON of a field's single value; None where it is the value itself."""
    kind = field.cpp_type
    if kind in (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64):
        return str
    if field.enum_type is not None:
        names = {value.number: value.name for value in field.enum_type.values}
        return lambda number: names.get(number, number)
    if kind == FieldDescriptor.CPPTYPE_DOUBLE:
        return _write_double
    if kind == FieldDescriptor.CPPTYPE_FLOAT:
        return _write_float
    return _write_bytes if field.type == FieldDescriptor.TYPE_BYTES else None


def _integer_reader(low: int, high: int) -> Reader:
    says = f"is an integer, {low} to {high}"

    def read(value: Any) -> int:
        # The type itself, not a subclass: true and false are integers to Python.
        if type(value) is not int:
            value = _integer_of(value, says)
        if not low <= value <= high:
            raise Misread(says)
        return value  # type: ignore[no-any-return]

    return read


def _integer_of(value: Any, says: str) -> int:
    """The integer that a text or a number such as 3.0 means."""
    if type(value) is str and len(value) <= _MAX_TEXT and _INTEGER.fullmatch(value):
        return int(value)
    if type(value) is float and value.is_integer():
        return int(value)
    raise Misread(says)


def _enum_reader(enum: EnumDescriptor) -> Reader:
    numbers = {value.name: value.number for value in enum.values}
    as_integer = _integer_reader(-_32, _32 - 1)
    says = f"is one of {', '.join(numbers)}"

    def read(value: Any) -> int:
        number = numbers.get(value) if type(value) is str else None
        if number is not None:
            return number
        try:
            return as_integer(value)  # type: ignore[no-any-return]
        except Misread:
            raise Misread(says) from None

    return read


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Misread("is true or false")
    return value


def _read_double(value: Any) -> float:
    if type(value) is float or type(value) is int:
        return float(value)
    if type(value) is str:
        if value in _NOT_FINITE:
            return _NOT_FINITE[value]
        if len(value) <= _MAX_TEXT and _NUMBER.fullmatch(value):
            number = float(value)
            if math.isfinite(number):
                return number
    raise Misread("is a number")


def _read_float(value: Any) -> float:
    number = _read_double(value)
    if math.isfinite(number) and abs(number) > _FLOAT_MAX:
        raise Misread("is a number of 32 bits")
    return number


def _read_text(value: Any) -> str:
    if type(value) is not str:
        raise Misread("is a text")
    return value


def _read_bytes(value: Any) -> bytes:
    """Bytes in base64, of either alphabet, with or without padding."""
    if type(value) is str:
        plain = value.rstrip("=")
        text = plain.translate(_TO_STANDARD) + "=" * (-len(plain) % 4)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            pass
    raise Misread("is bytes in base64")


_TO_STANDARD = str.maketrans("-_", "+/")


def _write_bytes(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _write_double(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def _write_float(value: float) -> float | str:
    """The shortest decimal that reads back as the same 32 bits."""
    if not math.isfinite(value):
        return _write_double(value)
    for digits in range(6, 9):
        short = float(f"{value:.{digits}g}")
        if struct.pack("<f", short) == struct.pack("<f", value):
            return short
    return float(f"{value:.9g}")
