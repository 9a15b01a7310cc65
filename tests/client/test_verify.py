"""An honest game is proved; whatever is changed in it is found."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mastermind.v1 import types_pb2
from mastermind_client import (
    Codemaker,
    Feedback,
    FeedbackKind,
    Game,
    NewGameResult,
    Reveal,
    Ruleset,
    SecretSource,
    State,
    Turn,
    draw,
    mapping,
    verify,
)
from mastermind_engine import fairness
from mastermind_engine.codes import secret_space
from mastermind_engine.feedback import score
from tests.client.honest import engine_ruleset, games, rulesets

repeatable = settings(max_examples=200, deadline=None, derandomize=True)

seeded_or_drawn = games((SecretSource.DRAWN, SecretSource.SEEDED))
CLASSIC = Ruleset(4, 6, repeats=True, guess_repeats=True, max_guesses=12, name="classic")


def fields_at_fault(game: Game, **kwargs: Any) -> set[str]:
    return {problem.field for problem in verify(game, **kwargs).problems}


@repeatable
@given(games())
def test_an_honest_game_is_proved(made: tuple[Game, int | None]) -> None:
    game, seed = made
    assert game.reveal is not None
    found = verify(game, commitment=game.commitment, client_seed=game.reveal.client_seed, seed=seed)
    assert found.problems == ()
    assert found.ok
    assert found


@repeatable
@given(games(), st.data())
def test_a_changed_secret_is_found(made: tuple[Game, int | None], data: st.DataObject) -> None:
    game, seed = made
    space = secret_space(engine_ruleset(game.ruleset))
    other = space.unrank(data.draw(st.integers(0, space.size - 1)))
    assume(other != game.secret)
    assert not verify(replace(game, secret=other), seed=seed)
    assert "secret" in fields_at_fault(replace(game, secret=None), seed=seed)
    assert "secret" in fields_at_fault(replace(game, secret=(99,) * 4), seed=seed)


@repeatable
@given(seeded_or_drawn, st.binary(max_size=40))
def test_a_changed_seed_is_found(made: tuple[Game, int | None], other: bytes) -> None:
    game, seed = made
    assert game.reveal is not None
    assume(other != game.reveal.server_seed)
    false = replace(game, reveal=replace(game.reveal, server_seed=other))
    assert not verify(false, seed=seed)
    assert not verify(replace(game, reveal=None), seed=seed)


@repeatable
@given(games((SecretSource.DRAWN,)), st.binary(max_size=64))
def test_another_client_seed_than_the_one_given_is_found(
    made: tuple[Game, int | None], other: bytes
) -> None:
    game, _ = made
    assert game.reveal is not None
    assume(other != game.reveal.client_seed)
    false = replace(game, reveal=replace(game.reveal, client_seed=other))
    given_first = game.reveal.client_seed
    assert "reveal.client_seed" in fields_at_fault(false, client_seed=given_first)


@repeatable
@given(games((SecretSource.SEEDED,)), st.integers(0, 2**64 - 1))
def test_another_seed_of_a_seeded_game_is_found(made: tuple[Game, int | None], other: int) -> None:
    game, seed = made
    assume(other != seed)
    assert "reveal.server_seed" in fields_at_fault(game, seed=other)
    assert "reveal.server_seed" in fields_at_fault(game)
    assert "reveal.server_seed" in fields_at_fault(game, seed=-1)
    assert "reveal.server_seed" in fields_at_fault(game, seed=2**64)


@repeatable
@given(
    seeded_or_drawn,
    st.sampled_from(
        [
            {"pegs": 3},
            {"pegs": 4},
            {"colors": 6},
            {"colors": 7},
            {"repeats": True},
            {"repeats": False},
            {"guess_repeats": True},
            {"guess_repeats": False},
            {"blanks": True},
            {"blanks": False},
            {"max_guesses": 0},
            {"max_guesses": 12},
            {"feedback_kind": FeedbackKind.BLACK_ONLY},
            {"feedback_kind": FeedbackKind.STANDARD},
            {"feedback_kind": FeedbackKind.GRAND},
            {"word_list": "words"},
            {"symbols": ("a",)},
            {"name": "travel"},
        ]
    ),
)
def test_a_changed_ruleset_is_found(made: tuple[Game, int | None], change: dict[str, Any]) -> None:
    game, seed = made
    other = replace(game.ruleset, **change)
    resolved = replace(game.ruleset, guess_repeats=game.ruleset.guess_may_repeat)
    assume(replace(other, guess_repeats=other.guess_may_repeat) != resolved)
    assert not verify(replace(game, ruleset=other), seed=seed)


@repeatable
@given(games(min_turns=1), st.data())
def test_a_changed_feedback_is_found(made: tuple[Game, int | None], data: st.DataObject) -> None:
    game, seed = made
    assume(game.turns)
    place = data.draw(st.integers(0, len(game.turns) - 1))
    other = Feedback(*data.draw(st.tuples(*[st.integers(0, 15)] * 3)))
    turn = game.turns[place]
    assume(other != turn.feedback)
    turns = (*game.turns[:place], replace(turn, feedback=other), *game.turns[place + 1 :])
    assert f"turns[{place}].feedback" in fields_at_fault(replace(game, turns=turns), seed=seed)


@repeatable
@given(games(), st.binary(min_size=32, max_size=32))
def test_a_changed_commitment_is_found(made: tuple[Game, int | None], other: bytes) -> None:
    game, seed = made
    assume(other != game.commitment)
    assert "commitment" in fields_at_fault(replace(game, commitment=other), seed=seed)
    assert "commitment" in fields_at_fault(game, commitment=other, seed=seed)


@repeatable
@given(games((SecretSource.SUPPLIED,)), st.binary(max_size=40))
def test_a_changed_nonce_is_found(made: tuple[Game, int | None], other: bytes) -> None:
    game, _ = made
    assert game.reveal is not None
    assume(other != game.reveal.nonce)
    assert "commitment" in fields_at_fault(replace(game, reveal=Reveal(nonce=other)))


@repeatable
@given(games((SecretSource.DRAWN,)))
def test_a_game_told_under_another_id_is_found(made: tuple[Game, int | None]) -> None:
    game, _ = made
    assert "commitment" in fields_at_fault(replace(game, game_id=game.game_id + "x"))


def finished(state: State, *guesses: str, **changes: Any) -> Game:
    """An honest game of `classic` with the secret 1234, told by a caller."""
    secret, nonce = (1, 2, 3, 4), b"n" * 32
    ruleset = engine_ruleset(CLASSIC)
    turns = []
    for each in guesses:
        guess = tuple(int(peg) for peg in each)
        turns.append(Turn(guess, Feedback(*score(ruleset, secret, guess))))
    game = Game(
        "g",
        CLASSIC,
        Codemaker.SUPPLIED,
        state,
        tuple(turns),
        secret=secret,
        secret_source=SecretSource.SUPPLIED,
        commitment=fairness.supplied_commitment(nonce, secret),
        reveal=Reveal(nonce=nonce),
    )
    return replace(game, **changes)


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (finished(State.IN_PROGRESS, "1122"), "state"),
        (finished(State.UNSPECIFIED, "1122"), "state"),
        (finished(State.SOLVED, "1122"), "state"),
        (finished(State.SOLVED), "state"),
        (finished(State.UNSOLVED, "1122"), "state"),
        (finished(State.UNSOLVED, *["1122"] * 11, "1234"), "state"),
        (finished(State.RESIGNED, "1234"), "state"),
        (finished(State.SOLVED, *["1122"] * 12, "1234"), "turns"),
        (finished(State.SOLVED, "1234", "1234"), "turns"),
        (finished(State.RESIGNED, "7111"), "turns[0].guess"),
        (finished(State.RESIGNED, "0111"), "turns[0].guess"),
        (finished(State.RESIGNED, secret_source=SecretSource.UNSPECIFIED), "secret_source"),
        (finished(State.RESIGNED, secret=(1, 2, 3)), "secret"),
        (
            finished(State.RESIGNED, ruleset=replace(CLASSIC, repeats=False), secret=(1, 1, 2, 3)),
            "secret",
        ),
        (finished(State.RESIGNED, ruleset=replace(CLASSIC, pegs=10**9)), "ruleset.pegs"),
        (finished(State.RESIGNED, ruleset=replace(CLASSIC, colors=0)), "ruleset.colors"),
        (finished(State.RESIGNED, ruleset=replace(CLASSIC, max_guesses=-1)), "ruleset.max_guesses"),
        (finished(State.RESIGNED, ruleset=Ruleset(4, 3)), "ruleset.repeats"),
        (
            finished(State.RESIGNED, ruleset=replace(CLASSIC, feedback_kind=FeedbackKind(0))),
            "ruleset.feedback_kind",
        ),
    ],
)
def test_games_that_no_service_should_tell(game: Game, field: str) -> None:
    assert field in fields_at_fault(game)


@pytest.mark.parametrize(
    "game",
    [
        finished(State.SOLVED, "1122", "1234"),
        finished(State.SOLVED, *["1122"] * 11, "1234"),
        finished(State.UNSOLVED, *["1122"] * 12),
        finished(State.RESIGNED),
        finished(State.RESIGNED, secret=None, commitment=b"", reveal=Reveal()),
        finished(State.RESIGNED, "1122", secret_source=SecretSource.NONE),
    ],
)
def test_games_that_end_as_they_should(game: Game) -> None:
    assert verify(game).problems == ()


def test_the_equilibrium_draw_never_shows_one_color() -> None:
    seen = set()
    for number in range(400):
        server_seed = draw.seed_of(number)
        secret = draw.draw_equilibrium_secret("g", CLASSIC, server_seed, b"")
        assert len(set(secret)) > 1
        seen.add(secret)
        game = Game(
            "g",
            CLASSIC,
            Codemaker.EQUILIBRIUM,
            State.RESIGNED,
            secret=secret,
            secret_source=SecretSource.DRAWN,
            commitment=draw.draw_commitment("g", CLASSIC, server_seed),
            reveal=Reveal(server_seed),
        )
        if number < 20:
            assert verify(game)
            assert not verify(
                replace(game, secret=secret[::-1] if secret != secret[::-1] else None)
            )
            super_ruleset = replace(CLASSIC, colors=8)
            assert "codemaker" in fields_at_fault(replace(game, ruleset=super_ruleset))
    assert len(seen) > 300


def test_a_word_cannot_be_drawn_again_without_its_list() -> None:
    ruleset = replace(CLASSIC, colors=26, word_list="english-4", name="word")
    game = Game(
        "g",
        ruleset,
        Codemaker.UNIFORM,
        State.RESIGNED,
        secret=(1, 2, 3, 4),
        secret_source=SecretSource.DRAWN,
        commitment=draw.draw_commitment("g", ruleset, b"s" * 32),
        reveal=Reveal(b"s" * 32),
    )
    assert fields_at_fault(game) == {"secret"}


@repeatable
@given(rulesets(), st.text(), st.binary(max_size=40), st.binary(max_size=64))
def test_client_and_service_draw_alike(
    ruleset: Ruleset, game_id: str, server_seed: bytes, client_seed: bytes
) -> None:
    rules = engine_ruleset(ruleset)
    assert draw.secret_count(ruleset) == rules.secret_count
    assert draw.draw_commitment(game_id, ruleset, server_seed) == fairness.draw_commitment(
        game_id, rules, server_seed
    )
    assert draw.draw_secret(game_id, ruleset, server_seed, client_seed) == fairness.draw_secret(
        game_id, rules, server_seed, client_seed
    )


whatever = st.builds(
    Game,
    st.text(st.characters(), max_size=5),
    st.builds(
        Ruleset,
        st.integers(-1, 70),
        st.integers(-1, 70),
        repeats=st.booleans(),
        guess_repeats=st.none() | st.booleans(),
        blanks=st.booleans(),
        max_guesses=st.integers(-1, 2**32),
        feedback_kind=st.sampled_from(FeedbackKind),
        word_list=st.text(st.characters(), max_size=3),
        symbols=st.lists(st.text(st.characters(), max_size=3), max_size=3).map(tuple),
        name=st.text(st.characters(), max_size=3),
    ),
    st.sampled_from(Codemaker),
    st.sampled_from(State),
    st.lists(
        st.builds(
            Turn,
            st.lists(st.integers(-1, 2**32), max_size=5).map(tuple),
            st.builds(Feedback, st.integers(-1, 2**32), st.integers(-1, 2**32)),
        ),
        max_size=4,
    ).map(tuple),
    secret=st.none() | st.lists(st.integers(-1, 2**32), max_size=5).map(tuple),
    secret_source=st.sampled_from(SecretSource),
    commitment=st.binary(max_size=40),
    reveal=st.none()
    | st.builds(Reveal, st.binary(max_size=33), st.binary(max_size=70), st.binary(max_size=5)),
)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(whatever, st.none() | st.integers(), st.none() | st.binary(max_size=40))
def test_a_false_game_is_never_an_exception(
    game: Game, seed: int | None, commitment: bytes | None
) -> None:
    found = verify(game, seed=seed, commitment=commitment)
    assert found.ok == (not found.problems)


def test_a_game_read_with_the_stubs_can_be_verified_too() -> None:
    message = types_pb2.Game(game_id="g", state=types_pb2.STATE_IN_PROGRESS)
    assert fields_at_fault(mapping.game(message)) == {"state"}


def test_what_new_game_gave_is_taken_as_its_game_which_is_not_over() -> None:
    game = Game("g", Ruleset(4, 6), Codemaker.UNIFORM, State.IN_PROGRESS)
    (problem,) = verify(NewGameResult(game)).problems
    assert problem.field == "state"
    assert "get_game" in problem.description


def test_what_is_no_game_is_told() -> None:
    with pytest.raises(TypeError, match="verify takes a Game, as get_game tells it, not str"):
        verify("g")  # type: ignore[arg-type]
