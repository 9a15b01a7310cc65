"""Messages that no honest caller sends: noise, and real ones damaged in every way."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from tests.hostile.raw import Raw
from tests.support.api import custom, new_id

if TYPE_CHECKING:
    Damage = Callable[[random.Random, Message], bytes]

CONTENT_WITH_ANYTHING = frozenset(
    {
        *("BatchScore", "SuggestGuess", "ListGames", "GetStats", "ListRulesets", "GetServerInfo"),
        *("AnalyzePosition", "ListCandidates", "ListStrategies", "EvaluateStrategy"),
    }
)
"""Methods that answer a message without any known field."""

MAX_UINT32, MAX_UINT64 = 2**32 - 1, 2**64 - 1
NO_UTF_8 = (b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"ab\xe2")
MIN_ENUM, MAX_ENUM = -(2**31), 2**31 - 1


def requests(game_id: str) -> dict[str, Message]:
    """A message for each method with all fields set: refused, but for what any call gets.

    Args:
        game_id: A game that the sender has no token for.
    """
    # Two pegs are wrong, so that no single change makes the code right.
    wrong = pb.Code(pegs=[99, 1, 2, 77])
    turn = pb.Turn(guess=wrong, feedback=pb.Feedback(black=2, white=1))
    week = Duration(seconds=7 * 86400, nanos=1)
    ruleset = custom(4, 6, guess_repeats=True, max_guesses=9, symbols=list("abcdef"))
    return {
        "Score": service_pb.ScoreRequest(ruleset=ruleset, secret=wrong, guess=wrong),
        "BatchScore": service_pb.BatchScoreRequest(
            ruleset=ruleset,
            encoding=service_pb.ENCODING_PEGS,
            mode=service_pb.BatchScoreRequest.MODE_CROSS,
            secrets=bytes(range(1, 7)),
            guesses=bytes(range(1, 7)),
        ),
        "NewGame": service_pb.NewGameRequest(
            ruleset=ruleset,
            codemaker=pb.CODEMAKER_SUPPLIED,
            codebreaker=pb.CODEBREAKER_CLIENT,
            secret=wrong,
            strategy=pb.STRATEGY_ENTROPY,
            seed=12345678901234567890,
            hints_allowed=True,
            require_tokens=True,
            ttl=week,
            retain=week,
            labels={"team": "x", "round": "7"},
            request_id="this is no UUID, whatever happens to it",
            codemaker_name="Ada",
            codebreaker_name="Bob",
        ),
        "GetGame": service_pb.GetGameRequest(game_id=game_id),
        "SetSecret": service_pb.SetSecretRequest(
            game_id=game_id, secret=wrong, request_id=new_id()
        ),
        "DeleteGame": service_pb.DeleteGameRequest(game_id=game_id, request_id=new_id()),
        "GiveFeedback": service_pb.GiveFeedbackRequest(
            game_id=game_id,
            feedback=pb.Feedback(black=2, white=1),
            expected_turn=1,
            request_id=new_id(),
        ),
        "TakeBackTurn": service_pb.TakeBackTurnRequest(game_id=game_id, request_id=new_id()),
        "RevealSecret": service_pb.RevealSecretRequest(
            game_id=game_id, secret=wrong, salt=bytes(16), request_id=new_id()
        ),
        "ResignGame": service_pb.ResignGameRequest(game_id=game_id, request_id=new_id()),
        "WatchGame": service_pb.WatchGameRequest(game_id=game_id, after_seq=3),
        "Guess": service_pb.GuessRequest(
            game_id=game_id,
            guess=wrong,
            client_seed=b"seed",
            expected_turn=1,
            request_id=new_id(),
        ),
        "SuggestGuess": service_pb.SuggestGuessRequest(
            position=pb.Position(ruleset=ruleset, turns=[turn, turn]),
            strategy=pb.STRATEGY_ENTROPY,
            alternatives=3,
            seed=1,
            max_evaluations=10**6,
            budget=Duration(seconds=1),
            candidates_only=True,
        ),
        "ListGames": service_pb.ListGamesRequest(
            page_size=10, page_token="AAAA", filter='state=SOLVED AND labels.team="x"'
        ),
        "GetStats": service_pb.GetStatsRequest(filter="state=SOLVED"),
        "AnalyzePosition": solver_pb.AnalyzePositionRequest(
            position=pb.Position(ruleset=ruleset, turns=[turn, turn]), guess=wrong, code=wrong
        ),
        "AnalyzeGame": solver_pb.AnalyzeGameRequest(
            position=pb.Position(ruleset=ruleset, turns=[turn]), secret=wrong
        ),
        "ListCandidates": solver_pb.ListCandidatesRequest(
            position=pb.Position(ruleset=ruleset), page_size=7, page_token="AAAA"
        ),
        "ListStrategies": solver_pb.ListStrategiesRequest(
            ruleset=custom(4, 99, guess_repeats=True, symbols=list("abc"))
        ),
        "EvaluateStrategy": solver_pb.EvaluateStrategyRequest(
            ruleset=ruleset,
            strategy=pb.STRATEGY_ENTROPY,
            opening=wrong,
            candidates_only=True,
            sample=20,
            seed=5,
        ),
        "ListRulesets": service_pb.ListRulesetsRequest(),
        "GetServerInfo": service_pb.GetServerInfoRequest(),
    }


def is_readable(kind: type[Message], body: bytes) -> bool:
    """Whether the bytes are a message of this kind at all."""
    try:
        kind().ParseFromString(body)
    except DecodeError:
        return False
    return True


def noise(chance: random.Random, _: Message) -> bytes:
    """Any bytes."""
    return chance.randbytes(chance.randint(1, 200))


def truncated(chance: random.Random, message: Message) -> bytes:
    """The beginning of a real message."""
    body = message.SerializeToString()
    return body[: chance.randint(0, max(0, len(body) - 1))]


def flipped(chance: random.Random, message: Message) -> bytes:
    """A real message with one bit wrong."""
    body = bytearray(message.SerializeToString() or b"\x0a\x02ab")
    body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
    return bytes(body)


def cut_out(chance: random.Random, message: Message) -> bytes:
    """A real message that lacks a piece."""
    body = message.SerializeToString()
    begin = chance.randint(0, len(body))
    return body[:begin] + body[begin + chance.randint(1, 8) :]


def spliced(chance: random.Random, message: Message) -> bytes:
    """A real message with noise somewhere inside."""
    body = message.SerializeToString()
    place = chance.randint(0, len(body))
    return body[:place] + chance.randbytes(chance.randint(1, 12)) + body[place:]


def no_text(chance: random.Random, message: Message) -> bytes:
    """A string that is no UTF-8, or a field that is not known where there are no strings."""
    known = [
        field.number
        for field in message.DESCRIPTOR.fields
        if field.type == FieldDescriptor.TYPE_STRING
    ]
    wrong = chance.choice(
        [b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"ab\xe2"]
    )
    if not known:
        return message.SerializeToString() + b"\x0f" + wrong
    return message.SerializeToString() + _tag(chance.choice(known), 2) + _sized(wrong)


def malformed(chance: random.Random, message: Message) -> bytes:
    """A real message, then a field that breaks the wire format."""
    number = chance.choice([field.number for field in message.DESCRIPTOR.fields] or [1])
    ends = [
        _tag(number, 2) + _varint(MAX_UINT32) + b"short",
        _tag(number, 2) + _varint(2**63) + b"short",
        _tag(number, 2) + b"\xff" * 11,
        _tag(number, 6) + b"\x01",
        _tag(number, 7) + b"\x01",
        _tag(number, 3),
        _tag(number, 4),
        _tag(0, 0) + b"\x01",
        _tag(number, 5) + b"\x01\x02",
        _tag(number, 1) + b"\x01\x02",
        _tag(1000, 3) * 5000,
    ]
    return message.SerializeToString() + chance.choice(ends)


DAMAGES: "Sequence[Damage]" = (
    noise,
    truncated,
    flipped,
    cut_out,
    spliced,
    no_text,
    malformed,
)


def hostile(game_id: str, seed: int) -> Iterator[tuple[Raw, bool]]:
    """Endless messages that must be refused, and whether each can be read at all.

    What happens to be a legitimate request after all is left out.
    """
    chance = random.Random(seed)
    kinds = cycle(
        (method, message, damage)
        for damage in DAMAGES
        for method, message in requests(game_id).items()
    )
    for method, message, damage in kinds:
        body = damage(chance, message)
        readable = is_readable(type(message), body)
        if not (readable and method in CONTENT_WITH_ANYTHING):
            yield Raw(method, body, damage.__name__), readable


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*encoded, value])


def _tag(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _sized(content: bytes) -> bytes:
    return _varint(len(content)) + content
