"""Published trees: read, completed, and checked by playing every code."""

import re

import pytest

from mastermind_engine.rulesets import FeedbackKind, Ruleset, preset
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.trees.brackets import UnreadableTree, read_notation
from mastermind_engine.solver.trees.growing import grow_tree
from mastermind_engine.solver.trees.record import TreeRecord, measured
from tests.unit.published import DATA
from tests.unit.samples import custom, listed

CLASSIC = preset("classic")
TREES = DATA / "cases" / "trees"
TINY = custom(2, 2)
# Behind 12: 21 alone; nothing; nothing; 11 and 22; 12 itself.


def imported(text: str, ruleset: Ruleset = CLASSIC) -> TreeRecord:
    space = listed(ruleset)
    return measured(space, Strategy.OPTIMAL, grow_tree(space, read_notation(text)))


@pytest.mark.parametrize(
    ("name", "total", "depth"),
    [("knuth", 5801, 5), ("koyama-1", 5625, 6), ("koyama-2", 5626, 5)],
)
def test_published_trees_break_every_code_in_the_published_number_of_guesses(
    name: str, total: int, depth: int
) -> None:
    record = imported((TREES / f"4x6-{name}.txt").read_text("utf-8"))
    assert (record.total, record.depth) == (total, depth)


def test_the_missing_bracket_is_named_with_its_place() -> None:
    text = (TREES / "4x6-koyama-1-damaged.txt").read_text("utf-8")
    with pytest.raises(UnreadableTree) as fault:
        imported(text)
    assert "unbalanced bracket" in str(fault.value)
    # Line 4 reads ``A = (2345: 0, 6 (3412, 10 …``.
    assert str(fault.value).startswith("line 4, column 22")
    assert "opened at line 4, column 17" in str(fault.value)


def test_a_missing_or_superfluous_bracket_anywhere_is_refused() -> None:
    text = (TREES / "4x6-koyama-1.txt").read_text("utf-8")
    places = [place for place, sign in enumerate(text) if sign in "()"]
    for place in places[::31]:
        for changed in (
            text[:place] + text[place + 1 :],
            text[:place] + text[place] + text[place:],
        ):
            with pytest.raises(UnreadableTree, match="line "):
                imported(changed)


def test_guesses_left_out_are_obvious_ones() -> None:
    assert imported("4(12: 1, 0, 0; 2; 1)", TINY).total == 8
    assert imported("4(12)", TINY).total == 8


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "'the end' stands where a number should"),
        ("4", "tells no guess for 4 candidates"),
        ("4(12: 1, 2; 1", "unbalanced bracket: the one opened at line 1, column 2"),
        ("4(12: 1, 0, 0; 2; 1))", "column 21: unbalanced bracket: this one was never opened"),
        ("4(12; 1)", "unbalanced bracket"),
        ("4(13: 1, 0, 0; 2; 1)", "13 is no legal guess"),
        ("4(123: 1, 0, 0; 2; 1)", "123 is no legal guess"),
        ("4(12: 1, 2; 1)", "tells 3 cells; there are 5 or 6"),
        ("4(12: 1, 0, 0; 1; 1)", "line 1, column 16: says 1 candidates; there are 2"),
        ("5(12: 1, 0, 0; 2; 1)", "says 5 candidates; there are 4"),
        ("4(12*: 1, 0, 0; 2; 1)", "12 is marked as no candidate, but is one"),
        ("4A", "nothing tells what A is"),
        ("4A\nA = (11: 0, 0, 1; 2; 1)\nA = (11)", "line 3, column 1: A is told twice"),
        ("4A\nA = 4", "'4' stands where '(' should"),
        ("4?", "line 1, column 2: '?' means nothing here"),
        ("4(" * 200, "line 1"),
        ("4(12:" * 200, "brackets stand more than 100 deep"),
    ],
)
def test_what_is_out_of_place_is_named(text: str, fault: str) -> None:
    with pytest.raises(UnreadableTree, match=re.escape(fault)):
        imported(text, TINY)


def test_a_node_that_names_itself_is_refused() -> None:
    # The second 11 learns nothing that the first has not told.
    going_round = "9(11: 0, 0, 4A; 4(12); 1)\nA = (11: 0, 0, 4A; 0; 0)"
    with pytest.raises(UnreadableTree, match="takes more than 255 guesses"):
        imported(going_round, custom(2, 3))


def test_rulesets_without_repeats_and_whites_are_read_too() -> None:
    distinct = imported("6(12: 1, 2, 0; 2; 1)", custom(2, 3, repeats=False))
    black_only = imported("4(12: 1; 2; 1)", custom(2, 2, kind=FeedbackKind.BLACK_ONLY))
    assert (distinct.codes, black_only.codes) == (6, 4)
