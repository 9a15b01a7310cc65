"""Reported cases: batches that fail as a whole, or are cut off."""

from collections import Counter
from itertools import product

import grpc
import pytest

from mastermind.v1 import types_pb2 as pb
from tests.api.cases import choice_of
from tests.support.api import Api, code
from tests.support.calls import CROSS, INDEX, PEGS, batch
from tests.support.refusals import refused
from tests.support.server import ServerProcess
from tests.unit.cases import Case, selected

ALL_CODES = [bytes(pegs) for pegs in product(range(1, 7), repeat=4)]
ALL_RANKS = b"".join(rank.to_bytes(4, "little") for rank in range(1296))


def packed(text: str) -> bytes:
    return bytes(code(text).pegs)


@pytest.mark.parametrize("encoding", [PEGS, INDEX])
@pytest.mark.parametrize("case", selected("O065"))
def test_one_guess_against_all_codes_gives_the_published_counts(
    stateless_api: Api, case: Case, encoding: int
) -> None:
    guess = packed(case["steps"][0]["guess"])
    secrets = b"".join(ALL_CODES)
    if encoding == INDEX:
        guess, secrets = ALL_CODES.index(guess).to_bytes(4, "little"), ALL_RANKS

    told = batch(
        stateless_api, secrets, guess, choice_of(case), encoding=encoding, mode=CROSS
    ).feedbacks

    counts = Counter(f"{byte >> 4},{byte & 15}" for byte in told)
    assert len(told) == case["expected"]["results"]
    assert dict(counts) == case["expected"]["histogram"]
    # In the order of the request: 1122 itself is the eighth code.
    assert told[ALL_CODES.index(bytes((1, 1, 2, 2)))] == 0x40


@pytest.mark.parametrize("case", selected("O066"))
def test_one_bad_item_leaves_all_others_their_scores(stateless_api: Api, case: Case) -> None:
    """An item of another length has no place in a packed batch: it is a case for Score."""
    items = case["steps"][0]["items"]
    results = case["expected"]["results"]
    fitting = [at for at, item in enumerate(items) if all(len(text) == 4 for text in item)]
    secrets = b"".join(packed(items[at][0]) for at in fitting)
    guesses = b"".join(packed(items[at][1]) for at in fitting)

    told = batch(stateless_api, secrets, guesses, choice_of(case))

    right = [
        0xFF if "error" in results[at] else results[at]["black"] << 4 | results[at]["white"]
        for at in fitting
    ]
    assert list(told.feedbacks) == right
    assert list(told.invalid_indices) == [right.index(0xFF)]
    assert [fitting[at] for at in told.invalid_indices] == [results[-1]["index"]]


@pytest.mark.parametrize("case", selected("O066"))
def test_an_item_of_another_length_is_named(stateless_api: Api, case: Case) -> None:
    secret, guess = case["steps"][0]["items"][2]

    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        stateless_api.score(secret, guess, choice_of(case))
    assert told.fields == ["secret.pegs"]

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        batch(stateless_api, packed(secret), packed(guess), choice_of(case))
    assert told.fields == ["secrets"]


@pytest.mark.parametrize("case", selected("O067"))
def test_all_pairs_of_codes_come_back_in_one_answer(stateless_api: Api, case: Case) -> None:
    choice: pb.RulesetChoice = choice_of(case)

    told = batch(stateless_api, ALL_RANKS, ALL_RANKS, choice, encoding=INDEX, mode=CROSS)

    assert len(told.feedbacks) == 1296 * 1296 == 1_679_616
    assert all(told.feedbacks[at * 1297] == 0x40 for at in range(1296))
    assert told.feedbacks.count(0x40) == 1296


def test_an_answer_far_above_four_mebibytes_comes_back_whole(memory_server: ServerProcess) -> None:
    ranks = b"".join(rank.to_bytes(4, "little") for rank in range(3024))
    # gRPC's own limit of the caller, which he must raise.
    limit = [("grpc.max_receive_message_length", 64 * 2**20)]

    with grpc.insecure_channel(memory_server.grpc, limit) as channel:
        told = batch(
            Api(channel),
            ranks,
            ranks,
            pb.RulesetChoice(preset="hasbro-ninth"),
            encoding=INDEX,
            mode=CROSS,
        ).feedbacks

    assert len(told) == 3024 * 3024
    assert 0xFF not in told
