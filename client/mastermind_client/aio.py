"""The asynchronous client, for asyncio."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import grpc
import grpc.aio

from mastermind_client import calls, solver_calls
from mastermind_client._stubs import rpc, solver_rpc
from mastermind_client.base import BaseClient
from mastermind_client.calls import Call, StreamCall
from mastermind_client.connection import Connection
from mastermind_client.errors import from_rpc_error
from mastermind_client.mirror import mirror

P = ParamSpec("P")
R = TypeVar("R")


def _method(
    describe: Callable[P, Call[R]],
) -> "Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, R]]":
    async def method(self: "AsyncClient", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._send(describe(*args, **kwargs))

    return mirror(method, describe)


def _stream_method(
    describe: Callable[P, StreamCall[R]],
) -> "Callable[Concatenate[AsyncClient, P], AsyncGenerator[R, None]]":
    def method(
        self: "AsyncClient", /, *args: P.args, **kwargs: P.kwargs
    ) -> AsyncGenerator[R, None]:
        return self._receive(describe(*args, **kwargs))

    return mirror(method, describe)


class AsyncClient(BaseClient):
    """Calls mastermind-service from asyncio; the methods are those of `Client`, awaited.

    Make it inside the event loop that will use it. `BaseClient` tells the arguments.
    Every call raises a subclass of `MastermindError` when it fails.
    """

    def _open(self, connection: Connection) -> None:
        if connection.credentials is None:
            channel = grpc.aio.insecure_channel(connection.target, connection.options)
        else:
            channel = grpc.aio.secure_channel(
                connection.target, connection.credentials, connection.options
            )
        self._channel = channel
        self._stubs = {
            "MastermindService": rpc.MastermindServiceStub(channel),
            "SolverService": solver_rpc.SolverServiceStub(channel),
        }

    async def close(self) -> None:
        """Closes the connection; calls under way are cancelled."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _send(self, call: Call[R]) -> R:
        attempts = self._attempts(call)
        send = getattr(self._stubs[call.service], call.method)
        metadata = self._metadata(call)
        while True:
            try:
                response = await send(call.request, timeout=attempts.remaining(), metadata=metadata)
            except grpc.RpcError as raw:
                error = from_rpc_error(raw, call.request_id)
                pause = attempts.pause(error)
                if pause is None:
                    attempts.end(error, raw)
            else:
                return call.read(response)
            await asyncio.sleep(pause)

    async def _receive(self, call: StreamCall[R]) -> AsyncGenerator[R, None]:
        """The answers of a stream; sent again while none has come, or from where it broke."""
        attempts = self._attempts(call)
        request = call.request
        send = getattr(self._stubs[call.service], call.method)
        metadata = self._metadata(call)
        while True:
            begun = False
            responses = send(request, timeout=attempts.remaining(), metadata=metadata)
            try:
                async for response in responses:
                    if call.resume is None:
                        begun = True
                    else:
                        request = call.resume(response)
                        attempts.start_over()
                    yield call.read(response)
                return
            except grpc.RpcError as raw:
                error = from_rpc_error(raw, call.request_id)
                pause = None if begun else attempts.pause(error)
                if pause is None:
                    attempts.end(error, raw)
            finally:
                responses.cancel()
            await asyncio.sleep(pause)

    score = _method(calls.score)
    batch_score = _method(calls.batch_score)
    new_game = _method(calls.new_game)
    set_secret = _method(calls.set_secret)
    get_game = _method(calls.get_game)
    delete_game = _method(calls.delete_game)
    list_games = _method(calls.list_games)
    get_stats = _method(calls.get_stats)
    guess = _method(calls.guess)
    give_feedback = _method(calls.give_feedback)
    take_back_turn = _method(calls.take_back_turn)
    reveal_secret = _method(calls.reveal_secret)
    resign_game = _method(calls.resign_game)
    watch_game = _stream_method(calls.watch_game)
    suggest_guess = _method(calls.suggest_guess)
    list_rulesets = _method(calls.list_rulesets)
    get_server_info = _method(calls.get_server_info)
    analyze_position = _method(solver_calls.analyze_position)
    analyze_game = _method(solver_calls.analyze_game)
    list_candidates = _method(solver_calls.list_candidates)
    list_strategies = _method(solver_calls.list_strategies)
    evaluate_strategy = _stream_method(solver_calls.evaluate_strategy)
