"""What a batch means where it says little: classic, one byte a peg, pairs."""

import pytest

from tests.support.api import Api
from tests.support.calls import CROSS, INDEX, PAIRS, PEGS, batch


def test_without_encoding_and_mode_pegs_are_paired_in_classic(stateless_api: Api) -> None:
    secrets, guesses = bytes((1, 2, 3, 4, 1, 1, 1, 1)), bytes((4, 3, 2, 1, 1, 1, 1, 2))

    told = batch(stateless_api, secrets, guesses)

    assert told.feedbacks == bytes((0x04, 0x30))
    assert told == batch(stateless_api, secrets, guesses, encoding=PEGS, mode=PAIRS)


@pytest.mark.parametrize("encoding", [PEGS, INDEX])
@pytest.mark.parametrize("mode", [PAIRS, CROSS])
def test_an_empty_batch_has_an_empty_answer(stateless_api: Api, encoding: int, mode: int) -> None:
    told = batch(stateless_api, b"", b"", encoding=encoding, mode=mode)

    assert told.feedbacks == b""
    assert not told.invalid_indices


def test_crossing_with_nothing_still_tells_which_codes_are_bad(stateless_api: Api) -> None:
    told = batch(stateless_api, bytes((1, 2, 3, 7)), b"", mode=CROSS)

    assert told.feedbacks == b""
    assert list(told.invalid_secrets) == [0]
