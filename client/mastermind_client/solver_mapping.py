"""From the wire: the solver's messages to values."""

from collections.abc import Iterable

from mastermind_client import mapping, solver_values
from mastermind_client._stubs import solver_pb2
from mastermind_client.enums import Quality, Strategy


def _partition(
    cells: Iterable[solver_pb2.PartitionCell],
) -> tuple[solver_values.PartitionCell, ...]:
    return tuple(
        solver_values.PartitionCell(mapping.feedback(cell.feedback), cell.count) for cell in cells
    )


def position_analysis(
    message: solver_pb2.AnalyzePositionResponse,
) -> solver_values.PositionAnalysis:
    """What a position leaves open."""
    has = message.HasField
    contradictory = has("first_contradictory_turn")
    return solver_values.PositionAnalysis(
        candidates_remaining=message.candidates_remaining,
        candidates_log2=message.candidates_log2 if has("candidates_log2") else None,
        consistent=message.consistent,
        first_contradictory_turn=message.first_contradictory_turn if contradictory else None,
        repairing_turns=tuple(message.repairing_turns),
        partition=_partition(message.partition),
        code_consistent=message.code_consistent if has("code_consistent") else None,
    )


def turn_analysis(message: solver_pb2.TurnAnalysis) -> solver_values.TurnAnalysis:
    """A turn judged."""
    return solver_values.TurnAnalysis(
        turn=message.turn,
        guess=mapping.code(message.guess),
        feedback=mapping.feedback(message.feedback),
        is_candidate=message.is_candidate,
        candidates_before=message.candidates_before,
        candidates_after=message.candidates_after,
        expected_after=message.expected_after,
        best_guess=mapping.code(message.best_guess),
        best_expected_after=message.best_expected_after,
        luck=message.luck,
        skill=message.skill if message.HasField("skill") else None,
        regret=message.regret,
        partition=_partition(message.partition),
    )


def game_analysis(message: solver_pb2.AnalyzeGameResponse) -> solver_values.GameAnalysis:
    """A game judged turn by turn."""
    return solver_values.GameAnalysis(
        ruleset=mapping.ruleset(message.ruleset),
        secret=mapping.code(message.secret) if message.HasField("secret") else None,
        turns=tuple(turn_analysis(each) for each in message.turns),
    )


def candidates_page(message: solver_pb2.ListCandidatesResponse) -> solver_values.CandidatesPage:
    """Some candidates, and where the next ones begin."""
    codes = tuple(mapping.code(each) for each in message.codes)
    return solver_values.CandidatesPage(codes, message.total, message.next_page_token)


def strategy_info(message: solver_pb2.StrategyInfo) -> solver_values.StrategyInfo:
    """A strategy and what it needs."""
    return solver_values.StrategyInfo(
        strategy=Strategy(message.strategy),
        auto=message.auto,
        quality=Quality(message.quality),
        published=strategy_total(message.published) if message.HasField("published") else None,
        proven=strategy_total(message.proven) if message.HasField("proven") else None,
    )


def strategy_total(message: solver_pb2.StrategyTotal) -> solver_values.StrategyTotal:
    """Guesses for all secrets together."""
    return solver_values.StrategyTotal(message.total, message.max)


def evaluation(
    message: solver_pb2.EvaluateStrategyResponse,
) -> solver_values.EvaluationProgress | solver_values.EvaluationResult:
    """News of an evaluation, or its result."""
    if message.WhichOneof("outcome") == "progress":
        return evaluation_progress(message.progress)
    return evaluation_result(message.result)


def evaluation_progress(
    message: solver_pb2.EvaluationProgress,
) -> solver_values.EvaluationProgress:
    """How far an evaluation is."""
    return solver_values.EvaluationProgress(message.done, message.codes, message.seconds)


def evaluation_result(message: solver_pb2.EvaluationResult) -> solver_values.EvaluationResult:
    """What a strategy needed."""
    return solver_values.EvaluationResult(
        total=message.total,
        codes=message.codes,
        average=message.average,
        standard_error=message.standard_error,
        max=message.max,
        histogram=tuple(message.histogram),
        opening=mapping.code(message.opening) if message.HasField("opening") else None,
        guesses_per_code=message.guesses_per_code,
        seconds=message.seconds,
        strategy_used=Strategy(message.strategy_used),
        seed=message.seed if message.HasField("seed") else None,
    )
