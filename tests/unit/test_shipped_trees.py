"""The trees that ship break every code as they say; the best of several serves."""

from dataclasses import replace
from pathlib import Path

import pytest

from mastermind_engine.rulesets import PRESETS, preset
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_engine.solver.strategies import Quality, Strategy
from mastermind_engine.solver.trees.files import SUFFIX, file_name, load_tree
from mastermind_engine.solver.trees.record import TreeRecord, check_record, measured
from mastermind_engine.solver.trees.shelf import SHIPPED, Shelf, open_shelf, serve_trees
from mastermind_engine.tables import Shape
from tests.unit.published import PUBLISHED
from tests.unit.samples import custom, listed
from tests.unit.strategy_trees import first_consistent_tree

FILES = sorted(SHIPPED.glob(f"*{SUFFIX}"))
OPTIMA = {
    "classic": PUBLISHED["optimal_totals_repeats"]["4x6"]["total"],
    "travel": PUBLISHED["optimal_totals_repeats"]["4x6"]["total"],
    "variablo": PUBLISHED["optimal_totals_repeats"]["3x6"]["total"],
    "advanced": PUBLISHED["optimal_totals_repeats"]["4x7"]["total"],
    "hasbro-doubles": PUBLISHED["optimal_totals_repeats"]["4x8"]["total"],
    "bulls-and-cows": PUBLISHED["optimal_totals_no_repeats"]["4x10"]["total"],
    # Proved by this project's search; nobody has published them.
    "hasbro": 7797,
    "hasbro-ninth": 14892,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_tree_breaks_every_code_as_it_says(path: Path) -> None:
    record = load_tree(path)
    (ruleset, *_) = [each for each in PRESETS.values() if Shape.of(each) == record.shape]
    assert path.name == file_name(record.shape, record.strategy)
    assert check_record(listed(ruleset), record).total == record.total
    assert record.proven == (record.lower_bound == record.total)


@pytest.mark.parametrize("name", OPTIMA)
def test_the_optimum_ships_proven(name: str) -> None:
    best = open_shelf().best(Shape.of(preset(name)), Strategy.OPTIMAL)
    assert best is not None
    assert (best[0].total, best[0].quality) == (OPTIMA[name], Quality.PROVEN_OPTIMAL)


def test_the_tree_of_super_is_below_the_best_published_bound() -> None:
    best = open_shelf().best(Shape.of(preset("super")), Strategy.OPTIMAL)
    assert best is not None
    assert best[0].total <= PUBLISHED["optimal_totals_repeats"]["5x8"]["total"]
    assert best[0].quality == Quality.BEST_KNOWN


def test_a_tree_serves_spaces_with_blanks_and_without() -> None:
    spaces = ListedSpaces()
    serve_trees(spaces, open_shelf())
    for ruleset in (preset("advanced"), custom(4, 7)):
        assert spaces.of(ruleset).trees[Strategy.OPTIMAL].record.total == OPTIMA["advanced"]
        assert spaces.trees(ruleset) is spaces.of(ruleset).trees
    assert not spaces.of(custom(3, 3)).trees


def record(total: int, depth: int, strategy: Strategy, *, proven: bool = False) -> TreeRecord:
    ruleset = custom(2, 3)
    made = measured(listed(ruleset), strategy, first_consistent_tree(ruleset))
    return replace(made, total=total, depth=depth, proven=proven, lower_bound=total * proven)


def test_the_best_tree_serves_and_is_proven_by_any_proof_of_its_total() -> None:
    shelf, shape = Shelf(), Shape.of(custom(2, 3))
    shelf.add(record(21, 4, Strategy.OPTIMAL, proven=True), Path("proven"))
    shelf.add(record(22, 3, Strategy.OPTIMAL_DEPTH), Path("shallow"))
    shelf.add(record(25, 5, Strategy.OPTIMAL), Path("worse"))
    shelf.add(record(21, 4, Strategy.OPTIMAL), Path("own"))

    optimal, shallow = (
        shelf.best(shape, strategy) for strategy in (Strategy.OPTIMAL, Strategy.OPTIMAL_DEPTH)
    )

    assert optimal is not None
    assert shallow is not None
    assert (optimal[1], optimal[0].proven, optimal[0].lower_bound) == (Path("own"), True, 21)
    assert (shallow[1], shallow[0].proven, shallow[0].total) == (Path("shallow"), False, 22)
