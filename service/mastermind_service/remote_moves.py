"""Moves on a REMOTE game, whose codemaker answers from elsewhere: pure functions of records.

Answers may be taken back, so that a retry's answer no longer follows from the turns alone.
Every write therefore leaves a `Step`, by which the game can be told as it was after it.
"""

from dataclasses import replace

from mastermind_engine.codes import Code, check_secret
from mastermind_engine.fairness import supplied_commitment
from mastermind_engine.feedback import Feedback, check_feedback, score, solved
from mastermind_engine.game import Codemaker, Game, State, Turn, game_over
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_service.errors import Faults, Reason
from mastermind_service.store.base import (
    KEPT_MARKS,
    GameRecord,
    Step,
    StepKind,
    TakenBack,
    WriteMark,
)

COMMITMENT_BYTES = 32
MIN_SALT = 16
MAX_SALT = 64


def ask(record: GameRecord, guess: Code, now: int) -> GameRecord:
    """The record with another caller's legal guess waiting for its feedback."""
    return stepped(record, record.game.with_pending(guess), StepKind.GUESS, now)


def turn_answered(game: Game, feedback: Feedback | None) -> Turn:
    """The turn that ``feedback`` to the pending guess makes; what it contradicts is unchecked.

    Raises:
        Refusal: WRONG_CODEMAKER, GAME_OVER, NOT_YOUR_TURN, IMPOSSIBLE_FEEDBACK, or
            INVALID_REQUEST where there is no feedback.
    """
    pending = _pending(game)
    if feedback is None:
        raise Refusal(
            Reason.INVALID_REQUEST,
            "the request is not valid",
            [Violation("feedback", "is missing")],
        )
    faults = Faults()
    faults.add(
        RuleReason.IMPOSSIBLE_FEEDBACK,
        "this feedback is impossible",
        [fault.within("feedback") for fault in check_feedback(game.ruleset, feedback)],
    )
    faults.check()
    return Turn(pending, feedback)


def answer(record: GameRecord, game: Game, now: int) -> GameRecord:
    """The record with the pending guess answered: ``game`` has one more turn."""
    update = max(now, record.update_millis)
    times = (*record.turn_millis, update)
    return stepped(record, game, StepKind.ANSWER, now).evolve(turn_millis=times)


def take_back(record: GameRecord, now: int) -> GameRecord:
    """The record without its last answer, and without the guess made since.

    Raises:
        Refusal: WRONG_CODEMAKER, GAME_OVER, or NOT_YOUR_TURN, also where no answer has
            been given yet.
    """
    game = record.game
    pending = _pending(game)
    if not game.turns:
        raise Refusal(RuleReason.NOT_YOUR_TURN, "there is no answer to take back")
    *times, last = record.turn_millis
    taken = TakenBack(game.turns[-1], last, pending)
    changed = stepped(record, game.without_last_turn(), StepKind.TAKE_BACK, now, taken)
    return changed.evolve(turn_millis=tuple(times))


def reveal(record: GameRecord, secret: Code, salt: bytes, now: int) -> GameRecord:
    """The record of a finished game with the secret told; VOID if it proves a lie.

    Raises:
        Refusal: WRONG_CODEMAKER, GAME_NOT_OVER, SECRET_ALREADY_SET, INVALID_CODE or
            INVALID_REQUEST.
    """
    game = record.game
    _check_remote(game)
    if not game.state.over:
        raise Refusal(RuleReason.GAME_NOT_OVER, "the secret is revealed once the game is over")
    if game.secret is not None:
        raise Refusal(RuleReason.SECRET_ALREADY_SET, "the secret has been revealed")
    _check_revealed(game.ruleset, secret, salt, committed=bool(record.secret_commitment))
    told = replace(game, secret=secret)
    if false_turns(told) or not _is_committed(record, secret, salt):
        told = replace(told, state=State.VOID)
    return stepped(record, told, StepKind.REVEAL, now).evolve(nonce=salt)


def false_turns(game: Game) -> list[int]:
    """Turns, from 1, whose feedback is not what the revealed secret gives."""
    secret = game.secret
    if secret is None:
        return []
    return [
        number
        for number, turn in enumerate(game.turns, 1)
        if score(game.ruleset, secret, turn.guess) != turn.feedback
    ]


