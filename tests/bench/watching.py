"""What 2000 watchers cost the guesses of the games that they watch."""

import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as types
from tests.bench.replay import Replay
from tests.bench.sides import side_by_side
from tests.bench.watchers import SEATS
from tests.support.redis import running_redis
from tests.support.server import running_server

GAMES = 200
TURNS = 12
"""All guesses that a classic game has: with the last one it is over."""
EVENTS = GAMES * TURNS * SEATS
PACE = 200
"""Guesses a second at a walk: one in each game, more than people play."""
CHUNK = 10
METHOD = "/mastermind.v1.MastermindService/Guess"


def watchers_by_alone() -> dict[str, Any]:
    """Guesses on 200 games with ten watchers each, by guesses on games that nobody watches.

    Once as fast as a client with 64 calls under way plays, which leaves the server no moment
    to spare: there, a guess makes ten messages on ten streams, each of which costs a good
    part of a call, so the ratio tells how well players are kept before watchers, who see the
    last events later. And once at
    200 guesses a second, evenly spread. Watchers live in a process of their own; the measurement
    fails unless each of them sees every event once and in order. What an event costs is
    CPU time of the server at full speed, with and without watchers.
    """
    with (
        running_redis(durable=False) as redis,
        running_server(redis.url) as server,
        grpc.insecure_channel(server.grpc) as channel,
        _watchers(server.grpc) as watchers,
    ):
        games = Games(rpc.MastermindServiceStub(channel), server.process.pid, watchers)
        replay = Replay(server.grpc, METHOD)
        at_full_speed = side_by_side(
            lambda: games.watched(lambda guesses: replay.run(guesses).rate),
            lambda: games.alone(lambda guesses: replay.run(guesses).rate),
            rounds=3,
        )
        cost, behind = games.event_cost(), statistics.median(games.behind)
        walked = games.watched(lambda guesses: _walk(replay, guesses))
        walked_alone = games.alone(lambda guesses: _walk(replay, guesses))
        replay.close()
    return {
        "watchers_by_alone": at_full_speed,
        f"watchers_by_alone_at_{PACE}_a_second": walked / walked_alone,
        "watchers_event_cpu_microseconds": cost,
        "watchers_last_event_behind_seconds": behind,
    }


@dataclass
class Games:
    """Plays rounds of new games, and notes what they cost.

    Attributes:
        api: Makes them.
        server: Process id of the server.
        watchers: The watchers' process.
        cpu_watched: CPU seconds of the server in each round with watchers.
        cpu_alone: The same in each round without.
        behind: Seconds from the last answer to the last event, in each round with watchers.
    """

    api: Any
    server: int
    watchers: "subprocess.Popen[str]"
    cpu_watched: list[float] = field(default_factory=list)
    cpu_alone: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)

    def alone(self, play: Callable[[Sequence[bytes]], float]) -> float:
        """What ``play`` makes of the guesses of games that nobody watches."""
        guesses = _guesses(self._new())
        before = _cpu_seconds(self.server)
        rate = play(guesses)
        self.cpu_alone.append(_cpu_seconds(self.server) - before)
        return rate

    def watched(self, play: Callable[[Sequence[bytes]], float]) -> float:
        """What ``play`` makes of the guesses of games that ten watch each.

        Raises:
            RuntimeError: Not all of them saw all.
        """
        games = self._new()
        guesses = _guesses(games)
        assert self.watchers.stdin is not None
        self.watchers.stdin.write(json.dumps(games) + "\n")
        self.watchers.stdin.flush()
        self._told("watching")
        before = _cpu_seconds(self.server)
        rate = play(guesses)
        answered = time.monotonic()
        self.behind.append(max(0.0, float(self._told("seen")) - answered))
        self.cpu_watched.append(_cpu_seconds(self.server) - before)
        return rate

    def event_cost(self) -> float:
        """Microseconds of the server's CPU for one event told to one watcher, the median."""
        spent = zip(self.cpu_watched, self.cpu_alone, strict=True)
        return 1e6 * statistics.median((watched - alone) / EVENTS for watched, alone in spent)

    def _told(self, word: str) -> str:
        """What the watchers say after ``word``."""
        assert self.watchers.stdout is not None
        line = self.watchers.stdout.readline().strip()
        if not line.startswith(word):
            raise RuntimeError(line or "the watchers' process ended")
        return line.removeprefix(word)

    def _new(self) -> list[str]:
        request = pb.NewGameRequest(
            codemaker=types.CODEMAKER_SUPPLIED, secret=types.Code(pegs=[1, 1, 1, 1])
        )
        games = []
        for _ in range(GAMES):
            request.request_id = str(uuid.uuid4())
            games.append(self.api.NewGame(request).game.game_id)
        return games


@contextlib.contextmanager
def _watchers(address: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.bench.watchers", address]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _guesses(games: list[str]) -> list[bytes]:
    """Every game's guesses, turn by turn; none hits the secret."""
    chance = random.Random(1)
    return [
        pb.GuessRequest(
            game_id=game_id,
            guess=types.Code(pegs=[2, *(chance.randint(1, 6) for _ in range(3))]),
            request_id=str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        ).SerializeToString()
        for _ in range(TURNS)
        for game_id in games
    ]


def _walk(replay: Replay, guesses: Sequence[bytes]) -> float:
    """Guesses a second, at `PACE` at most."""
    started = time.perf_counter()
    for first in range(0, len(guesses), CHUNK):
        time.sleep(max(0.0, started + first / PACE - time.perf_counter()))
        replay.run(guesses[first : first + CHUNK])
    return len(guesses) / (time.perf_counter() - started)


def _cpu_seconds(process: int) -> float:
    """CPU time that a process has used."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")
