"""Games whose guesses are left to chance."""

from collections.abc import Sequence
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


def play_random_consistent(
    space: ListedSpace,
    secrets: Sequence[int],
    opening: Code | None,
    seed: int,
    lengths: kernels.U8,
    progress: kernels.I64,
    cancelled: kernels.U8,
) -> bool:
    """Plays games in which every guess is drawn from the candidates.

    Game number i, from 0, is played by ``seed`` + i (modulo 2⁶⁴), so that games do not hang
    together, and each can be played again by suggestions.

    Args:
        space: The codes.
        secrets: Rank of each game's secret.
        opening: A first guess for all games instead of a drawn one.
        seed: 64 bits.
        lengths: Gets the guesses that each game takes, (games,).
        progress: Its first number counts the games played.
        cancelled: Its first byte ends the work once set.

    Returns:
        False when it was cancelled.
    """
    everyone = np.arange(space.secrets.size, dtype=np.int32)
    first = None if opening is None else space.guesses.rank(opening)
    numbers = np.empty(1, np.uint8)
    for game, secret in enumerate(secrets):
        members, only = everyone, np.array([secret], np.int32)
        for turn in count(1):
            if cancelled[0]:
                return False
            guess = first if turn == 1 else None
            if guess is None:
                drawn = random_consistent(len(members), (seed + game) % SEEDS)
                guess = int(space.arrays.guess_of[members[drawn]])
            kernels.answers(space.arrays, guess, only, numbers)
            if numbers[0] == space.slots - 1:
                lengths[game] = turn
                break
            # A plain number: numba would compile the kernel anew for numpy's.
            members = kernels.narrow(space.arrays, members, guess, int(numbers[0]))
        progress[0] += 1
    return True
