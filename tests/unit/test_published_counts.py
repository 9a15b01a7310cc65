"""How many codes and feedbacks there are."""

from collections import Counter

import numpy as np
import pytest

from mastermind_engine import kernels
from mastermind_engine.codes import secret_space
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_engine.solver.position import candidates
from tests.unit.published import PUBLISHED, board
from tests.unit.samples import custom, listed

COUNTS = PUBLISHED["code_counts"]


@pytest.mark.parametrize(
    ("ruleset", "row"),
    [
        (custom(4, 6), "4x6"),
        (custom(4, 6, blanks=True), "4x7 (six colours and blank)"),
        (custom(4, 8), "4x8"),
        (custom(4, 8, repeats=False), "4x8 no repeats"),
        (custom(4, 8, blanks=True), "4x9 (eight colours and blank)"),
        (
            custom(4, 8, repeats=False, blanks=True),
            "4x9 without repeats (eight colours and one blank at most)",
        ),
        (custom(5, 8), "5x8"),
        (custom(5, 8, blanks=True), "5x9 (eight colours and blank)"),
        (custom(4, 10, repeats=False), "4x10 no repeats"),
        (custom(4, 25), "grand 4x25"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_board_has_the_published_number_of_codes(ruleset: Ruleset, row: str) -> None:
    assert ruleset.secret_count == COUNTS[row]
    assert secret_space(ruleset).size == COUNTS[row]
    assert len(secret_space(ruleset).listed()) == COUNTS[row]


@pytest.mark.parametrize(
    ("name", "secrets", "guesses", "max_guesses"),
    [
        ("classic", 1296, 1296, 12),
        ("travel", 1296, 1296, 6),
        ("advanced", 2401, 2401, 12),
        ("hasbro", 1680, 4096, 12),
        ("hasbro-doubles", 4096, 4096, 12),
        ("hasbro-ninth", 3024, 6561, 12),
        ("hasbro-ninth-doubles", 6561, 6561, 12),
        ("super", 32768, 32768, 12),
        ("super-blanks", 59049, 59049, 12),
        ("bulls-and-cows", 5040, 5040, 0),
        ("variablo", 216, 216, 12),
    ],
)
def test_a_preset_has_the_codes_and_rows_of_its_rule_book(
    name: str, secrets: int, guesses: int, max_guesses: int
) -> None:
    ruleset = PRESETS[name]

    assert (ruleset.secret_count, ruleset.guess_count) == (secrets, guesses)
    assert ruleset.max_guesses == max_guesses


def sorts_of_codes(ruleset: Ruleset) -> Counter[str]:
    """Codes by how often each color stands in them, such as ``2+1+1``."""
    return Counter(
        "+".join(map(str, sorted(Counter(code).values(), reverse=True)))
        for code in secret_space(ruleset).listed().tolist()
    )


def test_the_classic_codes_are_of_the_published_sorts() -> None:
    published = COUNTS["by_type_4x6"]

    assert sorts_of_codes(custom(4, 6)) == {
        "4": published["one colour"],
        "2+2": published["two colours 2+2"],
        "3+1": published["two colours 3+1"],
        "2+1+1": published["three colours"],
        "1+1+1+1": published["four colours"],
    }


def test_the_super_codes_are_of_the_published_sorts() -> None:
    published = {
        "+".join(map(str, Counter(letters).values())): count
        for letters, count in COUNTS["by_type_5x8"].items()
    }

    assert sorts_of_codes(custom(5, 8)) == published


@pytest.mark.parametrize(("name", "count"), PUBLISHED["distinct_feedbacks"].items())
def test_a_board_has_the_published_number_of_different_feedbacks(name: str, count: int) -> None:
    space = listed(board(name))
    members = candidates(space, ())
    seen = np.zeros(space.slots, np.int64)
    for guess in range(0, space.guesses.size, max(1, space.guesses.size // 1500)):
        seen += kernels.partition(space.arrays, members, guess, space.slots)

    assert np.count_nonzero(seen) == count
