"""What has happened in a game, derived from its record: nothing else is stored of it.

The record's version numbers the events. Each change of a game makes it one higher, so the
version of a turn follows from its number, as long as nothing was taken back; where a step
cannot be told, the game is shown as it stands.
"""

from dataclasses import dataclass
from enum import IntEnum

from mastermind_engine.game import Codemaker, State, Turn, guesses_left, state_after
from mastermind_service.keys import Seat
from mastermind_service.store.base import GameRecord
from mastermind_service.views import GameView, view_for


class Kind(IntEnum):
    """What an event tells. The numbers are the wire's."""

    SNAPSHOT = 1
    SECRET_SET = 2
    TURN = 3
    RESIGNED = 4


@dataclass(frozen=True, slots=True, eq=False)
class GameEvent:
    """One event; each is equal to itself alone, so that what is made of it can be kept.

    Attributes:
        seq: Its number, the record's version after it.
        kind: What it tells.
        state: Where the game stands after it.
        guesses_left: Guesses that remain after it; −1 means no limit.
        turn_number: The turn's number, from 1; 0 where it is no turn.
        turn: The turn played.
        turn_millis: When it was played, milliseconds since the epoch.
        game: The game as its reader may see it: in a snapshot, and once it is over.
    """

    seq: int
    kind: Kind
    state: State
    guesses_left: int
    turn_number: int = 0
    turn: Turn | None = None
    turn_millis: int = 0
    game: GameView | None = None


def events_since(seat: Seat, game_id: str, record: GameRecord, seq: int) -> list[GameEvent]:
    """The events behind number ``seq`` as the one on ``seat`` may see them, in order.

    A snapshot alone where they cannot be told one by one, or ``seq`` is not of this game.
    """
    game = record.game
    before_turns = 2 if record.secret_millis else 1
    resigned = game.state == State.RESIGNED
    if seq == record.version:
        return []
    last = before_turns + len(game.turns) + resigned
    # A REMOTE game's pending guess and answers taken back are told by the game alone.
    told_whole = game.codemaker == Codemaker.REMOTE or record.version != last
    if told_whole or not 1 <= seq < last:
        return [snapshot_of(seat, game_id, record)]
    events = [_secret_set(record)] if seq < before_turns == 2 else []
    first_turn = max(0, seq - before_turns)
    events.extend(
        _turn_played(record, before_turns, number)
        for number in range(first_turn + 1, len(game.turns) + 1)
    )
    if resigned:
        events.append(GameEvent(last, Kind.RESIGNED, game.state, game.guesses_left))
    if game.state.over:
        events[-1] = _with_game(events[-1], view_for(seat, game_id, record))
    return events


def snapshot_of(seat: Seat, game_id: str, record: GameRecord) -> GameEvent:
    """The game as it stands."""
    view = view_for(seat, game_id, record)
    return GameEvent(record.version, Kind.SNAPSHOT, view.state, view.guesses_left, game=view)


def _secret_set(record: GameRecord) -> GameEvent:
    return GameEvent(2, Kind.SECRET_SET, State.IN_PROGRESS, guesses_left(record.game.ruleset, 0))


def _turn_played(record: GameRecord, before_turns: int, number: int) -> GameEvent:
    turn, ruleset = record.game.turns[number - 1], record.game.ruleset
    return GameEvent(
        seq=before_turns + number,
        kind=Kind.TURN,
        state=state_after(ruleset, number, turn.feedback),
        guesses_left=guesses_left(ruleset, number),
        turn_number=number,
        turn=turn,
        turn_millis=record.turn_millis[number - 1],
    )


def _with_game(event: GameEvent, game: GameView) -> GameEvent:
    return GameEvent(
        event.seq,
        event.kind,
        game.state,
        event.guesses_left,
        event.turn_number,
        event.turn,
        event.turn_millis,
        game,
    )
