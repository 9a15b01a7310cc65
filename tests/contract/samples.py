"""Records to store."""

from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, score
from mastermind_engine.game import Codebreaker, Codemaker, Game, State, Turn
from mastermind_engine.rulesets import MAX_GUESSES, PRESETS, Ruleset
from mastermind_engine.solver.strategies import Strategy
from mastermind_service.store.base import (
    GameRecord,
    SecretSource,
    Step,
    StepKind,
    TakenBack,
    WriteMark,
)
from tests.unit.samples import codes, repeatable, rulesets

NOW = 1_700_000_000_000
MAX_LIFE_MILLIS = 30 * 24 * 3600 * 1000


def record(
    version: int = 1,
    ttl: float = 3600,
    retain: float = 3600,
    owner: str = "",
    created: int = NOW,
) -> GameRecord:
    """A game that lives ``ttl`` seconds, ``retain`` once over."""
    return GameRecord(
        version=version,
        game=Game(PRESETS["classic"], Codemaker.SUPPLIED, State.IN_PROGRESS, (1, 2, 3, 4)),
        secret_source=SecretSource.SUPPLIED,
        create_millis=created,
        update_millis=created,
        ttl_millis=round(ttl * 1000),
        retain_millis=round(retain * 1000),
        owner=owner,
    )


def changed(before: GameRecord, hints: int = 0) -> GameRecord:
    """The record after one more change, told apart by its hints."""
    return replace(before, version=before.version + 1, hints_used=hints)


def finished(before: GameRecord) -> GameRecord:
    """The record of the game given up."""
    return replace(changed(before), game=before.game.resign())


@st.composite
def _rulesets(draw: st.DrawFn) -> Ruleset:
    """Presets, some with another number of rows, and any ruleset of a caller's own."""
    ruleset = draw(st.one_of(st.sampled_from(list(PRESETS.values())), rulesets()))
    if draw(st.booleans()):
        ruleset = ruleset.with_max_guesses(draw(st.integers(0, MAX_GUESSES)))
    if ruleset.name == "custom" and draw(st.booleans()):
        names = st.lists(
            st.text(min_size=1, max_size=5), min_size=ruleset.colors, max_size=ruleset.colors
        )
        ruleset = replace(ruleset, symbols=tuple(draw(names)))
    return ruleset


@st.composite
def _turns(draw: st.DrawFn, ruleset: Ruleset, secret: Code) -> tuple[Turn, ...]:
    guesses = draw(st.lists(codes(ruleset, repeats=ruleset.guess_repeats), max_size=6))
    return tuple(Turn(guess, score(ruleset, secret, guess)) for guess in guesses)


_marks = st.builds(
    WriteMark,
    st.binary(min_size=5, max_size=5),
    st.binary(min_size=3, max_size=3),
    st.integers(0, 1000),
)


@st.composite
def _answered(draw: st.DrawFn, ruleset: Ruleset) -> tuple[Turn, ...]:
    """Turns whose feedback somebody else gave: no secret need explain it."""
    guesses = draw(st.lists(codes(ruleset, repeats=ruleset.guess_repeats), max_size=6))
    return tuple(Turn(guess, draw(_feedbacks(ruleset))) for guess in guesses)


@st.composite
def _feedbacks(draw: st.DrawFn, ruleset: Ruleset) -> Feedback:
    black = draw(st.integers(0, ruleset.pegs))
    white = draw(st.integers(0, ruleset.pegs - black))
    return Feedback(black, white, draw(st.integers(0, ruleset.pegs - black - white)))


@st.composite
def _steps(draw: st.DrawFn, ruleset: Ruleset, create: int) -> Step:
    kind = draw(st.sampled_from(StepKind))
    times = st.integers(create, create + MAX_LIFE_MILLIS)
    taken = None
    if kind == StepKind.TAKE_BACK:
        guesses = codes(ruleset, repeats=ruleset.guess_repeats)
        turn = Turn(draw(guesses), draw(_feedbacks(ruleset)))
        taken = TakenBack(turn, draw(times), draw(guesses))
    return Step(kind, draw(times), draw(st.integers(0, 2**32 - 1)), taken)


@st.composite
def _remote_record(draw: st.DrawFn) -> GameRecord:
    """A record of a REMOTE game, with any values in the fields that only it has."""
    other = draw(_held_record())
    ruleset = other.game.ruleset
    turns = draw(_answered(ruleset))
    guesses = codes(ruleset, repeats=ruleset.guess_repeats)
    return replace(
        other,
        game=replace(
            other.game,
            codemaker=Codemaker.REMOTE,
            turns=turns,
            pending=draw(st.none() | guesses),
        ),
        secret_source=SecretSource.NONE,
        turn_millis=(other.create_millis,) * len(turns),
        codebreaker=draw(st.sampled_from(Codebreaker)),
        strategy=draw(st.sampled_from(Strategy)),
        secret_commitment=draw(st.just(b"") | st.binary(min_size=32, max_size=32)),
        steps=tuple(draw(st.lists(_steps(ruleset, other.create_millis), max_size=6))),
    )


@st.composite
def _held_record(draw: st.DrawFn) -> GameRecord:
    """A record whose feedback follows from its secret, with any values in any field."""
    ruleset = draw(_rulesets())
    secret = draw(st.none() | codes(ruleset, repeats=ruleset.repeats))
    turns = draw(_turns(ruleset, secret)) if secret else ()
    create = draw(st.integers(0, 2**42))
    gaps = draw(st.lists(st.integers(0, MAX_LIFE_MILLIS), min_size=len(turns), max_size=len(turns)))
    times = [create + sum(gaps[: index + 1]) for index in range(len(turns))]
    life = st.integers(1, MAX_LIFE_MILLIS)
    seed_bytes = st.binary(min_size=32, max_size=32)
    return GameRecord(
        version=draw(st.integers(1, 2**32 - 1)),
        game=Game(
            ruleset,
            draw(st.sampled_from(Codemaker)),
            draw(st.sampled_from(State)),
            secret,
            turns,
        ),
        secret_source=draw(st.sampled_from(SecretSource)),
        create_millis=create,
        update_millis=create + sum(gaps) + draw(st.integers(0, 2**42)),
        turn_millis=tuple(times),
        marks=tuple(draw(st.lists(_marks, max_size=64))),
        server_seed=draw(st.just(b"") | seed_bytes),
        client_seed=draw(st.binary(max_size=64)),
        nonce=draw(st.just(b"") | seed_bytes),
        seed=draw(st.none() | st.integers(0, 2**64 - 1)),
        hints_allowed=draw(st.booleans()),
        hints_used=draw(st.integers(0, 2**32 - 1)),
        require_tokens=draw(st.booleans()),
        ttl_millis=draw(life),
        retain_millis=draw(life),
        owner=draw(st.text(max_size=20)),
        codemaker_name=draw(st.text(max_size=64)),
        codebreaker_name=draw(st.text(max_size=64)),
        labels=draw(st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=5)),
        create_mark=draw(st.binary(max_size=3)),
        secret_millis=draw(st.just(0) | st.integers(create + 1, create + MAX_LIFE_MILLIS)),
        deleted=draw(st.booleans()),
    )


def any_record() -> st.SearchStrategy[GameRecord]:
    """A record with any values in any field."""
    return st.one_of(_held_record(), _remote_record())


@cache
def drawn_records() -> list[GameRecord]:
    """A hundred records with all sorts of values."""
    drawn: list[GameRecord] = []

    @repeatable
    @given(any_record())
    def draw(each: GameRecord) -> None:
        drawn.append(each)

    draw()
    return drawn
