"""Table files: whole and true, or refused by name."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.tables import DamagedTable, Shape, has_table, map_table, save_table
from tests.unit.samples import SMALL, custom, label, listed

RULESET = custom(2, 3)
SHAPE = Shape.of(RULESET)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return save_table(listed(RULESET).build_table(), SHAPE, tmp_path)


def check_damaged(path: Path) -> None:
    with pytest.raises(DamagedTable) as damaged:
        map_table(SHAPE, path.parent)
    assert str(path) in str(damaged.value)


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_a_saved_table_is_mapped_as_it_was(ruleset: Ruleset, tmp_path: Path) -> None:
    table = listed(ruleset).build_table()

    path = save_table(table, Shape.of(ruleset), tmp_path / "new" / "folder")
    mapped = map_table(Shape.of(ruleset), path.parent)

    assert mapped is not None
    assert mapped.tolist() == table.tolist()


def test_writing_to_a_mapped_table_leaves_the_file_whole(saved: Path) -> None:
    whole = saved.read_bytes()
    mapped = map_table(SHAPE, saved.parent)
    assert mapped is not None

    mapped[:] = 7

    assert saved.read_bytes() == whole


def test_a_mapped_table_serves_the_solver(tmp_path: Path) -> None:
    ruleset = custom(3, 4)
    shape = Shape.of(ruleset)
    save_table(listed(ruleset).build_table(), shape, tmp_path)
    mapped = map_table(shape, tmp_path)
    assert mapped is not None
    spaces = ListedSpaces()
    assert not spaces.ready(ruleset)

    spaces.add(shape, mapped)

    assert spaces.ready(ruleset)
    played = evaluate(spaces.of(ruleset), ruleset, Strategy.ENTROPY)
    assert played.total == evaluate(listed(ruleset), ruleset, Strategy.ENTROPY).total


def test_rulesets_of_one_shape_share_a_file_and_no_others_do() -> None:
    assert Shape.of(custom(4, 6, max_guesses=6)) == Shape.of(custom(4, 6))
    shapes = [*map(Shape.of, SMALL), Shape.of(custom(4, 7)), Shape.of(custom(4, 6, blanks=True))]
    assert len({shape.file_name for shape in shapes}) == len(set(shapes)) == len(shapes)


def test_a_table_that_was_never_saved_is_none(tmp_path: Path) -> None:
    assert map_table(SHAPE, tmp_path) is None
    assert map_table(SHAPE, tmp_path / "no folder") is None


@pytest.mark.parametrize("length", [0, 1, 100, -1, -9])
def test_a_truncated_file_is_refused(saved: Path, length: int) -> None:
    saved.write_bytes(saved.read_bytes()[:length])

    check_damaged(saved)


def test_a_longer_file_is_refused(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes() + b"\x00")

    check_damaged(saved)


def test_a_flipped_bit_anywhere_in_the_scores_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    start = whole.index(b"\n") + 1
    for index in range(start, len(whole)):
        saved.write_bytes(whole[:index] + bytes([whole[index] ^ 1]) + whole[index + 1 :])
        check_damaged(saved)


def test_a_changed_byte_of_the_header_is_refused_or_changes_nothing(saved: Path) -> None:
    table = listed(RULESET).build_table().tolist()
    whole = saved.read_bytes()
    for index in range(whole.index(b"\n") + 1):
        for byte in b"\x00 0{e\xff":
            saved.write_bytes(whole[:index] + bytes([byte]) + whole[index + 1 :])
            try:
                mapped = map_table(SHAPE, saved.parent)
            except DamagedTable:
                continue
            assert mapped is not None
            assert mapped.tolist() == table


def with_header(path: Path, **changed: Any) -> None:
    line, scores = path.read_bytes().split(b"\n", 1)
    header = json.dumps(json.loads(line) | changed)
    path.write_bytes(header.encode() + b"\n" + scores)


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "mastermind-score-table-2"},
        {"pegs": 3},
        {"lowest": 0},
        {"symbols": 4},
        {"repeats": False},
        {"guess_repeats": False},
        {"whites": False},
        {"rows": 8},
        {"rows": 10},
        {"columns": 8},
        {"rows": 3, "columns": 27},
        {"rows": 81, "columns": 1},
        {"rows": 0},
        {"rows": -9, "columns": -9},
        {"rows": "9"},
        {"rows": None},
        {"rows": 10**30},
        {"rows": float("inf")},
        {"sha256": None},
        {"sha256": "0" * 64},
    ],
    ids=str,
)
def test_a_header_that_tells_something_else_is_refused(
    saved: Path, changed: dict[str, Any]
) -> None:
    with_header(saved, **changed)

    check_damaged(saved)


def test_the_table_of_another_ruleset_is_refused(saved: Path) -> None:
    other = Shape.of(custom(2, 4))
    saved.rename(saved.parent / other.file_name)

    with pytest.raises(DamagedTable):
        map_table(other, saved.parent)


@pytest.mark.parametrize(
    "garbage",
    [b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n", b"no newline", b"[" * 4000, b"1" * 5000],
    ids=lambda garbage: repr(garbage[:12]),
)
def test_a_header_of_garbage_is_refused(saved: Path, garbage: bytes) -> None:
    saved.write_bytes(garbage)

    check_damaged(saved)


class Interrupted(BaseException):
    pass


def interrupt(*_: object) -> None:
    raise Interrupted


@pytest.mark.parametrize(
    ("owner", "name"), [(json, "dumps"), (Path, "replace")], ids=["writing", "naming"]
)
def test_an_interrupted_save_leaves_no_file(
    owner: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, interrupt)

    with pytest.raises(Interrupted):
        save_table(listed(RULESET).build_table(), SHAPE, tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_save_leaves_the_older_table(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", interrupt)

    with pytest.raises(Interrupted):
        save_table(listed(RULESET).build_table(), SHAPE, saved.parent)
    monkeypatch.undo()

    assert list(saved.parent.iterdir()) == [saved]
    assert map_table(SHAPE, saved.parent) is not None


@pytest.mark.parametrize(
    ("ruleset", "small"),
    [
        (custom(4, 8), True),
        (custom(4, 8, repeats=False, guess_repeats=True), True),
        (custom(4, 10, repeats=False), False),
        (custom(5, 8), False),
    ],
    ids=["4x8", "hasbro", "bulls-and-cows", "super"],
)
def test_up_to_4096_codes_have_a_table(ruleset: Ruleset, small: bool) -> None:
    assert has_table(ruleset) is small


def test_black_only_has_a_table_of_its_own() -> None:
    black_only = custom(2, 3, kind=FeedbackKind.BLACK_ONLY)
    table = listed(black_only).build_table()

    assert Shape.of(black_only) != SHAPE
    assert not np.array_equal(table, listed(RULESET).build_table())
