"""Many scores at once, from packed codes to packed feedback."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mastermind_engine import kernels
from mastermind_engine.codes import CodeArray, CodeSpace

INVALID = int(kernels.INVALID)
"""Feedback of a pair with a code that is not legal; no legal feedback has this byte."""


@dataclass(frozen=True, slots=True)
class PackedCodes:
    """Codes as a caller brought them, legal or not.

    Attributes:
        space: The codes that are legal.
        codes: uint8 of shape (codes, pegs).
        invalid: Those that no code stands for, uint8 of shape (codes,).
    """

    space: CodeSpace
    codes: CodeArray
    invalid: kernels.U8

    def __len__(self) -> int:
        return len(self.invalid)


@dataclass(frozen=True, slots=True)
class Scored:
    """Scores of secrets and guesses.

    Attributes:
        feedbacks: A byte ``black << 4 | white`` each, `INVALID` where a code is not legal;
            (pairs,), or (secrets, guesses) for all with all.
        invalid_secrets: Which secrets are not legal, uint8 of shape (secrets,).
        invalid_guesses: Which guesses are not legal, uint8 of shape (guesses,).
    """

    feedbacks: npt.NDArray[np.uint8]
    invalid_secrets: kernels.U8
    invalid_guesses: kernels.U8


def read_pegs(space: CodeSpace, packed: bytes) -> PackedCodes:
    """Codes written as one byte a peg; the length must be a multiple of ``pegs``."""
    # A copy, since kernels are compiled for arrays that may be written.
    codes = np.frombuffer(packed, np.uint8).reshape(-1, space.pegs).copy()
    return PackedCodes(space, codes, np.zeros(len(codes), np.uint8))


def read_ranks(space: CodeSpace, packed: bytes) -> PackedCodes:
    """Codes written as little-endian uint32 ranks; the length must be a multiple of 4."""
    ranks = _ranks_of(packed)
    codes = np.zeros((len(ranks), space.pegs), np.uint8)
    invalid = np.zeros(len(ranks), np.uint8)
    kernels.unrank_codes(
        ranks, space.lowest, space.symbols, space.repeats, space.size, codes, invalid
    )
    return PackedCodes(space, codes, invalid)


def _ranks_of(packed: bytes) -> kernels.U32:
    return np.frombuffer(packed, "<u4").astype(np.uint32)


def score_pairs(secrets: PackedCodes, guesses: PackedCodes, whites: bool) -> Scored:
    """As many secrets as guesses, each with the one of the same index."""
    feedbacks = np.empty(len(secrets), np.uint8)
    return _scored(kernels.score_pairs, secrets, guesses, whites, feedbacks)


def score_cross(secrets: PackedCodes, guesses: PackedCodes, whites: bool) -> Scored:
    """Every secret with every guess."""
    feedbacks = np.empty((len(secrets), len(guesses)), np.uint8)
    return _scored(kernels.score_cross, secrets, guesses, whites, feedbacks)


def _scored(
    kernel: kernels.BatchKernel,
    secrets: PackedCodes,
    guesses: PackedCodes,
    whites: bool,
    feedbacks: npt.NDArray[np.uint8],
) -> Scored:
    space = secrets.space
    kernel(
        secrets.codes,
        guesses.codes,
        space.lowest,
        space.symbols,
        (space.repeats, guesses.space.repeats),
        whites,
        secrets.invalid,
        guesses.invalid,
        feedbacks,
    )
    return Scored(feedbacks, secrets.invalid, guesses.invalid)


def score_ranked_pairs(listed: kernels.Space, secrets: bytes, guesses: bytes) -> Scored:
    """As `score_pairs`, of packed ranks among listed codes whose bits fit one word."""
    secret_ranks, guess_ranks = _ranks_of(secrets), _ranks_of(guesses)
    feedbacks = np.empty(len(secret_ranks), np.uint8)
    kernels.score_ranked_pairs(
        listed.places,
        listed.copies,
        listed.guess_places,
        listed.guess_copies,
        secret_ranks,
        guess_ranks,
        feedbacks,
    )
    return Scored(
        feedbacks,
        (secret_ranks >= len(listed.places)).view(np.uint8),
        (guess_ranks >= len(listed.guess_places)).view(np.uint8),
    )
