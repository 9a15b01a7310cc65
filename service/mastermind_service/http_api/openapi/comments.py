"""The comments of the protos, which the generated modules leave out."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

PACKAGE = "mastermind.v1"
_DESCRIPTORS = "descriptors.binpb"
# By the numbers of their fields in descriptor.proto, what a path of source info leads to.
_PARTS: Mapping[str, Mapping[int, str]] = {
    "FileDescriptorProto": {4: "message_type", 5: "enum_type", 6: "service"},
    "DescriptorProto": {2: "field", 3: "nested_type", 4: "enum_type", 8: "oneof_decl"},
    "EnumDescriptorProto": {2: "value"},
    "ServiceDescriptorProto": {2: "method"},
}


@cache
def comments() -> Mapping[str, str]:
    """The comment before each message, field, enum, value, service and RPC, by full name.

    An enum's value is named within its enum, unlike in the protos' own scopes.
    """
    data = (files(PACKAGE) / _DESCRIPTORS).read_bytes()
    found: dict[str, str] = {}
    for file in FileDescriptorSet.FromString(data).file:
        if file.package == PACKAGE:
            found.update(_of_file(file))
    return found


def _of_file(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    for location in file.source_code_info.location:
        text = location.leading_comments or location.trailing_comments
        name = _name_at(file, list(location.path)) if text else None
        if name is not None:
            yield name, _tidy(text)


def _name_at(file: FileDescriptorProto, path: list[int]) -> str | None:
    """The full name of what a path of source info leads to; None for smaller parts."""
    part: Any = file
    names = [file.package]
    while path:
        kind = _PARTS.get(type(part).__name__, {}).get(path[0])
        if kind is None or len(path) < 2:
            return None
        part = getattr(part, kind)[path[1]]
        names.append(part.name)
        path = path[2:]
    return ".".join(names) if len(names) > 1 else None


def _tidy(text: str) -> str:
    """A comment without its indent; an empty line still parts paragraphs."""
    paragraphs = "\n".join(line.strip() for line in text.splitlines()).strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split("\n")) for paragraph in paragraphs)
