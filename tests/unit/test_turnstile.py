"""Messages to watchers all pass, in order, and players go first."""

import asyncio
import time
from collections.abc import Iterator
from itertools import count

from mastermind_service.turnstile import BATCH, CALLS_A_MESSAGE, MOMENT_SECONDS, Turnstile


def waiting(turnstile: Turnstile, messages: int, passed: list[int]) -> list[asyncio.Task[None]]:
    """So many messages in line, each of which notes its number when it passes."""

    async def pass_through(number: int) -> None:
        await turnstile.wait()
        passed.append(number)

    return [asyncio.create_task(pass_through(number)) for number in range(messages)]


async def test_with_time_to_spare_all_pass_in_order_batch_by_batch() -> None:
    passed: list[int] = []
    tasks = waiting(Turnstile(lambda: 0), 3 * BATCH + 1, passed)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert passed == list(range(BATCH))
    await asyncio.gather(*tasks)
    assert passed == list(range(3 * BATCH + 1))


async def test_where_calls_leave_no_time_one_passes_for_some_answered_and_at_last_all() -> None:
    numbers: Iterator[int] = count(step=CALLS_A_MESSAGE)
    passed: list[int] = []
    players = asyncio.create_task(_play())
    tasks = waiting(Turnstile(lambda: next(numbers)), BATCH + 5, passed)
    seen = []
    while not all(task.done() for task in tasks):
        seen.append(len(passed))
        await asyncio.sleep(MOMENT_SECONDS)
    players.cancel()
    assert passed == list(range(BATCH + 5))
    # The first batch at once, from there on one each time it looks.
    assert {BATCH + passing for passing in range(1, 5)} <= set(seen)


async def _play() -> None:
    """Takes all the time that there is."""
    while True:
        until = time.thread_time() + MOMENT_SECONDS / 10
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0)


async def test_one_who_has_gone_takes_nobodys_turn() -> None:
    passed: list[int] = []
    turnstile = Turnstile(lambda: 0)
    tasks = waiting(turnstile, BATCH + 1, passed)
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert passed == [0, *range(2, BATCH + 1)]
    await asyncio.gather(*waiting(turnstile, 1, passed))
    assert passed[-1] == 0
