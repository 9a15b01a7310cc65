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


class Rule(NamedTuple):
    """What a one-step strategy minimizes.

    Attributes:
        growth: What the score grows by when a cell of c members gets one more, (members,).
        weights: What a cell of c members adds to the score, (members + 1,).
        least: The least of them: no member adds less.
        largest_cell: Whether the score is the largest cell instead of a sum.
    """

    growth: I64
    weights: I64
    least: int
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
