"""Watchers are all woken, in order, and players go between them."""

import asyncio
from collections.abc import Callable
from functools import partial

from mastermind_service.waker import BATCH, PATIENCE, Sleeper, Waker


def asleep(count: int, woken: list[int]) -> list[Sleeper]:
    """So many futures, each of which notes its number when it is woken."""
    sleepers: list[Sleeper] = []
    for number in range(count):
        sleeper: Sleeper = asyncio.get_running_loop().create_future()
        sleeper.add_done_callback(partial(_note, woken, number))
        sleepers.append(sleeper)
    return sleepers


def _note(woken: list[int], number: int, _: Sleeper) -> None:
    woken.append(number)


async def turns_taken(sleepers: list[Sleeper], waker: Waker) -> int:
    """Turns of the event loop that others had until all were woken."""
    waker.wake(sleepers)
    turns = 0
    while not all(sleeper.done() for sleeper in sleepers):
        await asyncio.sleep(0)
        turns += 1
    return turns


async def test_all_are_woken_once_and_in_order_whether_calls_are_under_way_or_not() -> None:
    for busy in (True, False):
        woken: list[int] = []
        answer: Callable[[], bool] = (lambda: True) if busy else (lambda: False)
        waker = Waker(answer)
        sleepers = asleep(3 * BATCH + 1, woken)
        await turns_taken(sleepers, waker)
        await asyncio.sleep(0)
        assert woken == list(range(3 * BATCH + 1))


async def test_players_get_more_turns_between_batches_while_their_calls_are_under_way() -> None:
    spare = await turns_taken(asleep(2 * BATCH, []), Waker(lambda: False))
    loaded = await turns_taken(asleep(2 * BATCH, []), Waker(lambda: True))
    assert loaded > spare
    assert PATIENCE > 1


async def test_one_who_has_gone_keeps_nobody_from_being_woken() -> None:
    woken: list[int] = []
    sleepers = asleep(3, woken)
    sleepers[1].cancel()
    waker = Waker(lambda: False)
    await turns_taken(sleepers, waker)
    later = asleep(1, woken)
    await turns_taken(later, waker)
    await asyncio.sleep(0)
    assert woken == [1, 0, 2, 0]
