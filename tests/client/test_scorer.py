"""The client's scorer against the definitions, and the engine's against it."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_client import Feedback, FeedbackKind
from mastermind_client.scorer import score
from mastermind_engine import feedback as engine
from mastermind_engine.rulesets import FeedbackKind as EngineKind
from mastermind_engine.rulesets import Ruleset as EngineRuleset

repeatable = settings(max_examples=300, deadline=None, derandomize=True)

pairs = st.integers(1, 15).flatmap(
    lambda pegs: st.tuples(*[st.lists(st.integers(0, 9), min_size=pegs, max_size=pegs)] * 2)
)


@pytest.mark.parametrize(
    ("secret", "guess", "black", "white"),
    [
        # red 1, blue 2
        ("1122", "1112", 3, 0),
        # green 1, red 2, blue 3, yellow 4, orange 5
        ("1231", "2421", 1, 1),
        ("1231", "1152", 1, 2),
        # black 1, yellow 2, green 3, blue 4, red 5
        ("1234", "3531", 1, 1),
    ],
)
def test_the_examples_of_the_rule_books(secret: str, guess: str, black: int, white: int) -> None:
    assert score([int(c) for c in secret], [int(c) for c in guess]) == Feedback(black, white)


def test_standard_is_the_most_agreements_that_reordering_gives() -> None:
    for secret, guess in product(product(range(3), repeat=4), repeat=2):
        told = score(secret, guess)
        agreements = [
            sum(a == b for a, b in zip(secret, order, strict=True)) for order in permutations(guess)
        ]
        assert told.black == sum(a == b for a, b in zip(secret, guess, strict=True))
        assert told.black + told.white == max(agreements)
        assert told.blue == 0


@repeatable
@given(pairs)
def test_black_only_tells_no_white(codes: tuple[list[int], list[int]]) -> None:
    standard = score(*codes)
    assert score(*codes, FeedbackKind.BLACK_ONLY) == Feedback(standard.black)


@repeatable
@given(pairs)
def test_the_engine_answers_alike(codes: tuple[list[int], list[int]]) -> None:
    secret, guess = codes
    for kind in (FeedbackKind.STANDARD, FeedbackKind.BLACK_ONLY):
        ruleset = EngineRuleset(
            "custom", len(secret), 9, True, True, blanks=True, feedback_kind=EngineKind(kind)
        )
        told = score(secret, guess, kind)
        assert engine.score(ruleset, secret, guess) == (told.black, told.white, told.blue)


def grand_peg_by_peg(secret: list[int], guess: list[int]) -> Feedback:
    """As a person would: black pegs aside, then each guessed pair for itself."""
    misplaced = [(s, g) for s, g in zip(secret, guess, strict=True) if s != g]
    white = blue = 0
    for pair in {g for _, g in misplaced}:
        # Those that match nothing in place take the whites first.
        pegs = sorted(
            (s - 1) // 5 == (g - 1) // 5 or (s - 1) % 5 == (g - 1) % 5
            for s, g in misplaced
            if g == pair
        )
        whites = min(len(pegs), sum(s == pair for s, _ in misplaced))
        white += whites
        blue += sum(pegs[whites:])
    return Feedback(len(secret) - len(misplaced), white, blue)


grand_pairs = st.tuples(
    *[st.lists(st.sampled_from((1, 2, 6, 7, 13, 25)), min_size=4, max_size=4)] * 2
)


@repeatable
@given(grand_pairs)
def test_grand_counts_peg_by_peg(codes: tuple[list[int], list[int]]) -> None:
    assert score(*codes, FeedbackKind.GRAND) == grand_peg_by_peg(*codes)


def test_grand_examples() -> None:
    grand = FeedbackKind.GRAND
    # Shape 0 color 0 against shape 0 color 1: the shape stands in its place.
    assert score([1, 25, 25, 25], [2, 24, 25, 25], grand) == Feedback(2, 0, 2)
    # A pair elsewhere is white, not blue, though its color stands in its place, too.
    assert score([1, 2, 25, 25], [2, 1, 25, 25], grand) == Feedback(2, 2, 0)
    # Of two equal pegs the one with nothing in place takes the white, the other is blue.
    assert score([1, 25, 2, 13], [2, 2, 24, 13], grand) == Feedback(1, 1, 1)


def test_codes_of_two_lengths_are_no_pair() -> None:
    with pytest.raises(ValueError, match="zip"):
        score([1, 2], [1, 2, 3])
