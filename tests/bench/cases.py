"""What is measured."""

import itertools
import os
import random
import statistics
import struct
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

import grpc
import numpy as np

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as types
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import listed_with_table
from mastermind_engine.solver.strategies import ONE_STEP
from tests.bench.beside import score_beside_solver
from tests.bench.over_http import http_score_vs_bare
from tests.bench.replay import Replay
from tests.bench.sides import Ratio, h2load, noop_server, side_by_side
from tests.bench.watching import watchers_by_alone
from tests.support.redis import running_redis
from tests.support.server import ServerProcess, running_server

PREFIX = "/mastermind.v1.MastermindService/"
LIMIT = [("grpc.max_receive_message_length", 64 << 20), ("grpc.max_send_message_length", 64 << 20)]
Figures = dict[str, Any]


def stub(server: ServerProcess) -> Any:
    """A stub on a server; its channel lives as long as it does."""
    return rpc.MastermindServiceStub(grpc.insecure_channel(server.grpc, options=LIMIT))


def score_vs_noop() -> Figures:
    """Score, with all that a default server does around it, against a no-op."""
    call = pb.ScoreRequest(
        secret=types.Code(pegs=[1, 2, 3, 4]), guess=types.Code(pegs=[1, 1, 2, 2])
    )
    with running_server() as server:
        ratio = _canned(server, "Score", call, 4000)
    return {"score_vs_noop": ratio}


def _canned(server: ServerProcess, method: str, call: Any, calls: int) -> Ratio:
    size = getattr(stub(server), method)(call).ByteSize()
    body = call.SerializeToString()
    with noop_server(size) as theirs:
        return side_by_side(
            lambda: h2load(server.grpc, PREFIX + method, body, calls),
            lambda: h2load(theirs, PREFIX + method, body, calls),
        )


def guess_vs_noop() -> Figures:
    """Guess on Redis, each call another guess of another game, against a no-op."""
    rounds, games, turns = 10, 500, 4
    with running_redis(durable=False) as redis, running_server(redis.url) as server:
        prepared = list(_guesses(server, rounds, games, turns))
        size = len(
            stub(server).Guess(pb.GuessRequest.FromString(prepared[0][0])).SerializeToString()
        )
        with noop_server(size) as theirs:
            ours_side = Replay(server.grpc, PREFIX + "Guess")
            their_side = Replay(theirs, PREFIX + "Guess")
            fresh, same = iter(prepared), itertools.cycle(prepared)
            ratio = side_by_side(
                lambda: _all_answered(ours_side, next(fresh)),
                lambda: _all_answered(their_side, next(same)),
                rounds - 1,
            )
            ours_side.close()
            their_side.close()
        keys = int(redis.cli("DBSIZE"))
    return {"guess_vs_noop": ratio, "guess_games": keys}


def _guesses(server: ServerProcess, rounds: int, games: int, turns: int) -> Iterator[list[bytes]]:
    """Guess requests: in each round some turns of as many new games, turn by turn."""
    api = stub(server)
    chance = random.Random(1)
    for _ in range(rounds):
        ids = [
            api.NewGame(pb.NewGameRequest(request_id=str(uuid.uuid4()))).game.game_id
            for _ in range(games)
        ]
        yield [
            pb.GuessRequest(
                game_id=game_id,
                guess=types.Code(pegs=[chance.randint(1, 6) for _ in range(4)]),
                request_id=str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            ).SerializeToString()
            for _ in range(turns)
            for game_id in ids
        ]


def _all_answered(replay: Replay, messages: list[bytes]) -> float:
    replayed = replay.run(messages)
    # A game that a random guess has solved refuses further ones.
    if replayed.answered < 0.98 * replayed.calls:
        raise RuntimeError(f"{replayed.calls - replayed.answered} calls were refused")
    return replayed.rate


