"""The synchronous client."""

import time
from collections.abc import Callable, Generator
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import grpc

from mastermind_client import calls, solver_calls
from mastermind_client._stubs import rpc, solver_rpc
from mastermind_client.base import BaseClient
from mastermind_client.calls import Call, StreamCall
from mastermind_client.connection import Connection
from mastermind_client.errors import from_rpc_error
from mastermind_client.mirror import mirror

P = ParamSpec("P")
R = TypeVar("R")


def _method(describe: Callable[P, Call[R]]) -> "Callable[Concatenate[Client, P], R]":
    def method(self: "Client", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._send(describe(*args, **kwargs))

    return mirror(method, describe)


def _stream_method(
    describe: Callable[P, StreamCall[R]],
) -> "Callable[Concatenate[Client, P], Generator[R, None, None]]":
    def method(self: "Client", /, *args: P.args, **kwargs: P.kwargs) -> Generator[R, None, None]:
        return self._receive(describe(*args, **kwargs))

    return mirror(method, describe)


class Client(BaseClient):
    """Calls mastermind-service and waits for each answer. Threads may share one.

    `BaseClient` tells the arguments. Every call raises a subclass of
    `MastermindError` when it fails.
    """

    def _open(self, connection: Connection) -> None:
        if connection.credentials is None:
            channel = grpc.insecure_channel(connection.target, connection.options)
        else:
            channel = grpc.secure_channel(
                connection.target, connection.credentials, connection.options
            )
        self._channel = channel
        self._stubs = {
            "MastermindService": rpc.MastermindServiceStub(channel),
            "SolverService": solver_rpc.SolverServiceStub(channel),
        }

    def close(self) -> None:
        """Closes the connection; calls under way are cancelled."""
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _send(self, call: Call[R]) -> R:
        attempts = self._attempts(call)
        send = getattr(self._stubs[call.service], call.method)
        metadata = self._metadata(call)
        while True:
            try:
                response = send(call.request, timeout=attempts.remaining(), metadata=metadata)
            except grpc.RpcError as raw:
                error = from_rpc_error(raw, call.request_id)
                pause = attempts.pause(error)
                if pause is None:
                    attempts.end(error, raw)
            else:
                return call.read(response)
            time.sleep(pause)

    def _receive(self, call: StreamCall[R]) -> Generator[R, None, None]:
        """The answers of a stream; sent again while none has come, or from where it broke."""
        attempts = self._attempts(call)
        request = call.request
        send = getattr(self._stubs[call.service], call.method)
        metadata = self._metadata(call)
        while True:
            begun = False
            responses = send(request, timeout=attempts.remaining(), metadata=metadata)
            try:
                for response in responses:
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
            time.sleep(pause)

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
