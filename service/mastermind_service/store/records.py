"""The stored form of records: four bytes of revision, then mastermind_store.v1.GameRecord."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, score
from mastermind_engine.game import Codebreaker, Codemaker, Game, State, Turn
from mastermind_engine.rulesets import DEFAULT_PRESET, PRESETS, FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import Strategy
from mastermind_service.store.base import (
    DEFAULT_RETAIN_MILLIS,
    DEFAULT_TTL_MILLIS,
    GameRecord,
    SecretSource,
    Step,
    StepKind,
    TakenBack,
    WriteMark,
)
from mastermind_store.v1 import game_record_pb2 as pb

REVISION_BYTES = 4
_REVISIONS = 1 << 8 * REVISION_BYTES
_REQUEST_BYTES = 5
_MARK_BYTES = 8
_FEEDBACK_BYTES = 2


def revision_prefix(revision: int) -> bytes:
    """The first bytes of every value of this revision."""
    return (revision % _REVISIONS).to_bytes(REVISION_BYTES, "big")


def encode(record: GameRecord) -> bytes:
    """The stored form of ``record``."""
    game = record.game
    fields: dict[str, Any] = {
        "codemaker": _unless_default(game.codemaker, Codemaker.UNIFORM),
        "secret_source": _unless_default(record.secret_source, SecretSource.DRAWN),
        "state": game.state,
        "secret": bytes(game.secret or ()),
        "guesses": b"".join([bytes(turn.guess) for turn in game.turns]),
        "turn_millis": _differences(record),
        "server_seed": record.server_seed,
        "client_seed": record.client_seed,
        "nonce": record.nonce,
        "write_marks": b"".join([mark.request + mark.body for mark in record.marks]),
        "write_turns": _unless_in_turn(record),
        "hints_refused": not record.hints_allowed,
        "hints_used": record.hints_used,
        "require_tokens": record.require_tokens,
        "create_millis": record.create_millis,
        "update_millis": _unless_last_turn(record),
        "ttl_millis": _unless_default(record.ttl_millis, DEFAULT_TTL_MILLIS),
        "retain_millis": _unless_default(record.retain_millis, DEFAULT_RETAIN_MILLIS),
        "owner": record.owner,
        "codemaker_name": record.codemaker_name,
        "codebreaker_name": record.codebreaker_name,
        "labels": record.labels,
        "create_mark": record.create_mark,
        "secret_millis": _behind(record.secret_millis, record.create_millis),
        "deleted": record.deleted,
    }
    # Most are empty: handing those over would take as long as all the rest.
    message = pb.GameRecord(**{name: value for name, value in fields.items() if value})
    if record.seed is not None:
        message.seed = record.seed
    _write_ruleset(message, game.ruleset)
    if record.secret_source == SecretSource.NONE:
        _write_answered(message, record)
    return revision_prefix(record.revision) + message.SerializeToString()


def decode(value: bytes) -> GameRecord:
    """The record in its stored form."""
    message = pb.GameRecord.FromString(value[REVISION_BYTES:])
    ruleset = _read_ruleset(message)
    secret = tuple(message.secret) or None
    turn_millis = tuple(accumulate(message.turn_millis, initial=message.create_millis))
    return GameRecord(
        version=(int.from_bytes(value[:REVISION_BYTES], "big") - message.hints_used) % _REVISIONS,
        game=Game(
            ruleset,
            Codemaker(message.codemaker or Codemaker.UNIFORM),
            State(message.state),
            secret,
            _read_turns(message, ruleset, secret),
            tuple(message.pending_guess) or None,
        ),
        secret_source=SecretSource(message.secret_source or SecretSource.DRAWN),
        create_millis=message.create_millis,
        update_millis=(
            message.create_millis + message.update_millis
            if message.update_millis
            else turn_millis[-1]
        ),
        turn_millis=turn_millis[1:],
        marks=_read_marks(message),
        server_seed=message.server_seed,
        client_seed=message.client_seed,
        nonce=message.nonce,
        seed=message.seed if message.HasField("seed") else None,
        hints_allowed=not message.hints_refused,
        hints_used=message.hints_used,
        require_tokens=message.require_tokens,
        ttl_millis=message.ttl_millis or DEFAULT_TTL_MILLIS,
        retain_millis=message.retain_millis or DEFAULT_RETAIN_MILLIS,
        owner=message.owner,
        codemaker_name=message.codemaker_name,
        codebreaker_name=message.codebreaker_name,
        labels=dict(message.labels),
        create_mark=message.create_mark,
        secret_millis=(
            message.create_millis + message.secret_millis - 1 if message.secret_millis else 0
        ),
        deleted=message.deleted,
        codebreaker=Codebreaker(message.codebreaker or Codebreaker.SERVICE),
        strategy=Strategy(message.strategy or Strategy.AUTO),
        secret_commitment=message.secret_commitment,
        steps=tuple(_read_steps(message)),
    )


def _behind(millis: int, create_millis: int) -> int:
    """A time by its distance from creation plus one; 0 where there is none."""
    return millis - create_millis + 1 if millis else 0


def _unless_default(value: int, default: int) -> int:
    return 0 if value == default else value


def _unless_in_turn(record: GameRecord) -> list[int]:
    """The turns of the writes; left out where each write made the next turn."""
    turns = [mark.turn for mark in record.marks]
    played = len(record.game.turns)
    return [] if turns == list(range(played - len(turns) + 1, played + 1)) else turns


def _unless_last_turn(record: GameRecord) -> int:
    """When the game last changed, from its creation; left out where a turn changed it last."""
    last = record.turn_millis[-1] if record.turn_millis else record.create_millis
    return 0 if record.update_millis == last else record.update_millis - record.create_millis


def _differences(record: GameRecord) -> list[int]:
    """Time between turns. A clock set back between two servers counts as no time."""
    before = record.create_millis
    differences = []
    for time in record.turn_millis:
        difference = time - before
        if difference < 0:
            difference = 0
        else:
            before = time
        differences.append(difference)
    return differences


def _read_turns(message: pb.GameRecord, ruleset: Ruleset, secret: Code | None) -> tuple[Turn, ...]:
    """The turns; their feedback is computed again from the secret, unless it is stored."""
    guesses, pegs = message.guesses, ruleset.pegs
    codes = (tuple(guesses[start : start + pegs]) for start in range(0, len(guesses), pegs))
    if message.feedbacks:
        return tuple(map(Turn, codes, _read_feedbacks(message.feedbacks)))
    if secret is None:
        return ()
    return tuple(Turn(code, score(ruleset, secret, code)) for code in codes)


def _read_marks(message: pb.GameRecord) -> tuple[WriteMark, ...]:
    marks = message.write_marks
    count, played = len(marks) // _MARK_BYTES, len(message.turn_millis)
    turns = message.write_turns or range(played - count + 1, played + 1)
    return tuple(
        WriteMark(
            marks[start : start + _REQUEST_BYTES],
            marks[start + _REQUEST_BYTES : start + _MARK_BYTES],
            turn,
        )
        for start, turn in zip(range(0, len(marks), _MARK_BYTES), turns, strict=True)
    )


def _write_answered(message: pb.GameRecord, record: GameRecord) -> None:
    """What a game has whose answers do not follow from a secret."""
    game = record.game
    message.feedbacks = _write_feedbacks([turn.feedback for turn in game.turns])
    if game.codemaker != Codemaker.REMOTE:
        return
    message.pending_guess = bytes(game.pending or ())
    message.codebreaker = _unless_default(record.codebreaker, Codebreaker.SERVICE)
    message.strategy = _unless_default(record.strategy, Strategy.AUTO)
    message.secret_commitment = record.secret_commitment
    message.steps.extend(_write_step(step, record.create_millis) for step in record.steps)


def _write_feedbacks(feedbacks: Sequence[Feedback]) -> bytes:
    packed = ((each.black << 4 | each.white, each.blue) for each in feedbacks)
    return b"".join(map(bytes, packed))


def _read_feedbacks(packed: bytes) -> Iterator[Feedback]:
    pairs = zip(packed[::_FEEDBACK_BYTES], packed[1::_FEEDBACK_BYTES], strict=True)
    return (Feedback(keys >> 4, keys & 15, blue) for keys, blue in pairs)


def _write_step(step: Step, create_millis: int) -> pb.StepRecord:
    stored = pb.StepRecord(
        kind=step.kind, millis=step.millis - create_millis, hints_used=step.hints_used
    )
    taken = step.taken_back
    if taken is not None:
        stored.guess = bytes(taken.turn.guess)
        stored.feedback = _write_feedbacks([taken.turn.feedback])
        stored.turn_millis = taken.millis - create_millis
        stored.pending_guess = bytes(taken.pending)
    return stored


def _read_steps(message: pb.GameRecord) -> Iterator[Step]:
    create = message.create_millis
    for stored in message.steps:
        kind = StepKind(stored.kind)
        taken = None
        if kind == StepKind.TAKE_BACK:
            (feedback,) = _read_feedbacks(stored.feedback)
            taken = TakenBack(
                Turn(tuple(stored.guess), feedback),
                create + stored.turn_millis,
                tuple(stored.pending_guess),
            )
        yield Step(kind, create + stored.millis, stored.hints_used, taken)


def _write_ruleset(message: pb.GameRecord, ruleset: Ruleset) -> None:
    """A preset by its name, with the number of rows where it was changed."""
    preset = PRESETS.get(ruleset.name)
    if preset is not None:
        if preset.name != DEFAULT_PRESET:
            message.preset = preset.name
        if ruleset.max_guesses != preset.max_guesses:
            message.ruleset.max_guesses = ruleset.max_guesses
        return
    message.ruleset.CopyFrom(
        pb.RulesetRecord(
            pegs=ruleset.pegs,
            colors=ruleset.colors,
            repeats=ruleset.repeats,
            guess_repeats=ruleset.guess_repeats,
            blanks=ruleset.blanks,
            max_guesses=ruleset.max_guesses,
            feedback_kind=ruleset.feedback_kind,
            symbols=ruleset.symbols,
        )
    )


def _read_ruleset(message: pb.GameRecord) -> Ruleset:
    stored = message.ruleset
    if not stored.pegs:
        preset = PRESETS[message.preset or DEFAULT_PRESET]
        changed = stored.HasField("max_guesses")
        return preset.with_max_guesses(stored.max_guesses) if changed else preset
    return Ruleset(
        name="custom",
        pegs=stored.pegs,
        colors=stored.colors,
        repeats=stored.repeats,
        guess_repeats=stored.guess_repeats,
        blanks=stored.blanks,
        max_guesses=stored.max_guesses,
        feedback_kind=FeedbackKind(stored.feedback_kind),
        symbols=tuple(stored.symbols),
    )
