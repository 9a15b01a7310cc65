"""What is known of every strategy under a ruleset."""

import json
from pathlib import Path

import pytest

import mastermind_engine
from mastermind_engine.rulesets import PRESETS, Ruleset, preset
from mastermind_engine.solver.catalog import Standing, StrategyFacts, strategies_of
from mastermind_engine.solver.evaluate import evaluate
from mastermind_engine.solver.strategies import ONE_STEP, Strategy
from mastermind_engine.solver.trees.served import Trees
from tests.unit.published import PUBLISHED
from tests.unit.samples import custom, label, listed
from tests.unit.test_tree_lookups import classic_with_koyama_and_lai

CLASSIC = preset("classic")


def facts(ruleset_name: str, trees: Trees) -> dict[Strategy, StrategyFacts]:
    told = strategies_of(PRESETS[ruleset_name], trees)
    return {each.strategy: each for each in told}


def test_every_strategy_but_auto_is_told_once() -> None:
    told = [each.strategy for each in strategies_of(CLASSIC, {})]
    assert told == [each for each in Strategy if each != Strategy.AUTO]


@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        (Strategy.OPTIMAL, "optimum"),
        (Strategy.OPTIMAL_DEPTH, "optimum_max_5"),
        (Strategy.MINIMAX, "minimax"),
        (Strategy.EXPECTED_SIZE, "expected_size"),
        (Strategy.ENTROPY, "entropy"),
        (Strategy.MOST_PARTS, "most_parts"),
        (Strategy.FIRST_CONSISTENT, "first_consistent"),
    ],
)
def test_the_classic_game_has_its_published_figures(strategy: Strategy, name: str) -> None:
    published = facts("classic", {})[strategy].published
    row = PUBLISHED["classic_4x6_repeats"][name]
    assert published is not None
    assert (published.total, published.max, published.source) == (
        row["total"],
        row["max"],
        row["source"],
    )
    assert published.average == pytest.approx(row["average"], abs=1e-5)
    assert published.standing == Standing.PROVEN


def test_a_blank_is_one_more_color_to_the_figures() -> None:
    published = facts("advanced", {})[Strategy.OPTIMAL].published
    assert published is not None
    assert (published.total, published.source) == (11228, "Ville 2013")


def test_what_only_an_average_is_known_of_has_no_total() -> None:
    published = facts("super", {})[Strategy.MINIMAX].published
    assert published is not None
    assert (published.total, published.average, published.max) == (None, 5.6084, 7)


def test_optima_run_where_there_is_a_tree_or_a_search_can_reach() -> None:
    bare = facts("classic", {})[Strategy.OPTIMAL]
    assert (bare.runs, bare.held) == (True, None)
    assert not facts("super", {})[Strategy.OPTIMAL].runs
    tree = facts("classic", classic_with_koyama_and_lai().trees)[Strategy.OPTIMAL].held
    assert tree is not None
    assert (tree.total, tree.max, tree.proven) == (5625, 6, False)


def test_nothing_runs_where_codes_cannot_be_listed() -> None:
    assert not any(each.runs for each in strategies_of(custom(8, 12), {}))


@pytest.mark.parametrize("ruleset", [custom(3, 5), custom(4, 4), custom(5, 3)], ids=label)
def test_figures_of_one_step_strategies_are_what_they_take(ruleset: Ruleset) -> None:
    for told in strategies_of(ruleset, {}):
        if told.strategy in ONE_STEP and told.published is not None:
            found = evaluate(listed(ruleset), ruleset, told.strategy)
            assert (told.published.total, told.published.max) == (found.total, found.max)


def test_the_packages_figures_are_those_that_the_solver_is_tested_on() -> None:
    file = Path(mastermind_engine.__file__).parent / "data" / "published.json"
    rows = json.loads(file.read_text("utf-8"))["rows"]
    optima = {
        f"{row['pegs']}x{row['symbols']}": row["total"]
        for row in rows
        if row["strategy"] == "OPTIMAL" and row["repeats"] and row["whites"]
    }
    expected = {size: row["total"] for size, row in PUBLISHED["optimal_totals_repeats"].items()}
    assert optima == expected
