"""One bad item never sinks a batch: it is marked, and all others are scored."""

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, preset
from tests.support.calls import CROSS, INDEX, PAIRS, batch

GOOD = bytes((1, 1, 2, 2))


def test_a_bad_secret_marks_its_own_score_alone(stateless_api: Api) -> None:
    told = batch(stateless_api, GOOD + bytes((1, 2, 3, 7)) + GOOD, GOOD * 3)

    assert told.feedbacks == b"\x40\xff\x40"
    assert list(told.invalid_indices) == [1]
    assert list(told.invalid_secrets) == [1]
    assert list(told.invalid_guesses) == []


def test_a_bad_guess_marks_its_own_score_alone(stateless_api: Api) -> None:
    told = batch(stateless_api, GOOD * 3, bytes((0, 1, 1, 1)) + GOOD * 2)

    assert told.feedbacks == b"\xff\x40\x40"
    assert list(told.invalid_indices) == [0]
    assert list(told.invalid_secrets) == []
    assert list(told.invalid_guesses) == [0]


def test_where_both_are_bad_both_lists_tell(stateless_api: Api) -> None:
    told = batch(stateless_api, bytes(4), bytes(4))

    assert told.feedbacks == b"\xff"
    assert (list(told.invalid_secrets), list(told.invalid_guesses)) == ([0], [0])


def test_a_bad_code_marks_its_row_or_column_of_a_cross(stateless_api: Api) -> None:
    told = batch(stateless_api, GOOD + bytes(4), GOOD + bytes(4) + GOOD, mode=CROSS)

    assert told.feedbacks == b"\x40\xff\x40" + b"\xff\xff\xff"
    assert list(told.invalid_indices) == []
    assert list(told.invalid_secrets) == [1]
    assert list(told.invalid_guesses) == [1]


def test_a_repeat_is_bad_in_a_secret_and_good_in_a_guess_where_only_guesses_may(
    stateless_api: Api,
) -> None:
    told = batch(stateless_api, GOOD + bytes((1, 2, 3, 4)), GOOD * 2, preset("hasbro"))

    assert told.feedbacks == b"\xff\x11"
    assert list(told.invalid_secrets) == [0]
    assert list(told.invalid_guesses) == []


def test_a_blank_is_bad_where_there_are_none(stateless_api: Api) -> None:
    blanks = bytes((0, 0, 1, 2))

    assert batch(stateless_api, blanks, blanks).feedbacks == b"\xff"
    assert batch(stateless_api, blanks, blanks, preset("advanced")).feedbacks == b"\x40"


def test_a_rank_beyond_the_space_is_bad(stateless_api: Api) -> None:
    ranks = b"".join(rank.to_bytes(4, "little") for rank in (0, 1295, 1296, 2**32 - 1))

    told = batch(stateless_api, ranks, ranks, encoding=INDEX, mode=PAIRS)

    assert told.feedbacks == b"\x40\x40\xff\xff"
    assert list(told.invalid_indices) == [2, 3]


def test_the_last_of_two_to_the_32_codes_has_a_rank(stateless_api: Api) -> None:
    last = (2**32 - 1).to_bytes(4, "little")

    told = batch(stateless_api, last, last, custom(8, 16), encoding=INDEX)

    assert told.feedbacks == b"\x80"


def test_secrets_and_guesses_have_ranks_of_their_own(stateless_api: Api) -> None:
    # Distinct: 123 is the first of the secrets; of all guesses the first is 111.
    first = bytes(4)
    ruleset = custom(3, 5, repeats=False, guess_repeats=True)

    assert batch(stateless_api, first, first, ruleset, encoding=INDEX).feedbacks == b"\x10"


def test_black_only_batches_never_tell_whites(stateless_api: Api) -> None:
    ruleset = custom(4, 6, feedback_kind=pb.FEEDBACK_KIND_BLACK_ONLY)
    secrets, guesses = bytes((1, 2, 3, 4, 1, 2, 3, 4)), bytes((4, 3, 2, 1, 1, 3, 2, 4))

    assert batch(stateless_api, secrets, guesses, ruleset).feedbacks == b"\x00\x20"
