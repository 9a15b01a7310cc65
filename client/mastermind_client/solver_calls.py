"""Every call of the solver, described once for both clients, as in `calls`."""

from mastermind_client import messages, solver_mapping
from mastermind_client._stubs import solver_pb2, types_pb2
from mastermind_client.calls import Call, StreamCall, codebreaker_token, game_id
from mastermind_client.codes import CodeLike
from mastermind_client.enums import Strategy
from mastermind_client.solver_values import (
    CandidatesPage,
    EvaluationProgress,
    EvaluationResult,
    GameAnalysis,
    PositionAnalysis,
    StrategyInfo,
)
from mastermind_client.values import GameLike, Position, RulesetLike

SERVICE = "SolverService"


def analyze_position(
    position: Position,
    guess: CodeLike | None = None,
    *,
    code: CodeLike | None = None,
    timeout: float | None = None,
) -> Call[PositionAnalysis]:
    """Tells what a position leaves open, and what a guess would tell.

    Args:
        position: The position; one that is solved or contradictory will do.
        guess: A legal guess whose partition to tell.
        code: A legal secret of which to tell whether it is a candidate.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: IMPOSSIBLE_FEEDBACK, INVALID_CODE, INVALID_RULESET, UNKNOWN_PRESET.
        ResourceExhausted: SOLVER_BUSY.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
    """
    request = solver_pb2.AnalyzePositionRequest(
        position=messages.position(position),
        guess=messages.optional_code(guess),
        code=messages.optional_code(code),
    )
    return Call(
        "AnalyzePosition", request, solver_mapping.position_analysis, timeout, service=SERVICE
    )


def analyze_game(
    target: GameLike | Position,
    secret: CodeLike | None = None,
    *,
    token: str | None = None,
    timeout: float | None = None,
) -> Call[GameAnalysis]:
    """Judges every turn of a game: how lucky, how skilled.

    Args:
        target: A game that is over, its id, or what `new_game` gave. Or a `Position`, whose
            turns ``secret`` answered.
        secret: The secret of a position.
        token: A seat's token; unless told that of the game, else the client's.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: IMPOSSIBLE_FEEDBACK, INVALID_CODE, INVALID_RULESET,
            UNKNOWN_PRESET; INVALID_REQUEST for a turn that the secret answers otherwise.
        FailedPrecondition: GAME_NOT_OVER or CONTRADICTORY_HISTORY.
        NotFound: GAME_NOT_FOUND.
        ResourceExhausted: SOLVER_BUSY.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
    """
    request = solver_pb2.AnalyzeGameRequest(secret=messages.optional_code(secret))
    read = solver_mapping.game_analysis
    if isinstance(target, Position):
        request.position.CopyFrom(messages.position(target))
        return Call("AnalyzeGame", request, read, timeout, service=SERVICE)
    request.game_id = game_id(target)
    return Call(
        "AnalyzeGame",
        request,
        read,
        timeout,
        on_game=True,
        token=token or codebreaker_token(target),
        service=SERVICE,
    )


def list_candidates(
    position: Position,
    *,
    page_size: int = 0,
    page_token: str = "",
    timeout: float | None = None,
) -> Call[CandidatesPage]:
    """Lists the secrets that a position leaves possible, in lexicographic order.

    Args:
        position: The position; one that is solved or contradictory will do.
        page_size: Codes of the largest page, at most 1000; 0 means 50.
        page_token: Where to go on, as the page before told for the same position.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: IMPOSSIBLE_FEEDBACK, INVALID_CODE, INVALID_PAGE_TOKEN,
            INVALID_RULESET, UNKNOWN_PRESET.
        ResourceExhausted: SOLVER_BUSY.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
    """
    request = solver_pb2.ListCandidatesRequest(
        position=messages.position(position), page_size=page_size, page_token=page_token
    )
    return Call("ListCandidates", request, solver_mapping.candidates_page, timeout, service=SERVICE)


def list_strategies(
    ruleset: RulesetLike = "classic", *, timeout: float | None = None
) -> Call[tuple[StrategyInfo, ...]]:
    """Tells which strategies play a ruleset, and what they are known to need.

    Args:
        ruleset: A preset's name, or a ruleset of your own.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_RULESET or UNKNOWN_PRESET.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
    """
    return Call(
        "ListStrategies",
        solver_pb2.ListStrategiesRequest(ruleset=messages.ruleset_choice(ruleset)),
        lambda response: tuple(map(solver_mapping.strategy_info, response.strategies)),
        timeout,
        service=SERVICE,
    )


def evaluate_strategy(
    ruleset: RulesetLike = "classic",
    strategy: Strategy | str = Strategy.UNSPECIFIED,
    *,
    opening: CodeLike | None = None,
    candidates_only: bool = False,
    sample: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,
) -> StreamCall[EvaluationProgress | EvaluationResult]:
    """Plays every secret, or a sample of them, by a strategy and counts the guesses.

    Gives an iterator: `EvaluationProgress` a few times a second, last the
    `EvaluationResult`. Closing it ends the work.

    Args:
        ruleset: A preset's name, or a ruleset of your own; its limit does not count.
        strategy: How guesses are chosen; AUTO unless told. Also by name, ``"minimax"``.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Guesses only what may be the secret.
        sample: Draws so many secrets and plays them instead of every one: those of SEEDED
            games whose seeds count up from ``seed``.
        seed: Fixes what chance decides: the sample, and RANDOM_CONSISTENT.
        timeout: Seconds for the whole of it; as long as it takes unless told.

    Raises:
        InvalidArgument: INVALID_CODE, INVALID_RULESET, UNKNOWN_PRESET.
        ResourceExhausted: SOLVER_BUSY.
        Unimplemented: UNSUPPORTED_FOR_RULESET, also for what is out of reach.
        ValueError: A name that is none of the enum's.
    """
    request = solver_pb2.EvaluateStrategyRequest(
        ruleset=messages.ruleset_choice(ruleset),
        strategy=types_pb2.Strategy.ValueType(Strategy.read(strategy, "strategy")),
        opening=messages.optional_code(opening),
        candidates_only=candidates_only,
        sample=sample,
        seed=seed,
    )
    return StreamCall(
        "EvaluateStrategy", request, solver_mapping.evaluation, timeout, service=SERVICE
    )
