"""Which strategies run under a ruleset, and what is known of their totals."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from mastermind_engine.fairness import is_equilibrium_known
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.exact import MAX_FRAME, MAX_PEGS
from mastermind_engine.solver.listed import check_listable
from mastermind_engine.solver.strategies import FROM_TREES, Strategy
from mastermind_engine.solver.trees.served import Trees
from mastermind_engine.tables import Shape

_PUBLISHED = Path(__file__).parents[1] / "data" / "published.json"


class Standing(StrEnum):
    """How far a published figure can be relied on."""

    PROVEN = "proven"
    CLAIMED = "claimed"
    COMPUTED = "computed"
    BOUND = "bound"


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that was known before.

    Attributes:
        total: Guesses for all secrets together; None where only their average is known.
        average: Guesses a secret, as exact as the source tells them.
        max: Guesses that the hardest secret takes; None where it is not told.
        standing: How far to rely on it.
        source: Who published it; empty where nobody is named.
    """

    total: int | None
    average: float
    max: int | None
    standing: Standing
    source: str


@dataclass(frozen=True, slots=True)
class Held:
    """What a strategy tree at hand does; every secret has been played by it.

    Attributes:
        total: Guesses for all secrets together.
        max: Guesses that the hardest secret takes.
        proven: Whether no tree is better by its strategy.
        lower_bound: A total that no tree of its strategy falls below; 0 for none known.
    """

    total: int
    max: int
    proven: bool
    lower_bound: int


@dataclass(frozen=True, slots=True)
class StrategyFacts:
    """What is known of a strategy under a ruleset.

    Attributes:
        strategy: The strategy.
        runs: Whether it can be asked for a guess at the start of a game.
        published: What was known before, if anything was.
        held: What the tree does that it plays by, if it has one.
    """

    strategy: Strategy
    runs: bool
    published: Published | None
    held: Held | None


def strategies_of(ruleset: Ruleset, trees: Trees) -> tuple[StrategyFacts, ...]:
    """Every strategy but AUTO, in the order of their numbers.

    Args:
        ruleset: What is legal.
        trees: The trees of its listed space.
    """
    return tuple(
        StrategyFacts(
            strategy,
            _runs(strategy, ruleset, trees),
            _published().get((Shape.of(ruleset).unblanked, strategy)),
            _held(strategy, trees),
        )
        for strategy in Strategy
        if strategy != Strategy.AUTO
    )


def _runs(strategy: Strategy, ruleset: Ruleset, trees: Trees) -> bool:
    if strategy == Strategy.EQUILIBRIUM:
        return is_equilibrium_known(ruleset)
    try:
        check_listable(ruleset)
    except Refusal:
        return False
    scores = ruleset.guess_count * ruleset.secret_count
    searchable = ruleset.pegs <= MAX_PEGS and scores <= MAX_FRAME
    return strategy not in FROM_TREES or strategy in trees or searchable


def _held(strategy: Strategy, trees: Trees) -> Held | None:
    tree = trees.get(strategy)
    if tree is None:
        return None
    record = tree.record
    return Held(record.total, record.depth, record.proven, record.lower_bound)


@lru_cache(maxsize=1)
def _published() -> Mapping[tuple[Shape, Strategy], Published]:
    rows = json.loads(_PUBLISHED.read_text("utf-8"))["rows"]
    return {_key(row): _figure(row) for row in rows}


def _key(row: Mapping[str, Any]) -> tuple[Shape, Strategy]:
    shape = Shape(
        row["pegs"], 1, row["symbols"], row["repeats"], row["guess_repeats"], row["whites"]
    )
    return shape, Strategy[row["strategy"]]


def _figure(row: Mapping[str, Any]) -> Published:
    codes = _key(row)[0].size[1]
    total = row.get("total")
    return Published(
        total,
        row["average"] if total is None else total / codes,
        row.get("max"),
        Standing(row["standing"]),
        row.get("source", ""),
    )
