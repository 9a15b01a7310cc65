"""The answer to a guess, in plain Python, and its dense numbering."""

from collections.abc import Sequence
from typing import NamedTuple

from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import FeedbackKind, Ruleset


class Feedback(NamedTuple):
    """Key pegs: they tell how many, never which.

    Attributes:
        black: Pegs right in color and place.
        white: Further pegs right in color alone; 0 for BLACK_ONLY.
        blue: Half-right pegs; 0 but for GRAND.
    """

    black: int
    white: int = 0
    blue: int = 0


def score(ruleset: Ruleset, secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """The feedback to ``guess`` when ``secret`` is hidden, both legal.

    Black is the number of places where both agree; black + white is the largest
    number of agreements that any reordering of the guess could have.
    """
    black = sum(map(int.__eq__, secret, guess))
    if ruleset.feedback_kind == FeedbackKind.BLACK_ONLY:
        return Feedback(black)
    return Feedback(black, _common(secret, guess) - black)


def _common(secret: Sequence[int], guess: Sequence[int]) -> int:
    left = list(secret)
    common = 0
    for symbol in guess:
        if symbol in left:
            left.remove(symbol)
            common += 1
    return common


def feedback_slots(pegs: int) -> int:
    """How many numbers `feedback_id` uses for codes of ``pegs`` pegs."""
    return (pegs + 1) * (pegs + 2) // 2


def feedback_id(feedback: Feedback) -> int:
    """Dense number of a feedback: by black + white, then by black.

    All black is the highest, ``feedback_slots(pegs) - 1``. It fits a byte for
    up to 15 pegs (136 numbers).
    """
    together = feedback.black + feedback.white
    return together * (together + 1) // 2 + feedback.black


def feedback_of(number: int) -> Feedback:
    """The feedback whose `feedback_id` is ``number``."""
    together = 0
    while (together + 1) * (together + 2) // 2 <= number:
        together += 1
    black = number - together * (together + 1) // 2
    return Feedback(black, together - black)


def solved(ruleset: Ruleset, feedback: Feedback) -> bool:
    """Whether ``feedback`` says that the code is broken."""
    return feedback.black == ruleset.pegs


def check_feedback(ruleset: Ruleset, feedback: Feedback) -> list[Violation]:
    """Why arithmetic alone rules ``feedback`` out; empty if it does not."""
    pegs = ruleset.pegs
    faults = []
    if feedback.black > pegs:
        faults.append(Violation("black", f"{feedback.black} of {pegs} pegs"))
    if feedback.white and ruleset.feedback_kind == FeedbackKind.BLACK_ONLY:
        faults.append(Violation("white", "this ruleset tells no whites"))
    if feedback.blue:
        faults.append(Violation("blue", "this ruleset tells no blues"))
    if not faults and feedback.black + feedback.white > pegs:
        faults.append(
            Violation("white", f"{feedback.black} black and {feedback.white} white on {pegs} pegs")
        )
    if not faults and feedback.black == pegs - 1 and feedback.white == 1:
        faults.append(
            Violation("white", "with all other pegs black the last one cannot be elsewhere")
        )
    return faults
