"""What leaves the service: games as their reader may see them.

`view_for` and `answer_to_turn` are the only ways out for a secret and its seeds.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mastermind_engine.codes import Code
from mastermind_engine.fairness import draw_commitment, supplied_commitment
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, State, Turn, guesses_left, state_after
from mastermind_engine.rulesets import Ruleset
from mastermind_service.keys import Seat
from mastermind_service.moves import server_seed
from mastermind_service.store.base import GameRecord, SecretSource


@dataclass(frozen=True, slots=True)
class Reveal:
    """What proves a secret, once the game is over."""

    server_seed: bytes = b""
    client_seed: bytes = b""
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one reader may see it. Times are milliseconds since the epoch, UTC."""

    game_id: str
    ruleset: Ruleset
    codemaker: Codemaker
    state: State
    turns: tuple[Turn, ...]
    turn_millis: tuple[int, ...]
    guesses_left: int
    pending_guess: Code | None
    secret: Code | None
    secret_source: SecretSource
    commitment: bytes
    reveal: Reveal | None
    hints_used: int
    hints_allowed: bool
    codemaker_name: str
    codebreaker_name: str
    labels: Mapping[str, str]
    create_millis: int
    update_millis: int
    expire_millis: int


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """How one guess was answered; without feedback where a remote codemaker has yet to."""

    feedback: Feedback | None
    turn: int
    state: State
    guesses_left: int
    secret: Code | None
    reveal: Reveal | None


def view_for(seat: Seat, game_id: str, record: GameRecord) -> GameView:
    """The game as the one on ``seat`` may see it.

    The secret shows once the game is over, and before that to the codemaker who set it.
    """
    game = record.game
    over = game.state.over
    own = seat == Seat.CODEMAKER and record.secret_source == SecretSource.SUPPLIED
    return GameView(
        game_id=game_id,
        ruleset=game.ruleset,
        codemaker=game.codemaker,
        state=game.state,
        turns=game.turns,
        turn_millis=record.turn_millis,
        guesses_left=game.guesses_left,
        pending_guess=game.pending if game.state == State.AWAITING_FEEDBACK else None,
        secret=game.secret if over or own else None,
        secret_source=record.secret_source,
        commitment=_commitment(game_id, record),
        reveal=_reveal(record) if over else None,
        hints_used=record.hints_used,
        hints_allowed=record.hints_allowed,
        codemaker_name=record.codemaker_name,
        codebreaker_name=record.codebreaker_name,
        labels=record.labels,
        create_millis=record.create_millis,
        update_millis=record.update_millis,
        expire_millis=record.expire_millis,
    )


def answer_to_turn(record: GameRecord, turn: int) -> TurnAnswer:
    """The answer to turn number ``turn``, the same whenever it is computed."""
    game = record.game
    if game.codemaker == Codemaker.REMOTE:
        left = guesses_left(game.ruleset, turn - 1)
        return TurnAnswer(None, turn, State.AWAITING_FEEDBACK, left, None, None)
    feedback = game.turns[turn - 1].feedback
    state = state_after(game.ruleset, turn, feedback)
    return TurnAnswer(
        feedback=feedback,
        turn=turn,
        state=state,
        guesses_left=guesses_left(game.ruleset, turn),
        secret=game.secret if state.over else None,
        reveal=_reveal(record) if state.over else None,
    )


def _reveal(record: GameRecord) -> Reveal | None:
    if record.secret_source == SecretSource.SUPPLIED:
        return Reveal(nonce=record.nonce)
    if record.secret_source == SecretSource.NONE:
        return Reveal(nonce=record.nonce) if record.nonce else None
    return Reveal(server_seed(record), record.client_seed)


def _commitment(game_id: str, record: GameRecord) -> bytes:
    game = record.game
    if record.secret_source == SecretSource.SUPPLIED:
        return supplied_commitment(record.nonce, game.secret) if game.secret else b""
    if record.secret_source == SecretSource.NONE:
        return record.secret_commitment
    if record.secret_source == SecretSource.SEEDED:
        game_id = ""
    return draw_commitment(game_id, game.ruleset, server_seed(record))
