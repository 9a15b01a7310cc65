"""The code space of one ruleset, its score table mapped from disk or built."""

from pathlib import Path
from typing import TYPE_CHECKING

from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.output import fail

if TYPE_CHECKING:
    from mastermind_engine.solver.listed import ListedSpace


def open_space(ruleset: Ruleset, folder: Path) -> "ListedSpace | None":
    """The listed space of ``ruleset``; None where there are too many codes.

    A damaged table ends the program, named.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    from mastermind_engine.solver.listed import (
        ListedSpace,
        check_solvable,
        listable,
        listed_with_table,
    )
    from mastermind_engine.tables import DamagedTable, Shape, has_table, map_table

    check_solvable(ruleset)
    if not listable(ruleset):
        return None
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
