"""Many scores at once, from packed codes to packed feedback."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mastermind_engine import kernels
from mastermind_engine.codes import CodeArray, CodeSpace
from mastermind_engine.rulesets import FeedbackKind, Ruleset

INVALID = 0xFF
"""Feedback of a pair with a code that is not legal; no legal feedback has this byte."""


@dataclass(frozen=True, slots=True)
class PackedCodes:
    """Codes as kernels score them.

    Attributes:
        places: Bits by place, uint64 of shape (codes, words).
        copies: Bits by copy, uint64 of shape (codes, words).
        invalid: Which codes are not legal, uint8 of shape (codes,).
    """

    places: kernels.U64
    copies: kernels.U64
    invalid: kernels.U8

    def __len__(self) -> int:
        return len(self.invalid)

    def invalid_indices(self) -> list[int]:
        """Indices of the codes that are not legal, ascending."""
        indices: list[int] = np.flatnonzero(self.invalid).tolist()
        return indices


def read_pegs(ruleset: Ruleset, space: CodeSpace, packed: bytes) -> PackedCodes:
    """Codes written as one byte a peg; the length must be a multiple of ``pegs``."""
    # A copy, since kernels are compiled for arrays that may be written.
    codes = np.frombuffer(packed, np.uint8).reshape(-1, space.pegs).copy()
    invalid = np.zeros(len(codes), np.uint8)
    kernels.check_codes(codes, space.lowest, space.symbols, space.repeats, invalid)
    return _encoded(ruleset, space, codes, invalid)


def read_ranks(ruleset: Ruleset, space: CodeSpace, packed: bytes) -> PackedCodes:
    """Codes written as little-endian uint32 ranks; the length must be a multiple of 4."""
    ranks = np.frombuffer(packed, "<u4").astype(np.uint32)
    codes = np.zeros((len(ranks), space.pegs), np.uint8)
    invalid = np.zeros(len(ranks), np.uint8)
    kernels.unrank_codes(
        ranks, space.lowest, space.symbols, space.repeats, space.size, codes, invalid
    )
    return _encoded(ruleset, space, codes, invalid)


def _encoded(
    ruleset: Ruleset, space: CodeSpace, codes: CodeArray, invalid: kernels.U8
) -> PackedCodes:
    codes[invalid != 0] = space.lowest
    words = (space.pegs * space.symbols + 63) // 64
    places = np.zeros((len(codes), words), np.uint64)
    copies = np.zeros((len(codes), words), np.uint64)
    kernels.encode(codes, space.lowest, space.symbols, places, copies)
    whites = ruleset.feedback_kind == FeedbackKind.STANDARD
    return PackedCodes(places, copies if whites else places, invalid)


def score_pairs(secrets: PackedCodes, guesses: PackedCodes) -> npt.NDArray[np.uint8]:
    """Bytes ``black << 4 | white`` of as many secrets and guesses, shape (n,)."""
    feedbacks = np.empty(len(secrets), np.uint8)
    kernels.score_pairs(secrets.places, secrets.copies, guesses.places, guesses.copies, feedbacks)
    feedbacks[(secrets.invalid | guesses.invalid) != 0] = INVALID
    return feedbacks


def score_cross(secrets: PackedCodes, guesses: PackedCodes) -> npt.NDArray[np.uint8]:
    """Bytes ``black << 4 | white`` of every secret with every guess, (secrets, guesses)."""
    feedbacks = np.empty((len(secrets), len(guesses)), np.uint8)
    kernels.score_cross(secrets.places, secrets.copies, guesses.places, guesses.copies, feedbacks)
    feedbacks[secrets.invalid != 0] = INVALID
    feedbacks[:, guesses.invalid != 0] = INVALID
    return feedbacks
