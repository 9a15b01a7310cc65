"""A server that is ready has loaded its kernels: no call compiles or loads one."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from itertools import product
from pathlib import Path

import numpy as np

from mastermind_service import kernel_cache

kernel_cache.prepare()

from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import PRESETS, FeedbackKind, Ruleset
from mastermind_engine.solver.adversary import evade
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.strategies import BY_RULE, SERVED, Strategy
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_service.spaces import load_spaces, warm_up
from numba.core.dispatcher import Dispatcher

found = Path(sys.argv[2]).open("w")
spaces = load_spaces(Path(sys.argv[1]))
warm_up(spaces)
# How many types each kernel is loaded for.
before = {}
for module in [each for name, each in sys.modules.items() if name.startswith("mastermind_engine")]:
    for each in vars(module).values():
        if isinstance(each, Dispatcher):
            before[each] = len(each.signatures)


def check(doing):
    for each, known in before.items():
        if len(each.signatures) > known:
            print(each.__name__, "for", doing, file=found)
            before[each] = len(each.signatures)


def attempt(doing, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except Refusal:
        pass
    check(doing)


BLACK_ONLY = FeedbackKind.BLACK_ONLY
RULESETS = [
    PRESETS["variablo"],
    Ruleset("custom", 3, 4, True, True),
    Ruleset("custom", 3, 4, True, True, blanks=True),
    Ruleset("custom", 3, 5, False, False),
    Ruleset("custom", 3, 5, False, True),
    Ruleset("custom", 3, 4, True, True, feedback_kind=BLACK_ONLY),
    Ruleset("custom", 8, 12, True, True),
    Ruleset("custom", 8, 12, False, False),
    Ruleset("custom", 8, 12, True, True, feedback_kind=BLACK_ONLY),
]
SAMPLED = [Strategy.AUTO, Strategy.MINIMAX, *BY_RULE]
WISHES = [{}, {"alternatives": 2}, {"candidates_only": True}, {"max_evaluations": 100}]
for ruleset in RULESETS:
    space = spaces.find(ruleset)
    first = Turn(tuple(range(1, ruleset.pegs + 1)), Feedback(1, 0))
    second = Turn(tuple(range(1, ruleset.pegs + 1))[::-1], Feedback(0, 1))
    contrary = Turn(first.guess, Feedback(0, 0))
    histories = [(), (first,), (first, second), (first, contrary)]
    strategies, wishes = (SERVED, WISHES) if space else (SAMPLED, [{"max_evaluations": 5000}])
    for strategy, turns, wish in product(strategies, histories, wishes):
        doing = f"{strategy.name} {wish} after {len(turns)} in {ruleset}"
        wished = Wish(strategy, **wish)
        attempt(doing, suggest, space, ruleset, turns, wished, np.zeros(1, np.uint8))
    if space is None:
        continue
    for strategy, narrow, sample in product(SERVED, (False, True), (0, 3)):
        doing = f"evaluating {strategy.name} {narrow} {sample} in {ruleset}"
        attempt(doing, evaluate, space, ruleset, strategy, candidates_only=narrow, sample=sample)
    attempt("evading", evade, space, (), first.guess)
"""


def test_no_call_loads_a_kernel_once_a_server_is_warm(tables_dir: Path, tmp_path: Path) -> None:
    found = tmp_path / "found"
    subprocess.run([sys.executable, "-c", PROGRAM, tables_dir, found], check=True)
    assert found.read_text() == ""
