"""Messages to watchers all pass, in order, and players go first."""

import asyncio
import time

from mastermind_service.turnstile import BATCH, CALLS_A_MESSAGE, Turnstile


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
    looks = 0
    passed_at: list[int] = []

    def answered() -> int:
        # It looks before and after each moment, in which so many calls end.
        nonlocal looks
        looks += 1
        return looks * CALLS_A_MESSAGE

    # With the seconds of the clock: a thread that works all the time.
    turnstile = Turnstile(answered, spent=time.perf_counter)

    async def pass_through() -> None:
        await turnstile.wait()
        passed_at.append(looks)

    await asyncio.gather(*(pass_through() for _ in range(BATCH + 5)))
    # The first batch at once, from there on one a moment.
    assert passed_at == [1] * BATCH + [3, 5, 7, 9, 11]


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
