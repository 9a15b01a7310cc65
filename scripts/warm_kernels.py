"""Compiles the kernels into their cache, so that tests that run side by side need not."""

from mastermind_engine.rulesets import preset
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.exact import search_exact
from mastermind_engine.solver.listed import ListedSpaces, listed_with_table
from mastermind_engine.solver.strategies import Strategy
from mastermind_service.config import load_settings
from mastermind_service.spaces import load_spaces, warm_up

if __name__ == "__main__":
    print("compiling kernels where they are not cached yet …", flush=True)
    warm_up(load_spaces(load_settings(None, {}).tables_dir))
    ruleset = preset("variablo")
    for space in (listed_with_table(ruleset), ListedSpaces().of(ruleset)):
        evaluate(space, ruleset, Strategy.MOST_PARTS)
    search_exact(listed_with_table(ruleset))
