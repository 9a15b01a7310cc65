"""What tests of the solver share."""

from collections.abc import Iterable

import numpy as np

from mastermind_engine.codes import Code
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import Ruleset
from tests.unit.oracle import feedback

NEVER = np.zeros(1, np.uint8)
"""The flag of a search that nobody cancels; no test may set it."""


def history(ruleset: Ruleset, secret: Code, guesses: Iterable[Code]) -> list[Turn]:
    """The turns of a truthful game."""
    return [Turn(guess, feedback(ruleset, secret, guess)) for guess in guesses]
