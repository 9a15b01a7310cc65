"""Key pegs tell how many, never which."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.feedback import Feedback, score, solved
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from tests.unit import oracle
from tests.unit.samples import code, codes, custom, repeatable, rulesets

CLASSIC = custom(4, 6)


@pytest.mark.parametrize(
    ("secret", "guess", "answer"),
    [
        # R red, B blue, G green, Y yellow, O orange, K black
        ("RRBB", "RRRB", (3, 0)),
        ("GRBG", "RYRG", (1, 1)),
        ("GRBG", "GGOR", (1, 2)),
        ("KYGB", "GRGK", (1, 1)),
    ],
)
def test_the_examples_of_the_rule_books_score_as_printed(
    secret: str, guess: str, answer: tuple[int, int]
) -> None:
    assert score(CLASSIC, code(secret), code(guess)) == Feedback(*answer)


def test_a_repeated_color_in_the_guess_earns_no_more_keys_than_the_secret_has() -> None:
    for guess in ("1111", "1112", "2111", "1222"):
        answer = score(CLASSIC, code("1345"), code(guess))
        assert answer.black + answer.white == 1


def test_a_repeated_color_in_the_secret_earns_no_more_keys_than_the_guess_has() -> None:
    assert score(CLASSIC, code("1111"), code("2133")) == Feedback(1, 0)
    assert score(CLASSIC, code("1122"), code("3314")) == Feedback(0, 1)


def test_there_are_14_different_feedbacks_on_the_classic_board() -> None:
    every = list(product(range(1, 7), repeat=4))
    # But for an order of colors, every secret begins with 1 and counts on.
    secrets = [secret for secret in every if is_first_of_its_kind(secret)]
    seen = {score(CLASSIC, secret, guess) for secret in secrets for guess in every}

    possible = {Feedback(black, white) for black in range(5) for white in range(5 - black)}
    assert seen == possible - {Feedback(3, 1)}
    assert len(seen) == 14


def is_first_of_its_kind(secret: tuple[int, ...]) -> bool:
    return all(symbol <= max((0, *secret[:index])) + 1 for index, symbol in enumerate(secret))


def test_black_and_white_together_are_the_most_agreements_of_any_reordering() -> None:
    for secret in ("1123", "1221", "4444", "1234"):
        for guess in product(range(1, 5), repeat=4):
            answer = score(CLASSIC, code(secret), guess)
            most = max(
                sum(map(int.__eq__, code(secret), reordered)) for reordered in permutations(guess)
            )
            assert answer.black + answer.white == most


@repeatable
@given(st.data())
def test_secret_and_guess_may_change_places(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets())
    one = data.draw(codes(ruleset, repeats=ruleset.repeats))
    other = data.draw(codes(ruleset, repeats=ruleset.guess_repeats))

    assert score(ruleset, one, other) == score(ruleset, other, one)


@repeatable
@given(st.data())
def test_a_score_is_what_counting_colors_gives(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets())
    secret = data.draw(codes(ruleset, repeats=ruleset.repeats))
    guess = data.draw(codes(ruleset, repeats=ruleset.guess_repeats))

    answer = score(ruleset, secret, guess)

    assert answer == oracle.feedback(ruleset, secret, guess)
    assert answer.black + answer.white <= ruleset.pegs
    assert (answer.black, answer.white) != (ruleset.pegs - 1, 1)


@repeatable
@given(st.data())
def test_only_the_secret_itself_solves(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets(max_pegs=3, max_colors=3))
    secret = data.draw(codes(ruleset, repeats=ruleset.repeats))
    guess = data.draw(codes(ruleset, repeats=ruleset.guess_repeats))

    assert solved(ruleset, score(ruleset, secret, guess)) is (secret == guess)


@pytest.mark.parametrize(
    ("ruleset", "secret", "guess", "answer"),
    [
        (custom(4, 6, kind=FeedbackKind.BLACK_ONLY), "1234", "1243", (2, 0)),
        (custom(4, 6, blanks=True), "12.3", "1..2", (2, 1)),
        (custom(4, 6, blanks=True), "....", "....", (4, 0)),
    ],
)
def test_blanks_score_like_colors_and_black_only_tells_no_whites(
    ruleset: Ruleset, secret: str, guess: str, answer: tuple[int, int]
) -> None:
    assert score(ruleset, code(secret), code(guess)) == Feedback(*answer)
