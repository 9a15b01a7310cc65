"""Between messages of mastermind.v1 and the values of the use cases."""

from collections.abc import Iterable, Sequence

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.suggest import Suggestion
from mastermind_service.callers import Request
from mastermind_service.errors import Faults
from mastermind_service.games import NewGameAnswer
from mastermind_service.listings import Stats
from mastermind_service.openings import NewGame, RulesetChoice
from mastermind_service.scoring import Batch, Encoding, Mode
from mastermind_service.solving import SuggestionWish
from mastermind_service.views import GameView, Reveal, TurnAnswer

MAX_UINT64 = 2**64 - 1


def code_of(message: pb.Code) -> Code:
    """A code, its legality unchecked."""
    return tuple(message.pegs)


def ruleset_choice_of(message: pb.RulesetChoice, field: str, faults: Faults) -> RulesetChoice:
    """The choice of a ruleset, its legality unchecked."""
    chosen = message.WhichOneof("choice")
    return RulesetChoice(
        preset=message.preset if chosen == "preset" else None,
        custom=_ruleset_of(message.custom, f"{field}.custom", faults)
        if chosen == "custom"
        else None,
        max_guesses=message.max_guesses if message.HasField("max_guesses") else None,
    )


def _ruleset_of(message: pb.Ruleset, field: str, faults: Faults) -> Ruleset:
    kind = message.feedback_kind or pb.FEEDBACK_KIND_STANDARD
    if kind not in pb.FeedbackKind.values():
        faults.add_field(f"{field}.feedback_kind", f"{kind} is no feedback kind")
        kind = pb.FEEDBACK_KIND_STANDARD
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
        feedback_kind=FeedbackKind(kind),
        word_list=message.word_list,
        symbols=tuple(message.symbols),
    )


def turns_of(messages: Iterable[pb.Turn]) -> tuple[Turn, ...]:
    """Turns, their legality unchecked."""
    return tuple(
        Turn(
            code_of(message.guess),
            Feedback(message.feedback.black, message.feedback.white, message.feedback.blue),
        )
        for message in messages
    )


def new_game_of(request: service_pb.NewGameRequest) -> NewGame:
    """The game wished for.

    Raises:
        Refusal: INVALID_REQUEST, naming enum numbers that mean nothing.
    """
    faults = Faults()
    codemaker = request.codemaker or pb.CODEMAKER_UNIFORM
    if codemaker not in pb.Codemaker.values():
        faults.add_field("codemaker", f"{codemaker} is no codemaker")
    if request.codebreaker not in pb.Codebreaker.values():
        faults.add_field("codebreaker", f"{request.codebreaker} is no codebreaker")
    if request.strategy not in pb.Strategy.values():
        faults.add_field("strategy", f"{request.strategy} is no strategy")
    if request.secret_commitment:
        faults.add_field("secret_commitment", "only codemaker REMOTE brings one")
    choice = ruleset_choice_of(request.ruleset, "ruleset", faults)
    ttl = _millis_of(request, "ttl", faults)
    retain = _millis_of(request, "retain", faults)
    faults.check()
    return NewGame(
        ruleset=choice,
        codemaker=Codemaker(codemaker),
        secret=code_of(request.secret) if request.HasField("secret") else None,
        seed=request.seed if request.HasField("seed") else None,
        hints_allowed=request.hints_allowed if request.HasField("hints_allowed") else True,
        require_tokens=request.require_tokens,
        ttl_millis=ttl,
        retain_millis=retain,
        labels=dict(request.labels),
        codemaker_name=request.codemaker_name,
        codebreaker_name=request.codebreaker_name,
        request_id=request.request_id,
    )


def _millis_of(request: service_pb.NewGameRequest, field: str, faults: Faults) -> int | None:
    if not request.HasField(field):  # type: ignore[arg-type]
        return None
    duration: Duration = getattr(request, field)
    if not _is_duration(duration):
        faults.add_field(field, "is no duration")
        return None
    return duration.seconds * 1000 + -(-duration.nanos // 1_000_000)


def _is_duration(duration: Duration) -> bool:
    """Whether seconds and nanoseconds keep their ranges and do not contradict each other."""
    same_sign = duration.seconds * duration.nanos >= 0
    return same_sign and abs(duration.nanos) < 10**9 and abs(duration.seconds) <= 315_576_000_000


def suggestion_wish_of(request: service_pb.SuggestGuessRequest, faults: Faults) -> SuggestionWish:
    """How a guess shall be chosen."""
    strategy = request.strategy or pb.STRATEGY_AUTO
    if strategy not in pb.Strategy.values():
        faults.add_field("strategy", f"{strategy} is no strategy")
        strategy = pb.STRATEGY_AUTO
    budget = None
    if request.HasField("budget"):
        if _is_duration(request.budget):
            budget = request.budget.seconds + request.budget.nanos / 1e9
        else:
            faults.add_field("budget", "is no duration")
    return SuggestionWish(
        strategy=Strategy(strategy),
        alternatives=request.alternatives,
        seed=request.seed if request.HasField("seed") else None,
        max_evaluations=request.max_evaluations,
        budget=budget,
        candidates_only=request.candidates_only,
    )


def batch_of(request: service_pb.BatchScoreRequest) -> Batch:
    """The batch to score.

    Raises:
        Refusal: INVALID_REQUEST, naming enum numbers that mean nothing.
    """
    faults = Faults()
    choice = ruleset_choice_of(request.ruleset, "ruleset", faults)
    encoding = request.encoding or service_pb.ENCODING_PEGS
    if encoding not in service_pb.Encoding.values():
        faults.add_field("encoding", f"{encoding} is no encoding")
    mode = request.mode or service_pb.BatchScoreRequest.MODE_PAIRS
    if mode not in service_pb.BatchScoreRequest.Mode.values():
        faults.add_field("mode", f"{mode} is no mode")
    faults.check()
    return Batch(choice, Encoding(encoding), Mode(mode), request.secrets, request.guesses)


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
        feedback=feedback_to(answer.feedback),
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
        worst_case_remaining=found.worst_case_remaining,
        expected_remaining=found.expected_remaining,
        entropy_bits=found.entropy_bits,
        parts=found.parts,
        score=found.score,
        strategy_used=pb.Strategy.ValueType(found.strategy_used),
        quality=pb.Quality.ValueType(found.quality),
        alternatives=[suggestion_to(other) for other in found.alternatives],
    )
