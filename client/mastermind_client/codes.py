"""Codes as callers write them and as the client gives them back."""

from collections.abc import Sequence
from operator import index

Code = tuple[int, ...]
"""A row of pegs: symbols 1 to the ruleset's colors, 0 for a blank."""

CodeLike = str | Sequence[int]
"""What is taken for a code: numbers, or a string with one character a peg,
a digit for a symbol and '.' (or '0') for a blank: ``"1122"``, ``"1.36"``."""


def to_code(code: CodeLike) -> Code:
    """The code that ``code`` writes. Whether it is legal, the service decides.

    Raises:
        ValueError: A character is neither a digit nor '.'.
        TypeError: A peg is no whole number.
    """
    if not isinstance(code, str):
        return tuple(index(peg) for peg in code)
    for place, character in enumerate(code):
        if character not in "0123456789.":
            raise ValueError(
                f"character {place + 1} of {code!r} is neither a digit nor '.'; "
                "symbols above 9 need a sequence of numbers"
            )
    return tuple(0 if character == "." else int(character) for character in code)


def code_text(code: Sequence[int]) -> str:
    """``code`` for people: ``1.36``, or ``12 3 4`` where a symbol has two digits."""
    pegs = [str(peg) if peg else "." for peg in code]
    return ("" if all(len(peg) == 1 for peg in pegs) else " ").join(pegs)
