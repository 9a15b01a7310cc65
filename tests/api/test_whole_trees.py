"""Every code of the classic game broken over the wire, on Redis, by the hints alone."""

import asyncio
import uuid
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import grpc
import pytest
import uvloop

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as pb
from tests.support.server import ServerProcess
from tests.unit.published import PUBLISHED

if TYPE_CHECKING:
    # An alias in the stubs alone.
    AsyncStub = rpc.MastermindServiceAsyncStub

AT_ONCE = 48
ALL_CODES = list(product(range(1, 7), repeat=4))


async def guesses_needed(
    stub: "AsyncStub", secret: tuple[int, ...], strategy: pb.Strategy.ValueType
) -> int:
    """Plays one game, each guess as the service suggests it."""
    wish = service_pb.NewGameRequest(
        codemaker=pb.CODEMAKER_SUPPLIED,
        secret=pb.Code(pegs=secret),
        request_id=str(uuid.uuid4()),
    )
    game_id = (await stub.NewGame(wish)).game.game_id
    hint = service_pb.SuggestGuessRequest(game_id=game_id, strategy=strategy)
    turn = 0
    while True:
        turn += 1
        suggestion = (await stub.SuggestGuess(hint)).suggestion
        guess = service_pb.GuessRequest(
            game_id=game_id,
            guess=suggestion.guess,
            expected_turn=turn,
            request_id=f"turn {turn}",
        )
        answer = await stub.Guess(guess)
        if answer.state == pb.STATE_SOLVED:
            assert tuple(answer.secret.pegs) == secret
            return answer.turn


async def histogram(target: str, strategy: pb.Strategy.ValueType) -> Counter[int]:
    """How many codes need how many guesses."""
    secrets = iter(ALL_CODES)
    needed: Counter[int] = Counter()

    async def player(stub: "AsyncStub") -> None:
        for secret in secrets:
            needed[await guesses_needed(stub, secret, strategy)] += 1

    async with grpc.aio.insecure_channel(target) as channel:
        stub: AsyncStub = rpc.MastermindServiceStub(channel)
        await asyncio.gather(*(player(stub) for _ in range(AT_ONCE)))
    return needed


@pytest.mark.parametrize(
    ("strategy", "name"),
    [(pb.STRATEGY_MINIMAX, "minimax"), (pb.STRATEGY_MOST_PARTS, "most_parts")],
)
def test_all_1296_codes_are_broken_in_the_published_number_of_guesses(
    redis_server: ServerProcess, strategy: pb.Strategy.ValueType, name: str
) -> None:
    published = PUBLISHED["classic_4x6_repeats"][name]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        needed = runner.run(histogram(redis_server.grpc, strategy))

    assert dict(needed) == dict(enumerate(published["histogram"], start=1))
    assert sum(guesses * codes for guesses, codes in needed.items()) == published["total"]
    assert max(needed) == published["max"]
