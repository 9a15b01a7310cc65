"""Between messages of mastermind.v1 and the values of the use cases."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codebreaker, Codemaker, Turn
from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Suggestion
from mastermind_service.callers import Request
from mastermind_service.events import GameEvent
from mastermind_service.games import NewGameAnswer
from mastermind_service.listings import Stats
from mastermind_service.openings import USUAL_CHOICE, NewGame, RulesetChoice
from mastermind_service.scoring import Batch, Encoding, Mode
from mastermind_service.solving import MAX_TURNS, Position, SuggestionWish
from mastermind_service.views import GameView, Reveal, TurnAnswer

MAX_UINT64 = 2**64 - 1
N = TypeVar("N", bound=IntEnum)


def code_of(message: pb.Code) -> Code:
    """A code, its legality unchecked."""
    # A slice first: a repeated field itself is twice as slow to walk through.
    return tuple(message.pegs[:])


def ruleset_choice_of(message: pb.RulesetChoice) -> RulesetChoice:
    """The choice of a ruleset, its legality unchecked."""
    chosen = message.WhichOneof("choice")
    if chosen is None and not message.HasField("max_guesses"):
        return USUAL_CHOICE
    misread: list[Violation] = []
    custom = _ruleset_of(message.custom, misread) if chosen == "custom" else None
    return RulesetChoice(
        preset=message.preset if chosen == "preset" else None,
        custom=custom,
        max_guesses=message.max_guesses if message.HasField("max_guesses") else None,
        misread=tuple(misread),
    )


def _number(number: int, default: int, known: type[N], field: str, misread: list[Violation]) -> N:
    """An enum's value, 0 read as its default; a number that means nothing is noted."""
    try:
        return known(number or default)
    except ValueError:
        misread.append(Violation(field, f"{number} is none of its numbers"))
        return known(default)


def strategy_of(number: int, misread: list[Violation]) -> Strategy:
    """A request's strategy, 0 read as AUTO; a number that means nothing is noted."""
    return _number(number, Strategy.AUTO, Strategy, "strategy", misread)


def _ruleset_of(message: pb.Ruleset, misread: list[Violation]) -> Ruleset:
    return Ruleset(
        name="custom",
        pegs=message.pegs,
        colors=message.colors,
        repeats=message.repeats,
        guess_repeats=(
            message.guess_repeats if message.HasField("guess_repeats") else message.repeats
        ),
        blanks=message.blanks,
        max_guesses=message.max_guesses,
        feedback_kind=_number(
            message.feedback_kind,
            FeedbackKind.STANDARD,
            FeedbackKind,
            "custom.feedback_kind",
            misread,
        ),
        word_list=message.word_list,
        symbols=tuple(message.symbols),
    )


def position_of(message: pb.Position) -> Position:
    """A position, its legality unchecked; of too many turns only that they are too many."""
    turns = message.turns[: MAX_TURNS + 1]
    misread = [
        Violation(f"turns[{index}].feedback", "is missing")
        for index, turn in enumerate(turns)
        if not turn.HasField("feedback")
    ]
    choice = ruleset_choice_of(message.ruleset)
    return Position(choice, _turns_of(turns), tuple(misread))


def _turns_of(messages: Iterable[pb.Turn]) -> tuple[Turn, ...]:
    return tuple(
        Turn(
            code_of(message.guess),
            _feedback_of(message.feedback),
        )
        for message in messages
    )


def _feedback_of(message: pb.Feedback) -> Feedback:
    return Feedback(message.black, message.white, message.blue)


def given_feedback_of(request: service_pb.GiveFeedbackRequest) -> Feedback | None:
    """The feedback that a codemaker gives, unchecked; None where there is none."""
    return _feedback_of(request.feedback) if request.HasField("feedback") else None


