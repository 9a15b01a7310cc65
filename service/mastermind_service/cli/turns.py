"""Turns as options write them: ``1122=1,0``."""

import re
from collections.abc import Sequence

from mastermind_engine.codes import check_guess
from mastermind_engine.feedback import Feedback, check_feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_service.cli.output import bad_option
from mastermind_service.cli.score import code_argument

OPTION = "--turn"
_FORM = re.compile(r"(?P<guess>.+)[=:](?P<counts>[^=:]*)")


def read_turns(ruleset: Ruleset, texts: Sequence[str], option: str = OPTION) -> list[Turn]:
    """The turns that ``texts`` write behind ``option``, each legal by itself.

    Raises:
        typer.BadParameter: A turn cannot be read, or its guess or feedback is impossible.
    """
    return [_read_turn(ruleset, text, option) for text in texts]


def _read_turn(ruleset: Ruleset, text: str, option: str) -> Turn:
    form = _FORM.fullmatch(text)
    if form is None:
        raise bad_option(option, f"{text!r} is not GUESS=BLACK,WHITE, such as 1122=1,0")
    guess = code_argument(ruleset, form["guess"], option, check_guess)
    feedback = _read_feedback(ruleset, text, form["counts"], option)
    faults = check_feedback(ruleset, feedback)
    if faults:
        told = "; ".join(f"{fault.field}: {fault.description}" for fault in faults)
        raise bad_option(option, f"{text!r} has an impossible feedback; {told}")
    return Turn(guess, feedback)


def _read_feedback(ruleset: Ruleset, text: str, counts: str, option: str) -> Feedback:
    numbers = [number.strip() for number in counts.split(",")]
    black_only = ruleset.feedback_kind == FeedbackKind.BLACK_ONLY
    allowed = (1, 2) if black_only else (2,)
    if len(numbers) not in allowed or not all(re.fullmatch("[0-9]{1,3}", n) for n in numbers):
        form = "BLACK" if black_only else "BLACK,WHITE, such as 1,0"
        raise bad_option(option, f"{text!r} ends with {counts!r}, which is not {form}")
    return Feedback(*map(int, numbers))
