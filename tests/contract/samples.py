"""Records to store."""

from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.codes import Code
from mastermind_engine.feedback import score
from mastermind_engine.game import Codemaker, Game, State, Turn
from mastermind_engine.rulesets import MAX_GUESSES, PRESETS, Ruleset
from mastermind_service.store.base import GameRecord, SecretSource, WriteMark
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
def any_record(draw: st.DrawFn) -> GameRecord:
    """A record with any values in any field."""
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