def new_game_of(request: service_pb.NewGameRequest) -> NewGame:
    """The game wished for, its legality unchecked."""
    misread: list[Violation] = []
    codemaker = _number(request.codemaker, Codemaker.UNIFORM, Codemaker, "codemaker", misread)
    # Only REMOTE games read the next two; what means nothing is told all the same.
    codebreaker = _number(
        request.codebreaker, Codebreaker.SERVICE, Codebreaker, "codebreaker", misread
    )
    strategy = _number(request.strategy, Strategy.AUTO, Strategy, "strategy", misread)
    return NewGame(
        ruleset=ruleset_choice_of(request.ruleset),
        codemaker=codemaker,
        secret=code_of(request.secret) if request.HasField("secret") else None,
        seed=request.seed if request.HasField("seed") else None,
        codebreaker=codebreaker,
        strategy=strategy,
        secret_commitment=request.secret_commitment,
        hints_allowed=request.hints_allowed if request.HasField("hints_allowed") else True,
        require_tokens=request.require_tokens,
        ttl_millis=_millis_of(request.ttl, "ttl", misread) if request.HasField("ttl") else None,
        retain_millis=(
            _millis_of(request.retain, "retain", misread) if request.HasField("retain") else None
        ),
        labels=dict(request.labels),
        codemaker_name=request.codemaker_name,
        codebreaker_name=request.codebreaker_name,
        request_id=request.request_id,
        misread=tuple(misread),
    )


