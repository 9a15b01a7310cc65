"""The tree that a notation with brackets tells, checked against every candidate."""

from collections.abc import Iterator
from operator import itemgetter
from typing import NoReturn

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.feedback import Feedback, feedback_id
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.position import Members
from mastermind_engine.solver.tree import MAX_DEPTH, StrategyTree
from mastermind_engine.solver.trees.brackets import Cell, Notation, UnreadableTree

OBVIOUS = 2
"""Up to so many candidates the notation tells no guesses: any candidate is as good."""


def grow_tree(space: ListedSpace, notation: Notation) -> StrategyTree:
    """The tree that ``notation`` tells, with the guesses that it leaves out.

    Raises:
        UnreadableTree: It tells no tree of the space's ruleset: a guess that is not legal,
            a count that is not right, a guess or a node left out. Names the place.
    """
    return _Growing(space, notation).tree()


class _Growing:
    def __init__(self, space: ListedSpace, notation: Notation) -> None:
        self._space = space
        self._notation = notation
        self._orders = _orders_of_answers(space.shape.pegs, space.shape.whites)
        self._guesses: list[int] = []
        self._children: list[list[int]] = []

    def tree(self) -> StrategyTree:
        everyone = np.arange(self._space.secrets.size, dtype=np.int32)
        self._grow(self._notation.root, everyone, 0)
        return StrategyTree(np.array(self._guesses, np.int32), np.array(self._children, np.int32))

    def _grow(self, cell: Cell, members: Members, depth: int) -> int:
        """Adds the nodes for ``members``; returns the first one's number."""
        if cell.count != len(members):
            _fail(cell, f"says {cell.count} candidates; there are {len(members)}")
        if depth > MAX_DEPTH:
            _fail(cell, f"takes more than {MAX_DEPTH} guesses")
        told = self._resolved(cell)
        if told.guess:
            return self._add_told(told, members, depth)
        if len(members) > OBVIOUS:
            _fail(cell, f"tells no guess for {len(members)} candidates")
        return self._add_obvious(members)

    def _resolved(self, cell: Cell) -> Cell:
        """The cell that tells the guess: ``cell``, or the one that it names."""
        if not cell.name:
            return cell
        if cell.name not in self._notation.named:
            _fail(cell, f"nothing tells what {cell.name} is")
        return self._notation.named[cell.name]

    def _add_told(self, cell: Cell, members: Members, depth: int) -> int:
        guess = self._guess(cell)
        node = self._add(guess)
        numbers = np.empty(len(members), np.uint8)
        kernels.answers(self._space.arrays, guess, members, numbers)
        self._check_mark(cell, bool((numbers == self._space.slots - 1).any()))
        for number, below in self._cells(cell, numbers):
            left = members[numbers == number]
            if below.count != len(left):
                _fail(below, f"says {below.count} candidates; there are {len(left)}")
            if len(left) and number < self._space.slots - 1:
                self._children[node][number] = self._grow(below, left, depth + 1)
        return node

    def _cells(self, cell: Cell, numbers: kernels.U8) -> Iterator[tuple[int, Cell]]:
        """Feedback numbers with the cells that are told of them, else such as go untold."""
        if not cell.cells:
            for number, count in zip(*np.unique(numbers, return_counts=True), strict=True):
                yield int(number), Cell(cell.line, cell.column, int(count))
            return
        for order in self._orders:
            if len(order) == len(cell.cells):
                yield from sorted(zip(order, cell.cells, strict=True), key=itemgetter(0))
                return
        wanted = " or ".join(str(len(order)) for order in self._orders)
        _fail(cell, f"tells {len(cell.cells)} cells; there are {wanted}")

    def _add_obvious(self, members: Members) -> int:
        """A candidate, and behind it the other one if there are two."""
        guess = int(self._space.arrays.guess_of[members[0]])
        node = self._add(guess)
        if len(members) > 1:
            number = np.empty(1, np.uint8)
            kernels.answers(self._space.arrays, guess, members[1:], number)
            self._children[node][number[0]] = self._add_obvious(members[1:])
        return node

    def _add(self, guess: int) -> int:
        self._guesses.append(guess)
        self._children.append([-1] * self._space.slots)
        return len(self._guesses) - 1

    def _guess(self, cell: Cell) -> int:
        """The index of a cell's guess, once it is known to be legal."""
        shape, guesses = self._space.shape, self._space.guesses
        code = [int(digit) for digit in cell.guess]
        if shape.lowest + shape.symbols > 10:
            # The tenth of ten colors is the digit that is left.
            code = [symbol or 10 for symbol in code]
        legal = len(code) == shape.pegs and all(
            shape.lowest <= symbol < shape.lowest + shape.symbols for symbol in code
        )
        if not legal or (not shape.guess_repeats and len({*code}) < len(code)):
            _fail(cell, f"{cell.guess} is no legal guess")
        return guesses.rank(code)

    def _check_mark(self, cell: Cell, candidate: bool) -> None:
        if cell.outside and candidate:
            _fail(cell, f"{cell.guess} is marked as no candidate, but is one")


def _orders_of_answers(pegs: int, whites: bool) -> tuple[list[int], ...]:
    """Feedback numbers in the notation's order, without the impossible answer and with it."""
    order = [
        feedback_id(Feedback(black, white))
        for black in range(pegs + 1)
        for white in (range(pegs - black, -1, -1) if whites else (0,))
    ]
    if not whites:
        return (order,)
    impossible = feedback_id(Feedback(pegs - 1, 1))
    return [number for number in order if number != impossible], order


def _fail(cell: Cell, fault: str) -> NoReturn:
    raise UnreadableTree(f"line {cell.line}, column {cell.column}: {fault}")
