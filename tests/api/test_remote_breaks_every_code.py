"""The service breaks every code of `classic` without seeing one, in the published total."""

import asyncio
from collections.abc import Iterator

import pytest

from mastermind_client import AsyncClient, Game, State
from mastermind_engine.codes import Code
from mastermind_engine.rulesets import PRESETS
from tests.support.server import ServerProcess
from tests.unit import oracle
from tests.unit.published import PUBLISHED

CLASSIC = PRESETS["classic"]
AT_ONCE = 32
TOTALS = {
    "optimal": PUBLISHED["classic_4x6_repeats"]["optimum"]["total"],
}
"""Strategies and the guesses that they need for all codes together."""


async def guesses_for(client: AsyncClient, strategy: str, secret: Code) -> int:
    """Answers truly until the code is broken."""
    new = await client.new_game(codemaker="remote", strategy=strategy)
    game: Game = new.game
    while game.state == State.AWAITING_FEEDBACK:
        assert game.pending_guess is not None
        feedback = oracle.feedback(CLASSIC, secret, game.pending_guess)
        game = await client.give_feedback(new, (feedback.black, feedback.white))
    assert game.state == State.SOLVED
    assert game.turns[-1].guess == secret
    return len(game.turns)


async def all_guesses(address: str, strategy: str) -> int:
    """The guesses for all codes together, many games at once."""
    secrets: Iterator[Code] = iter(oracle.all_codes(CLASSIC, repeats=True))

    async def play(client: AsyncClient) -> int:
        return sum([await guesses_for(client, strategy, secret) for secret in secrets])

    async with AsyncClient(address) as client:
        return sum(await asyncio.gather(*(play(client) for _ in range(AT_ONCE))))


@pytest.mark.parametrize("strategy", TOTALS)
async def test_every_code_is_broken_in_the_published_total(
    memory_server: ServerProcess, strategy: str
) -> None:
    assert await all_guesses(memory_server.grpc, strategy) == TOTALS[strategy]
