"""Reported cases of whole evaluations: strength, openings and determinism."""

from collections import Counter

import grpc
import pytest

from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from tests.api.cases import choice_of
from tests.support.api import Api, code, custom
from tests.support.server import ServerProcess
from tests.support.solver import SolverApi
from tests.unit.cases import Case, selected

STRATEGIES = {
    "minimax": pb.STRATEGY_MINIMAX,
    "first-remaining": pb.STRATEGY_FIRST_CONSISTENT,
    "entropy": pb.STRATEGY_ENTROPY,
}


@pytest.fixture(scope="module")
def solver(stateless_api: Api) -> SolverApi:
    return SolverApi(stateless_api)


def played(solver: SolverApi, case: Case, step: Case) -> solver_pb.EvaluationResult:
    """A step of a case, played; boards that only a step tells come as text."""
    ruleset = choice_of(case)
    if "rules" in step:
        pegs, _, colors, _ = step["rules"].split()
        ruleset = custom(int(pegs), int(colors))
    return solver.evaluate(
        ruleset=ruleset,
        strategy=STRATEGIES[step.get("strategy", "minimax")],
        opening=code(step["first"]) if "first" in step else None,
    )


@pytest.mark.parametrize("case", selected("O028"))
def test_an_opening_decides_how_many_codes_take_six(solver: SolverApi, case: Case) -> None:
    for step, told in zip(case["steps"], case["expected"]["per_step"], strict=True):
        result = played(solver, case, step)
        assert result.opening == code(step["first"])
        assert (result.total, result.max) == (told["total"], told["max"])
        assert Counter(result.guesses_per_code)[6] == told["needs_6"]


@pytest.mark.parametrize("case", selected("O031"))
def test_the_first_code_still_possible_averages_more_than_five(
    solver: SolverApi, case: Case
) -> None:
    told = case["expected"]
    result = played(solver, case, case["steps"][0])
    assert (result.total, result.max) == (told["total"], told["max"])
    assert result.average == pytest.approx(told["average"], abs=5e-5)
    counts = {str(guesses): count for guesses, count in enumerate(result.histogram, 1)}
    assert counts == told["distribution"]


@pytest.mark.parametrize("case", selected("O032"))
def test_the_entropy_rule_is_the_same_in_every_run_and_process(
    memory_server: ServerProcess, redis_server: ServerProcess, case: Case
) -> None:
    (step,) = case["steps"]
    told = case["expected"]
    results = []
    for server in (memory_server, redis_server):
        with grpc.insecure_channel(server.grpc) as channel:
            solver = SolverApi(Api(channel))
            results += [played(solver, case, step) for _ in range(step["repeat"])]

    assert len({result.guesses_per_code for result in results}) == 1
    assert results[0].max <= told["max_at_most"]
    assert results[0].total == told["reference_total_with_rounding_and_candidate_first"]


@pytest.mark.parametrize("case", selected("O076"))
def test_boards_of_every_size_come_to_their_totals(solver: SolverApi, case: Case) -> None:
    for step, told in zip(case["steps"], case["expected"]["per_step"], strict=True):
        result = played(solver, case, step)
        assert (result.total, result.max) == (told["total"], told["max"])
        assert result.average == pytest.approx(told["average"], abs=5e-6)
