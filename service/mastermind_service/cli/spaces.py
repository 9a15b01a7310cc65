"""The code space of one ruleset, with its score table and its strategy trees."""

from pathlib import Path
from typing import TYPE_CHECKING

from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.output import fail

if TYPE_CHECKING:
    from mastermind_engine.solver.listed import ListedSpace


def open_space(ruleset: Ruleset, folder: Path) -> "ListedSpace":
    """The listed space of ``ruleset``; a damaged table or tree ends the program, named.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many codes to list.
    """
    from mastermind_engine.solver.trees.record import DamagedTree
    from mastermind_engine.solver.trees.shelf import open_shelf

    space = _with_scores(ruleset, folder)
    try:
        space.trees = open_shelf(folder).served(space)
    except DamagedTree as error:
        fail(f"damaged strategy tree: {error}")
    return space


def _with_scores(ruleset: Ruleset, folder: Path) -> "ListedSpace":
    """The listed space, its score table mapped from disk or built."""
    from mastermind_engine.solver.listed import ListedSpace, check_listable, listed_with_table
    from mastermind_engine.tables import DamagedTable, Shape, has_table, map_table

    check_listable(ruleset)
    if not has_table(ruleset):
        return listed_with_table(ruleset)
    shape = Shape.of(ruleset)
    try:
        table = map_table(shape, folder)
    except DamagedTable as error:
        fail(f"damaged score table: {error}; `mastermind tables build` replaces it")
    except OSError:
        table = None
    return listed_with_table(ruleset) if table is None else ListedSpace(shape, table)
