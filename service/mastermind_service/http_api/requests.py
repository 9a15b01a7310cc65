"""From an HTTP request to the message that it means."""

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import orjson
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mastermind_engine.refusals import Refusal, Violation
from mastermind_service.errors import Reason
from mastermind_service.http_api.json.codec import MessageCodec, codec_of
from mastermind_service.http_api.json.faults import Misread
from mastermind_service.http_api.rules import Rule

_NO_BODY = (b"", b"{}")
_WORDS: dict[str, Any] = {"true": True, "false": False}
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class RequestReader:
    """Reads the requests of one rule.

    Args:
        rule: What path, query and body hold.
        codecs: Codecs by full name of their messages.
    """

    rule: Rule
    codecs: dict[str, MessageCodec]

    def read(self, values: Sequence[str], query: bytes, body: bytes) -> Message:
        """The message that a request means.

        Args:
            values: Of the path's variables.
            query: The query string, percent-encoded.
            body: The body, no longer compressed.

        Raises:
            Refusal: INVALID_REQUEST, naming the field at fault.
        """
        codec = codec_of(self.rule.rpc.input_type, self.codecs)
        try:
            tree = self._body_tree(body)
            if query:
                self._add_query(codec, tree, query)
            for name, value in zip(self.rule.variables, values, strict=True):
                _put(codec, tree, name, [value], "the path")
            return codec.read(tree)
        except Misread as fault:
            raise _invalid(fault.violation) from None

    def _body_tree(self, body: bytes) -> dict[str, Any]:
        where = self.rule.body
        if not where:
            if body.strip() not in _NO_BODY:
                raise Misread("this call takes no body")
            return {}
        if not body:
            return {}
        tree = _parsed(body)
        if where != "*":
            return {where: tree}
        if type(tree) is not dict:
            raise Misread("is a JSON object")
        return tree

    def _add_query(self, codec: MessageCodec, tree: dict[str, Any], query: bytes) -> None:
        try:
            pairs = parse_qsl(query.decode(), True, errors="strict", max_num_fields=1000)
        except ValueError:
            raise Misread("is no query string of UTF-8", "query") from None
        found: dict[str, list[str]] = {}
        for name, value in pairs:
            found.setdefault(name, []).append(value)
        for name, values in found.items():
            if self.rule.body == "*":
                raise Misread("belongs into the body, not into the query", name)
            _put(codec, tree, name, values, "the query")


def _put(
    codec: MessageCodec, tree: dict[str, Any], path: str, values: list[str], source: str
) -> None:
    """Puts texts where the dotted ``path`` leads; they are read with the rest."""
    field: FieldDescriptor | None = None
    *outer, last = path.split(".")
    kind = codec
    for name in outer:
        field = kind.fields.get(name)
        if field is None or field.message_type is None or field.is_repeated:
            raise Misread("there is no such field", path)
        tree = tree.setdefault(field.name, {})
        kind = codec_of(field.message_type, kind.known)
    field = kind.fields.get(last)
    if field is None:
        raise Misread("there is no such field", path)
    if not _is_text_enough(field):
        raise Misread("cannot stand in a query", path)
    for name in {field.name, field.json_name}:
        if name in tree:
            raise Misread(f"stands in {source} already", path)
    told: list[Any] = [
        _WORDS.get(value, value) if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL else value
        for value in values
    ]
    if field.is_repeated:
        tree[field.name] = told
    elif len(told) > 1:
        raise Misread("is given twice", path)
    else:
        tree[field.name] = told[0]


def _is_text_enough(field: FieldDescriptor) -> bool:
    """Whether one text tells a value of ``field``."""
    kind = field.message_type
    return kind is None or kind.full_name in (
        "google.protobuf.Duration",
        "google.protobuf.Timestamp",
    )


def _parsed(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refusal(
            Reason.INVALID_REQUEST,
            "the body is no JSON",
            [Violation("body", f"{error.msg.partition(':')[0]}, {where}")],
        ) from None


def inflated(body: bytes, limit: int) -> bytes:
    """A gzip body as it was.

    Raises:
        Refusal: MESSAGE_TOO_LARGE, beyond ``limit`` bytes; INVALID_REQUEST, no gzip.
    """
    inflater = zlib.decompressobj(_GZIP_WINDOW)
    try:
        plain = inflater.decompress(body, limit + 1)
    except zlib.error:
        plain = b""
    if len(plain) > limit:
        raise too_large(limit)
    if not inflater.eof or inflater.unused_data:
        raise _invalid(Violation("body", "is no gzip"))
    return plain


def deflated(body: bytes) -> bytes:
    """A body as gzip, the same for the same body."""
    return gzip.compress(body, compresslevel=5, mtime=0)


def too_large(limit: int) -> Refusal:
    """The refusal of a body beyond ``limit`` bytes."""
    return Refusal(
        Reason.MESSAGE_TOO_LARGE,
        f"the body has more than {limit} bytes",
        details={"bytes": str(limit)},
    )


def _invalid(violation: Violation) -> Refusal:
    return Refusal(Reason.INVALID_REQUEST, "the request is not valid", [violation])
