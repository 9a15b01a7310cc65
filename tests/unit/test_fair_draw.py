"""The fair draw follows its description, and its test vectors hold."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.codes import check_secret
from mastermind_engine.fairness import (
    check_equilibrium,
    draw_commitment,
    draw_rank,
    draw_secret,
    seed_of,
    supplied_commitment,
)
from mastermind_engine.game import Codemaker
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import FeedbackKind, Ruleset, preset
from tests.unit import fair_draw
from tests.unit.published import DATA
from tests.unit.samples import repeatable, rulesets

VECTORS: dict[str, Any] = json.loads((DATA / "fairness_vectors.json").read_text("utf-8"))
CLASSIC = preset("classic")
SEED = seed_of(1)


def ruleset_of(told: dict[str, Any]) -> Ruleset:
    kind, symbols = FeedbackKind(told["feedback_kind"]), tuple(told["symbols"])
    return Ruleset(**told | {"feedback_kind": kind, "symbols": symbols})


def told_of(ruleset: Ruleset) -> dict[str, Any]:
    return {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}


def test_the_vectors_are_what_the_description_gives() -> None:
    assert fair_draw.vectors() == VECTORS


@pytest.mark.parametrize("vector", VECTORS["drawn"])
def test_a_drawn_game_agrees_with_its_vector(vector: dict[str, Any]) -> None:
    ruleset = ruleset_of(vector["ruleset"])
    server_seed = bytes.fromhex(vector["server_seed"])
    client_seed = bytes.fromhex(vector["client_seed"])

    commitment = draw_commitment(vector["game_id"], ruleset, server_seed)
    secret = draw_secret(vector["game_id"], ruleset, server_seed, client_seed)

    assert commitment.hex() == vector["commitment"]
    assert list(secret) == vector["secret"]


@pytest.mark.parametrize("vector", VECTORS["seeded"], ids=lambda vector: str(vector["seed"]))
def test_a_seeded_game_agrees_with_its_vector(vector: dict[str, Any]) -> None:
    ruleset = ruleset_of(vector["ruleset"])
    server_seed = seed_of(vector["seed"])

    assert server_seed.hex() == vector["server_seed"]
    assert draw_commitment("", ruleset, server_seed).hex() == vector["commitment"]
    assert list(draw_secret("", ruleset, server_seed, b"")) == vector["secret"]


@pytest.mark.parametrize("vector", VECTORS["supplied"])
def test_a_supplied_secret_agrees_with_its_vector(vector: dict[str, Any]) -> None:
    commitment = supplied_commitment(bytes.fromhex(vector["nonce"]), tuple(vector["secret"]))

    assert commitment.hex() == vector["commitment"]


@repeatable
@given(rulesets(), st.text(), st.binary(min_size=32, max_size=32), st.binary(max_size=64))
def test_any_game_is_drawn_as_described(
    ruleset: Ruleset, game_id: str, server_seed: bytes, client_seed: bytes
) -> None:
    told = told_of(ruleset)

    commitment = draw_commitment(game_id, ruleset, server_seed)
    secret = draw_secret(game_id, ruleset, server_seed, client_seed)

    assert commitment == fair_draw.commitment(game_id, told, server_seed)
    assert list(secret) == fair_draw.secret(game_id, told, server_seed, client_seed)
    assert not check_secret(ruleset, secret)


@pytest.mark.parametrize(
    "changed",
    [
        replace(CLASSIC, name="custom"),
        replace(CLASSIC, pegs=5),
        replace(CLASSIC, colors=7),
        replace(CLASSIC, repeats=False),
        replace(CLASSIC, guess_repeats=False),
        replace(CLASSIC, blanks=True),
        replace(CLASSIC, max_guesses=11),
        replace(CLASSIC, feedback_kind=FeedbackKind.BLACK_ONLY),
        replace(CLASSIC, word_list="english"),
        replace(CLASSIC, symbols=("a", "b", "c", "d", "e", "f")),
        replace(CLASSIC, symbols=("ab", "", "c", "d", "e", "f")),
    ],
    ids=lambda changed: next(
        name for name, old in told_of(CLASSIC).items() if told_of(changed)[name] != old
    ),
)
def test_every_field_of_the_ruleset_changes_the_commitment(changed: Ruleset) -> None:
    assert draw_commitment("game", changed, SEED) != draw_commitment("game", CLASSIC, SEED)


def test_lists_of_the_same_letters_have_different_commitments() -> None:
    lists = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ()]
    commitments = {
        draw_commitment("game", replace(CLASSIC, symbols=symbols), SEED) for symbols in lists
    }

    assert len(commitments) == len(lists)


def test_game_and_seed_change_the_commitment() -> None:
    commitments = {
        draw_commitment(game_id, CLASSIC, seed)
        for game_id in ("", "game", "game2")
        for seed in (SEED, seed_of(2), b"")
    }
    assert len(commitments) == 9


def test_a_draw_repeats_for_its_seeds_and_differs_for_others() -> None:
    def draws(game_id: str, client_seed: bytes) -> list[tuple[int, ...]]:
        return [draw_secret(game_id, CLASSIC, seed_of(seed), client_seed) for seed in range(20)]

    assert draws("game", b"mine") == draws("game", b"mine")
    assert draws("game", b"mine") != draws("game", b"yours")
    assert draws("game", b"mine") != draws("other", b"mine")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 129, 1290, 1296, 2**32 + 1, 63**15])
def test_numbers_that_are_not_below_the_size_are_rejected(size: int) -> None:
    rejected = 0
    for index in range(200):
        message = b"message %d" % index
        drawn = fair_draw.stream(SEED, message, size)
        rejected += len(drawn) - 1
        assert draw_rank(SEED, message, size) == drawn[-1] < size

    assert (rejected > 0) is (size & (size - 1) > 0)


@repeatable
@given(st.text(), st.binary(min_size=32, max_size=32), st.binary(max_size=64))
def test_equilibrium_draws_among_the_codes_of_two_colors_or_more(
    game_id: str, server_seed: bytes, client_seed: bytes
) -> None:
    drawn = draw_secret(game_id, CLASSIC, server_seed, client_seed, Codemaker.EQUILIBRIUM)

    described = fair_draw.equilibrium_secret(game_id, told_of(CLASSIC), server_seed, client_seed)
    assert list(drawn) == described


def test_equilibrium_draws_every_code_of_two_colors_or_more_and_no_other() -> None:
    drawn = {
        draw_secret("", CLASSIC, seed_of(seed), b"", Codemaker.EQUILIBRIUM)
        for seed in range(15_000)
    }

    assert len(drawn) == 1290
    assert all(len(set(code)) > 1 for code in drawn)


@pytest.mark.parametrize("name", ["classic", "travel"])
def test_equilibrium_is_known_for_four_pegs_and_six_colors(name: str) -> None:
    check_equilibrium(preset(name))


@pytest.mark.parametrize(
    "ruleset",
    [
        preset("advanced"),
        preset("hasbro"),
        preset("variablo"),
        replace(CLASSIC, feedback_kind=FeedbackKind.BLACK_ONLY),
    ],
)
def test_equilibrium_is_not_known_for_others(ruleset: Ruleset) -> None:
    with pytest.raises(Refusal, match="4 pegs and 6 colors"):
        check_equilibrium(ruleset)
