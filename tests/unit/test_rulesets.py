"""Which rulesets are legal."""

from dataclasses import replace

import pytest
from hypothesis import given

from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import (
    PRESETS,
    FeedbackKind,
    Ruleset,
    check_ruleset,
    choose_ruleset,
    preset,
)
from tests.unit.samples import custom, repeatable, rulesets

CLASSIC = preset("classic")
GRAND = custom(4, 25, kind=FeedbackKind.GRAND)
NAMES = ("red", "blue", "green", "yellow", "white", "black")


def fields(ruleset: Ruleset) -> list[str]:
    return [fault.field for fault in check_ruleset(ruleset)]


@pytest.mark.parametrize(
    ("ruleset", "faulty"),
    [
        (replace(CLASSIC, pegs=0), ["pegs"]),
        (replace(CLASSIC, pegs=16), ["pegs"]),
        (replace(CLASSIC, colors=0), ["colors"]),
        (replace(CLASSIC, colors=64), ["colors"]),
        (replace(CLASSIC, max_guesses=2**31), ["max_guesses"]),
        (replace(CLASSIC, guess_repeats=False), ["guess_repeats"]),
        (custom(7, 6, repeats=False), ["pegs"]),
        (custom(8, 6, repeats=False, blanks=True), ["pegs"]),
        (replace(GRAND, colors=24), ["colors"]),
        (replace(GRAND, blanks=True), ["blanks"]),
        (replace(GRAND, word_list="english"), ["word_list"]),
        (replace(CLASSIC, word_list="english", blanks=True), ["blanks"]),
        (replace(CLASSIC, symbols=NAMES[:5]), ["symbols"]),
        (replace(CLASSIC, symbols=(*NAMES, "pink")), ["symbols"]),
        (replace(CLASSIC, symbols=(*NAMES[:5], "")), ["symbols[5]"]),
        (replace(CLASSIC, symbols=("x" * 33, *NAMES[1:])), ["symbols[0]"]),
    ],
)
def test_an_illegal_ruleset_names_its_fault(ruleset: Ruleset, faulty: list[str]) -> None:
    assert fields(ruleset) == faulty


@pytest.mark.parametrize(
    ("ruleset", "faulty"),
    [
        (
            replace(CLASSIC, pegs=0, colors=99, guess_repeats=False),
            ["pegs", "colors", "guess_repeats"],
        ),
        (
            replace(GRAND, colors=5, blanks=True, word_list="english"),
            ["colors", "blanks", "word_list"],
        ),
        (
            replace(CLASSIC, pegs=99, max_guesses=2**32 - 1, symbols=NAMES[:2]),
            ["pegs", "max_guesses", "symbols"],
        ),
        (
            custom(9, 3, repeats=False, max_guesses=2**32 - 1),
            ["max_guesses", "pegs"],
        ),
    ],
)
def test_every_wrong_field_is_named_at_once(ruleset: Ruleset, faulty: list[str]) -> None:
    assert sorted(fields(ruleset)) == sorted(faulty)


@pytest.mark.parametrize(
    "ruleset",
    [
        *PRESETS.values(),
        GRAND,
        custom(15, 63),
        custom(1, 1),
        custom(7, 6, repeats=False, blanks=True),
        custom(6, 6, repeats=False),
        replace(CLASSIC, symbols=NAMES),
        replace(CLASSIC, word_list="english"),
        replace(CLASSIC, max_guesses=0),
    ],
    ids=lambda ruleset: f"{ruleset.name}-{ruleset.pegs}x{ruleset.colors}",
)
def test_a_legal_ruleset_has_no_fault(ruleset: Ruleset) -> None:
    assert fields(ruleset) == []


@repeatable
@given(rulesets())
def test_any_board_that_has_codes_is_legal(ruleset: Ruleset) -> None:
    assert fields(ruleset) == []
    assert 1 <= ruleset.secret_count <= ruleset.guess_count


def test_an_unknown_preset_is_refused_with_the_names_of_the_known() -> None:
    with pytest.raises(Refusal) as refused:
        preset("clasic")

    assert refused.value.reason == RuleReason.UNKNOWN_PRESET
    (fault,) = refused.value.violations
    assert all(name in fault.description for name in PRESETS)


def test_another_number_of_rows_changes_nothing_else() -> None:
    assert CLASSIC.with_max_guesses(8) == replace(CLASSIC, max_guesses=8)
    assert CLASSIC.max_guesses == 12


def test_a_fault_tells_its_path_from_outside() -> None:
    (fault,) = check_ruleset(replace(CLASSIC, pegs=0))

    assert fault.within("ruleset.custom").field == "ruleset.custom.pegs"


def test_a_caller_who_chooses_nothing_plays_classic() -> None:
    assert choose_ruleset(None, None, None) == CLASSIC
    assert choose_ruleset("travel", None, 8) == preset("travel").with_max_guesses(8)
    assert choose_ruleset(None, custom(3, 5), 0) == custom(3, 5)


def test_a_choice_names_every_wrong_field_by_its_path() -> None:
    with pytest.raises(Refusal) as refused:
        choose_ruleset(None, custom(0, 99), 2**31)

    assert refused.value.reason == RuleReason.INVALID_RULESET
    assert [fault.field for fault in refused.value.violations] == [
        "custom.pegs",
        "custom.colors",
        "max_guesses",
    ]


def test_a_word_list_that_nobody_has_is_unknown() -> None:
    with pytest.raises(Refusal) as refused:
        choose_ruleset(None, replace(CLASSIC, word_list="klingon"), None)

    assert refused.value.reason == RuleReason.UNKNOWN_WORD_LIST
