"""BatchScore gives every pair the score that the rules alone give it."""

import random

import pytest

from mastermind_engine.rulesets import Ruleset
from tests.api.packed import HUGE, RANKED, Side, answer, side_of_pegs, side_of_ranks
from tests.support.api import Api
from tests.support.calls import CROSS, INDEX, PAIRS, PEGS, batch, choice_of
from tests.unit.samples import label

PACKING = {PEGS: side_of_pegs, INDEX: side_of_ranks}
BATCHES = [
    *(pytest.param(ruleset, PEGS, id=f"pegs-{label(ruleset)}") for ruleset in (*RANKED, *HUGE)),
    *(pytest.param(ruleset, INDEX, id=f"index-{label(ruleset)}") for ruleset in RANKED),
]


def sides(ruleset: Ruleset, encoding: int, secrets: int, guesses: int) -> tuple[Side, Side]:
    chance = random.Random(label(ruleset))
    pack = PACKING[encoding]  # type: ignore[index]
    return (
        pack(ruleset, secrets, repeats=ruleset.repeats, chance=chance),
        pack(ruleset, guesses, repeats=ruleset.guess_repeats, chance=chance),
    )


@pytest.mark.parametrize(("ruleset", "encoding"), BATCHES)
def test_pairs_are_scored_in_their_order(
    stateless_api: Api, ruleset: Ruleset, encoding: int
) -> None:
    secrets, guesses = sides(ruleset, encoding, 300, 300)

    told = batch(
        stateless_api,
        secrets.packed,
        guesses.packed,
        choice_of(ruleset),
        encoding=encoding,
        mode=PAIRS,
    )

    right = [answer(ruleset, *pair) for pair in zip(secrets.codes, guesses.codes, strict=True)]
    assert list(told.feedbacks) == right
    assert list(told.invalid_indices) == [at for at, byte in enumerate(right) if byte == 0xFF]
    assert list(told.invalid_secrets) == secrets.invalid
    assert list(told.invalid_guesses) == guesses.invalid


@pytest.mark.parametrize(("ruleset", "encoding"), BATCHES)
def test_every_secret_is_scored_with_every_guess_secrets_outer(
    stateless_api: Api, ruleset: Ruleset, encoding: int
) -> None:
    secrets, guesses = sides(ruleset, encoding, 21, 34)

    told = batch(
        stateless_api,
        secrets.packed,
        guesses.packed,
        choice_of(ruleset),
        encoding=encoding,
        mode=CROSS,
    )

    right = [answer(ruleset, secret, guess) for secret in secrets.codes for guess in guesses.codes]
    assert list(told.feedbacks) == right
    assert list(told.invalid_indices) == []
    assert list(told.invalid_secrets) == secrets.invalid
    assert list(told.invalid_guesses) == guesses.invalid


def test_a_batch_beyond_one_event_loop_turn_scores_the_same(stateless_api: Api) -> None:
    ruleset = RANKED[-1]
    secrets, guesses = sides(ruleset, PEGS, 200, 200)

    told = batch(
        stateless_api, secrets.packed, guesses.packed, choice_of(ruleset), mode=CROSS
    ).feedbacks

    right = bytes(
        answer(ruleset, secret, guess) for secret in secrets.codes for guess in guesses.codes
    )
    assert told == right
