"""Messages that can be read and mean nothing: absurd numbers, and far too much of everything."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.hostile.conftest import Beside
from tests.hostile.messages import MAX_ENUM, MAX_UINT32, MAX_UINT64, MIN_ENUM
from tests.hostile.raw import SERVICE, Metadata, Raw, send
from tests.support.api import TIMEOUT, Api, code, custom, new_id, preset, turn
from tests.support.calls import listed
from tests.support.refusals import Refused, refused

if TYPE_CHECKING:
    Build = Callable[[], Message]

LONG = "x" * 3_000_000
MANY = 1_000_000
LEGAL = code("1122")
ALL_BAD = pb.Turn(
    guess=pb.Code(pegs=[MAX_UINT32] * 15),
    feedback=pb.Feedback(black=MAX_UINT32, white=MAX_UINT32, blue=MAX_UINT32),
)


def score(ruleset: pb.RulesetChoice | None = None, pegs: Any = LEGAL.pegs) -> Message:
    return service_pb.ScoreRequest(ruleset=ruleset, secret=pb.Code(pegs=pegs), guess=LEGAL)


def game(**wish: Any) -> Message:
    return service_pb.NewGameRequest(**{"request_id": new_id(), **wish})


def hint(turns: Any = (), ruleset: pb.RulesetChoice | None = None, **wish: Any) -> Message:
    position = pb.Position(ruleset=ruleset, turns=turns)
    return service_pb.SuggestGuessRequest(position=position, **wish)


NONSENSE: "dict[str, tuple[str, Build]]" = {
    "pegs as large as can be": ("INVALID_CODE", lambda: score(pegs=[MAX_UINT32] * 4)),
    "a code of a million pegs": ("INVALID_CODE", lambda: score(pegs=[1] * MANY)),
    "a ruleset as large as can be": (
        "INVALID_RULESET",
        lambda: score(custom(MAX_UINT32, MAX_UINT32, max_guesses=MAX_UINT32)),
    ),
    "a ruleset of nothing": ("INVALID_RULESET", lambda: score(custom(0, 0), [])),
    "more rows than can be counted": (
        "INVALID_RULESET",
        lambda: score(preset("classic", max_guesses=MAX_UINT32)),
    ),
    "a million names of symbols": (
        "INVALID_RULESET",
        lambda: score(custom(4, 6, symbols=[""] * MANY)),
    ),
    "a name of a symbol that is very long": (
        "INVALID_RULESET",
        lambda: score(custom(4, 6, symbols=[*"abcde", LONG])),
    ),
    "a preset's name that is very long": ("UNKNOWN_PRESET", lambda: score(preset(LONG))),
    "a word list's name that is very long": (
        "UNKNOWN_WORD_LIST",
        lambda: score(custom(4, 6, word_list=LONG)),
    ),
    "a feedback kind below all": (
        "INVALID_RULESET",
        lambda: score(custom(4, 6, feedback_kind=MIN_ENUM)),
    ),
    "enums above all": (
        "INVALID_REQUEST",
        lambda: game(codemaker=MAX_ENUM, codebreaker=MAX_ENUM, strategy=MAX_ENUM),
    ),
    "enums below all": (
        "INVALID_REQUEST",
        lambda: game(codemaker=MIN_ENUM, codebreaker=MIN_ENUM, strategy=MIN_ENUM),
    ),
    "a life as long as can be": (
        "INVALID_REQUEST",
        lambda: game(ttl=Duration(seconds=2**63 - 1, nanos=2**31 - 1)),
    ),
    "a life before all time": (
        "INVALID_REQUEST",
        lambda: game(retain=Duration(seconds=-(2**63), nanos=-(2**31))),
    ),
    "a life of two signs": ("INVALID_REQUEST", lambda: game(ttl=Duration(seconds=1, nanos=-1))),
    "very many labels": (
        "INVALID_REQUEST",
        lambda: game(labels={f"{number}{'k' * 80}": "" for number in range(30_000)}),
    ),
    "labels that are very long": (
        "INVALID_REQUEST",
        lambda: game(labels={f"{'ß' * 63}{number}": LONG[:200_000] for number in range(16)}),
    ),
    "names that are very long": (
        "INVALID_REQUEST",
        lambda: game(codemaker_name=LONG[:MANY], codebreaker_name=LONG[:MANY]),
    ),
    "a request id that is very long": ("INVALID_REQUEST", lambda: game(request_id=LONG)),
    "a secret of a million pegs": (
        "INVALID_CODE",
        lambda: game(codemaker=pb.CODEMAKER_SUPPLIED, secret=pb.Code(pegs=[1] * MANY)),
    ),
    "a million turns": ("INVALID_REQUEST", lambda: hint([pb.Turn()] * MANY)),
    "a thousand turns with everything wrong": (
        "INVALID_CODE",
        lambda: hint([ALL_BAD] * 1000, custom(15, 63)),
    ),
    "feedback as large as can be": (
        "IMPOSSIBLE_FEEDBACK",
        lambda: hint([turn("1122", MAX_UINT32, MAX_UINT32)]),
    ),
    "a strategy below all": ("INVALID_REQUEST", lambda: hint(strategy=MIN_ENUM)),
    "very many alternatives": ("INVALID_REQUEST", lambda: hint(alternatives=MAX_UINT32)),
    "a budget before all time": (
        "INVALID_REQUEST",
        lambda: hint(budget=Duration(seconds=-(2**63), nanos=-(2**31))),
    ),
    "a page as large as can be": (
        "INVALID_REQUEST",
        lambda: service_pb.ListGamesRequest(page_size=2**31 - 1),
    ),
    "a page below nothing": (
        "INVALID_REQUEST",
        lambda: service_pb.ListGamesRequest(page_size=-(2**31)),
    ),
    "a page token that is very long": (
        "INVALID_PAGE_TOKEN",
        lambda: service_pb.ListGamesRequest(page_token=LONG),
    ),
    "a filter that is very long": (
        "INVALID_FILTER",
        lambda: service_pb.ListGamesRequest(filter=LONG),
    ),
    "a filter of quotes and escapes": (
        "INVALID_FILTER",
        lambda: service_pb.GetStatsRequest(filter='labels."' + '\\"' * 990),
    ),
    "a filter of a thousand terms that ends badly": (
        "INVALID_FILTER",
        lambda: service_pb.GetStatsRequest(filter="state=a AND " * 160),
    ),
    "a batch by numbers that name nothing": (
        "INVALID_REQUEST",
        lambda: service_pb.BatchScoreRequest(encoding=MIN_ENUM, mode=MAX_ENUM),  # type: ignore[arg-type]
    ),
    "a game's id that is very long": (
        "GAME_NOT_FOUND",
        lambda: service_pb.GetGameRequest(game_id="ß" * MANY),
    ),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_gets_its_reason_while_others_are_served(
    what: str, channel: grpc.Channel, api: Api, beside: Beside
) -> None:
    reason, build = NONSENSE[what]
    request = build()
    method = type(request).__name__.removesuffix("Request")
    before = listed(api)

    with beside():
        told = send(channel, Raw(method, request.SerializeToString()))

    assert isinstance(told, Refused)
    assert told.reason == reason
    code = {"GAME_NOT_FOUND": "NOT_FOUND"}.get(reason, "INVALID_ARGUMENT")
    assert told.code.name == code
    if code == "INVALID_ARGUMENT":
        assert told.fields
    assert listed(api) == before


def test_numbers_as_large_as_can_be_are_taken_where_they_mean_something(api: Api) -> None:
    suggestion = api.suggest_for(
        [turn("1122", 1, 1)],
        preset("classic", max_guesses=2**31 - 1),
        max_evaluations=MAX_UINT64,
        seed=MAX_UINT64,
        budget=Duration(seconds=315_576_000_000),
    )

    assert suggestion == api.suggest_for([turn("1122", 1, 1)])


def test_a_long_search_may_be_bounded_by_the_largest_number(api: Api) -> None:
    turns, ruleset = [turn("11223", 1, 1)], preset("super")

    bounded = api.suggest_for(turns, ruleset, max_evaluations=MAX_UINT64)

    assert bounded == api.suggest_for(turns, ruleset)


def test_what_is_wrong_with_a_move_changes_no_game(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    before = api.get_game(game_id)

    with refused("ABORTED", "WRONG_TURN") as told:
        api.guess(game_id, "1122", expected_turn=MAX_UINT32)
    assert told.metadata == {"current_turn": "1"}
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        api.guess(game_id, "1122", client_seed=b"s" * 3_000_000)
    assert told.fields == ["client_seed"]
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        api.guess(game_id, "1122", request_id=LONG)
    assert told.fields == ["request_id"]

    assert api.get_game(game_id) == before


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "//",
        "/Score",
        f"/{SERVICE}/",
        f"/{SERVICE}/Score/",
        f"/{SERVICE}/score",
        f"/{SERVICE}/Score%00",
        f"/{SERVICE}//Score",
        f"/{SERVICE}/../{SERVICE}/Score",
        "/mastermind.v2.MastermindService/Score",
        "/mastermind.v1./Score",
        f"/{SERVICE}/{'x' * 4000}",
    ],
)
def test_a_method_that_there_is_not_is_unimplemented(channel: grpc.Channel, path: str) -> None:
    call: Any = channel.unary_unary(path)

    with pytest.raises(grpc.RpcError) as raised:
        call(b"\xff" * 100, timeout=TIMEOUT)

    error: Any = raised.value
    assert error.code() == grpc.StatusCode.UNIMPLEMENTED


METADATA: dict[str, Metadata] = {
    "a token twice": (("mastermind-token", "b" * 33), ("mastermind-token", "s" * 33)),
    "a token of spaces": (("mastermind-token", " "), ("mastermind-token", "  x  ")),
    "a token that is long": (("mastermind-token", "b" * 7000),),
    "a binary token beside": (("mastermind-token-bin", b"\x00\xff"), ("mastermind-token", "b")),
}


@pytest.mark.parametrize("what", METADATA)
def test_metadata_that_is_no_token_is_refused(channel: grpc.Channel, what: str, api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    request = service_pb.GetGameRequest(game_id=game_id).SerializeToString()

    told = send(channel, Raw("GetGame", request), METADATA[what])

    assert isinstance(told, Refused)
    assert (told.code.name, told.reason) == ("UNAUTHENTICATED", "INVALID_TOKEN")


@pytest.mark.parametrize(
    "metadata",
    [
        (("x-request-id", '","event":"forged","x":"'),),
        (("x-request-id", "x" * 5000),),
        (("authorization", "Bearer " + "k" * 5000),),
        (("authorization", "Basic Og=="),),
        (("x-request-id-bin", bytes(range(256))),),
        (("content-language", "x"), ("accept", "text/html"), ("cookie", "a=b")),
        tuple((f"key-{number}", "") for number in range(100)),
    ],
)
def test_metadata_that_nobody_reads_harms_no_call(
    channel: grpc.Channel, metadata: Metadata
) -> None:
    told = send(channel, Raw("ListRulesets", b""), metadata)

    assert isinstance(told, bytes)


def test_more_metadata_than_is_taken_is_refused_and_harms_no_call(
    channel: grpc.Channel, api: Api
) -> None:
    for size in (20_000, 100_000) * 3:
        told = send(channel, Raw("ListRulesets", b""), (("mastermind-token", "x" * size),))
        assert isinstance(told, Refused)
        assert told.code == grpc.StatusCode.RESOURCE_EXHAUSTED

    assert api.score("1234", "1243") == (2, 2)
