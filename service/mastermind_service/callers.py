"""Who calls, from which seat, and with which request."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from mastermind_engine.refusals import Refusal, Violation
from mastermind_service.errors import Reason, game_not_found
from mastermind_service.keys import Keys, Seat
from mastermind_service.store.base import GameRecord, WriteMark

MAX_REQUEST_ID = 128
_REQUEST_BYTES = 5
_BODY_BYTES = 3
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls.

    Attributes:
        principal: The authenticated caller; empty without authentication.
        token: The seat token that came with the call; empty for none.
    """

    principal: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """By what a write is recognized when it comes again.

    Attributes:
        request_id: The caller's id; empty for none.
        rpc: Name of the RPC.
        body: The request without its id, in a form that equal requests share.
    """

    request_id: str
    rpc: str
    body: bytes


def seat_by_token(keys: Keys, caller: Caller, game_id: str) -> Seat:
    """The seat that the caller's token gives; OWNER, to be proved, without a token.

    Raises:
        Refusal: INVALID_TOKEN, whether there is such a game or not.
    """
    return keys.seat(game_id, caller.token) if caller.token else Seat.OWNER


def check_access(record: GameRecord, caller: Caller, seat: Seat) -> None:
    """Lets the caller's seat at this game stand.

    Raises:
        Refusal: GAME_NOT_FOUND for someone else's game and for a deleted one that nobody
            can prove to have had a seat at, MISSING_CREDENTIALS.
    """
    if seat != Seat.OWNER:
        return
    if record.owner != caller.principal or (record.deleted and record.require_tokens):
        raise game_not_found()
    if record.require_tokens:
        raise Refusal(Reason.MISSING_CREDENTIALS, "this game asks for a seat's token")


def check_seat(seat: Seat, *allowed: Seat) -> None:
    """Refuses seats that may not make a call; the owner acts for either player.

    Raises:
        Refusal: WRONG_SEAT.
    """
    if seat not in (Seat.OWNER, *allowed):
        raise Refusal(Reason.WRONG_SEAT, f"a {seat.name.lower()} may not do this")


def canonical_id(request_id: str) -> str:
    """A request id in its one form: a UUID in capitals is the same in small letters."""
    return request_id.lower() if is_uuid(request_id) else request_id


def is_uuid(request_id: str) -> bool:
    """Whether a request id is a UUID in its usual form of 36 characters."""
    return _UUID.fullmatch(request_id) is not None


def marks_of(keys: Keys, request: Request, seat: Seat) -> list[WriteMark]:
    """The marks of a write under every key, the one to use first.

    Without a request id they are such as no other call shares.
    """
    request_id = canonical_id(request.request_id).encode() or secrets.token_bytes(16)
    # Neither an RPC's name nor a seat's letter has a colon.
    body = f"{request.rpc}:{seat.value}:".encode() + request.body
    return [
        WriteMark(by_id[:_REQUEST_BYTES], by_body[:_BODY_BYTES])
        for by_id, by_body in keys.write_marks(request_id, body)
    ]


def find_replay(record: GameRecord, marks: Sequence[WriteMark]) -> WriteMark | None:
    """The write that one of ``marks`` repeats, if the record holds it.

    Raises:
        Refusal: REQUEST_ID_REUSED, when its id came with another request before.
    """
    for made in record.marks:
        for mark in marks:
            if made.request == mark.request:
                if made.body != mark.body:
                    raise request_id_reused()
                return made
    return None


def request_id_reused() -> Refusal:
    """The refusal of a request id that came with another request before."""
    return Refusal(
        Reason.REQUEST_ID_REUSED,
        "this request_id came with another request before",
        [Violation("request_id", "is new for every request, and the same for its retries alone")],
    )
