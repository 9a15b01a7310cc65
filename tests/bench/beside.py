"""What searches cost the light calls beside them."""

import asyncio
import itertools
import random
import statistics
import time
from typing import Any

import grpc

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as types
from tests.support.server import running_server

RATE = 500
"""Score calls a second, sent whether earlier ones have been answered or not."""
SECONDS = 4.0
ROUNDS = 3
CLIENTS = 10


def score_beside_solver() -> dict[str, Any]:
    """Latency of Score at 500 a second, with ten clients' 5×8 suggestions beside and without."""
    with running_server() as server:
        alone, beside, suggestions = asyncio.run(_in_turns(server.grpc))
    return {
        "score_p99_ms_alone": statistics.median(alone),
        "score_p99_ms_beside_solver": statistics.median(beside),
        "score_p99_ratio": statistics.median(b / a for a, b in zip(alone, beside, strict=True)),
        "suggestions_per_second_beside": suggestions / (ROUNDS * SECONDS),
    }


async def _in_turns(address: str) -> tuple[list[float], list[float], int]:
    alone, beside, suggestions = [], [], 0
    async with grpc.aio.insecure_channel(address) as channel:
        api: Any = rpc.MastermindServiceStub(channel)
        await _p99(api, 1.0)
        for _ in range(ROUNDS):
            alone.append(await _p99(api, SECONDS))
            clients = [asyncio.create_task(_suggestions(api, seed)) for seed in range(CLIENTS)]
            beside.append(await _p99(api, SECONDS))
            for client in clients:
                client.cancel()
            counts = await asyncio.gather(*clients)
            suggestions += sum(counts)
    return alone, beside, suggestions


async def _p99(api: Any, seconds: float) -> float:
    """Milliseconds within which 99 of 100 calls are answered."""
    call = pb.ScoreRequest(
        secret=types.Code(pegs=[1, 2, 3, 4]), guess=types.Code(pegs=[1, 1, 2, 2])
    )
    times: list[float] = []

    async def score() -> None:
        started = time.perf_counter()
        await api.Score(call)
        times.append((time.perf_counter() - started) * 1000)

    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(seconds * RATE)):
            await asyncio.sleep(max(0.0, started + number / RATE - time.perf_counter()))
            group.create_task(score())
    return statistics.quantiles(times, n=100)[98]


async def _suggestions(api: Any, seed: int) -> int:
    """Asks for guesses after one turn of 5×8 until cancelled; how many it got."""
    chance = random.Random(seed)
    for count in itertools.count():
        feedback = types.Feedback(black=chance.randint(0, 1), white=chance.randint(0, 3))
        turn = types.Turn(guess=types.Code(pegs=[1, 1, 2, 3, 4]), feedback=feedback)
        position = types.Position(ruleset=types.RulesetChoice(preset="super"), turns=[turn])
        request = pb.SuggestGuessRequest(position=position, strategy=types.STRATEGY_ENTROPY)
        try:
            await api.SuggestGuess(request)
        except asyncio.CancelledError:
            return count
    raise AssertionError("counting never ends")
