"""The answer to a guess, written to be obviously right: what `verify` trusts.

It shares no line with the service, whose kernels are tested against it.
"""

from collections import Counter
from collections.abc import Sequence

from mastermind_client.enums import FeedbackKind
from mastermind_client.values import Feedback


def score(
    secret: Sequence[int],
    guess: Sequence[int],
    kind: FeedbackKind = FeedbackKind.STANDARD,
) -> Feedback:
    """How ``guess`` is answered when ``secret`` is hidden, both of the same length.

    Raises:
        ValueError: The lengths differ.
    """
    places = list(zip(secret, guess, strict=True))
    black = sum(hidden == guessed for hidden, guessed in places)
    if kind == FeedbackKind.BLACK_ONLY:
        return Feedback(black)
    misplaced = [(hidden, guessed) for hidden, guessed in places if hidden != guessed]
    hidden_pegs = Counter(hidden for hidden, _ in misplaced)
    guessed_pegs = Counter(guessed for _, guessed in misplaced)
    whites = hidden_pegs & guessed_pegs
    if kind != FeedbackKind.GRAND:
        return Feedback(black, whites.total())
    halves = Counter(guessed for hidden, guessed in misplaced if _half_right(hidden, guessed))
    # A peg counts once; of several equal ones, those with nothing right take the whites.
    blues = halves & (guessed_pegs - whites)
    return Feedback(black, whites.total(), blues.total())


def _half_right(hidden: int, guessed: int) -> bool:
    """Whether two GRAND symbols share the color or the shape: symbol = 1 + shape·5 + color."""
    hidden_shape, hidden_color = divmod(hidden - 1, 5)
    guessed_shape, guessed_color = divmod(guessed - 1, 5)
    return hidden_shape == guessed_shape or hidden_color == guessed_color
