"""Scores of secrets and guesses that the caller brings; nothing is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from mastermind_engine.batch import (
    INVALID,
    Scored,
    read_pegs,
    read_ranks,
    score_cross,
    score_pairs,
    score_ranked_pairs,
)
from mastermind_engine.codes import Code, check_guess, check_secret, guess_space, secret_space
from mastermind_engine.feedback import Feedback, score
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import DEFAULT_PRESET, PRESETS, FeedbackKind, Ruleset
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_service.errors import Faults, Reason
from mastermind_service.openings import RulesetChoice
from mastermind_service.workers import Workers

RANK_BYTES = 4
USUAL_RULESET = PRESETS[DEFAULT_PRESET]
MAX_BATCH_SCORES = 60_000_000
"""So that an answer stays below the 64 MiB of the largest message."""
MAX_INDEX_BYTES = 4
"""Of an index below 2²⁸ on the wire; a batch has fewer codes."""
MAX_ANSWER_BYTES = 64 * 1024 * 1024 - 1024
_NO_PAIRS = np.zeros(0, np.uint8)


def score_guess(choice: RulesetChoice, secret: Code, guess: Code) -> Feedback:
    """The feedback to a legal guess at a legal secret.

    Raises:
        Refusal: The ruleset's fault, or INVALID_CODE for both codes at once.
    """
    ruleset = USUAL_RULESET if choice.is_usual else _resolved(choice)
    bad_secret, bad_guess = check_secret(ruleset, secret), check_guess(ruleset, guess)
    if bad_secret or bad_guess:
        faults = Faults()
        for name, found in (("secret", bad_secret), ("guess", bad_guess)):
            faults.add(
                RuleReason.INVALID_CODE,
                f"the {name} is not legal",
                [fault.within(name) for fault in found],
            )
        faults.check()
    return score(ruleset, secret, guess)


def _resolved(choice: RulesetChoice, misread: Sequence[Violation] = ()) -> Ruleset:
    """The ruleset chosen; its faults, and those found before, are told together."""
    faults = Faults()
    ruleset = choice.check(faults, "ruleset")
    faults.add_misread(misread)
    return faults.checked(ruleset)


class Encoding(IntEnum):
    """How the codes of a batch are packed. The numbers are the wire's."""

    PEGS = 1
    INDEX = 2


class Mode(IntEnum):
    """Which secrets are scored against which guesses. The numbers are the wire's."""

    PAIRS = 1
    CROSS = 2


INLINE_SCORES = {Mode.PAIRS: 100_000, Mode.CROSS: 2_000_000}
"""Scores that take half a millisecond or so: the way to a thread and back takes longer."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Many secrets and guesses, packed."""

    ruleset: RulesetChoice
    encoding: Encoding
    mode: Mode
    secrets: bytes
    guesses: bytes
    misread: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """A byte a score, and which of the codes are not legal."""

    feedbacks: memoryview
    invalid_indices: list[int]
    invalid_secrets: list[int]
    invalid_guesses: list[int]


class Scoring:
    """The use case of scoring many pairs.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where large batches run.
    """

    def __init__(self, spaces: ListedSpaces, workers: Workers) -> None:
        self._spaces = spaces
        self._workers = workers

    async def score_batch(self, batch: Batch) -> BatchAnswer:
        """Scores a batch; a code that is not legal marks its own scores and no others.

        Raises:
            Refusal: The ruleset's fault, INVALID_REQUEST for a length that does not fit,
                BATCH_TOO_LARGE, UNSUPPORTED_FOR_RULESET or SOLVER_BUSY.
        """
        ruleset = _resolved(batch.ruleset, batch.misread)
        scores = _check_batch(batch, ruleset)
        if scores <= INLINE_SCORES[batch.mode]:
            return _answer(batch, ruleset, self._spaces)
        return await self._workers.run(lambda _: _answer(batch, ruleset, self._spaces))


def _check_batch(batch: Batch, ruleset: Ruleset) -> int:
    """The number of scores that a sound batch asks for."""
    faults = Faults()
    size = ruleset.pegs if batch.encoding == Encoding.PEGS else RANK_BYTES
    for name, packed in (("secrets", batch.secrets), ("guesses", batch.guesses)):
        if len(packed) % size:
            faults.add_field(name, f"{len(packed)} bytes are no multiple of {size}")
    faults.check()
    secrets, guesses = len(batch.secrets) // size, len(batch.guesses) // size
    if batch.mode == Mode.PAIRS and secrets != guesses:
        faults.add_field("guesses", f"{guesses} guesses for {secrets} secrets")
    if batch.encoding == Encoding.INDEX and ruleset.guess_count > 2**32:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, "encoding INDEX is for spaces of up to 2^32 codes"
        )
    faults.check()
    scores = secrets if batch.mode == Mode.PAIRS else secrets * guesses
    if scores > MAX_BATCH_SCORES:
        raise Refusal(
            Reason.BATCH_TOO_LARGE,
            f"{scores} scores; a batch has at most {MAX_BATCH_SCORES}",
            [Violation(name, "makes too many scores") for name in ("secrets", "guesses")],
            details={"scores": str(MAX_BATCH_SCORES)},
        )
    return scores


def _answer(batch: Batch, ruleset: Ruleset, spaces: ListedSpaces) -> BatchAnswer:
    scored = _scored(batch, ruleset, spaces)
    # Those of CROSS are told by their codes, not by their many scores.
    pairs = scored.feedbacks if batch.mode == Mode.PAIRS else _NO_PAIRS
    invalid = (pairs == INVALID, scored.invalid_secrets, scored.invalid_guesses)
    # Counted before they are listed: lists of so many would take gigabytes.
    indices = sum(map(np.count_nonzero, invalid))
    if scored.feedbacks.nbytes + MAX_INDEX_BYTES * indices > MAX_ANSWER_BYTES:
        raise Refusal(
            Reason.BATCH_TOO_LARGE,
            f"the answer would have more than {MAX_ANSWER_BYTES} bytes: so many codes are illegal",
            [Violation(name, "has too many illegal codes") for name in ("secrets", "guesses")],
            details={"bytes": str(MAX_ANSWER_BYTES)},
        )
    return BatchAnswer(
        scored.feedbacks.reshape(-1).data, *(np.flatnonzero(found).tolist() for found in invalid)
    )


def _scored(batch: Batch, ruleset: Ruleset, spaces: ListedSpaces) -> Scored:
    if batch.mode == Mode.PAIRS and batch.encoding == Encoding.INDEX and spaces.ready(ruleset):
        listed = spaces.of(ruleset).arrays
        if listed.places.shape[1] == 1:
            return score_ranked_pairs(listed, batch.secrets, batch.guesses)
    read = read_pegs if batch.encoding == Encoding.PEGS else read_ranks
    score_all = score_pairs if batch.mode == Mode.PAIRS else score_cross
    return score_all(
        read(secret_space(ruleset), batch.secrets),
        read(guess_space(ruleset), batch.guesses),
        whites=ruleset.feedback_kind == FeedbackKind.STANDARD,
    )
