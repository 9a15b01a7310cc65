"""Published and recomputed results, tests/data/published_results.json."""

import json
from pathlib import Path
from typing import Any

from mastermind_engine.rulesets import Ruleset
from tests.unit.samples import custom

DATA = Path(__file__).parent.parent / "data"

PUBLISHED: dict[str, Any] = json.loads((DATA / "published_results.json").read_text("utf-8"))


def board(name: str) -> Ruleset:
    """The ruleset of a row such as ``4x6`` or ``4x6 no repeats``: guesses obey it too."""
    size, *rest = name.split(" ", 1)
    pegs, colors = map(int, size.split("x"))
    return custom(pegs, colors, repeats=rest != ["no repeats"])
