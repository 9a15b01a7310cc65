"""docs/analysis.md: the worked example is what its formulas and the engine say."""

import re
from math import log2
from pathlib import Path

import pytest

from mastermind_engine.game import Turn
from mastermind_engine.rulesets import preset
from mastermind_engine.solver.analysis import TurnAnalysis, analyze_turns
from tests.unit.oracle import feedback
from tests.unit.samples import code, listed
from tests.unit.solving import NEVER

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")
CLASSIC = preset("classic")
SECRET = code("3124")
ROWS = re.findall(r"^\| (\d+) \| (\d{4}) \| (.*) \|$", PAGE, re.MULTILINE)


def judged() -> list[TurnAnalysis]:
    guesses = [code(guess) for _, guess, _ in ROWS]
    turns = [Turn(guess, feedback(CLASSIC, SECRET, guess)) for guess in guesses]
    return analyze_turns(listed(CLASSIC), CLASSIC, turns, NEVER)


@pytest.mark.parametrize("row", range(3))
def test_a_row_of_the_example_is_what_the_formulas_and_the_engine_say(row: int) -> None:
    numbers = ROWS[row][2].split(" | ")
    before, after, expected, best, least, luck, skill, regret = numbers
    found = judged()[row]
    assert (int(before), int(after)) == (found.candidates_before, found.candidates_after)
    assert code(best) == found.best_guess
    n, m, e, star = int(before), int(after), found.expected_after, found.best_expected_after
    assert expected == f"{e:.2f}"
    assert least == f"{star:.2f}"
    assert luck == f"{log2(e / m):.2f}" == f"{found.luck:.2f}"
    assert skill == f"{log2(n / e) / log2(n / star):.2f}" == f"{found.skill:.2f}"
    assert regret == f"{log2(e / star):.2f}" == f"{found.regret:.2f}"


def test_the_partition_of_the_example_is_the_first_guesses() -> None:
    (line,) = re.findall(r"<!-- partition -->\n(.*)\n", PAGE)
    cells = list(map(int, line.split()))
    assert cells == [cell.count for cell in judged()[0].partition]
    squares = sum(cell**2 for cell in cells)
    assert f"The sum of their squares is {squares}, so E = {squares} / 1296" in PAGE
    assert round(squares / 1296, 1) == 204.5
