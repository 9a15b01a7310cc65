"""Every secret, or every drawn one, played by one strategy, in parts that run anywhere.

The first guess splits the secrets; each cell is played on its own. Where codes cannot be
listed, games with the same turns so far share a suggestion, and all of one depth are
computed side by side.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, wait
from functools import lru_cache
from typing import TypeVar

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, score, solved
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members
from mastermind_engine.solver.sampled import suggest_sampled
from mastermind_engine.solver.strategies import rule_of
from mastermind_engine.solver.suggestion import Wish
from mastermind_engine.tables import Shape

T = TypeVar("T")
LOOK = 0.05
"""Seconds between two looks at whether the work was cancelled."""
History = tuple[Turn, ...]


class EvaluationCancelled(Exception):
    """The evaluation was stopped before its end."""


class Progress:
    """How far an evaluation is; another thread may read it, or stop the work.

    Attributes:
        cancelled: Stops the work once set, uint8 of shape (1,).
    """

    def __init__(self) -> None:
        self.cancelled = np.zeros(1, np.uint8)
        # One counter for each part, so that no two threads write to the same.
        self._counters: list[kernels.I64] = []

    def counter(self) -> kernels.I64:
        """A new counter of secrets done, int64 of shape (1,)."""
        counter = np.zeros(1, np.int64)
        self._counters.append(counter)
        return counter

    @property
    def done(self) -> int:
        """Secrets done."""
        return sum(int(counter[0]) for counter in self._counters)

    def cancel(self) -> None:
        """Stops the work at its next guess."""
        self.cancelled[0] = 1


def play_listed(
    space: ListedSpace,
    wish: Wish,
    opening: Code,
    ranks: Sequence[int] | None,
    executor: Executor,
    local: bool,
    progress: Progress,
) -> kernels.U8:
    """Guesses that each secret takes, or each of those at ``ranks``.

    Args:
        space: The listed space.
        wish: The strategy, resolved, and whether only candidates are guessed.
        opening: The first guess.
        ranks: The secrets to play; None for all.
        executor: Plays the cells of the first guess.
        local: Whether ``executor`` runs in this process and can share its memory.
        progress: Counts the secrets played.

    Raises:
        EvaluationCancelled: ``progress`` was cancelled.
    """
    wanted = np.ones(space.secrets.size, np.uint8)
    if ranks is not None:
        wanted[:] = 0
        wanted[list(ranks)] = 1
    lengths = np.zeros(space.secrets.size, np.uint8)
    guess = space.guesses.rank(opening)
    everyone = np.arange(space.secrets.size, dtype=np.int32)
    numbers = np.empty(space.secrets.size, np.uint8)
    kernels.answers(space.arrays, guess, everyone, numbers)
    cells = [everyone[numbers == number] for number in range(space.slots)]
    lengths[cells[-1]] = 1
    done = progress.counter()
    done[0] = wanted[cells[-1]].sum()
    open_cells = [cell for cell in cells[:-1] if wanted[cell].any()]
    # The largest first, so that no thread is left alone with it in the end.
    open_cells.sort(key=len, reverse=True)

    def submit(cell: Members) -> Future[kernels.U8]:
        if local:
            counter = progress.counter()
            return executor.submit(
                _play_cell, space, wish, opening, cell, wanted[cell], counter, progress.cancelled
            )
        return executor.submit(_play_apart, space.shape, wish, opening, cell, wanted[cell])

    def finished(cell: Members, found: kernels.U8) -> None:
        lengths[cell] = found
        if not local:
            done[0] += wanted[cell].sum()

    _gather(submit, open_cells, finished, progress)
    return lengths if ranks is None else lengths[list(ranks)]


def _play_cell(
    space: ListedSpace,
    wish: Wish,
    opening: Code,
    cell: Members,
    wanted: kernels.U8,
    counter: kernels.I64,
    cancelled: kernels.U8,
) -> kernels.U8:
    """Guesses of each member of a cell of the opening, (members,); 0 for the unwanted."""
    lengths = np.zeros(space.secrets.size, np.uint8)
    marks = np.zeros(space.secrets.size, np.uint8)
    marks[cell] = wanted
    kernels.play_all(
        space.arrays,
        space.board,
        space.palettes,
        cell,
        np.array([opening], np.uint8),
        -1,
        rule_of(wish.strategy, space.secrets.size),
        wish.candidates_only,
        space.slots,
        marks,
        lengths,
        counter,
        cancelled,
    )
    return lengths[cell]


@lru_cache(maxsize=2)
def _space_apart(shape: Shape) -> ListedSpace:
    return ListedSpace(shape)


def _play_apart(
    shape: Shape, wish: Wish, opening: Code, cell: Members, wanted: kernels.U8
) -> kernels.U8:
    """`_play_cell` in a process that shares nothing with the one that asked."""
    space, counter, never = _space_apart(shape), np.zeros(1, np.int64), np.zeros(1, np.uint8)
    return _play_cell(space, wish, opening, cell, wanted, counter, never)


def play_drawn(
    ruleset: Ruleset,
    secrets: Sequence[Code],
    wish: Wish,
    opening: Code,
    executor: Executor,
    local: bool,
    progress: Progress,
) -> kernels.U8:
    """Guesses that each of ``secrets`` takes where codes are too many to list.

    The arguments are those of `play_listed`.

    Raises:
        EvaluationCancelled: ``progress`` was cancelled.
    """
    lengths = np.zeros(len(secrets), np.uint8)
    done = progress.counter()
    guesses: dict[History, Code] = {(): opening}
    games: dict[History, list[int]] = {(): list(range(len(secrets)))}

    def submit(turns: History) -> Future[Code]:
        flag = progress.cancelled if local else None
        return executor.submit(_choose_apart, ruleset, turns, wish, flag)

    while games:
        deeper: dict[History, list[int]] = {}
        for turns, group in games.items():
            for game in group:
                guess = guesses[turns]
                feedback = score(ruleset, secrets[game], guess)
                if solved(ruleset, feedback):
                    lengths[game] = len(turns) + 1
                    done[0] += 1
                else:
                    deeper.setdefault((*turns, Turn(guess, Feedback(*feedback))), []).append(game)
        games, guesses = deeper, {}
        _gather(submit, list(games), guesses.__setitem__, progress)
    return lengths


def _choose_apart(
    ruleset: Ruleset, turns: History, wish: Wish, cancelled: kernels.U8 | None
) -> Code:
    flag = np.zeros(1, np.uint8) if cancelled is None else cancelled
    return suggest_sampled(ruleset, turns, wish, flag).guess


Part = TypeVar("Part")


def _gather(
    submit: Callable[[Part], Future[T]],
    parts: Iterable[Part],
    finished: Callable[[Part, T], None],
    progress: Progress,
) -> None:
    """Has all ``parts`` done and hears of each result, until the work is cancelled."""
    waiting: dict[Future[T], Part] = {}
    if not progress.cancelled[0]:
        waiting = {submit(part): part for part in parts}
    while waiting and not progress.cancelled[0]:
        ready, _ = wait(waiting, timeout=LOOK, return_when="FIRST_COMPLETED")
        for future in ready:
            finished(waiting.pop(future), future.result())
    if progress.cancelled[0]:
        for future in waiting:
            future.cancel()
        wait(waiting)
        raise EvaluationCancelled
