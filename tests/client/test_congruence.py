"""`Client` and `AsyncClient` are one client: same methods, same requests, same results."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2
from mastermind_client import (
    AsyncClient,
    BatchMode,
    Client,
    Codemaker,
    MastermindError,
    Position,
    RetryPolicy,
    Ruleset,
    Strategy,
    calls,
    solver_calls,
)
from mastermind_client.errors import BY_CODE
from tests.client.scripted import Driven, Failure, Script, failure

STREAMS = {"evaluate_strategy", "watch_game"}
NO_PAUSES = RetryPolicy(initial=0.0, maximum=0.0)


def methods(kind: type[Any]) -> dict[str, Any]:
    return {
        name: member
        for name, member in inspect.getmembers(kind, callable)
        if not name.startswith("_") and name != "close"
    }


def test_both_have_every_rpc_of_the_service() -> None:
    rpcs = {
        "".join("_" * c.isupper() + c.lower() for c in method.name).lstrip("_")
        for file in (pb.DESCRIPTOR, solver_pb.DESCRIPTOR)
        for service in file.services_by_name.values()
        for method in service.methods
    }
    assert set(methods(Client)) == rpcs
    assert set(methods(AsyncClient)) == rpcs


def test_both_take_and_document_the_same() -> None:
    for name, method in methods(Client).items():
        other = methods(AsyncClient)[name]
        assert inspect.signature(method) == inspect.signature(other)
        described = getattr(calls, name, None) or getattr(solver_calls, name)
        assert method.__doc__ == other.__doc__ == described.__doc__
        assert next(iter(inspect.signature(method).parameters)) == "self"
        assert inspect.iscoroutinefunction(other) is (name not in STREAMS)
        assert not inspect.iscoroutinefunction(method)
    assert inspect.signature(Client) == inspect.signature(AsyncClient)


codes = st.lists(st.integers(0, 63), max_size=15) | st.text("0123456789.", max_size=15)
feedbacks = st.tuples(st.integers(0, 15), st.integers(0, 15))
rulesets = st.sampled_from(["classic", "hasbro", "no such"]) | st.builds(
    Ruleset,
    st.integers(0, 20),
    st.integers(0, 70),
    repeats=st.booleans(),
    guess_repeats=st.none() | st.booleans(),
    blanks=st.booleans(),
    max_guesses=st.integers(0, 2**32 - 1),
)
positions = st.builds(Position, st.lists(st.tuples(codes, feedbacks), max_size=5), rulesets)
texts = st.text(max_size=8)
ids = st.uuids().map(str)

requests = st.one_of(
    st.tuples(st.just("score"), st.tuples(codes, codes, rulesets), st.just({})),
    st.tuples(
        st.just("new_game"),
        st.tuples(rulesets),
        st.fixed_dictionaries(
            {"request_id": ids},
            optional={
                "codemaker": st.sampled_from(Codemaker),
                "secret": codes,
                "seed": st.integers(0, 2**64 - 1),
                "hints_allowed": st.booleans(),
                "ttl": st.floats(0, 1e6),
                "labels": st.dictionaries(texts, texts, max_size=3),
            },
        ),
    ),
    st.tuples(st.just("get_game"), st.tuples(texts), st.just({})),
    st.tuples(
        st.just("guess"),
        st.tuples(texts, codes),
        st.fixed_dictionaries(
            {"request_id": ids},
            optional={
                "client_seed": st.binary(max_size=70),
                "expected_turn": st.integers(0, 20),
                "token": st.text("abc", min_size=1),
            },
        ),
    ),
    st.tuples(
        st.just("watch_game"),
        st.tuples(texts),
        st.fixed_dictionaries({}, optional={"after_seq": st.integers(0, 9)}),
    ),
    st.tuples(
        st.just("suggest_guess"),
        st.tuples(texts | positions, st.sampled_from(Strategy)),
        st.fixed_dictionaries({}, optional={"alternatives": st.integers(0, 100)}),
    ),
    st.tuples(
        st.just("batch_score"),
        st.tuples(st.binary(max_size=20), st.binary(max_size=20), rulesets),
        st.fixed_dictionaries({}, optional={"mode": st.sampled_from(BatchMode)}),
    ),
    st.tuples(
        st.just("set_secret"),
        st.tuples(texts, codes),
        st.fixed_dictionaries({"request_id": ids}),
    ),
    st.tuples(
        st.sampled_from(["resign_game", "delete_game"]),
        st.tuples(texts),
        st.fixed_dictionaries({"request_id": ids}),
    ),
    st.tuples(
        st.just("list_games"),
        st.tuples(texts),
        st.fixed_dictionaries({}, optional={"page_size": st.integers(-1, 2000)}),
    ),
    st.tuples(st.just("get_stats"), st.tuples(texts), st.just({})),
    st.tuples(
        st.just("analyze_position"),
        st.tuples(positions),
        st.fixed_dictionaries({}, optional={"guess": codes, "code": codes}),
    ),
    st.tuples(
        st.just("analyze_game"),
        st.tuples(texts | positions),
        st.fixed_dictionaries({}, optional={"secret": codes, "token": st.text("abc", min_size=1)}),
    ),
    st.tuples(
        st.just("list_candidates"),
        st.tuples(positions),
        st.fixed_dictionaries(
            {}, optional={"page_size": st.integers(-1, 2000), "page_token": texts}
        ),
    ),
    st.tuples(st.just("list_strategies"), st.tuples(rulesets), st.just({})),
    st.tuples(
        st.just("evaluate_strategy"),
        st.tuples(rulesets, st.sampled_from(Strategy)),
        st.fixed_dictionaries(
            {},
            optional={
                "opening": codes,
                "candidates_only": st.booleans(),
                "sample": st.integers(0, 2**64 - 1),
                "seed": st.integers(0, 2**64 - 1),
            },
        ),
    ),
    st.tuples(st.just("list_rulesets"), st.just(()), st.just({})),
    st.tuples(st.just("get_server_info"), st.just(()), st.just({})),
)

wire_codes = st.builds(types_pb2.Code, pegs=st.lists(st.integers(0, 63), max_size=5))
wire_feedback = st.builds(types_pb2.Feedback, black=st.integers(0, 9), white=st.integers(0, 9))
wire_games = st.builds(
    types_pb2.Game,
    game_id=texts,
    state=st.integers(0, 7),
    turns=st.lists(st.builds(types_pb2.Turn, guess=wire_codes, feedback=wire_feedback), max_size=3),
    secret=st.none() | wire_codes,
    labels=st.dictionaries(texts, texts, max_size=2),
)
wire_cells = st.builds(solver_pb.PartitionCell, feedback=wire_feedback, count=st.integers(1, 9))
RESPONSES = {
    "score": st.builds(pb.ScoreResponse, feedback=wire_feedback),
    "new_game": st.builds(pb.NewGameResponse, game=wire_games, codebreaker_token=texts),
    "get_game": st.builds(pb.GetGameResponse, game=wire_games),
    "guess": st.builds(
        pb.GuessResponse, feedback=wire_feedback, turn=st.integers(0, 99), secret=wire_codes
    ),
    "watch_game": st.builds(
        pb.WatchGameResponse,
        event=st.builds(
            types_pb2.GameEvent,
            seq=st.integers(1, 9),
            kind=st.integers(0, 9),
            game=st.none() | wire_games,
        ),
    ),
    "suggest_guess": st.builds(
        pb.SuggestGuessResponse,
        suggestion=st.builds(types_pb2.Suggestion, guess=wire_codes, score=st.integers(-9, 9)),
    ),
    "batch_score": st.builds(pb.BatchScoreResponse, feedbacks=st.binary(max_size=20)),
    "set_secret": st.builds(pb.SetSecretResponse, game=wire_games),
    "resign_game": st.builds(pb.ResignGameResponse, game=wire_games),
    "delete_game": st.builds(pb.DeleteGameResponse),
    "list_games": st.builds(pb.ListGamesResponse, games=st.lists(wire_games, max_size=2)),
    "get_stats": st.builds(
        pb.GetStatsResponse, won=st.integers(0, 9), win_rate=st.none() | st.floats(0, 1)
    ),
    "list_rulesets": st.builds(
        pb.ListRulesetsResponse,
        rulesets=st.lists(st.builds(types_pb2.Ruleset, name=texts), max_size=3),
    ),
    "get_server_info": st.builds(pb.GetServerInfoResponse, version=texts),
    "analyze_position": st.builds(
        solver_pb.AnalyzePositionResponse,
        candidates_remaining=st.integers(0, 99),
        partition=st.lists(wire_cells, max_size=2),
        code_consistent=st.none() | st.booleans(),
    ),
    "analyze_game": st.builds(
        solver_pb.AnalyzeGameResponse,
        secret=st.none() | wire_codes,
        turns=st.lists(
            st.builds(
                solver_pb.TurnAnalysis,
                guess=wire_codes,
                skill=st.none() | st.floats(0, 1),
                partition=st.lists(wire_cells, max_size=2),
            ),
            max_size=2,
        ),
    ),
    "list_candidates": st.builds(
        solver_pb.ListCandidatesResponse,
        codes=st.lists(wire_codes, max_size=3),
        total=st.integers(0, 99),
        next_page_token=texts,
    ),
    "list_strategies": st.builds(
        solver_pb.ListStrategiesResponse,
        strategies=st.lists(
            st.builds(solver_pb.StrategyInfo, strategy=st.integers(0, 10)), max_size=2
        ),
    ),
    "evaluate_strategy": st.builds(
        solver_pb.EvaluateStrategyResponse,
        result=st.builds(
            solver_pb.EvaluationResult, total=st.integers(0, 99), opening=st.none() | wire_codes
        ),
    ),
}
failures = st.builds(
    failure,
    st.sampled_from(list(BY_CODE)),
    st.sampled_from(["", "CONCURRENT_UPDATE", "WRONG_TURN", "STORE_UNAVAILABLE"]),
    st.none() | st.just(0.0),
)


@pytest.fixture(scope="module")
def both(shared_script: Script) -> Iterator[tuple[Client, AsyncClient, asyncio.Runner]]:
    async def make() -> AsyncClient:
        return AsyncClient(shared_script.address, retry=NO_PAUSES)

    with asyncio.Runner() as runner, Client(shared_script.address, retry=NO_PAUSES) as client:
        other = runner.run(make())
        yield client, other, runner
        runner.run(other.close())


def heard(script: Script) -> list[tuple[str, bytes, object]]:
    return [
        (
            asked.method,
            asked.request.SerializeToString(deterministic=True),
            asked.metadata.get("mastermind-token"),
        )
        for asked in script.asked
    ]


def outcome(error: MastermindError) -> tuple[object, ...]:
    return type(error), str(error), error.reason, error.retry_after, error.request_id


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_both_ask_and_answer_alike(
    shared_script: Script, both: tuple[Client, AsyncClient, asyncio.Runner], data: st.DataObject
) -> None:
    client, other, runner = both
    name, args, kwargs = data.draw(requests)
    replies: list[Any] = [
        *data.draw(st.lists(failures, max_size=2)),
        data.draw(RESPONSES[name]),
    ]
    told: list[Any] = []
    asked = []
    for send in (
        Driven(client, None),
        Driven(other, runner),
    ):
        shared_script.will(*replies)
        try:
            answer = getattr(send, name)(*args, **kwargs)
            told.append(list(answer) if name in STREAMS else answer)
        except MastermindError as error:
            told.append(outcome(error))
        asked.append(heard(shared_script))
    assert told[0] == told[1]
    assert asked[0] == asked[1]
    assert asked[0]
    assert isinstance(replies[0], Failure) or len(asked[0]) == 1
