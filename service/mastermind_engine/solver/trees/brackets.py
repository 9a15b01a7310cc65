"""Strategy trees in the notation with brackets in which they are published.

A node is ``count(guess: cells)``: so many candidates are left, this is guessed, and the
cells tell what each answer leaves. They are parted by commas and semicolons and stand in
the order of black key pegs, least first, and within that of white ones, most first; the
answer of all but one black and one white, which is impossible, may be left out. A cell
is 0; another node; a number and a capital letter, the node that ``LETTER = (…)`` tells
further below; or a number alone. ``count(guess)`` leaves out cells of one or two
candidates, as a number alone leaves out the guesses for one or two: such cells are
played by guessing one candidate after the other. A guess may be marked ``x``, where a
cell of two may remain, and ``*``, where it is no candidate.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

_TOKEN = re.compile(r"(?P<number>\d+)|(?P<name>[A-Z]+)|(?P<sign>[=(),;:*x])")
_GAP = re.compile(r"\s*")
MAX_NESTING = 100
UNBALANCED = "unbalanced bracket"


class UnreadableTree(Exception):
    """A text that tells no tree; the message names the place and the fault."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is written.

    Attributes:
        line: Where it stands, from 1.
        column: Where it stands in its line, from 1.
        count: Candidates in it.
        guess: Digits of the guess; empty where none is told.
        cells: The cells behind the guess; empty where none are told.
        name: The name of the node that tells the rest; empty where none does.
        outside: Whether the guess is said to be no candidate.
    """

    line: int
    column: int
    count: int
    guess: str = ""
    cells: tuple["Cell", ...] = field(default=(), repr=False)
    name: str = ""
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole text.

    Attributes:
        root: The first node.
        named: The nodes told further below, by name; their counts are 0.
    """

    root: Cell
    named: Mapping[str, Cell]


def read_notation(text: str) -> Notation:
    """What ``text`` says; whether it is a tree that plays, `grow_tree` finds.

    Raises:
        UnreadableTree: A bracket is missing or too many, or something else is out of place.
    """
    return _Reader(text).whole()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    column: int


class _Reader:
    """Reads by recursive descent: a method a part of the notation."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._next = 0
        self._open: list[_Token] = []

    def whole(self) -> Notation:
        root = self._cell()
        named: dict[str, Cell] = {}
        while self._peek().kind != "end":
            name = self._peek()
            self._expect("name")
            if name.text in named:
                _fail(name, f"{name.text} is told twice")
            self._expect("=")
            named[name.text] = self._node(name, 0)
        return Notation(root, named)

    def _cell(self) -> Cell:
        count = self._expect("number")
        token = self._peek()
        if token.kind == "(":
            return self._node(count, int(count.text))
        if token.kind == "name":
            self._next += 1
            return Cell(count.line, count.column, int(count.text), name=token.text)
        return Cell(count.line, count.column, int(count.text))

    def _node(self, start: _Token, count: int) -> Cell:
        bracket = self._expect("(")
        self._open.append(bracket)
        if len(self._open) > MAX_NESTING:
            _fail(bracket, f"brackets stand more than {MAX_NESTING} deep")
        guess = self._expect("number").text
        marks = set()
        while self._peek().kind in ("*", "x"):
            marks.add(self._peek().kind)
            self._next += 1
        cells = self._cells() if self._peek().kind == ":" else ()
        self._expect(")")
        self._open.pop()
        return Cell(start.line, start.column, count, guess, cells, outside="*" in marks)

    def _cells(self) -> tuple[Cell, ...]:
        self._next += 1
        cells = [self._cell()]
        while self._peek().kind in (",", ";"):
            self._next += 1
            cells.append(self._cell())
        return tuple(cells)

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _expect(self, kind: str) -> _Token:
        token = self._peek()
        if token.kind != kind:
            self._misplaced(token, kind)
        self._next += 1
        return token

    def _misplaced(self, token: _Token, wanted: str) -> NoReturn:
        if wanted == ")":
            bracket = self._open[-1]
            _fail(
                token,
                f"{UNBALANCED}: the one opened at line {bracket.line}, column {bracket.column} "
                f"should be closed before {token.text!r}",
            )
        if token.kind == ")" and not self._open:
            _fail(token, f"{UNBALANCED}: this one was never opened")
        _fail(token, f"{token.text!r} stands where {_WANTED.get(wanted, repr(wanted))} should")


_WANTED = {"number": "a number", "name": "a name"}


def _tokens(text: str) -> Iterator[_Token]:
    line, line_start, position = 1, 0, 0
    while True:
        gap = _GAP.match(text, position)
        if gap is not None and gap.end() > position:
            breaks = text.count("\n", position, gap.end())
            if breaks:
                line += breaks
                line_start = text.rindex("\n", position, gap.end()) + 1
            position = gap.end()
        column = position - line_start + 1
        if position == len(text):
            yield _Token("end", "the end", line, column)
            return
        found = _TOKEN.match(text, position)
        if found is None:
            _fail(_Token("", "", line, column), f"{text[position]!r} means nothing here")
        kind = found.lastgroup or ""
        yield _Token(found[0] if kind == "sign" else kind, found[0], line, column)
        position = found.end()


def _fail(token: _Token, fault: str) -> NoReturn:
    raise UnreadableTree(f"line {token.line}, column {token.column}: {fault}")
