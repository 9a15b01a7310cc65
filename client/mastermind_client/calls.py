"""Every call of the service, described once for both clients.

A function here turns arguments into a `Call`; its signature and docstring are
those of the clients' method of the same name. Enums may be given by their name:
``"minimax"``, ``"most-parts"``. To add an RPC: a function here
and a line in `client` and in `aio`. `solver_calls` has those of SolverService.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from mastermind_client import mapping, messages, values
from mastermind_client._stubs import service_pb2, types_pb2
from mastermind_client.codes import CodeLike
from mastermind_client.enums import BatchMode, Codebreaker, Codemaker, Encoding, Strategy
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
    RevealResult,
    Ruleset,
    RulesetLike,
    ServerInfo,
    Stats,
    Suggestion,
)

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Call(Generic[ResultT]):
    """One call, ready to be sent as often as it takes.

    Attributes:
        method: The RPC's name.
        request: What is sent, the same at every attempt.
        read: Makes the result from the response.
        timeout: Seconds for all attempts together; None means the client's default.
        on_game: Whether the call is on a game, and so brings a seat's token.
        token: The seat's token; None means the client's.
        service: The service that has the RPC.
    """

    method: str
    request: Message
    read: Callable[[Any], ResultT]
    timeout: float | None = None
    on_game: bool = False
    token: str | None = None
    service: str = "MastermindService"

    @property
    def request_id(self) -> str:
        """What makes a write safe to send again; empty for reads."""
        return getattr(self.request, "request_id", "")


@dataclass(frozen=True, slots=True)
class StreamCall(Call[ResultT]):
    """A call with many answers, each made into a result; no timeout means no limit.

    Attributes:
        resume: Makes the request that goes on behind an answer; None where a stream that
            broke cannot be taken up again.
    """

    resume: Callable[[Any], Message] | None = None


def score(
    secret: CodeLike,
    guess: CodeLike,
    ruleset: RulesetLike = "classic",
    *,
    timeout: float | None = None,
) -> Call[Feedback]:
    """Answers a guess at a secret, both given. Keeps nothing.

    Args:
        secret: A legal secret.
        guess: A legal guess.
        ruleset: A preset's name, or a ruleset of your own.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_CODE, INVALID_RULESET or UNKNOWN_PRESET.
    """
    request = service_pb2.ScoreRequest(
        ruleset=messages.ruleset_choice(ruleset),
        secret=messages.code(secret),
        guess=messages.code(guess),
    )
    return Call("Score", request, lambda response: mapping.feedback(response.feedback), timeout)


def batch_score(
    secrets: bytes | Sequence[CodeLike],
    guesses: bytes | Sequence[CodeLike],
    ruleset: RulesetLike = "classic",
    *,
    encoding: Encoding | str = Encoding.UNSPECIFIED,
    mode: BatchMode | str = BatchMode.UNSPECIFIED,
    timeout: float | None = None,
) -> Call[BatchScores]:
    """Scores many codes at once. One that is not legal does not spoil the rest.

    Args:
        secrets: Codes, all of one length, or bytes packed already: a byte a peg.
        guesses: The same.
        ruleset: A preset's name, or a ruleset of your own.
        encoding: What the bytes hold: PEGS unless told, or INDEX, a little-endian uint32 a
            code; also by name, ``"index"``.
        mode: PAIRS unless told, or CROSS; also by name.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: BATCH_TOO_LARGE, INVALID_RULESET or UNKNOWN_PRESET; a length that
            is no multiple of a code's.
        ValueError: Codes of several lengths, a peg that does not fit a byte, or a name that
            is none of the enum's.
    """
    request = service_pb2.BatchScoreRequest(
        ruleset=messages.ruleset_choice(ruleset),
        encoding=service_pb2.Encoding.ValueType(Encoding.read(encoding, "encoding")),
        mode=service_pb2.BatchScoreRequest.Mode.ValueType(BatchMode.read(mode, "mode")),
        secrets=messages.packed_codes(secrets),
        guesses=messages.packed_codes(guesses),
    )
    return Call("BatchScore", request, mapping.batch_scores, timeout)


def new_game(
    ruleset: RulesetLike = "classic",
    *,
    max_guesses: int | None = None,
    codemaker: Codemaker | str = Codemaker.UNSPECIFIED,
    codebreaker: Codebreaker | str = Codebreaker.UNSPECIFIED,
    secret: CodeLike | None = None,
    secret_commitment: bytes = b"",
    strategy: Strategy | str = Strategy.UNSPECIFIED,
    seed: int | None = None,
    hints_allowed: bool | None = None,
    require_tokens: bool = False,
    ttl: timedelta | float | None = None,
    retain: timedelta | float | None = None,
    labels: Mapping[str, str] | None = None,
    codemaker_name: str = "",
    codebreaker_name: str = "",
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[NewGameResult]:
    """Starts a game.

    Args:
        ruleset: A preset's name, or a ruleset of your own.
        max_guesses: Another number of guesses than the ruleset's; 0 means no limit.
        codemaker: Who hides the secret; UNIFORM unless told. Also by name, ``"supplied"``.
        codebreaker: REMOTE: who guesses; the service unless told. Also by name.
        secret: SUPPLIED: the secret; None means that it will be set later.
        secret_commitment: REMOTE: the codemaker's own commitment, the SHA-256 of a salt of
            at least 16 bytes and the code, one byte a peg.
        strategy: REMOTE: how the service guesses. Also by name.
        seed: Makes the drawn secret repeatable, for tests; REMOTE: the service's guesses.
        hints_allowed: Whether suggestions may be asked for; yes unless told.
        require_tokens: Whether every call on the game must bring a seat's token.
        ttl: Seconds that the game lives without a move, or a timedelta; 24 h unless told.
        retain: The same, once it is over; 7 days unless told.
        labels: Your own, for finding games again.
        codemaker_name: Display name.
        codebreaker_name: Display name.
        request_id: A UUID, here nothing else will do; made unless given. The same one
            finds the same game again.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_RULESET, INVALID_CODE, UNKNOWN_PRESET or REQUEST_ID_REUSED.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
        ValueError: A name that is none of the enum's.
    """
    request = service_pb2.NewGameRequest(
        ruleset=messages.ruleset_choice(ruleset, max_guesses),
        codemaker=types_pb2.Codemaker.ValueType(Codemaker.read(codemaker, "codemaker")),
        codebreaker=types_pb2.Codebreaker.ValueType(Codebreaker.read(codebreaker, "codebreaker")),
        secret=messages.optional_code(secret),
        secret_commitment=secret_commitment,
        strategy=types_pb2.Strategy.ValueType(Strategy.read(strategy, "strategy")),
        seed=seed,
        hints_allowed=hints_allowed,
        require_tokens=require_tokens,
        ttl=messages.duration(ttl),
        retain=messages.duration(retain),
        labels=labels,
        request_id=request_id or _new_request_id(),
        codemaker_name=codemaker_name,
        codebreaker_name=codebreaker_name,
    )
    return Call("NewGame", request, mapping.new_game_result, timeout)


def set_secret(
    game: GameLike,
    secret: CodeLike,
    *,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[Game]:
    """Hides the secret of a SUPPLIED game.

    Args:
        game: The game, its id, or what `new_game` gave.
        secret: A legal secret.
        token: The codemaker's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_CODE or REQUEST_ID_REUSED.
        FailedPrecondition: WRONG_CODEMAKER, SECRET_ALREADY_SET or GAME_OVER.
        NotFound: GAME_NOT_FOUND.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.SetSecretRequest(
        game_id=game_id(game),
        secret=messages.code(secret),
        request_id=request_id or _new_request_id(),
    )
    return _on_game("SetSecret", request, _read_game, timeout, token or _codemaker_token(game))


