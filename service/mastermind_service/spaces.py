"""Loads the score tables of the presets, building those that are missing."""

from pathlib import Path

import numpy as np
import structlog

from mastermind_engine.batch import (
    read_pegs,
    read_ranks,
    score_cross,
    score_pairs,
    score_ranked_pairs,
)
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.listed import ListedSpace, ListedSpaces
from mastermind_engine.solver.mixture import load_mixture
from mastermind_engine.solver.sampled import load_kernels
from mastermind_engine.solver.strategies import ONE_STEP, Strategy, entropy_weights
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_engine.solver.trees.shelf import open_shelf, serve_trees
from mastermind_engine.tables import Shape, has_table, map_table, save_table

log = structlog.get_logger()


def load_spaces(folder: Path) -> ListedSpaces:
    """The listed spaces of all presets, with their score tables and strategy trees.

    Tables come from ``folder`` or go there; trees are those that ship and those in it.

    Raises:
        DamagedTable: A table file that cannot be trusted.
        DamagedTree: A tree file that cannot be trusted.
    """
    spaces = ListedSpaces()
    shapes = {Shape.of(ruleset): ruleset for ruleset in PRESETS.values() if has_table(ruleset)}
    for shape in shapes:
        table = map_table(shape, folder)
        if table is None:
            table = ListedSpace(shape).build_table()
            try:
                path = save_table(table, shape, folder)
                log.info("score table built", file=str(path), bytes=table.nbytes)
            except OSError as error:
                log.warning("score table not saved", folder=str(folder), error=error.strerror)
        spaces.add(shape, table)
    serve_trees(spaces, open_shelf(folder))
    classic = spaces.of(PRESETS["classic"])
    classic.mixture = load_mixture(classic)
    return spaces


def warm_up(spaces: ListedSpaces) -> None:
    """Loads the compiled kernels and computes what calls may need: no caller waits for it.

    Every kernel is called in just the types that calls will have, since numba loads them by
    type, and over as little as can be. What is in no cache yet is compiled.
    """
    ruleset = PRESETS["variablo"]
    space = spaces.of(ruleset)
    played = Turn((1, 2, 3), Feedback(1, 0))
    for strategy in ONE_STEP:
        for turns in ((), (played,)):
            suggest(space, ruleset, turns, Wish(strategy), np.zeros(1, np.uint8))
    off_the_tree = Turn((1, 1, 1), Feedback(1, 0))
    suggest(space, ruleset, (off_the_tree,), Wish(Strategy.OPTIMAL), np.zeros(1, np.uint8))
    evaluate(space, ruleset, Strategy.FIRST_CONSISTENT)
    load_kernels()
    entropy_weights(max(ruleset.secret_count for ruleset in PRESETS.values()))
    pegs = read_pegs(space.secrets, bytes((1, 2, 3)))
    ranks = read_ranks(space.guesses, bytes(4))
    score_pairs(pegs, ranks, whites=True)
    score_cross(pegs, ranks, whites=True)
    score_ranked_pairs(space.arrays, bytes(4), bytes(4))