def as_after(record: GameRecord, mark: WriteMark) -> GameRecord:
    """The record as the write of ``mark`` left it, whatever has been written since.

    Other games change in one direction, so that theirs is told from the turns.
    """
    if not record.steps:
        return record
    place = record.marks.index(mark)
    step = record.steps[place]
    for later in reversed(record.steps[place + 1 :]):
        record = _undone(record, later)
    return record.evolve(update_millis=step.millis, hints_used=step.hints_used)


def stepped(
    record: GameRecord, game: Game, kind: StepKind, now: int, taken: TakenBack | None = None
) -> GameRecord:
    """The record of ``game``, its next version, with one more step."""
    # A clock set back must not turn times round.
    update = max(now, record.update_millis)
    step = Step(kind, update, record.hints_used, taken)
    return record.evolve(
        version=record.version + 1,
        game=game,
        update_millis=update,
        steps=(*record.steps, step)[-KEPT_MARKS:],
    )


def opening_of(game: Game) -> Code | None:
    """The first guess of a REMOTE game, if there has been one."""
    return game.turns[0].guess if game.turns else game.pending


def _pending(game: Game) -> Code:
    """The guess that waits for feedback.

    Raises:
        Refusal: WRONG_CODEMAKER, GAME_OVER or NOT_YOUR_TURN.
    """
    _check_remote(game)
    if game.state.over:
        raise game_over()
    if game.state != State.AWAITING_FEEDBACK or game.pending is None:
        raise Refusal(RuleReason.NOT_YOUR_TURN, "the codebreaker is to guess")
    return game.pending


def _check_remote(game: Game) -> None:
    if game.codemaker != Codemaker.REMOTE:
        raise Refusal(
            RuleReason.WRONG_CODEMAKER, "only the codemaker of a REMOTE game answers and reveals"
        )


def _check_revealed(ruleset: Ruleset, secret: Code, salt: bytes, *, committed: bool) -> None:
    faults = Faults()
    faults.add(
        RuleReason.INVALID_CODE,
        "this is no legal secret",
        [fault.within("secret") for fault in check_secret(ruleset, secret)],
    )
    if committed and not MIN_SALT <= len(salt) <= MAX_SALT:
        faults.add_field("salt", f"has {len(salt)} bytes, not {MIN_SALT} to {MAX_SALT}")
    elif salt and not committed:
        faults.add_field("salt", "belongs to a secret_commitment, which this game does not have")
    faults.check()


def _is_committed(record: GameRecord, secret: Code, salt: bytes) -> bool:
    """Whether the secret is the one that the codemaker committed himself to, if he did."""
    committed = record.secret_commitment
    return not committed or supplied_commitment(salt, secret) == committed


def _undone(record: GameRecord, step: Step) -> GameRecord:
    """The record as it was before ``step``, its last one."""
    game = record.game
    if step.kind == StepKind.GUESS:
        return record.evolve(game=replace(game, state=State.IN_PROGRESS, pending=None))
    if step.kind == StepKind.ANSWER:
        return record.evolve(game=game.without_last_turn(), turn_millis=record.turn_millis[:-1])
    if step.kind == StepKind.RESIGN:
        state = State.IN_PROGRESS if game.pending is None else State.AWAITING_FEEDBACK
        return record.evolve(game=replace(game, state=state))
    if step.kind == StepKind.REVEAL:
        ended = replace(game, secret=None, state=_state_at_end(game))
        return record.evolve(game=ended, nonce=b"")
    taken = step.taken_back
    if taken is None:
        raise AssertionError("an answer taken back is kept")
    before = replace(
        game,
        state=State.AWAITING_FEEDBACK,
        turns=(*game.turns, taken.turn),
        pending=taken.pending,
    )
    return record.evolve(game=before, turn_millis=(*record.turn_millis, taken.millis))


def _state_at_end(game: Game) -> State:
    """How a game had ended before its secret was revealed."""
    if game.turns and solved(game.ruleset, game.turns[-1].feedback):
        return State.SOLVED
    used_up = len(game.turns) == game.ruleset.max_guesses > 0
    return State.UNSOLVED if used_up else State.RESIGNED
