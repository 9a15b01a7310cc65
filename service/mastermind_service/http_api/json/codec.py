"""Messages: between JSON and protobuf, by functions compiled once for each message.

protobuf's own `json_format` asks the descriptors at every value, which costs more than all
else that a small call does. Here every question is asked once. What is read and written is
the same: tests compare both on every message.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from mastermind_service.http_api.json.faults import Misread
from mastermind_service.http_api.json.scalars import (
    Reader,
    Writer,
    scalar_reader,
    scalar_writer,
)

Step = Callable[[Message, dict[str, Any]], None]


class MessageCodec:
    """Reads and writes the JSON of one kind of message.

    Args:
        descriptor: The kind of message.
        codecs: Codecs made so far, by full name: a message may hold its own kind.
    """

    def __init__(self, descriptor: Descriptor, codecs: dict[str, "MessageCodec"]) -> None:
        codecs[descriptor.full_name] = self
        self.known = codecs
        self.fields: dict[str, FieldDescriptor] = {}
        self._readers: dict[str, tuple[str, str, Reader]] = {}
        self._steps: list[Step] = []
        self._make = GetMessageClass(descriptor)
        for field in descriptor.fields:
            read = _field_reader(field, codecs)
            # A oneof is one place: a second member of it is one too many.
            oneof = field.containing_oneof
            place = field.name if oneof is None else f"the oneof {oneof.name}"
            for name in {field.json_name, field.name}:
                self._readers[name] = (field.name, place, read)
                self.fields[name] = field
            self._steps.append(_field_writer(field, codecs))

    def read(self, tree: Any) -> Message:
        """The message that parsed JSON means.

        Raises:
            Misread: A value that its field cannot hold, or a field that there is not.
        """
        return self._make(**self.arguments(tree))

    def arguments(self, tree: Any) -> dict[str, Any]:
        """The message's fields, as its class takes them.

        Raises:
            Misread: A value that its field cannot hold, or a field that there is not.
        """
        if type(tree) is not dict:
            raise Misread("is a JSON object")
        found: dict[str, Any] = {}
        places: set[str] = set()
        for name, value in tree.items():
            known = self._readers.get(name)
            if known is None:
                raise Misread("there is no such field", name)
            field, place, read = known
            if place in places:
                raise Misread(f"{place} is given twice", field)
            if value is None:
                continue
            places.add(place)
            try:
                found[field] = read(value)
            except Misread as fault:
                raise fault.within(field) from None
        return found

    def write(self, message: Message) -> dict[str, Any]:
        """A message as JSON, zero values and empty lists present."""
        tree: dict[str, Any] = {}
        for step in self._steps:
            step(message, tree)
        return tree


def codec_of(descriptor: Descriptor, codecs: dict[str, MessageCodec]) -> MessageCodec:
    """The codec of a kind of message, made unless ``codecs`` has it."""
    return codecs.get(descriptor.full_name) or MessageCodec(descriptor, codecs)


def _field_reader(field: FieldDescriptor, codecs: dict[str, MessageCodec]) -> Reader:
    entry = _map_entry(field)
    if entry is not None:
        key, value = entry.fields_by_name["key"], entry.fields_by_name["value"]
        return _map_reader(_key_reader(key), _value_reader(value, codecs))
    read = _value_reader(field, codecs)
    return _list_reader(read) if field.is_repeated else read


def _value_reader(field: FieldDescriptor, codecs: dict[str, MessageCodec]) -> Reader:
    if field.message_type is None:
        return scalar_reader(field)
    known = _WELL_KNOWN.get(field.message_type.full_name)
    if known is not None:
        return known[0]
    return codec_of(field.message_type, codecs).arguments


def _list_reader(read: Reader) -> Reader:
    def read_list(values: Any) -> list[Any]:
        if type(values) is not list:
            raise Misread("is a list")
        try:
            return [read(value) for value in values]
        except Misread:
            raise _first_fault(values, read) from None

    return read_list


def _first_fault(values: list[Any], read: Reader) -> Misread:
    """The fault of the first value that has one, with its place."""
    for index, value in enumerate(values):
        try:
            read(value)
        except Misread as fault:
            return fault.within(f"[{index}]")
    raise AssertionError("no value is at fault")


def _map_reader(read_key: Reader, read: Reader) -> Reader:
    def read_map(values: Any) -> dict[Any, Any]:
        if type(values) is not dict:
            raise Misread("is a JSON object")
        found = {}
        for name, value in values.items():
            try:
                found[read_key(name)] = read(value)
            except Misread as fault:
                raise fault.within(f"[{name}]") from None
        return found

    return read_map


def _key_reader(key: FieldDescriptor) -> Reader:
    read = scalar_reader(key)
    if key.cpp_type != FieldDescriptor.CPPTYPE_BOOL:
        return read
    words = {"true": True, "false": False}
    return lambda name: read(words.get(name))


def _field_writer(field: FieldDescriptor, codecs: dict[str, MessageCodec]) -> Step:
    name, json_name = field.name, field.json_name
    get = attrgetter(name)
    write = _value_writer(field, codecs)
    if field.is_repeated:
        return _list_writer(field, codecs, get)
    if field.has_presence:

        def write_present(message: Message, tree: dict[str, Any]) -> None:
            if message.HasField(name):
                value = get(message)
                tree[json_name] = write(value) if write else value

        return write_present
    if write is None:

        def write_plain(message: Message, tree: dict[str, Any]) -> None:
            tree[json_name] = get(message)

        return write_plain

    def write_made(message: Message, tree: dict[str, Any]) -> None:
        tree[json_name] = write(get(message))

    return write_made


def _list_writer(
    field: FieldDescriptor, codecs: dict[str, MessageCodec], get: Callable[[Message], Any]
) -> Step:
    json_name = field.json_name
    entry = _map_entry(field)
    if entry is not None:
        value_writer = _value_writer(entry.fields_by_name["value"], codecs) or _same
        key_writer = _key_writer(entry.fields_by_name["key"])

        def write_map(message: Message, tree: dict[str, Any]) -> None:
            items = sorted(get(message).items())
            tree[json_name] = {key_writer(key): value_writer(value) for key, value in items}

        return write_map
    writer = _value_writer(field, codecs)

    def write_list(message: Message, tree: dict[str, Any]) -> None:
        # A slice first: a repeated field itself is twice as slow to walk through.
        values = get(message)[:]
        tree[json_name] = values if writer is None else [writer(value) for value in values]

    return write_list


def _value_writer(field: FieldDescriptor, codecs: dict[str, MessageCodec]) -> Writer | None:
    if field.message_type is None:
        return scalar_writer(field)
    known = _WELL_KNOWN.get(field.message_type.full_name)
    if known is not None:
        return known[1]
    return codec_of(field.message_type, codecs).write


def _key_writer(key: FieldDescriptor) -> Writer:
    return (lambda value: str(value).lower()) if key.type == FieldDescriptor.TYPE_BOOL else str


def _map_entry(field: FieldDescriptor) -> Descriptor | None:
    """The kind of a map's entries; None for what is no map."""
    kind = field.message_type
    return kind if kind is not None and kind.GetOptions().map_entry else None


def _same(value: Any) -> Any:
    return value


def _read_duration(value: Any) -> Duration:
    duration = Duration()
    try:
        duration.FromJsonString(value)
    except (ValueError, AttributeError, TypeError):
        raise Misread('is a time in seconds, such as "1.5s"') from None
    return duration


def _read_timestamp(value: Any) -> Timestamp:
    timestamp = Timestamp()
    try:
        timestamp.FromJsonString(value)
    except (ValueError, AttributeError, TypeError):
        raise Misread('is a point in time, such as "2026-01-31T12:00:00Z"') from None
    return timestamp


_WELL_KNOWN: dict[str, tuple[Reader, Writer]] = {
    "google.protobuf.Duration": (_read_duration, Duration.ToJsonString),
    "google.protobuf.Timestamp": (_read_timestamp, Timestamp.ToJsonString),
}
