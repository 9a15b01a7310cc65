"""The code space of one ruleset, with its score table and its strategy trees."""

from pathlib import Path
from typing import TYPE_CHECKING

from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.output import fail

if TYPE_CHECKING:
    from mastermind_engine.solver.listed import ListedSpace


def open_space(ruleset: Ruleset, folder: Path) -> "ListedSpace | None":
    """The listed space of ``ruleset``; None where there are too many codes.

    A damaged table or tree ends the program, named.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    from mastermind_engine.solver.listed import check_solvable, listable
    from mastermind_engine.solver.mixture import load_mixture
    from mastermind_engine.solver.trees.record import DamagedTree
    from mastermind_engine.solver.trees.shelf import open_shelf

    check_solvable(ruleset)
    if not listable(ruleset):
        return None
    space = _with_scores(ruleset, folder)
    try:
        space.trees = open_shelf(folder).served(space)
        space.mixture = load_mixture(space)
    except DamagedTree as error:
        fail(f"damaged strategy tree: {error}")
    return space


def open_listed(ruleset: Ruleset, folder: Path) -> "ListedSpace":
    """As `open_space`, for what needs all codes.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many codes to list.
    """
    from mastermind_engine.solver.listed import check_listable

    check_listable(ruleset)
    space = open_space(ruleset, folder)
    if space is None:
        raise AssertionError("what can be listed is listed")
    return space


def _with_scores(ruleset: Ruleset, folder: Path) -> "ListedSpace":
    """The listed space, its score table mapped from disk or built."""
    from mastermind_engine.solver.listed import ListedSpace, listed_with_table
    from mastermind_engine.tables import DamagedTable, Shape, has_table, map_table

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
