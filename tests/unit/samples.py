"""Rulesets and hypothesis strategies that many unit tests share."""

import string
from collections.abc import Sequence
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.listed import ListedSpace, listed_with_table

repeatable = settings(deadline=None, derandomize=True, max_examples=100)
"""Hypothesis draws the same examples in every run."""


def custom(
    pegs: int,
    colors: int,
    *,
    repeats: bool = True,
    guess_repeats: bool | None = None,
    blanks: bool = False,
    max_guesses: int = 0,
    kind: FeedbackKind = FeedbackKind.STANDARD,
) -> Ruleset:
    """A custom ruleset; guesses may repeat what secrets may, unless said otherwise."""
    guess_repeats = repeats if guess_repeats is None else guess_repeats
    return Ruleset("custom", pegs, colors, repeats, guess_repeats, blanks, max_guesses, kind)


SMALL = (
    custom(1, 5),
    custom(2, 3),
    custom(2, 6),
    custom(3, 4),
    custom(4, 3),
    custom(5, 2),
    custom(3, 5, repeats=False),
    custom(4, 5, repeats=False),
    custom(3, 5, repeats=False, guess_repeats=True),
    custom(4, 4, repeats=False, guess_repeats=True),
    custom(3, 3, blanks=True),
    custom(3, 4, repeats=False, blanks=True),
    custom(3, 3, repeats=False, guess_repeats=True, blanks=True),
    custom(3, 4, kind=FeedbackKind.BLACK_ONLY),
    custom(4, 4, repeats=False, kind=FeedbackKind.BLACK_ONLY),
    custom(3, 4, repeats=False, guess_repeats=True, kind=FeedbackKind.BLACK_ONLY),
)
"""Rulesets of every sort, small enough to search without any short-cut."""


def label(ruleset: Ruleset) -> str:
    """Name of a ruleset in test ids."""
    parts = [f"{ruleset.pegs}x{ruleset.colors}"]
    parts += ["blanks"] * ruleset.blanks
    parts += ["distinct"] * (not ruleset.repeats)
    parts += ["distinct-guesses"] * (not ruleset.guess_repeats)
    parts += ["black-only"] * (ruleset.feedback_kind == FeedbackKind.BLACK_ONLY)
    return "-".join(parts)


@cache
def listed(ruleset: Ruleset) -> ListedSpace:
    """The listed space of a ruleset, with a table where it is small enough."""
    return listed_with_table(ruleset)


def code(text: str) -> Code:
    """Pegs from digits, letters (A is 1) or ``.`` for a blank."""
    symbols = "." + (string.ascii_uppercase if text.isalpha() else "1234567890")
    return tuple(map(symbols.index, text))


def turn(guess: str, black: int, white: int) -> Turn:
    """A turn whose guess is written as text."""
    return Turn(code(guess), Feedback(black, white))


@st.composite
def rulesets(
    draw: st.DrawFn,
    kinds: Sequence[FeedbackKind] = (FeedbackKind.STANDARD, FeedbackKind.BLACK_ONLY),
    max_pegs: int = 15,
    max_colors: int = 63,
) -> Ruleset:
    """Any legal ruleset without a word list."""
    pegs = draw(st.integers(1, max_pegs))
    colors = draw(st.integers(1, max_colors))
    blanks = draw(st.booleans())
    repeats = pegs > colors + blanks or draw(st.booleans())
    guess_repeats = repeats or draw(st.booleans())
    return custom(
        pegs,
        colors,
        repeats=repeats,
        guess_repeats=guess_repeats,
        blanks=blanks,
        kind=draw(st.sampled_from(kinds)),
    )


@st.composite
def codes(draw: st.DrawFn, ruleset: Ruleset, *, repeats: bool) -> Code:
    """Any code over the symbols of ``ruleset``."""
    symbols = st.integers(ruleset.lowest_symbol, ruleset.colors)
    pegs = ruleset.pegs
    return tuple(draw(st.lists(symbols, min_size=pegs, max_size=pegs, unique=not repeats)))
