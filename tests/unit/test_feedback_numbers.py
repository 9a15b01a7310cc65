"""The dense numbers of feedback, and what arithmetic alone rules out."""

import pytest

from mastermind_engine.feedback import (
    Feedback,
    check_feedback,
    feedback_id,
    feedback_of,
    feedback_slots,
)
from mastermind_engine.rulesets import FeedbackKind
from tests.unit.samples import custom


def test_numbers_and_feedbacks_stand_for_each_other() -> None:
    for number in range(feedback_slots(15)):
        assert feedback_id(feedback_of(number)) == number


@pytest.mark.parametrize("pegs", range(1, 16))
def test_all_black_has_the_highest_number_and_fits_a_byte(pegs: int) -> None:
    assert feedback_id(Feedback(pegs)) == feedback_slots(pegs) - 1 <= 255
    assert max(
        feedback_id(Feedback(black, white))
        for black in range(pegs + 1)
        for white in range(pegs + 1 - black)
    ) == feedback_id(Feedback(pegs))


@pytest.mark.parametrize(
    ("feedback", "fields"),
    [
        (Feedback(5, 0), ["black"]),
        (Feedback(3, 1), ["white"]),
        (Feedback(2, 3), ["white"]),
        (Feedback(0, 5), ["white"]),
        (Feedback(0, 0, 1), ["blue"]),
        (Feedback(7, 0, 2), ["black", "blue"]),
    ],
)
def test_arithmetic_rules_out_what_no_code_can_answer(
    feedback: Feedback, fields: list[str]
) -> None:
    assert [fault.field for fault in check_feedback(custom(4, 6), feedback)] == fields


def test_arithmetic_rules_out_whites_where_only_blacks_are_told() -> None:
    ruleset = custom(4, 6, kind=FeedbackKind.BLACK_ONLY)

    assert [fault.field for fault in check_feedback(ruleset, Feedback(1, 1))] == ["white"]
    assert not check_feedback(ruleset, Feedback(3))


def test_every_answer_that_a_code_can_give_passes() -> None:
    possible = [
        Feedback(black, white)
        for black in range(5)
        for white in range(5 - black)
        if (black, white) != (3, 1)
    ]
    assert not any(check_feedback(custom(4, 6), feedback) for feedback in possible)


def test_one_peg_cannot_be_right_in_color_alone() -> None:
    assert check_feedback(custom(1, 6), Feedback(0, 1))
