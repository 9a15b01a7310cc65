"""To the wire: what callers give, as messages."""

from collections.abc import Sequence
from datetime import timedelta

from google.protobuf.duration_pb2 import Duration

from mastermind_client import values
from mastermind_client._stubs import types_pb2
from mastermind_client.codes import CodeLike, to_code


def code(given: CodeLike) -> types_pb2.Code:
    """A code.

    Raises:
        ValueError: It is no code, or a peg does not fit 32 bits.
    """
    return types_pb2.Code(pegs=to_code(given))


def optional_code(given: CodeLike | None) -> types_pb2.Code | None:
    """A code, or none."""
    return None if given is None else code(given)


def ruleset_choice(
    given: values.RulesetLike, max_guesses: int | None = None
) -> types_pb2.RulesetChoice:
    """A preset by its name, or a custom ruleset; with another number of guesses if given."""
    if isinstance(given, str):
        return types_pb2.RulesetChoice(preset=given, max_guesses=max_guesses)
    custom = types_pb2.Ruleset(
        name=given.name,
        pegs=given.pegs,
        colors=given.colors,
        repeats=given.repeats,
        guess_repeats=given.guess_repeats,
        blanks=given.blanks,
        max_guesses=given.max_guesses,
        feedback_kind=types_pb2.FeedbackKind.ValueType(given.feedback_kind),
        word_list=given.word_list,
        symbols=given.symbols,
    )
    return types_pb2.RulesetChoice(custom=custom, max_guesses=max_guesses)


def feedback(given: values.FeedbackLike) -> types_pb2.Feedback:
    """A feedback, from its value or from (black, white[, blue])."""
    told = given if isinstance(given, values.Feedback) else values.Feedback(*given)
    return types_pb2.Feedback(black=told.black, white=told.white, blue=told.blue)


def turn(given: values.TurnLike) -> types_pb2.Turn:
    """A turn, from its value or from (code, feedback); its time is not sent."""
    if isinstance(given, values.Turn):
        return types_pb2.Turn(guess=code(given.guess), feedback=feedback(given.feedback))
    guess, answer = given
    return types_pb2.Turn(guess=code(guess), feedback=feedback(answer))


def position(given: values.Position) -> types_pb2.Position:
    """A ruleset and what has been played."""
    return types_pb2.Position(
        ruleset=ruleset_choice(given.ruleset, given.max_guesses),
        turns=[turn(each) for each in given.turns],
    )


def packed_codes(given: bytes | Sequence[CodeLike]) -> bytes:
    """Codes one after the other, a byte a peg; bytes are taken as they are.

    Raises:
        ValueError: The codes are not of one length, or a peg does not fit a byte.
    """
    if isinstance(given, bytes):
        return given
    codes = [to_code(each) for each in given]
    if len({len(each) for each in codes}) > 1:
        raise ValueError("the codes of a batch must all have as many pegs")
    return b"".join(bytes(each) for each in codes)


def duration(given: timedelta | float | None) -> Duration | None:
    """A length of time; a bare number counts seconds."""
    if given is None:
        return None
    message = Duration()
    message.FromTimedelta(given if isinstance(given, timedelta) else timedelta(seconds=given))
    return message
