"""What watchers cost the guesses of the games that they watch."""

import asyncio
import itertools
import json
import random
import statistics
import subprocess
import sys
import time
import uuid
from typing import Any

import grpc

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as types
from tests.bench.replay import Replay
from tests.support.redis import running_redis
from tests.support.server import ServerProcess, running_server

GAMES = 200
WATCHERS = 2000
TURNS = 4
ROUNDS = 5
CHANNELS = 8
METHOD = "/mastermind.v1.MastermindService/Guess"


def guesses_beside_watchers() -> dict[str, Any]:
    """Guesses on 200 games that 2000 watch, by guesses on as many that nobody does.

    Watchers live in a process of their own, which fails unless each of them sees every
    event once and in order.
    """
    ratios, rates = [], []
    with running_redis() as redis, running_server(redis.url) as server:
        replay = Replay(server.grpc, METHOD)
        for number in range(ROUNDS + 1):
            watched, alone = _games(server), _games(server)
            command = [sys.executable, "-m", "tests.bench.watching", server.grpc]
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as watchers:
                assert watchers.stdin is not None
                assert watchers.stdout is not None
                watchers.stdin.write(json.dumps(watched) + "\n")
                watchers.stdin.flush()
                if watchers.stdout.readline().strip() != "watching":
                    raise RuntimeError("the watchers did not begin")
                beside = replay.run(_guesses(watched, number))
                seen = watchers.stdout.readline().strip()
            if seen != "seen":
                raise RuntimeError(f"watchers missed events: {seen}")
            quiet = replay.run(_guesses(alone, number))
            # The first round warms up.
            if number:
                ratios.append(beside.rate / quiet.rate)
                rates.append(beside.rate)
        replay.close()
    return {
        "guesses_beside_watchers": statistics.median(ratios),
        "guesses_per_second_watched": statistics.median(rates),
        "events_per_second": statistics.median(rates) * WATCHERS / GAMES,
    }


def _games(server: ServerProcess) -> list[str]:
    with grpc.insecure_channel(server.grpc) as channel:
        api = rpc.MastermindServiceStub(channel)
        requests = [pb.NewGameRequest(request_id=str(uuid.uuid4())) for _ in range(GAMES)]
        return [api.NewGame(request).game.game_id for request in requests]


def _guesses(games: list[str], seed: int) -> list[bytes]:
    """Guesses that solve no game: a code of one color is hardly ever the secret."""
    chance = random.Random(seed)
    return [
        pb.GuessRequest(
            game_id=game_id,
            guess=types.Code(pegs=[turn + 1] * 4),
            request_id=str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        ).SerializeToString()
        for turn in range(TURNS)
        for game_id in games
    ]


async def _watch_all(address: str, games: list[str]) -> None:
    """Watches each game several times, and says when it began and what it saw."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.aio.insecure_channel(address, options) for _ in range(CHANNELS)]
    stubs = itertools.cycle([rpc.MastermindServiceStub(channel) for channel in channels])
    begun = asyncio.Barrier(WATCHERS + 1)

    async def watch(api: Any, game_id: str) -> bool:
        call = api.WatchGame(pb.WatchGameRequest(game_id=game_id))
        seen = []
        async for response in call:
            seen.append(response.event.seq)
            if len(seen) == 1:
                await begun.wait()
            if response.event.seq > TURNS or response.event.state != types.STATE_IN_PROGRESS:
                break
        call.cancel()
        return seen == list(range(1, len(seen) + 1))

    tasks = [
        asyncio.create_task(watch(next(stubs), game_id))
        for game_id in games
        for _ in range(WATCHERS // GAMES)
    ]
    await begun.wait()
    print("watching", flush=True)
    started = time.monotonic()
    right = await asyncio.wait_for(asyncio.gather(*tasks), 120)
    print("seen" if all(right) else f"{right.count(False)} saw something else", flush=True)
    print(f"all was seen after {time.monotonic() - started:.1f} s", file=sys.stderr)
    for channel in channels:
        await channel.close()


if __name__ == "__main__":
    asyncio.run(_watch_all(sys.argv[1], json.loads(sys.stdin.readline())))
