"""Between the messages of SolverService and the values of its use cases."""

from collections.abc import Iterable

from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.refusals import Violation
from mastermind_engine.solver.analysis import Cell, PositionAnalysis, TurnAnalysis
from mastermind_engine.solver.known_totals import KnownTotal
from mastermind_service.analyzing import CandidatesPage, GameAnalysis, PlayedGame
from mastermind_service.evaluating import (
    EvaluationNews,
    EvaluationResult,
    EvaluationWish,
    StrategyInfo,
)
from mastermind_service.grpc_api import mapping


def played_game_of(request: solver_pb.AnalyzeGameRequest) -> PlayedGame:
    """The game to judge, its legality unchecked."""
    target = request.WhichOneof("target")
    return PlayedGame(
        game_id=request.game_id if target == "game_id" else None,
        position=mapping.position_of(request.position) if target == "position" else None,
        secret=mapping.code_of(request.secret) if request.HasField("secret") else None,
    )


def evaluation_wish_of(request: solver_pb.EvaluateStrategyRequest) -> EvaluationWish:
    """What to play, its legality unchecked."""
    misread: list[Violation] = []
    strategy = mapping.strategy_of(request.strategy, misread)
    return EvaluationWish(
        ruleset=mapping.ruleset_choice_of(request.ruleset),
        strategy=strategy,
        opening=mapping.code_of(request.opening) if request.HasField("opening") else None,
        candidates_only=request.candidates_only,
        sample=request.sample if request.HasField("sample") else None,
        seed=request.seed if request.HasField("seed") else None,
        misread=tuple(misread),
    )


def position_analysis_to(found: PositionAnalysis) -> solver_pb.AnalyzePositionResponse:
    """What a position leaves open."""
    wrong = found.contradiction
    return solver_pb.AnalyzePositionResponse(
        candidates_remaining=found.candidates_remaining,
        candidates_log2=found.candidates_log2,
        consistent=wrong is None,
        first_contradictory_turn=None if wrong is None else wrong.first_turn,
        repairing_turns=() if wrong is None else wrong.repairing_turns,
        partition=_cells_to(found.partition),
        code_consistent=found.code_consistent,
    )


def _cells_to(cells: Iterable[Cell]) -> Iterable[solver_pb.PartitionCell]:
    return (
        solver_pb.PartitionCell(feedback=mapping.feedback_to(cell.feedback), count=cell.count)
        for cell in cells
    )


def game_analysis_to(found: GameAnalysis) -> solver_pb.AnalyzeGameResponse:
    """A game judged turn by turn."""
    return solver_pb.AnalyzeGameResponse(
        ruleset=mapping.ruleset_to(found.ruleset),
        secret=mapping.code_to(found.secret),
        turns=[_turn_to(number, turn) for number, turn in enumerate(found.turns, 1)],
    )


def _turn_to(number: int, found: TurnAnalysis) -> solver_pb.TurnAnalysis:
    return solver_pb.TurnAnalysis(
        turn=number,
        guess=mapping.code_to(found.turn.guess),
        feedback=mapping.feedback_to(found.turn.feedback),
        is_candidate=found.is_candidate,
        candidates_before=found.candidates_before,
        candidates_after=found.candidates_after,
        expected_after=found.expected_after,
        best_guess=mapping.code_to(found.best_guess),
        best_expected_after=found.best_expected_after,
        luck=found.luck,
        skill=found.skill,
        regret=found.regret,
        partition=_cells_to(found.partition),
    )


def candidates_page_to(page: CandidatesPage) -> solver_pb.ListCandidatesResponse:
    """A page of candidates."""
    return solver_pb.ListCandidatesResponse(
        codes=[pb.Code(pegs=code) for code in page.codes],
        total=page.total,
        next_page_token=page.next_page_token,
    )


def strategy_info_to(info: StrategyInfo) -> solver_pb.StrategyInfo:
    """A strategy and what it needs."""
    return solver_pb.StrategyInfo(
        strategy=pb.Strategy.ValueType(info.strategy),
        auto=info.auto,
        quality=pb.Quality.ValueType(info.quality),
        published=_total_to(info.published),
        proven=_total_to(info.proven),
    )


def _total_to(known: KnownTotal | None) -> solver_pb.StrategyTotal | None:
    return None if known is None else solver_pb.StrategyTotal(total=known.total, max=known.max)


def evaluation_to(
    told: EvaluationNews | EvaluationResult,
) -> solver_pb.EvaluateStrategyResponse:
    """News of an evaluation, or its result."""
    if isinstance(told, EvaluationNews):
        progress = solver_pb.EvaluationProgress(
            done=told.done, codes=told.codes, seconds=told.seconds
        )
        return solver_pb.EvaluateStrategyResponse(progress=progress)
    return solver_pb.EvaluateStrategyResponse(result=_result_to(told))


def _result_to(told: EvaluationResult) -> solver_pb.EvaluationResult:
    found = told.evaluation
    return solver_pb.EvaluationResult(
        total=found.total,
        codes=found.codes,
        average=found.average,
        standard_error=found.standard_error,
        max=found.max,
        histogram=found.histogram,
        opening=mapping.code_to(found.opening),
        guesses_per_code=found.lengths.tobytes(),
        seconds=told.seconds,
        strategy_used=pb.Strategy.ValueType(found.strategy),
        seed=told.seed,
    )