def bulk_vs_noop() -> Figures:
    """BatchScore in three shapes against a no-op with the same bytes in and out."""
    codes = np.array(list(itertools.product(range(1, 7), repeat=4)), np.uint8)
    chance = np.random.default_rng(1)
    many = codes[chance.integers(0, len(codes), 100_000)].tobytes()
    ranks = struct.pack("<100000I", *chance.integers(0, len(codes), 100_000).tolist())
    request, mode = pb.BatchScoreRequest, pb.BatchScoreRequest.Mode
    shapes = {
        "pairs_pegs": request(mode=mode.MODE_PAIRS, secrets=many, guesses=many[::-1]),
        "pairs_index": request(
            mode=mode.MODE_PAIRS, encoding=pb.ENCODING_INDEX, secrets=ranks, guesses=ranks
        ),
        "cross_pegs": request(
            mode=mode.MODE_CROSS, secrets=codes.tobytes(), guesses=codes.tobytes()
        ),
    }
    with running_server() as server:
        ratios = {name: _canned(server, "BatchScore", call, 60) for name, call in shapes.items()}
    return {
        "bulk_vs_noop": min(ratios.values(), key=lambda ratio: ratio.ratio),
        "bulk_vs_noop_by_shape": ratios,
        "bulk_scores_per_second": ratios["pairs_pegs"].ours * 100_000,
        "cross_scores_per_second": ratios["cross_pegs"].ours * len(codes) ** 2,
    }


def suggest_ms() -> Figures:
    """SuggestGuess on classic over gRPC, before the first guess and after each usual one."""
    histories = {
        "classic_first": [],
        "classic_after_one": [("1122", 1, 0)],
        "classic_after_two": [("1122", 1, 0), ("1344", 0, 1)],
    }
    figures = {}
    with running_server() as server:
        api = stub(server)
        for name, history in histories.items():
            position = types.Position(turns=[_turn(*turn) for turn in history])
            call = pb.SuggestGuessRequest(position=position)
            times = sorted(_timed(api.SuggestGuess, call) for _ in range(300))
            figures[name] = {"median": statistics.median(times), "p99": times[-3]}
    return {"suggest_ms": figures}


def _turn(guess: str, black: int, white: int) -> types.Turn:
    feedback = types.Feedback(black=black, white=white)
    return types.Turn(guess=types.Code(pegs=map(int, guess)), feedback=feedback)


def _timed(call: Any, request: Any) -> float:
    started = time.perf_counter()
    call(request)
    return (time.perf_counter() - started) * 1000


def tree_seconds() -> Figures:
    """Whole evaluations inside, on one core: the best of some runs."""
    figures: Figures = {}
    for name, preset, runs in (("4x6", "classic", 15), ("5x8", "super", 1)):
        ruleset = PRESETS[preset]
        space = listed_with_table(ruleset)
        seconds = {}
        for strategy in ONE_STEP:
            evaluate(space, ruleset, strategy) if runs > 1 else None
            times = []
            for _ in range(runs):
                started = time.perf_counter()
                evaluate(space, ruleset, strategy)
                times.append(time.perf_counter() - started)
            seconds[strategy.name.lower()] = min(times)
        figures[f"tree_{name}_seconds"] = seconds
    return figures


def start_and_memory() -> Figures:
    """From the command to ready, with tables and kernels at hand, and memory then."""
    started = time.perf_counter()
    with running_server() as server:
        seconds = time.perf_counter() - started
        command = ["ps", "-o", "rss=", "-p", str(server.process.pid)]
        resident = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return {"start_seconds": seconds, "resident_mb": resident / 1024}


def bytes_per_game() -> Figures:
    """What a finished classic game of five guesses takes in Redis, key and expiry included."""
    games = 2000
    with running_redis() as redis, running_server(redis.url) as server:
        api = stub(server)
        # The owner's index and Redis's own tables would blur the figure: they are counted apart.
        before = _memory(redis)
        for _ in range(games):
            game = api.NewGame(pb.NewGameRequest(request_id=str(uuid.uuid4()), seed=7)).game
            for guess in ("1122", "3344", "5566", "1356", "2463"):
                code = types.Code(pegs=map(int, guess))
                api.Guess(
                    pb.GuessRequest(game_id=game.game_id, guess=code, request_id=str(uuid.uuid4()))
                )
            api.ResignGame(pb.ResignGameRequest(game_id=game.game_id))
        whole = (_memory(redis) - before) / games
        for key in redis.cli("KEYS", "mm:{owner:*").split():
            redis.cli("DEL", key)
        alone = (_memory(redis) - before) / games
    return {"bytes_per_game": alone, "bytes_per_game_with_index": whole}


def _memory(redis: Any) -> int:
    info = redis.cli("INFO", "memory")
    return int(info.split("used_memory_dataset:")[1].split()[0])


CASES = (
    score_vs_noop,
    guess_vs_noop,
    bulk_vs_noop,
    http_score_vs_bare,
    watchers_by_alone,
    suggest_ms,
    score_beside_solver,
    tree_seconds,
    start_and_memory,
    bytes_per_game,
)
MACHINE = {"python": sys.version.split()[0], "cores": os.cpu_count()}