def get_game(
    game: GameLike, *, token: str | None = None, timeout: float | None = None
) -> Call[Game]:
    """Reads a game as the caller may see it.

    Args:
        game: The game, its id, or what `new_game` gave.
        token: A seat's token; unless told that of ``game``, else the client's.
        timeout: Seconds for the call with all its retries.

    Raises:
        NotFound: GAME_NOT_FOUND; also when it is somebody else's.
        Unauthenticated: INVALID_TOKEN, or MISSING_CREDENTIALS where the game needs one.
    """
    request = service_pb2.GetGameRequest(game_id=game_id(game))
    return _on_game("GetGame", request, _read_game, timeout, token or codebreaker_token(game))


def delete_game(
    game: GameLike,
    *,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[None]:
    """Forgets a game.

    Args:
        game: The game, its id, or what `new_game` gave.
        token: A player's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Raises:
        NotFound: GAME_NOT_FOUND.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.DeleteGameRequest(
        game_id=game_id(game), request_id=request_id or _new_request_id()
    )
    return _on_game(
        "DeleteGame",
        request,
        lambda response: None,
        timeout,
        token or codebreaker_token(game),
    )


def list_games(
    filter: str = "",  # noqa: A002 - the contract's name
    *,
    page_size: int = 0,
    page_token: str = "",
    timeout: float | None = None,
) -> Call[GamesPage]:
    """Lists your own games, the newest first, a page at a time.

    Args:
        filter: Which ones, such as ``state=IN_PROGRESS AND labels.team="x"``.
        page_size: Games of the largest page, at most 1000; 0 means 50.
        page_token: Where to go on: the ``next_page_token`` of the page before.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_FILTER or INVALID_PAGE_TOKEN.
    """
    request = service_pb2.ListGamesRequest(
        page_size=page_size, page_token=page_token, filter=filter
    )
    return Call("ListGames", request, mapping.games_page, timeout)


def get_stats(
    filter: str = "",  # noqa: A002 - the contract's name
    *,
    timeout: float | None = None,
) -> Call[Stats]:
    """Counts your own games that are over, the newest 10 000.

    Args:
        filter: Which ones, as in `list_games`.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_FILTER.
    """
    return Call("GetStats", service_pb2.GetStatsRequest(filter=filter), mapping.stats, timeout)


def guess(
    game: GameLike,
    guess: CodeLike,
    *,
    client_seed: bytes = b"",
    expected_turn: int | None = None,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[GuessResult]:
    """Plays one guess. An illegal guess costs nothing, a retry no second turn.

    In a REMOTE game the answer has no feedback yet: the codemaker has to give it.

    Args:
        game: The game, its id, or what `new_game` gave.
        guess: The guess.
        client_seed: Your part in the draw of the secret, at most 64 bytes; counts in
            the first guess alone.
        expected_turn: Refuses the guess unless this is the next turn, counted from 1.
        token: The codebreaker's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_CODE or REQUEST_ID_REUSED.
        FailedPrecondition: GAME_OVER, AWAITING_SECRET or NOT_YOUR_TURN.
        NotFound: GAME_NOT_FOUND.
        Aborted: WRONG_TURN; CONCURRENT_UPDATE when retries did not help.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.GuessRequest(
        game_id=game_id(game),
        guess=messages.code(guess),
        client_seed=client_seed,
        expected_turn=expected_turn,
        request_id=request_id or _new_request_id(),
    )
    return _on_game(
        "Guess", request, mapping.guess_result, timeout, token or codebreaker_token(game)
    )


def give_feedback(
    game: GameLike,
    feedback: FeedbackLike,
    *,
    expected_turn: int | None = None,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[Game]:
    """Answers the pending guess of a REMOTE game; what no code explains is refused.

    Args:
        game: The game, its id, or what `new_game` gave.
        feedback: The answer: a `Feedback`, or (black, white).
        expected_turn: Refuses the answer unless the pending guess is that of this turn,
            counted from 1.
        token: The codemaker's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Returns:
        The game with the service's next ``pending_guess``, or its end.

    Raises:
        InvalidArgument: IMPOSSIBLE_FEEDBACK or REQUEST_ID_REUSED.
        FailedPrecondition: CONTRADICTORY_HISTORY, whose metadata tell the turns that could
            be wrong; NOT_YOUR_TURN, GAME_OVER or WRONG_CODEMAKER.
        NotFound: GAME_NOT_FOUND.
        Aborted: WRONG_TURN; CONCURRENT_UPDATE when retries did not help.
        ResourceExhausted: SOLVER_BUSY.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.GiveFeedbackRequest(
        game_id=game_id(game),
        feedback=messages.feedback(feedback),
        expected_turn=expected_turn,
        request_id=request_id or _new_request_id(),
    )
    return _on_game("GiveFeedback", request, _read_game, timeout, token or _codemaker_token(game))


def take_back_turn(
    game: GameLike,
    *,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[Game]:
    """Undoes the last answer of a REMOTE game, which was a mistake.

    Args:
        game: The game, its id, or what `new_game` gave.
        token: The codemaker's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Returns:
        The game, the guess of that turn pending again.

    Raises:
        FailedPrecondition: NOT_YOUR_TURN, also where there is no answer to take back;
            GAME_OVER or WRONG_CODEMAKER.
        NotFound: GAME_NOT_FOUND.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.TakeBackTurnRequest(
        game_id=game_id(game), request_id=request_id or _new_request_id()
    )
    return _on_game("TakeBackTurn", request, _read_game, timeout, token or _codemaker_token(game))


def reveal_secret(
    game: GameLike,
    secret: CodeLike,
    *,
    salt: bytes = b"",
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[RevealResult]:
    """Tells the secret of a finished REMOTE game, by which every answer is checked.

    Args:
        game: The game, its id, or what `new_game` gave.
        secret: A legal secret.
        salt: What the ``secret_commitment`` hides it with, 16 to 64 bytes.
        token: The codemaker's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: INVALID_CODE, or no salt where there is a commitment.
        FailedPrecondition: GAME_NOT_OVER, SECRET_ALREADY_SET or WRONG_CODEMAKER.
        NotFound: GAME_NOT_FOUND.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.RevealSecretRequest(
        game_id=game_id(game),
        secret=messages.code(secret),
        salt=salt,
        request_id=request_id or _new_request_id(),
    )
    return _on_game(
        "RevealSecret", request, mapping.reveal_result, timeout, token or _codemaker_token(game)
    )


def resign_game(
    game: GameLike,
    *,
    token: str | None = None,
    request_id: str | None = None,
    timeout: float | None = None,
) -> Call[Game]:
    """Gives a game up; the secret is shown.

    Args:
        game: The game, its id, or what `new_game` gave.
        token: A player's token; unless told that of ``game``, else the client's.
        request_id: Any string of up to 128 characters; made unless given.
        timeout: Seconds for the call with all its retries.

    Raises:
        FailedPrecondition: GAME_OVER.
        NotFound: GAME_NOT_FOUND.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
        PermissionDenied: WRONG_SEAT.
    """
    request = service_pb2.ResignGameRequest(
        game_id=game_id(game), request_id=request_id or _new_request_id()
    )
    return _on_game("ResignGame", request, _read_game, timeout, token or codebreaker_token(game))


def watch_game(
    game: GameLike,
    *,
    after_seq: int = 0,
    token: str | None = None,
    timeout: float | None = None,
) -> StreamCall[GameEvent]:
    """Tells what happens in a game: first the game as it stands, then each change.

    Ends when the game is over. A connection that breaks, or a server that stops, is made
    up for by another: every event comes once and in order.

    Args:
        game: The game, its id, or what `new_game` gave.
        after_seq: Number of the last event seen, to go on behind it.
        token: A seat's token, a spectator's too; unless told that of ``game``, else the
            client's.
        timeout: Seconds to watch; None means for as long as the game goes on.

    Raises:
        NotFound: GAME_NOT_FOUND, also when the game is deleted or expires.
        ResourceExhausted: SLOW_READER.
        Unauthenticated: INVALID_TOKEN or MISSING_CREDENTIALS.
    """
    watched = game_id(game)
    return StreamCall(
        "WatchGame",
        service_pb2.WatchGameRequest(game_id=watched, after_seq=after_seq),
        lambda response: mapping.game_event(response.event),
        timeout,
        on_game=True,
        token=token or codebreaker_token(game),
        resume=lambda response: service_pb2.WatchGameRequest(
            game_id=watched, after_seq=response.event.seq
        ),
    )


def suggest_guess(
    target: GameLike | Position,
    strategy: Strategy | str = Strategy.UNSPECIFIED,
    *,
    alternatives: int = 0,
    seed: int | None = None,
    max_evaluations: int = 0,
    budget: timedelta | float | None = None,
    candidates_only: bool = False,
    token: str | None = None,
    timeout: float | None = None,
) -> Call[Suggestion]:
    """Suggests the next guess.

    Args:
        target: A game, its id, or what `new_game` gave: the suggestion counts in its
            ``hints_used``. Or any `Position`: nothing is kept.
        strategy: How the guess is chosen; AUTO unless told. Also by name, ``"most-parts"``.
        alternatives: How many next-worse guesses to tell, at most 100.
        seed: Fixes what chance decides.
        max_evaluations: Ends the search after so many guess × candidate scores; 0: no bound.
        budget: Ends the search after so many seconds, or a timedelta.
        candidates_only: Weighs only guesses that may be the secret.
        token: The codebreaker's token; unless told that of the game, else the client's.
        timeout: Seconds for the call with all its retries.

    Raises:
        InvalidArgument: IMPOSSIBLE_FEEDBACK, INVALID_CODE, INVALID_RULESET, UNKNOWN_PRESET.
        FailedPrecondition: GAME_OVER, AWAITING_SECRET, NOT_YOUR_TURN, HINTS_NOT_ALLOWED
            or CONTRADICTORY_HISTORY, whose metadata tell the turns.
        NotFound: GAME_NOT_FOUND.
        ResourceExhausted: SOLVER_BUSY.
        Unimplemented: UNSUPPORTED_FOR_RULESET.
        ValueError: A name that is none of the enum's.
    """
    request = service_pb2.SuggestGuessRequest(
        strategy=types_pb2.Strategy.ValueType(Strategy.read(strategy, "strategy")),
        alternatives=alternatives,
        seed=seed,
        max_evaluations=max_evaluations,
        budget=messages.duration(budget),
        candidates_only=candidates_only,
    )
    if isinstance(target, Position):
        request.position.CopyFrom(messages.position(target))
        return Call("SuggestGuess", request, _read_suggestion, timeout)
    request.game_id = game_id(target)
    return _on_game(
        "SuggestGuess", request, _read_suggestion, timeout, token or codebreaker_token(target)
    )


def list_rulesets(*, timeout: float | None = None) -> Call[tuple[Ruleset, ...]]:
    """Tells the rulesets that ship, in the order of the documentation.

    Args:
        timeout: Seconds for the call with all its retries.
    """
    return Call(
        "ListRulesets",
        service_pb2.ListRulesetsRequest(),
        lambda response: tuple(mapping.ruleset(each) for each in response.rulesets),
        timeout,
    )


def get_server_info(*, timeout: float | None = None) -> Call[ServerInfo]:
    """Tells the server's version, limits and features.

    Args:
        timeout: Seconds for the call with all its retries.
    """
    return Call("GetServerInfo", service_pb2.GetServerInfoRequest(), mapping.server_info, timeout)


def _on_game(
    method: str,
    request: Message,
    read: Callable[[Any], ResultT],
    timeout: float | None,
    token: str | None,
) -> Call[ResultT]:
    return Call(method, request, read, timeout, on_game=True, token=token)


def _read_game(response: Any) -> Game:
    return mapping.game(response.game)


def _read_suggestion(response: Any) -> Suggestion:
    return mapping.suggestion(response.suggestion)


def _new_request_id() -> str:
    return str(uuid.uuid4())


def game_id(game: GameLike) -> str:
    """The id of a game, however it is told."""
    return game if isinstance(game, str) else game.game_id


def codebreaker_token(game: GameLike) -> str | None:
    """The codebreaker's token, where ``game`` brings it along."""
    return game.codebreaker_token if isinstance(game, values.NewGameResult) else None


def _codemaker_token(game: GameLike) -> str | None:
    return game.codemaker_token if isinstance(game, values.NewGameResult) else None
