"""What all kernels share: types, bit rows, rules, and the compiler's settings."""

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, types
from numba.extending import intrinsic

U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]
U32 = npt.NDArray[np.uint32]
I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]


class Space(NamedTuple):
    """The codes of a ruleset as kernels read them.

    Attributes:
        guess_codes: Legal guesses in order, (guesses, pegs).
        guess_places: Their bits by place, (guesses, words).
        guess_copies: Their bits by copy, (guesses, words).
        places: Bits by place of the legal secrets, (secrets, words).
        copies: Bits by copy of the legal secrets, (secrets, words).
        guess_of: Index of each secret among the guesses, (secrets,).
        table: Feedback numbers, (guesses, secrets), or (0, 0) where there is no table.
    """

    guess_codes: U8
    guess_places: U64
    guess_copies: U64
    places: U64
    copies: U64
    guess_of: I32
    table: U8


class Board(NamedTuple):
    """Codes that can be guessed, and what their feedback depends on.

    Attributes:
        codes: Legal guesses, (guesses, pegs).
        lowest: The smallest symbol, 0 or 1.
        symbols: Number of symbols, counted from ``lowest``.
        repeats: Whether a guess may repeat a symbol.
        whites: Whether feedback tells more than black pegs.
    """

    codes: U8
    lowest: int
    symbols: int
    repeats: bool
    whites: bool


class Palettes(NamedTuple):
    """The symbols of guesses, their order apart.

    Attributes:
        codes: Symbols of each palette, ascending, (palettes, pegs).
        of: Palette of each guess, (guesses,).
    """

    codes: U8
    of: I32


class Rule(NamedTuple):
    """What a one-step strategy minimizes.

    Attributes:
        weights: What a cell of c members adds to the score, (members + 1,). Even cells
            never add up to more than uneven ones.
        largest_cell: Whether the score is the largest cell instead of a sum.
    """

    weights: I64
    largest_cell: bool


NOT_WEIGHED = np.iinfo(np.int64).max
"""Score of a guess that was skipped or abandoned."""

# numba fails where it can write to no cache folder; /dev/null as the folder means none.
kernel = njit(nogil=True, cache=os.environ.get("NUMBA_CACHE_DIR") != os.devnull)


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """The number of bits set in a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate
