"""Many scores at once, from packed codes to packed feedback."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mastermind_engine import kernels
from mastermind_engine.codes import CodeArray, CodeSpace

WORD_BITS = 64
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


def read_pegs(space: CodeSpace, whites: bool, packed: bytes) -> PackedCodes:
    """Codes written as one byte a peg; the length must be a multiple of ``pegs``."""
    # A copy, since kernels are compiled for arrays that may be written.
    codes = np.frombuffer(packed, np.uint8).reshape(-1, space.pegs).copy()
    invalid = np.zeros(len(codes), np.uint8)
    if space.pegs * space.symbols <= WORD_BITS:
        places, copies = _bits(len(codes), space)
        kernels.read_narrow(
            codes, space.lowest, space.symbols, space.repeats, places, copies, invalid
        )
        return PackedCodes(places, copies if whites else places, invalid)
    kernels.check_codes(codes, space.lowest, space.symbols, space.repeats, invalid)
    return _encoded(space, whites, codes, invalid)


def read_ranks(space: CodeSpace, whites: bool, packed: bytes) -> PackedCodes:
    """Codes written as little-endian uint32 ranks; the length must be a multiple of 4."""
    ranks = np.frombuffer(packed, "<u4").astype(np.uint32)
    codes = np.zeros((len(ranks), space.pegs), np.uint8)
    invalid = np.zeros(len(ranks), np.uint8)
    kernels.unrank_codes(
        ranks, space.lowest, space.symbols, space.repeats, space.size, codes, invalid
    )
    return _encoded(space, whites, codes, invalid)


def pick_ranks(places: kernels.U64, copies: kernels.U64, packed: bytes) -> PackedCodes:
    """As `read_ranks`, from the bits of all codes in order, each of shape (codes, words)."""
    ranks = np.frombuffer(packed, "<u4")
    invalid = (ranks >= len(places)).view(np.uint8)
    if invalid.any():
        ranks = np.where(invalid, 0, ranks)
    return PackedCodes(places[ranks], copies[ranks], invalid)


def _encoded(space: CodeSpace, whites: bool, codes: CodeArray, invalid: kernels.U8) -> PackedCodes:
    codes[invalid != 0] = space.lowest
    places, copies = _bits(len(codes), space)
    kernels.encode(codes, space.lowest, space.symbols, places, copies)
    # Without whites black + white is black alone.
    return PackedCodes(places, copies if whites else places, invalid)


def _bits(count: int, space: CodeSpace) -> tuple[kernels.U64, kernels.U64]:
    words = -(-space.pegs * space.symbols // WORD_BITS)
    return np.zeros((count, words), np.uint64), np.zeros((count, words), np.uint64)


def score_pairs(secrets: PackedCodes, guesses: PackedCodes) -> npt.NDArray[np.uint8]:
    """Bytes ``black << 4 | white`` of as many secrets and guesses, shape (n,)."""
    feedbacks = np.empty(len(secrets), np.uint8)
    kernels.score_pairs(secrets.places, secrets.copies, guesses.places, guesses.copies, feedbacks)
    invalid = secrets.invalid | guesses.invalid
    if invalid.any():
        feedbacks[invalid != 0] = INVALID
    return feedbacks


def score_cross(secrets: PackedCodes, guesses: PackedCodes) -> npt.NDArray[np.uint8]:
    """Bytes ``black << 4 | white`` of every secret with every guess, (secrets, guesses)."""
    feedbacks = np.empty((len(secrets), len(guesses)), np.uint8)
    kernels.score_cross(secrets.places, secrets.copies, guesses.places, guesses.copies, feedbacks)
    if secrets.invalid.any():
        feedbacks[secrets.invalid != 0] = INVALID
    if guesses.invalid.any():
        feedbacks[:, guesses.invalid != 0] = INVALID
    return feedbacks
