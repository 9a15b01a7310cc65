import pytest

from mastermind_client import code_text, to_code


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("1122", (1, 1, 2, 2)),
        ("1.36", (1, 0, 3, 6)),
        ("0909", (0, 9, 0, 9)),
        ("", ()),
        ([12, 3, 63], (12, 3, 63)),
        ((0, 1), (0, 1)),
        (bytes([1, 2]), (1, 2)),
        (range(1, 5), (1, 2, 3, 4)),
    ],
)
def test_codes_are_read_from_digits_and_numbers(given: object, code: tuple[int, ...]) -> None:
    assert to_code(given) == code  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["11a2", "1 2", "-1", "١١"])
def test_other_characters_are_refused_by_name(given: str) -> None:
    with pytest.raises(ValueError, match="neither a digit nor"):
        to_code(given)


@pytest.mark.parametrize("given", [[1.5], ["1", "2"], [None]])
def test_pegs_must_be_whole_numbers(given: object) -> None:
    with pytest.raises(TypeError):
        to_code(given)  # type: ignore[arg-type]


def test_codes_are_written_for_people() -> None:
    assert code_text((1, 0, 3, 6)) == "1.36"
    assert code_text((12, 0, 3)) == "12 . 3"
    assert to_code(code_text((1, 0, 9))) == (1, 0, 9)
