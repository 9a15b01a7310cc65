#!/usr/bin/env python3
"""Plays many games at once from one event loop and draws how long they took.

python examples/async_games.py [host:port] [games]
"""

import asyncio
import sys
import time
from collections import Counter

from mastermind_client import AsyncClient, State, Strategy

AT_ONCE = 16
"""Games under way at any moment."""


async def play(client: AsyncClient) -> int:
    """Plays one game to its end; returns the guesses that it took."""
    new = await client.new_game("classic")
    while True:
        hint = await client.suggest_guess(new, Strategy.MOST_PARTS)
        result = await client.guess(new, hint.guess)
        if result.state == State.SOLVED:
            return result.turn
        if result.state.over:
            raise RuntimeError(f"game {new.game_id} ended {result.state.name}")


async def main(target: str, games: int) -> None:
    """Plays them all and prints a histogram."""
    turnstile = asyncio.Semaphore(AT_ONCE)

    async with AsyncClient(target) as client:

        async def one() -> int:
            async with turnstile:
                return await play(client)

        started = time.perf_counter()
        lengths = await asyncio.gather(*(one() for _ in range(games)))
        seconds = time.perf_counter() - started

    histogram = Counter(lengths)
    widest = max(histogram.values())
    for length in range(1, max(histogram) + 1):
        number = histogram[length]
        print(f"{length} guesses  {number:5}  {'█' * round(40 * number / widest)}")
    print(f"\n{games} games, {sum(lengths) / games:.3f} guesses on average, {seconds:.2f} s")


if __name__ == "__main__":
    asyncio.run(
        main(
            sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051",
            int(sys.argv[2]) if len(sys.argv) > 2 else 100,
        )
    )
