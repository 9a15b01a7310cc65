"""Evaluations that chance takes part in: samples of secrets, random strategies."""

from collections.abc import Iterable
from itertools import count

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.fairness import draw_rank, seed_of
from mastermind_engine.solver.listed import ListedSpace

SEEDS = 2**64


def random_consistent(members: int, seed: int) -> int:
    """Which of so many candidates RANDOM_CONSISTENT guesses, from 0."""
    return draw_rank(seed_of(seed), b"random-consistent", members)


def draw_sample(size: int, count: int, seed: int) -> kernels.I32:
    """``count`` different ranks below ``size``, every set as likely; int32, ascending.

    Floyd's algorithm (Bentley 1987): one draw a member, whatever the size.
    """
    key = seed_of(seed)
    drawn: set[int] = set()
    for limit in range(size - count, size):
        rank = draw_rank(key, b"sample" + limit.to_bytes(8, "big"), limit + 1)
        drawn.add(limit if rank in drawn else rank)
    return np.array(sorted(drawn), np.int32)


def play_random_consistent(
    space: ListedSpace,
    secrets: Iterable[int],
    opening: Code | None,
    seed: int,
    lengths: kernels.U8,
    progress: kernels.I64,
    cancelled: kernels.U8,
) -> bool:
    """Plays games in which every guess is drawn from the candidates.

    The secret of rank r is played by ``seed`` + r (modulo 2⁶⁴), so that games do not hang
    together, and each can be played again by suggestions.

    Args:
        space: The codes.
        secrets: Ranks of the secrets to play.
        opening: A first guess for all games instead of a drawn one.
        seed: 64 bits.
        lengths: Gets the guesses that each secret of the space takes, (secrets,).
        progress: Its first number counts the games played.
        cancelled: Its first byte ends the work once set.

    Returns:
        False when it was cancelled.
    """
    everyone = np.arange(space.secrets.size, dtype=np.int32)
    first = None if opening is None else space.guesses.rank(opening)
    numbers = np.empty(1, np.uint8)
    for secret in secrets:
        members, only = everyone, np.array([secret], np.int32)
        for turn in count(1):
            if cancelled[0]:
                return False
            guess = first if turn == 1 else None
            if guess is None:
                drawn = random_consistent(len(members), (seed + secret) % SEEDS)
                guess = int(space.arrays.guess_of[members[drawn]])
            kernels.answers(space.arrays, guess, only, numbers)
            if numbers[0] == space.slots - 1:
                lengths[secret] = turn
                break
            members = kernels.narrow(space.arrays, members, guess, numbers[0])
        progress[0] += 1
    return True