def _millis_of(duration: Duration, field: str, misread: list[Violation]) -> int | None:
    if not _is_duration(duration):
        misread.append(Violation(field, "is no duration"))
        return None
    return duration.seconds * 1000 + -(-duration.nanos // 1_000_000)


def _is_duration(duration: Duration) -> bool:
    """Whether seconds and nanoseconds keep their ranges and do not contradict each other."""
    same_sign = duration.seconds * duration.nanos >= 0
    return same_sign and abs(duration.nanos) < 10**9 and abs(duration.seconds) <= 315_576_000_000


def suggestion_wish_of(request: service_pb.SuggestGuessRequest) -> SuggestionWish:
    """How a guess shall be chosen."""
    misread: list[Violation] = []
    if request.WhichOneof("target") is None:
        misread.append(Violation("target", "either game_id or position must be there"))
    strategy = strategy_of(request.strategy, misread)
    budget = None
    if request.HasField("budget"):
        if _is_duration(request.budget):
            budget = request.budget.seconds + request.budget.nanos / 1e9
        else:
            misread.append(Violation("budget", "is no duration"))
    return SuggestionWish(
        strategy=strategy,
        alternatives=request.alternatives,
        seed=request.seed if request.HasField("seed") else None,
        max_evaluations=request.max_evaluations,
        budget=budget,
        candidates_only=request.candidates_only,
        misread=tuple(misread),
    )


def batch_of(request: service_pb.BatchScoreRequest) -> Batch:
    """The batch to score."""
    misread: list[Violation] = []
    return Batch(
        ruleset=ruleset_choice_of(request.ruleset),
        encoding=_number(request.encoding, Encoding.PEGS, Encoding, "encoding", misread),
        mode=_number(request.mode, Mode.PAIRS, Mode, "mode", misread),
        secrets=request.secrets,
        guesses=request.guesses,
        misread=tuple(misread),
    )


def request_of(rpc: str, message: Message) -> Request:
    """By what a write is recognized when it comes again."""
    request_id: str = getattr(message, "request_id")  # noqa: B009 - every write has one
    return Request(request_id, rpc, body_of(message))


def body_of(message: Message) -> bytes:
    """The message without its request id, the same bytes for equal messages."""
    copy = type(message)()
    copy.CopyFrom(message)
    copy.ClearField("request_id")
    return copy.SerializeToString(deterministic=True)


def code_to(code: Code | None) -> pb.Code | None:
    """A code's message."""
    return None if code is None else pb.Code(pegs=code)


def feedback_to(feedback: Feedback) -> pb.Feedback:
    """A feedback's message."""
    return pb.Feedback(black=feedback.black, white=feedback.white, blue=feedback.blue)


def time_to(millis: int) -> Timestamp:
    """Milliseconds since the epoch as a timestamp."""
    return Timestamp(seconds=millis // 1000, nanos=millis % 1000 * 1_000_000)


def ruleset_to(ruleset: Ruleset) -> pb.Ruleset:
    """A ruleset in full."""
    return pb.Ruleset(
        name=ruleset.name,
        pegs=ruleset.pegs,
        colors=ruleset.colors,
        repeats=ruleset.repeats,
        guess_repeats=ruleset.guess_repeats,
        blanks=ruleset.blanks,
        max_guesses=ruleset.max_guesses,
        feedback_kind=pb.FeedbackKind.ValueType(ruleset.feedback_kind),
        word_list=ruleset.word_list,
        symbols=ruleset.symbols,
    )


def _turns_to(turns: Sequence[Turn], millis: Sequence[int]) -> Iterable[pb.Turn]:
    return (
        pb.Turn(guess=code_to(turn.guess), feedback=feedback_to(turn.feedback), time=time_to(time))
        for turn, time in zip(turns, millis, strict=True)
    )


def _reveal_to(reveal: Reveal | None) -> pb.Reveal | None:
    if reveal is None:
        return None
    return pb.Reveal(
        server_seed=reveal.server_seed, client_seed=reveal.client_seed, nonce=reveal.nonce
    )


def game_to(view: GameView) -> pb.Game:
    """A game as its reader may see it."""
    return pb.Game(
        game_id=view.game_id,
        ruleset=ruleset_to(view.ruleset),
        codemaker=pb.Codemaker.ValueType(view.codemaker),
        state=pb.State.ValueType(view.state),
        turns=_turns_to(view.turns, view.turn_millis),
        guesses_left=view.guesses_left,
        pending_guess=code_to(view.pending_guess),
        secret=code_to(view.secret),
        secret_source=pb.SecretSource.ValueType(view.secret_source),
        commitment=view.commitment,
        reveal=_reveal_to(view.reveal),
        hints_used=view.hints_used,
        hints_allowed=view.hints_allowed,
        codemaker_name=view.codemaker_name,
        codebreaker_name=view.codebreaker_name,
        labels=view.labels,
        create_time=time_to(view.create_millis),
        update_time=time_to(view.update_millis),
        expire_time=time_to(view.expire_millis),
    )


def event_to(event: GameEvent) -> pb.GameEvent:
    """An event of a game."""
    message = pb.GameEvent(
        seq=event.seq,
        kind=pb.GameEvent.Kind.ValueType(event.kind),
        state=pb.State.ValueType(event.state),
        guesses_left=event.guesses_left,
        turn_number=event.turn_number,
        game=None if event.game is None else game_to(event.game),
    )
    if event.turn is not None:
        (turn,) = _turns_to([event.turn], [event.turn_millis])
        message.turn.CopyFrom(turn)
    return message


@lru_cache(512)
def watched_to(event: GameEvent) -> service_pb.WatchGameResponse:
    """An event's message, the same one for all who watch the game; to be read alone."""
    return service_pb.WatchGameResponse(event=event_to(event))


def new_game_to(answer: NewGameAnswer) -> service_pb.NewGameResponse:
    """A new game and its tokens."""
    return service_pb.NewGameResponse(
        game=game_to(answer.game),
        codebreaker_token=answer.codebreaker_token,
        codemaker_token=answer.codemaker_token,
        spectator_token=answer.spectator_token,
    )


def stats_to(stats: Stats) -> service_pb.GetStatsResponse:
    """Counts of games; what cannot be told is absent."""
    return service_pb.GetStatsResponse(
        played=stats.played,
        won=stats.won,
        lost=stats.lost,
        resigned=stats.resigned,
        win_rate=stats.win_rate,
        average_guesses=stats.average_guesses,
        distribution=stats.distribution,
        truncated=stats.truncated,
    )


def turn_to(answer: TurnAnswer) -> service_pb.GuessResponse:
    """The answer to a guess."""
    return service_pb.GuessResponse(
        feedback=None if answer.feedback is None else feedback_to(answer.feedback),
        turn=answer.turn,
        state=pb.State.ValueType(answer.state),
        guesses_left=answer.guesses_left,
        secret=code_to(answer.secret),
        reveal=_reveal_to(answer.reveal),
    )


def suggestion_to(found: Suggestion) -> pb.Suggestion:
    """A suggestion with its alternatives."""
    return pb.Suggestion(
        guess=code_to(found.guess),
        is_candidate=found.is_candidate,
        candidates_remaining=min(found.candidates_remaining, MAX_UINT64),
        candidates_log2=found.candidates_log2,
        worst_case_remaining=min(found.worst_case_remaining, MAX_UINT64),
        expected_remaining=found.expected_remaining,
        entropy_bits=found.entropy_bits,
        parts=found.parts,
        score=found.score,
        strategy_used=pb.Strategy.ValueType(found.strategy_used),
        quality=pb.Quality.ValueType(found.quality),
        alternatives=[suggestion_to(other) for other in found.alternatives],
    )
