"""Finished games as an honest service tells them: made by the engine, not by the client."""

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from mastermind_client import (
    Codemaker,
    Feedback,
    FeedbackKind,
    Game,
    Reveal,
    Ruleset,
    SecretSource,
    State,
    Turn,
)
from mastermind_engine import fairness, feedback
from mastermind_engine.codes import guess_space, secret_space
from mastermind_engine.rulesets import FeedbackKind as EngineKind
from mastermind_engine.rulesets import Ruleset as EngineRuleset


def engine_ruleset(ruleset: Ruleset) -> EngineRuleset:
    """The same ruleset as the engine has it."""
    given: dict[str, Any] = {each.name: getattr(ruleset, each.name) for each in fields(ruleset)}
    given["guess_repeats"] = ruleset.guess_may_repeat
    given["feedback_kind"] = EngineKind(ruleset.feedback_kind)
    return EngineRuleset(**given)


def _legal(ruleset: Ruleset) -> bool:
    return ruleset.repeats or ruleset.pegs <= ruleset.colors + ruleset.blanks


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any legal ruleset without a word list."""
    colors = draw(st.integers(1, 63))
    repeats = draw(st.booleans())
    blanks = draw(st.booleans())
    pegs = draw(st.integers(1, 15 if repeats else min(15, colors + blanks)))
    named = draw(st.booleans())
    ruleset = Ruleset(
        pegs,
        colors,
        repeats=repeats,
        guess_repeats=True if repeats else draw(st.sampled_from([None, False, True])),
        blanks=blanks,
        max_guesses=draw(st.sampled_from([0, 1, 2, 12, 2**31 - 1])),
        feedback_kind=draw(st.sampled_from([FeedbackKind.STANDARD, FeedbackKind.BLACK_ONLY])),
        symbols=tuple(f"é{n}" for n in range(colors)) if named else (),
        name=draw(st.sampled_from(["custom", "classic", "ninth"])),
    )
    assert _legal(ruleset)
    return ruleset


@st.composite
def games(
    draw: st.DrawFn,
    sources: tuple[SecretSource, ...] = (
        SecretSource.DRAWN,
        SecretSource.SEEDED,
        SecretSource.SUPPLIED,
    ),
    min_turns: int = 0,
) -> tuple[Game, int | None]:
    """A finished, honest game, and the seed that it was made with, if any."""
    ruleset = draw(rulesets())
    rules = engine_ruleset(ruleset)
    source = draw(st.sampled_from(sources))
    game_id = draw(st.text(max_size=20))
    seed = None
    if source == SecretSource.SUPPLIED:
        space = secret_space(rules)
        secret = space.unrank(draw(st.integers(0, space.size - 1)))
        nonce = draw(st.binary(min_size=32, max_size=32))
        reveal = Reveal(nonce=nonce)
        commitment = fairness.supplied_commitment(nonce, secret)
    else:
        drawn_for, server_seed = game_id, draw(st.binary(min_size=32, max_size=32))
        client_seed = draw(st.binary(max_size=64))
        if source == SecretSource.SEEDED:
            seed = draw(st.integers(0, 2**64 - 1))
            drawn_for, server_seed, client_seed = "", fairness.seed_of(seed), b""
        reveal = Reveal(server_seed, client_seed)
        commitment = fairness.draw_commitment(drawn_for, rules, server_seed)
        secret = fairness.draw_secret(drawn_for, rules, server_seed, client_seed)
    guesses = [
        guess_space(rules).unrank(rank)
        for rank in draw(
            st.lists(st.integers(0, guess_space(rules).size - 1), min_size=min_turns, max_size=5)
        )
    ]
    turns: list[Turn] = []
    state = State.RESIGNED
    for guess in [each for each in guesses if each != secret] + [secret] * draw(st.integers(0, 1)):
        told = Feedback(*feedback.score(rules, secret, guess))
        turns.append(Turn(guess, told))
        if told.black == ruleset.pegs:
            state = State.SOLVED
        elif len(turns) == ruleset.max_guesses:
            state = State.UNSOLVED
        if state != State.RESIGNED:
            break
    return (
        Game(
            game_id,
            ruleset,
            Codemaker.SUPPLIED if source == SecretSource.SUPPLIED else Codemaker.UNIFORM,
            state,
            tuple(turns),
            secret=secret,
            secret_source=source,
            commitment=commitment,
            reveal=reveal,
        ),
        seed,
    )
