"""What options may be, by the names that people type.

The names are told here again, although the engine knows them, so that ``--help`` need
not wait for the solver to load; a test holds both together.
"""

from enum import StrEnum


class StrategyName(StrEnum):
    """How a guess is chosen."""

    AUTO = "auto"
    FIRST_CONSISTENT = "first-consistent"
    RANDOM_CONSISTENT = "random-consistent"
    MINIMAX = "minimax"
    EXPECTED_SIZE = "expected-size"
    ENTROPY = "entropy"
    MOST_PARTS = "most-parts"
    OPTIMAL = "optimal"
    OPTIMAL_DEPTH = "optimal-depth"
    EQUILIBRIUM = "equilibrium"


STRATEGY_HELP = f"How guesses are chosen: {', '.join(StrategyName)}."


class CodemakerName(StrEnum):
    """Who hides the secret."""

    UNIFORM = "uniform"
    EQUILIBRIUM = "equilibrium"
    ADVERSARIAL = "adversarial"
    SUPPLIED = "supplied"
    REMOTE = "remote"


def kebab(name: str) -> str:
    """An enum's name as options and JSON write it: ``MOST_PARTS`` is ``most-parts``."""
    return name.lower().replace("_", "-")


def constant(name: str) -> str:
    """The name of an enum's member that ``name`` stands for; undoes `kebab`."""
    return name.upper().replace("-", "_")
