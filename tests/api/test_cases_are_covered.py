"""Every reported case is a test of the API, or says why it cannot be one yet."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.unit.cases import CASES

TESTS = Path(__file__).parents[1]
THROUGH_THE_API = ("api", "contract", "faults", "http", "secrecy")

NOT_YET = {
    "O042": "text and emoji as pegs are for the command line and the page",
    "O043": "color names are for the command line and the page",
    "O052": "matches",
    "O060": "matches",
    "O061": "matches; seats of single games stand in tests/secrecy",
    "O062": "matches",
}
"""Cases that no RPC of today can express."""

ELSEWHERE = {
    "O026": "tests/api/test_whole_trees.py",
    "O027": "tests/api/test_whole_trees.py",
    "O074": "tests/cli/test_trees.py",
    "O075": "tests/cli/test_trees.py",
}
"""Cases whose numbers another test holds without naming them."""


def named() -> Iterator[str]:
    """Ids that tests through the API name."""
    for folder in THROUGH_THE_API:
        for file in (TESTS / folder).rglob("*.py"):
            if file != Path(__file__):
                yield from re.findall(r"\bO0\d\d\b", file.read_text("utf-8"))


def test_every_case_is_tested_or_says_why_not() -> None:
    assert set(CASES) - set(named()) - set(ELSEWHERE) == set(NOT_YET)


def test_no_test_names_a_case_that_does_not_exist() -> None:
    assert {*named(), *NOT_YET, *ELSEWHERE} <= set(CASES)


def test_what_stands_elsewhere_is_there() -> None:
    for path in ELSEWHERE.values():
        assert (TESTS.parent / path).is_file()
