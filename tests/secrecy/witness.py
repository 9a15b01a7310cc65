"""Writes down all that a server tells, and looks for what it must not tell."""

import base64
import string
from collections.abc import Iterator, Sequence
from typing import Any

import grpc
import httpx
from google.protobuf import text_format
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import solver_service_pb2_grpc as solver_rpc
from tests.support.api import TIMEOUT, TOKEN_METADATA
from tests.support.server import ServerProcess
from tests.unit import fair_draw


class Witness:
    """Makes calls, and keeps every byte that comes back.

    Args:
        server: The server.
        channel: A connection to it.
    """

    def __init__(self, server: ServerProcess, channel: grpc.Channel) -> None:
        self.server = server
        self.heard: list[bytes] = []
        self.statuses: set[str] = set()
        self._stubs = (rpc.MastermindServiceStub(channel), solver_rpc.SolverServiceStub(channel))

    def call(self, name: str, request: Message, token: str = "", *, keep: bool = True) -> Any:
        """The answer to a call, or None where it is refused; kept unless told otherwise."""
        metadata = ((TOKEN_METADATA, token),) if token else ()
        (method,) = (getattr(stub, name) for stub in self._stubs if hasattr(stub, name))
        try:
            answer, call = method.with_call(request, timeout=TIMEOUT, metadata=metadata)
        except grpc.RpcError as error:
            refusal: Any = error
            self.statuses.add(refusal.code().name)
            self._keep(refusal.details(), refusal.debug_error_string())
            self._keep(*refusal.initial_metadata(), *refusal.trailing_metadata())
            return None
        self.statuses.add("OK")
        self._keep(*call.initial_metadata(), *call.trailing_metadata())
        if keep:
            self.heard.append(answer.SerializeToString())
            self._keep(MessageToJson(answer, indent=None))
            self._keep(text_format.MessageToString(answer, as_one_line=True))
        return answer

    def _keep(self, *told: object) -> None:
        for each in told:
            value = getattr(each, "value", each)
            self.heard.append(value if isinstance(value, bytes) else str(each).encode())

    def outside(self) -> bytes:
        """The log and what HTTP shows."""
        shown = [
            httpx.get(f"http://{self.server.http}{path}", timeout=TIMEOUT).content
            for path in ("/metrics", "/readyz", "/livez", "/no-such-page")
        ]
        return b"\n".join(["".join(self.server.log).encode(), *shown])

    def answers(self) -> bytes:
        """All that was answered to the calls that were kept."""
        return b"\n".join(self.heard)


def forms_of_bytes(value: bytes) -> Iterator[bytes]:
    """How bytes may be written."""
    assert len(value) >= 12, "too short to be looked for"
    yield value
    yield value.hex().encode()
    yield value.hex().upper().encode()
    # Without the last, incomplete group: it depends on what follows.
    whole = value[: len(value) // 3 * 3]
    yield base64.b64encode(whole)
    yield base64.urlsafe_b64encode(whole)
    yield repr(value)[2:-1].encode()
    yield str(list(value)).encode()
    yield str(int.from_bytes(value, "big")).encode()
    yield str(int.from_bytes(value, "little")).encode()


def forms_of_code(pegs: Sequence[int], colors: int) -> Iterator[bytes]:
    """How a code may be written; it must be long, so that nothing looks like it by chance."""
    yield from forms_of_bytes(bytes(pegs))
    yield from forms_of_bytes(bytes(peg - 1 for peg in pegs))
    letters = string.ascii_uppercase
    for lowest in (0, 1):
        numbers = [peg - 1 + lowest for peg in pegs]
        for joint in ("", ",", ", ", " ", "-"):
            yield joint.join(map(str, numbers)).encode()
    yield "".join(letters[peg - 1] for peg in pegs).encode()
    yield "".join(letters[peg - 1] for peg in pegs).lower().encode()
    yield " ".join(f"pegs: {peg}" for peg in pegs).encode()
    yield str(_rank(pegs, colors)).encode()


def _rank(pegs: Sequence[int], colors: int) -> int:
    rank = 0
    for peg in pegs:
        rank = rank * colors + peg - 1
    fields = fair_draw.ruleset_fields("custom", len(pegs), colors)
    assert fair_draw.code_at(rank, fields) == list(pegs)
    return rank


def check_absent(haystack: bytes, forms: Iterator[bytes], what: str) -> None:
    """Fails without showing the haystack, telling what was found."""
    for form in forms:
        assert form not in haystack, f"{what} was told as {form!r}"
