"""``mastermind tables import``, ``check`` and ``show``; strategies that play by trees."""

import json
from pathlib import Path

import pytest

from tests.cli.running import assert_bad_usage, run, run_json
from tests.unit.published import DATA

TREES = DATA / "cases" / "trees"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def imported(folder: Path, name: str) -> Path:
    told = run_json("tables", "import", str(TREES / f"4x6-{name}.txt"), "--tables-dir", str(folder))
    return Path(told["file"])


@pytest.mark.parametrize(
    ("case", "name", "total", "longest"),
    [("O074", "knuth", 5801, 5), ("O075", "koyama-1", 5625, 6), ("O075", "koyama-2", 5626, 5)],
)
def test_published_trees_are_imported_and_checked(
    folder: Path, case: str, name: str, total: int, longest: int
) -> None:
    told = run_json("tables", "import", str(TREES / f"4x6-{name}.txt"), "--tables-dir", str(folder))
    assert (told["codes"], told["total"], told["max"]) == (1296, total, longest)
    assert told["bytes"] < 4000
    assert run_json("tables", "check", told["file"])["total"] == total


def test_o075_an_unbalanced_bracket_is_refused_with_its_place(folder: Path) -> None:
    file = TREES / "4x6-koyama-1-damaged.txt"
    result = run("tables", "import", str(file), "--tables-dir", str(folder))
    assert result.exit_code == 1
    assert f"{file}: line 4, column 22: unbalanced bracket" in result.stderr
    assert not list(folder.glob("*"))


def test_an_imported_tree_serves_at_once(folder: Path) -> None:
    imported(folder, "koyama-1")
    imported(folder, "koyama-2")
    here = ("--tables-dir", str(folder))

    optimal = run_json("evaluate", "--strategy", "optimal", *here)
    shallow = run_json("evaluate", "--strategy", "optimal-depth", *here)
    hint = run_json("suggest", "--strategy", "optimal", "--turn", "6643=0,2", *here)

    assert (optimal["total"], optimal["max"], optimal["opening"]) == (5625, 6, "1123")
    assert (shallow["total"], shallow["max"]) == (5626, 5)
    assert hint["strategy_used"] == "optimal"
    assert hint["candidates_remaining"] == 222
    assert hint["score"] < 222 * 4


def test_an_opening_in_other_labels_plays_the_same_tree(folder: Path) -> None:
    imported(folder, "koyama-1")
    here = ("--strategy", "optimal", "--tables-dir", str(folder))
    own, other = run_json("evaluate", *here), run_json("evaluate", "--opening", "6362", *here)
    assert other["opening"] == "6362"
    assert other["histogram"] == own["histogram"]
    refused = run("evaluate", "--opening", "1122", *here)
    assert refused.exit_code == 2
    assert "the strategy tree has another opening" in refused.stderr


def test_a_damaged_tree_is_refused_with_its_fault(folder: Path) -> None:
    file = imported(folder, "knuth")
    file.write_bytes(file.read_bytes()[:-1])

    checked = run("tables", "check", str(file), "--json")
    assert checked.exit_code == 1
    told = json.loads(checked.stdout)
    assert told["status"] == "damaged"
    assert told["problem"].startswith("its checksum does not match")
    for command in (("tables", "show"), ("tables", "check")):
        refused = run(*command, str(file))
        assert refused.exit_code == 1
        assert f"{file}: its checksum does not match" in refused.stderr
    everything = run("tables", "check", "--tables-dir", str(folder))
    assert everything.exit_code == 1
    assert str(file) in everything.stderr
    suggested = run("suggest", "--tables-dir", str(folder))
    assert suggested.exit_code == 1
    assert f"damaged strategy tree: {file}" in suggested.stderr


def test_a_tree_is_shown_as_json(folder: Path) -> None:
    told = run_json("tables", "show", str(imported(folder, "koyama-1")))
    assert (told["total"], told["depth"], told["ruleset"]["colors"]) == (5625, 6, 6)

    def count(node: dict[str, object]) -> int:
        answers = node["answers"]
        assert isinstance(answers, list)
        return 1 + sum(count(answer["then"]) for answer in answers)

    assert count(told["tree"]) == told["nodes"]
    assert told["tree"]["guess"] == [1, 1, 2, 3]


def test_a_tree_is_shown_as_a_picture(folder: Path) -> None:
    file = str(imported(folder, "koyama-1"))
    whole = run("tables", "show", file, "--dot").stdout.splitlines()
    top = run("tables", "show", file, "--dot", "--depth", "2").stdout.splitlines()
    assert whole[0] == "digraph strategy {"
    assert whole[-1] == "}"
    nodes = run_json("tables", "show", file)["nodes"]
    assert sum("->" in line for line in whole) == nodes - 1
    assert sum("->" in line for line in top) == 13
    assert '  n0 [label="1123"];' in top


def test_options_that_do_not_go_together_are_named(folder: Path) -> None:
    file = str(imported(folder, "knuth"))
    assert_bad_usage("--dot", "choose one", "tables", "show", file, "--dot", "--json")
    assert_bad_usage("--depth", "is for --dot", "tables", "show", file, "--depth", "2")


@pytest.mark.parametrize(("strategy", "longest"), [("optimal", 4), ("optimal-depth", 4)])
def test_a_tree_is_built_proven_and_served(folder: Path, strategy: str, longest: int) -> None:
    own = ("--pegs", "3", "--colors", "4", "--repeats", "--strategy", strategy)
    here = ("--tables-dir", str(folder))
    told = run_json("tables", "build", *own, *here)
    assert (told["total"], told["max"], told["lower_bound"]) == (206, longest, 206)
    assert told["proven"]
    assert Path(told["file"]).name == f"3x4.{strategy}.tree"
    assert run_json("tables", "check", told["file"])["proven"]
    hint = run_json("suggest", *own, *here)
    assert (hint["score"], hint["quality"]) == (206, "proven-optimal")


def test_a_tree_is_built_where_out_says(tmp_path: Path) -> None:
    file = tmp_path / "here" / "my.tree"
    own = ("--pegs", "2", "--colors", "3", "--repeats", "--strategy", "optimal")
    assert run_json("tables", "build", *own, "--out", str(file))["total"] == 21
    assert file.is_file()


def test_a_ruleset_without_a_strategy_builds_nothing(folder: Path) -> None:
    assert_bad_usage(
        "--strategy", "is needed", "tables", "build", "--ruleset", "super", "--tables-dir", "x"
    )
    assert_bad_usage(
        "--ruleset",
        "exact search",
        *("tables", "build", "--pegs", "7", "--colors", "4", "--repeats"),
        *("--strategy", "optimal", "--tables-dir", str(folder)),
    )


def test_trees_are_listed_with_the_tables(folder: Path) -> None:
    file = imported(folder, "knuth")
    trees = run_json("tables", "list", "--tables-dir", str(folder))["trees"]
    own = [tree for tree in trees if tree["file"] == str(file)]
    assert [(tree["total"], tree["proven"], tree["status"]) for tree in own] == [
        (5801, False, "ok")
    ]
    assert "4x6-knuth.tree" in run("tables", "list", "--tables-dir", str(folder)).stdout


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "nothing"
    for command in ("import", "check", "show"):
        result = run("tables", command, str(missing))
        assert result.exit_code == 1
        assert f"{missing}: No such file" in result.stderr
