"""Cases from bug reports, tests/data/cases/open.json."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from tests.unit.published import DATA
from tests.unit.samples import custom, turn

Case = dict[str, Any]

CASES: dict[str, Case] = {
    case["id"]: case for case in json.loads((DATA / "cases" / "open.json").read_text("utf-8"))
}


def selected(*names: str) -> list[ParameterSet]:
    """Cases as parameters whose ids say what they are about."""
    return [
        pytest.param(CASES[name], id=f"{name}-{_slug(CASES[name]['summary'])}") for name in names
    ]


def _slug(summary: str) -> str:
    return re.sub(r"\W+", "-", summary.lower()).strip("-")[:60]


def ruleset_of(case: Case) -> Ruleset:
    """The ruleset of a case; guesses may repeat a color."""
    told = case["ruleset"]
    return custom(
        told["pegs"],
        told["colors"],
        repeats=told["repeats_in_secret"],
        guess_repeats=True,
        blanks=told["blanks"],
        max_guesses=told["max_guesses"],
    )


def history_of(step: Case) -> list[Turn]:
    """The turns of a step."""
    return [turn(told["guess"], told["black"], told["white"]) for told in step["history"]]


def feedback_of(told: Case) -> Feedback:
    """An expected feedback."""
    return Feedback(told["black"], told["white"])


def steps(case: Case, op: str) -> list[tuple[Case, Any]]:
    """The steps of one kind with what is expected of each."""
    expected: Sequence[Any] = case["expected"].get("per_step", ())
    pairs = [
        (step, expected[index] if index < len(expected) else None)
        for index, step in enumerate(case["steps"])
    ]
    return [(step, told) for step, told in pairs if step["op"] == op]
