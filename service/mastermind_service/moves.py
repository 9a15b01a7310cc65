"""Moves on a stored game: pure functions from a record to the next one."""

from dataclasses import replace
from typing import Any

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.fairness import draw_secret, seed_of
from mastermind_engine.feedback import score
from mastermind_engine.game import Codemaker, Game, State, game_over
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.solver.adversary import EvasiveAnswer
from mastermind_service.errors import Faults
from mastermind_service.remote_moves import ask, stepped
from mastermind_service.store.base import (
    KEPT_MARKS,
    GameRecord,
    SecretSource,
    StepKind,
    WriteMark,
)

MAX_CLIENT_SEED = 64
DRAWN_SOURCES = (SecretSource.DRAWN, SecretSource.SEEDED)
DELETED_MILLIS = 3600 * 1000


def play_guess(
    record: GameRecord,
    game_id: str,
    guess: Code,
    client_seed: bytes,
    now: int,
    evasive: EvasiveAnswer | None = None,
) -> GameRecord:
    """The record after one guess, its secret drawn if this is the first one.

    A REMOTE game's guess waits for its feedback; ADVERSARIAL answers by ``evasive``, which
    `check_guessable` must come before.

    Raises:
        Refusal: GAME_OVER, AWAITING_SECRET, NOT_YOUR_TURN or INVALID_CODE.
    """
    check_guessable(record.game, guess, client_seed)
    if record.game.codemaker == Codemaker.REMOTE:
        return ask(record, guess, now)
    if evasive is not None:
        game = record.game.with_turn(guess, evasive.feedback)
        if game.state.over:
            game = replace(game, secret=evasive.smallest)
    else:
        record = with_drawn_secret(record, game_id, client_seed)
        secret = record.game.secret
        assert secret is not None, "a game that may be played and is not evasive has a secret"
        game = record.game.with_turn(guess, score(record.game.ruleset, secret, guess))
    return _changed(record, game, now, turn_millis=(*record.turn_millis, now))


def check_guessable(game: Game, guess: Code, client_seed: bytes = b"") -> None:
    """Refuses guesses that cannot be played.

    Raises:
        Refusal: GAME_OVER, AWAITING_SECRET, NOT_YOUR_TURN or INVALID_CODE.
    """
    check_playable(game)
    found = check_guess(game.ruleset, guess)
    if not found and len(client_seed) <= MAX_CLIENT_SEED:
        return
    faults = Faults()
    faults.add(
        RuleReason.INVALID_CODE,
        "this is no legal guess",
        [fault.within("guess") for fault in found],
    )
    if len(client_seed) > MAX_CLIENT_SEED:
        faults.add_field("client_seed", f"has {len(client_seed)} bytes, at most {MAX_CLIENT_SEED}")
    faults.check()


def check_playable(game: Game) -> None:
    """Refuses guesses and hints where the codebreaker is not to move.

    Raises:
        Refusal: GAME_OVER, AWAITING_SECRET or NOT_YOUR_TURN.
    """
    if game.state.over:
        raise game_over()
    if game.state == State.AWAITING_SECRET:
        raise Refusal(RuleReason.AWAITING_SECRET, "the secret has not been set")
    if game.state == State.AWAITING_FEEDBACK:
        raise Refusal(RuleReason.NOT_YOUR_TURN, "a guess waits for the codemaker's feedback")


def set_secret(record: GameRecord, secret: Code, nonce: bytes, now: int) -> GameRecord:
    """The record of a SUPPLIED game with its secret hidden.

    Raises:
        Refusal: WRONG_CODEMAKER, GAME_OVER, SECRET_ALREADY_SET or INVALID_CODE.
    """
    game = record.game
    if game.codemaker != Codemaker.SUPPLIED:
        raise Refusal(RuleReason.WRONG_CODEMAKER, "only a SUPPLIED game's secret is set")
    if game.state == State.AWAITING_SECRET:
        faults = Faults()
        faults.add(
            RuleReason.INVALID_CODE,
            "this is no legal secret",
            [fault.within("secret") for fault in check_secret(game.ruleset, secret)],
        )
        faults.check()
    changed = _changed(record, game.with_secret(secret), now, nonce=nonce)
    return changed.evolve(secret_millis=changed.update_millis)


def resign(record: GameRecord, game_id: str, now: int, smallest: Code | None = None) -> GameRecord:
    """The record of a game given up; a secret not drawn yet is drawn, to be shown.

    ADVERSARIAL shows ``smallest``, the smallest candidate left.

    Raises:
        Refusal: GAME_OVER.
    """
    resigned = record.game.resign()
    if record.game.codemaker == Codemaker.REMOTE:
        return stepped(record, resigned, StepKind.RESIGN, now)
    if smallest is not None:
        return _changed(record, replace(resigned, secret=smallest), now)
    drawn = with_drawn_secret(record, game_id, b"")
    return _changed(drawn, replace(resigned, secret=drawn.game.secret), now)


def with_drawn_secret(record: GameRecord, game_id: str, client_seed: bytes) -> GameRecord:
    """The record with the secret that the service draws; as it is where it draws none."""
    game = record.game
    if game.secret is not None or record.secret_source not in DRAWN_SOURCES:
        return record
    if record.secret_source == SecretSource.SEEDED:
        game_id, client_seed = "", b""
    secret = draw_secret(game_id, game.ruleset, server_seed(record), client_seed, game.codemaker)
    return record.evolve(game=game.with_secret(secret), client_seed=client_seed)


def server_seed(record: GameRecord) -> bytes:
    """The server's seed of a DRAWN or SEEDED game, 32 bytes."""
    return record.server_seed if record.seed is None else seed_of(record.seed)


def delete(record: GameRecord) -> GameRecord:
    """The trace of a deleted game: nothing but what a retry of the deletion needs."""
    game = Game(record.game.ruleset, record.game.codemaker, State.VOID)
    return GameRecord(
        version=record.version + 1,
        game=game,
        secret_source=record.secret_source,
        create_millis=record.create_millis,
        update_millis=record.update_millis,
        require_tokens=record.require_tokens,
        retain_millis=DELETED_MILLIS,
        owner=record.owner,
        deleted=True,
    )


def as_secret_was_set(record: GameRecord) -> GameRecord:
    """The record as SetSecret left it, whatever has been played since."""
    game = record.game
    first = Game(game.ruleset, game.codemaker, State.IN_PROGRESS, game.secret)
    return record.evolve(
        game=first, turn_millis=(), update_millis=record.secret_millis, hints_used=0
    )


def marked(record: GameRecord, mark: WriteMark) -> GameRecord:
    """The record that remembers one more write."""
    return record.evolve(marks=(*record.marks, mark)[-KEPT_MARKS:])


def with_hint(record: GameRecord) -> GameRecord:
    """The record with one more hint counted: no change of the game, so no new version."""
    return record.evolve(hints_used=record.hints_used + 1)


def _changed(record: GameRecord, game: Game, now: int, **changes: Any) -> GameRecord:
    # A clock set back must not turn times round.
    update = max(now, record.update_millis)
    return record.evolve(version=record.version + 1, game=game, update_millis=update, **changes)
