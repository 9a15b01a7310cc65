from string import ascii_uppercase

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mastermind_engine.codes import Code
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service.cli.notation import Unreadable, code_text, fold, name_of, read_code
from mastermind_service.cli.palette import HUES

CLASSIC = PRESETS["classic"]


@st.composite
def codes(draw: st.DrawFn, most_colors: int = 63) -> tuple[Ruleset, Code]:
    blanks = draw(st.booleans())
    colors = draw(st.integers(1, most_colors))
    pegs = draw(st.integers(1, 15))
    ruleset = Ruleset("custom", pegs, colors, True, True, blanks)
    pegs_of = st.integers(ruleset.lowest_symbol, colors)
    return ruleset, tuple(draw(st.lists(pegs_of, min_size=pegs, max_size=pegs)))


def own(*symbols: str, pegs: int = 4) -> Ruleset:
    return Ruleset("custom", pegs, len(symbols), True, True, symbols=symbols)


@given(codes())
@example((Ruleset("custom", 1, 12, True, True), (12,)))
@example((Ruleset("custom", 2, 12, True, True, True), (0, 12)))
def test_what_is_written_reads_back(case: tuple[Ruleset, Code]) -> None:
    ruleset, code = case
    assert read_code(ruleset, code_text(ruleset, code)) == code


@given(codes(most_colors=9), st.sampled_from(["", " ", ",", ", ", "-", "\t", " | "]))
def test_digits_read_with_any_separator(case: tuple[Ruleset, Code], separator: str) -> None:
    ruleset, code = case
    assert read_code(ruleset, separator.join(map(str, code))) == code


@given(codes(most_colors=26), st.sampled_from(["", " ", ", "]), st.booleans())
def test_letters_are_places_in_the_alphabet(
    case: tuple[Ruleset, Code], separator: str, lower: bool
) -> None:
    ruleset, code = case
    letters = ["." if symbol == 0 else ascii_uppercase[symbol - 1] for symbol in code]
    text = separator.join(letters)
    assert read_code(ruleset, text.lower() if lower else text) == code


@given(codes(most_colors=10), st.lists(st.booleans(), min_size=15, max_size=15))
def test_names_read_in_any_case(case: tuple[Ruleset, Code], upper: list[bool]) -> None:
    ruleset, code = case
    names = ["." if symbol == 0 else name_of(ruleset, symbol) for symbol in code]
    typed = [name.upper() if loud else name for name, loud in zip(names, upper, strict=False)]
    assert read_code(ruleset, " ".join(typed)) == code


@given(st.lists(st.integers(1, 10), min_size=1, max_size=15), st.integers(0, 2))
def test_an_emoji_is_one_peg(code: list[int], kind: int) -> None:
    ruleset = Ruleset("custom", len(code), 10, True, True)
    text = "".join(HUES[symbol - 1].emoji[kind : kind + 1] or str(symbol) for symbol in code)
    # Some keyboards add an invisible mark that asks for color.
    assert read_code(ruleset, text) == tuple(code)
    assert read_code(ruleset, "\ufe0f".join(text) + "\ufe0f") == tuple(code)


@given(codes(), st.text(max_size=30))
def test_any_text_reads_as_pegs_of_the_ruleset_or_is_refused(
    case: tuple[Ruleset, Code], text: str
) -> None:
    ruleset, _ = case
    try:
        code = read_code(ruleset, text)
    except Unreadable:
        return
    assert code
    assert all(ruleset.lowest_symbol <= symbol <= ruleset.colors for symbol in code)


def test_emoji_count_in_pegs_not_in_code_units() -> None:
    assert read_code(CLASSIC, "🔴🔵🟢🟡") == (3, 2, 5, 4)
    assert read_code(CLASSIC, "🔴🔵") == (3, 2)


def test_emoji_names_digits_and_letters_mix() -> None:
    assert read_code(CLASSIC, "🔴 blue, 1D") == (3, 2, 1, 4)


@pytest.mark.parametrize(
    "text", ["indigo WHITE Violet pink", "INDIGO white VIOLET PINK", "İNDİGO,whıte,vıolet,pİnk"]
)
def test_case_folds_without_the_locale(text: str) -> None:
    ruleset = own("Indigo", "White", "Violet", "Pink", "Black")
    assert read_code(ruleset, text) == (1, 2, 3, 4)


def test_own_names_read_by_initial_and_emoji() -> None:
    ruleset = own("red", "green", "blue", "grey")
    assert read_code(ruleset, "r b r b") == (1, 3, 1, 3)
    assert read_code(ruleset, "🔴🟢🔵🔴") == (1, 2, 3, 1)
    with pytest.raises(Unreadable, match="“g” could be color 2 or 4"):
        read_code(ruleset, "rgbr")


def test_names_of_one_character_stand_on_the_pegs() -> None:
    digits = own(*"0123456789")
    assert read_code(digits, "0912") == (1, 10, 2, 3)
    assert code_text(digits, (1, 10, 2, 3)) == "0912"


def test_the_tenth_of_ten_colors_may_be_typed_as_zero() -> None:
    cows = PRESETS["bulls-and-cows"]
    assert read_code(cows, "1230") == read_code(cows, "1-2-3-10") == (1, 2, 3, 10)
    assert code_text(cows, (1, 2, 3, 10)) == "1-2-3-10"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no pegs; type a code such as 1212"),
        ("  , ", "no pegs"),
        ("1127", "there is no color 7; colors are 1 to 6 or A to F"),
        ("AABG", "“aabg” is no color here"),
        ("1.22", "there are no blanks in this ruleset"),
        ("0122", "there are no blanks in this ruleset"),
        ("red pruple", "“pruple” is no color here; colors are 1 to 6 or A to F"),
        ("11€2", "“€” is no peg"),
        ("⚫⚫⚫⚫", "“⚫” is no peg"),
    ],
)
def test_a_bad_text_is_told_why(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_code(CLASSIC, text)
    assert said in str(caught.value)


def test_names_do_not_collide() -> None:
    words = [fold(word) for hue in HUES for word in (hue.name, *hue.aliases, *hue.emoji)]
    assert len(words) == len(set(words))
    # A name made of the first letters would be a code, too.
    assert all(set(word) - set("abcdefghij") for word in words)


def test_initials_of_the_colors_are_their_letters() -> None:
    assert "".join(hue.name[0] for hue in HUES) == "abcdefghij"
