"""From the wire: messages to values."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from mastermind_client import values
from mastermind_client._stubs import service_pb2, types_pb2
from mastermind_client.codes import Code
from mastermind_client.enums import (
    Codemaker,
    EventKind,
    FeedbackKind,
    Quality,
    SecretSource,
    State,
    Strategy,
)


def code(message: types_pb2.Code) -> Code:
    """A code's pegs."""
    return tuple(message.pegs)


def feedback(message: types_pb2.Feedback) -> values.Feedback:
    """The answer to a guess."""
    return values.Feedback(message.black, message.white, message.blue)


def turn(message: types_pb2.Turn) -> values.Turn:
    """A guess with its feedback."""
    time = _time(message.time) if message.HasField("time") else None
    return values.Turn(code(message.guess), feedback(message.feedback), time)


def ruleset(message: types_pb2.Ruleset) -> values.Ruleset:
    """A ruleset; feedback that is not told reads as STANDARD."""
    return values.Ruleset(
        message.pegs,
        message.colors,
        repeats=message.repeats,
        guess_repeats=message.guess_repeats if message.HasField("guess_repeats") else None,
        blanks=message.blanks,
        max_guesses=message.max_guesses,
        feedback_kind=FeedbackKind(message.feedback_kind or FeedbackKind.STANDARD),
        word_list=message.word_list,
        symbols=tuple(message.symbols),
        name=message.name,
    )


def reveal(message: types_pb2.Reveal) -> values.Reveal:
    """What proves the draw."""
    return values.Reveal(message.server_seed, message.client_seed, message.nonce)


def game(message: types_pb2.Game) -> values.Game:
    """A game as its reader may see it; also for games read with the bare stubs."""
    has = message.HasField
    return values.Game(
        game_id=message.game_id,
        ruleset=ruleset(message.ruleset),
        codemaker=Codemaker(message.codemaker),
        state=State(message.state),
        turns=tuple(turn(each) for each in message.turns),
        guesses_left=message.guesses_left,
        pending_guess=code(message.pending_guess) if has("pending_guess") else None,
        secret=code(message.secret) if has("secret") else None,
        secret_source=SecretSource(message.secret_source),
        commitment=message.commitment,
        reveal=reveal(message.reveal) if has("reveal") else None,
        hints_used=message.hints_used,
        hints_allowed=message.hints_allowed,
        codemaker_name=message.codemaker_name,
        codebreaker_name=message.codebreaker_name,
        match_id=message.match_id,
        labels=dict(message.labels),
        create_time=_time(message.create_time) if has("create_time") else None,
        update_time=_time(message.update_time) if has("update_time") else None,
        expire_time=_time(message.expire_time) if has("expire_time") else None,
    )


def suggestion(message: types_pb2.Suggestion) -> values.Suggestion:
    """A guess to play, with its alternatives."""
    return values.Suggestion(
        guess=code(message.guess),
        is_candidate=message.is_candidate,
        candidates_remaining=message.candidates_remaining,
        candidates_log2=message.candidates_log2,
        candidates_estimated=message.candidates_estimated,
        worst_case_remaining=message.worst_case_remaining,
        expected_remaining=message.expected_remaining,
        entropy_bits=message.entropy_bits,
        parts=message.parts,
        score=message.score,
        strategy_used=Strategy(message.strategy_used),
        quality=Quality(message.quality),
        alternatives=tuple(suggestion(each) for each in message.alternatives),
    )


def new_game_result(message: service_pb2.NewGameResponse) -> values.NewGameResult:
    """A new game and the tokens of its seats."""
    return values.NewGameResult(
        game(message.game),
        message.codebreaker_token,
        message.codemaker_token,
        message.spectator_token,
    )


def guess_result(message: service_pb2.GuessResponse) -> values.GuessResult:
    """How a guess was answered."""
    return values.GuessResult(
        feedback=feedback(message.feedback) if message.HasField("feedback") else None,
        turn=message.turn,
        state=State(message.state),
        guesses_left=message.guesses_left,
        secret=code(message.secret) if message.HasField("secret") else None,
        reveal=reveal(message.reveal) if message.HasField("reveal") else None,
    )


def reveal_result(message: service_pb2.RevealSecretResponse) -> values.RevealResult:
    """Whether a remote codemaker's answers were true."""
    return values.RevealResult(game(message.game), tuple(message.false_turns))


def batch_scores(message: service_pb2.BatchScoreResponse) -> values.BatchScores:
    """The answers to a batch, still packed."""
    return values.BatchScores(
        message.feedbacks,
        tuple(message.invalid_indices),
        tuple(message.invalid_secrets),
        tuple(message.invalid_guesses),
    )


def games_page(message: service_pb2.ListGamesResponse) -> values.GamesPage:
    """Some games, and where the next ones begin."""
    return values.GamesPage(tuple(game(each) for each in message.games), message.next_page_token)


def stats(message: service_pb2.GetStatsResponse) -> values.Stats:
    """Games that are over, counted."""
    return values.Stats(
        played=message.played,
        won=message.won,
        lost=message.lost,
        resigned=message.resigned,
        win_rate=message.win_rate if message.HasField("win_rate") else None,
        average_guesses=message.average_guesses if message.HasField("average_guesses") else None,
        distribution=dict(message.distribution),
        truncated=message.truncated,
    )


def server_info(message: service_pb2.GetServerInfoResponse) -> values.ServerInfo:
    """What the server is."""
    limits = message.limits
    return values.ServerInfo(
        version=message.version,
        limits=values.ServerLimits(
            max_listed_codes=limits.max_listed_codes,
            max_message_bytes=limits.max_message_bytes,
            max_turns=limits.max_turns,
            max_ttl=limits.max_ttl.ToTimedelta(),
            max_labels=limits.max_labels,
            max_alternatives=limits.max_alternatives,
            max_batch_scores=limits.max_batch_scores,
            max_page_size=limits.max_page_size,
        ),
        features=tuple(message.features),
    )


def _time(message: Timestamp) -> datetime:
    return message.ToDatetime(tzinfo=UTC)


def game_event(message: types_pb2.GameEvent) -> values.GameEvent:
    """What happened in a game."""
    return values.GameEvent(
        message.seq,
        EventKind(message.kind),
        State(message.state),
        message.guesses_left,
        message.turn_number,
        turn(message.turn) if message.HasField("turn") else None,
        game(message.game) if message.HasField("game") else None,
    )
