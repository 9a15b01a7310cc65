"""Batches that are refused as a whole, and what they are told."""

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from mastermind.v1 import mastermind_service_pb2 as service_pb
from tests.support.api import TIMEOUT, Api, custom, preset
from tests.support.calls import CROSS, INDEX, PAIRS, PEGS, batch
from tests.support.refusals import refused


def test_a_length_that_is_no_multiple_of_pegs_names_the_field(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        batch(stateless_api, bytes(8), bytes(7))

    assert told.fields == ["guesses"]
    assert "7 bytes" in told.descriptions[0]


def test_both_lengths_that_do_not_fit_are_told_at_once(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        batch(stateless_api, bytes(6), bytes(7), encoding=INDEX)

    assert told.fields == ["secrets", "guesses"]


def test_pairs_need_as_many_of_both(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        batch(stateless_api, bytes(8), bytes(12), mode=PAIRS)

    assert told.fields == ["guesses"]


def test_a_batch_of_an_illegal_ruleset_names_its_fields(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        batch(stateless_api, b"", b"", custom(16, 64))

    assert told.fields == ["ruleset.custom.pegs", "ruleset.custom.colors"]


def test_a_batch_of_an_unknown_preset_says_so(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "UNKNOWN_PRESET") as told:
        batch(stateless_api, b"", b"", preset("clasic"))

    assert told.fields == ["ruleset.preset"]


def test_numbers_that_name_nothing_are_refused(stateless_api: Api) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        batch(stateless_api, b"", b"", encoding=9, mode=9)

    assert told.fields == ["encoding", "mode"]


def test_index_is_refused_beyond_two_to_the_32_codes(stateless_api: Api) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        batch(stateless_api, bytes(4), bytes(4), custom(11, 8), encoding=INDEX)


def test_index_is_refused_where_only_the_guesses_are_too_many(stateless_api: Api) -> None:
    ruleset = custom(8, 17, repeats=False, guess_repeats=True)

    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        batch(stateless_api, bytes(4), bytes(4), ruleset, encoding=INDEX)


def test_the_largest_rulesets_are_scored_by_pegs(stateless_api: Api) -> None:
    secret = bytes(range(49, 64))

    assert batch(stateless_api, secret, secret, custom(15, 63), encoding=PEGS).feedbacks == b"\xf0"


def test_too_many_scores_are_refused_at_once_with_the_limit(stateless_api: Api) -> None:
    info = stateless_api.stub.GetServerInfo(service_pb.GetServerInfoRequest(), timeout=TIMEOUT)
    limit = info.limits.max_batch_scores
    side = bytes((1, 2, 3, 4)) * (int(limit**0.5) + 1)

    with refused("INVALID_ARGUMENT", "BATCH_TOO_LARGE") as told:
        batch(stateless_api, side, side, mode=CROSS)

    assert str(limit) in told.message


def test_the_limit_stands_in_a_quota_failure(stateless_api: Api) -> None:
    side = bytes((1, 2, 3, 4)) * 10_000

    with pytest.raises(grpc.RpcError) as raised:
        batch(stateless_api, side, side, mode=CROSS)

    status = rpc_status.from_call(raised.value)  # type: ignore[arg-type]
    assert status is not None
    quota = error_details_pb2.QuotaFailure()
    assert any(packed.Unpack(quota) for packed in status.details)
    assert [violation.description for violation in quota.violations] == ["at most 60000000"]
