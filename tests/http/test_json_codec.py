"""The compiled codec reads and writes what protobuf's own does."""

import json
from typing import Any

import orjson
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mastermind.v1 import mastermind_service_pb2, solver_service_pb2, types_pb2
from mastermind_service.http_api.json.codec import MessageCodec, codec_of
from mastermind_service.http_api.json.faults import Misread
from tests.http.messages import messages

KINDS: list[Descriptor] = [
    kind
    for module in (types_pb2, mastermind_service_pb2, solver_service_pb2)
    for kind in module.DESCRIPTOR.message_types_by_name.values()
]
CODECS: dict[str, MessageCodec] = {}
QUICK = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


def wire(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(data=st.data())
@QUICK
def test_every_message_is_written_and_read_as_protobuf_does(
    kind: Descriptor, data: st.DataObject
) -> None:
    message = data.draw(messages(kind))
    codec = codec_of(kind, CODECS)
    text = orjson.dumps(codec.write(message))
    theirs = json_format.MessageToJson(message, always_print_fields_with_no_presence=True)
    assert json.loads(text) == json.loads(theirs)
    assert wire(codec.read(orjson.loads(text))) == wire(message)
    snake = json_format.MessageToDict(message, preserving_proto_field_name=True)
    assert wire(codec.read(snake)) == wire(message)


ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        [
            "",
            "1",
            "-1",
            "01",
            " 1",
            "1.0",
            "1e2",
            "1_0",
            "+1",
            "true",
            "NaN",
            "Infinity",
            "a",
            "YQ==",
            "YQ",
            "-_8",
            "STRATEGY_AUTO",
            "1.5s",
            "s",
            "2026-01-31T12:00:00Z",
            "2026-01-31",
            "٣",
        ]
    ),
    st.lists(st.integers(0, 9), max_size=2),
    st.dictionaries(st.sampled_from(["pegs", "a", "1"]), st.integers(0, 9), max_size=2),
)


def fields_with_odd_values(kind: Descriptor) -> st.SearchStrategy[dict[str, Any]]:
    names = [field.json_name for field in kind.fields] or ["none"]
    return st.dictionaries(st.sampled_from([*names, "noSuchField"]), ODD, min_size=1, max_size=2)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(data=st.data())
@QUICK
def test_what_is_read_is_what_protobuf_reads(kind: Descriptor, data: st.DataObject) -> None:
    tree = data.draw(fields_with_odd_values(kind))
    try:
        read: Message | None = codec_of(kind, CODECS).read(tree)
    except Misread:
        read = None
    try:
        theirs: Message | None = json_format.ParseDict(tree, GetMessageClass(kind)())
    except (json_format.ParseError, ValueError, TypeError, AttributeError):
        theirs = None
    if read is not None and theirs is not None:
        assert wire(read) == wire(theirs)
    if read is not None:
        assert theirs is not None, "protobuf refuses this"


@pytest.mark.parametrize(
    ("tree", "path"),
    [
        ({"secret": {"pegs": [1, 2, "x"]}}, "secret.pegs[2]"),
        ({"secret": {"pegs": 3}}, "secret.pegs"),
        ({"secret": {"pegs": [-1]}}, "secret.pegs[0]"),
        ({"secret": {"pegs": [2**32]}}, "secret.pegs[0]"),
        ({"secret": {"pegs": [True]}}, "secret.pegs[0]"),
        ({"secret": {"colour": 1}}, "secret.colour"),
        ({"ruleset": {"custom": {"feedbackKind": "RED"}}}, "ruleset.custom.feedback_kind"),
        ({"ruleset": {"preset": "a", "custom": {}}}, "ruleset.custom"),
        ({"secret": {}, "guess": []}, "guess"),
        ([], ""),
    ],
)
def test_a_fault_names_its_place(tree: Any, path: str) -> None:
    codec = codec_of(mastermind_service_pb2.ScoreRequest.DESCRIPTOR, CODECS)
    with pytest.raises(Misread) as caught:
        codec.read(tree)
    assert caught.value.path == path
