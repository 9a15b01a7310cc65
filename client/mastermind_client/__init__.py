"""Client of mastermind-service: plays, referees and solves Mastermind over gRPC.

    from mastermind_client import Client, verify

    with Client("localhost:50051") as client:
        new = client.new_game("classic")
        print(client.guess(new, "1122").feedback)

`Client` waits for answers, `AsyncClient` is for asyncio; `verify` checks a finished
game offline. docs/client.md explains them.
"""

from mastermind_client import _stubs as _stubs  # first, to tell when the stubs are hidden
from mastermind_client.aio import AsyncClient
from mastermind_client.client import Client
from mastermind_client.codes import Code, CodeLike, code_text, to_code
from mastermind_client.connection import KeepAlive, Tls
from mastermind_client.enums import (
    BatchMode,
    Codebreaker,
    Codemaker,
    Encoding,
    EventKind,
    FeedbackKind,
    Quality,
    SecretSource,
    State,
    Strategy,
)
from mastermind_client.errors import (
    Aborted,
    Cancelled,
    DeadlineExceeded,
    FailedPrecondition,
    FieldViolation,
    InvalidArgument,
    MastermindError,
    NotFound,
    PermissionDenied,
    ResourceExhausted,
    Unauthenticated,
    Unavailable,
    Unimplemented,
)
from mastermind_client.retries import RetryPolicy
from mastermind_client.solver_values import (
    CandidatesPage,
    EvaluationProgress,
    EvaluationResult,
    GameAnalysis,
    PartitionCell,
    PositionAnalysis,
    StrategyInfo,
    StrategyTotal,
    TurnAnalysis,
)
from mastermind_client.values import (
    BatchScores,
    Feedback,
    FeedbackLike,
    Game,
    GameEvent,
    GameLike,
    GamesPage,
    GuessResult,
    NewGameResult,
    Position,
    Reveal,
    RevealResult,
    Ruleset,
    RulesetLike,
    ServerInfo,
    ServerLimits,
    Stats,
    Suggestion,
    Turn,
    TurnLike,
)
from mastermind_client.verify import Problem, Verification, verify

__all__ = [
    "Aborted",
    "AsyncClient",
    "BatchMode",
    "BatchScores",
    "Cancelled",
    "CandidatesPage",
    "Client",
    "Code",
    "CodeLike",
    "Codebreaker",
    "Codemaker",
    "DeadlineExceeded",
    "Encoding",
    "EvaluationProgress",
    "EvaluationResult",
    "EventKind",
    "FailedPrecondition",
    "Feedback",
    "FeedbackKind",
    "FeedbackLike",
    "FieldViolation",
    "Game",
    "GameAnalysis",
    "GameEvent",
    "GameLike",
    "GamesPage",
    "GuessResult",
    "InvalidArgument",
    "KeepAlive",
    "MastermindError",
    "NewGameResult",
    "NotFound",
    "PartitionCell",
    "PermissionDenied",
    "Position",
    "PositionAnalysis",
    "Problem",
    "Quality",
    "ResourceExhausted",
    "RetryPolicy",
    "Reveal",
    "RevealResult",
    "Ruleset",
    "RulesetLike",
    "SecretSource",
    "ServerInfo",
    "ServerLimits",
    "State",
    "Stats",
    "Strategy",
    "StrategyInfo",
    "StrategyTotal",
    "Suggestion",
    "Tls",
    "Turn",
    "TurnAnalysis",
    "TurnLike",
    "Unauthenticated",
    "Unavailable",
    "Unimplemented",
    "Verification",
    "code_text",
    "to_code",
    "verify",
]
