"""Calls with many answers: in order, cut short at will, and sent again only while none has come."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from mastermind.v1 import solver_service_pb2 as pb
from mastermind.v1 import types_pb2
from mastermind_client import (
    AsyncClient,
    Client,
    EvaluationProgress,
    EvaluationResult,
    RetryPolicy,
    Strategy,
    Unavailable,
)
from tests.client.scripted import Driver, Script, failure

QUICK = RetryPolicy(initial=0.0, maximum=0.0)
NEWS = [
    pb.EvaluateStrategyResponse(progress=pb.EvaluationProgress(done=done, codes=9))
    for done in (3, 6)
]
RESULT = pb.EvaluateStrategyResponse(result=pb.EvaluationResult(total=18, codes=9))


def test_news_come_in_order_and_the_result_last(driver: Driver, script: Script) -> None:
    script.will(*NEWS, RESULT)
    *news, result = driver.open(script.address).evaluate_strategy(
        "hasbro", "minimax", opening="1123", candidates_only=True, sample=9, seed=0
    )
    assert news == [EvaluationProgress(3, 9, 0.0), EvaluationProgress(6, 9, 0.0)]
    assert isinstance(result, EvaluationResult)
    assert result.total == 18
    assert script.last.request == pb.EvaluateStrategyRequest(
        ruleset=types_pb2.RulesetChoice(preset="hasbro"),
        strategy=types_pb2.STRATEGY_MINIMAX,
        opening=types_pb2.Code(pegs=[1, 1, 2, 3]),
        candidates_only=True,
        sample=9,
        seed=0,
    )


def test_a_stream_has_no_limit_unless_told(driver: Driver, script: Script) -> None:
    client = driver.open(script.address, timeout=5)
    script.will(RESULT)
    list(client.evaluate_strategy())
    assert script.last.seconds_left > 3600
    script.will(RESULT)
    list(client.evaluate_strategy(timeout=7))
    assert script.last.seconds_left < 8


def test_a_stream_that_has_not_begun_is_sent_again(driver: Driver, script: Script) -> None:
    script.will(failure(grpc.StatusCode.UNAVAILABLE), RESULT)
    (result,) = driver.open(script.address, retry=QUICK).evaluate_strategy()
    assert result.total == 18
    assert len(script.asked) == 2


def test_a_stream_that_breaks_later_is_told(driver: Driver, script: Script) -> None:
    script.will(NEWS[0], failure(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"), RESULT)
    client = driver.open(script.address, retry=QUICK)
    with pytest.raises(Unavailable) as raised:
        list(client.evaluate_strategy())
    assert raised.value.reason == "STORE_UNAVAILABLE"
    assert len(script.asked) == 1


def test_a_wrong_name_is_told_before_anything_is_sent(driver: Driver, script: Script) -> None:
    with pytest.raises(ValueError, match="minimax"):
        driver.open(script.address).evaluate_strategy(strategy="nonsense")
    assert not script.asked


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_closing_a_stream_ends_the_call(kind: str) -> None:
    gone = threading.Event()

    class Handler(grpc.GenericRpcHandler):
        def service(
            self, handler_call_details: grpc.HandlerCallDetails
        ) -> "grpc.RpcMethodHandler[bytes, bytes]":
            def answers(_: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
                context.add_callback(gone.set)
                yield NEWS[0].SerializeToString()
                gone.wait(20)

            return grpc.unary_stream_rpc_method_handler(answers)

    server = grpc.server(ThreadPoolExecutor(2), handlers=[Handler()])
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()

    async def begin_and_close() -> None:
        async with AsyncClient(address) as client:
            news = client.evaluate_strategy("classic", Strategy.MINIMAX)
            assert isinstance(await anext(news), EvaluationProgress)
            await news.aclose()
            await asyncio.to_thread(gone.wait, 10)

    try:
        if kind == "async":
            asyncio.run(begin_and_close())
        else:
            with Client(address) as client:
                news = client.evaluate_strategy("classic", Strategy.MINIMAX)
                assert isinstance(next(news), EvaluationProgress)
                news.close()
                gone.wait(10)
        assert gone.is_set()
    finally:
        server.stop(None).wait()
