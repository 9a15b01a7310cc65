"""Legal codes and their lexicographic order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine.codes import (
    CodeSpace,
    check_guess,
    check_secret,
    guess_space,
    secret_space,
)
from mastermind_engine.rulesets import Ruleset
from tests.unit import oracle
from tests.unit.samples import SMALL, codes, custom, label, repeatable, rulesets


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_listed_codes_are_every_code_in_lexicographic_order(ruleset: Ruleset) -> None:
    for space, repeats in (
        (secret_space(ruleset), ruleset.repeats),
        (guess_space(ruleset), ruleset.guess_repeats),
    ):
        every = oracle.all_codes(ruleset, repeats=repeats)
        assert list(map(tuple, space.listed().tolist())) == every == sorted(every)
        assert space.size == len(every)


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_a_rank_is_the_place_in_the_list(ruleset: Ruleset) -> None:
    for space in (secret_space(ruleset), guess_space(ruleset)):
        for rank, code in enumerate(space.listed().tolist()):
            assert space.rank(code) == rank
            assert space.unrank(rank) == tuple(code)


@repeatable
@given(st.data())
def test_ranks_and_codes_stand_for_each_other_in_spaces_of_any_size(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets())
    space = secret_space(ruleset)
    rank = data.draw(st.integers(0, space.size - 1))
    code = data.draw(codes(ruleset, repeats=ruleset.repeats))

    assert space.rank(space.unrank(rank)) == rank
    assert space.unrank(space.rank(code)) == code
    assert not check_secret(ruleset, space.unrank(rank))


@repeatable
@given(st.data())
def test_a_greater_code_has_a_greater_rank(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets())
    space = guess_space(ruleset)
    one, other = (data.draw(codes(ruleset, repeats=ruleset.guess_repeats)) for _ in range(2))

    assert (one < other) is (space.rank(one) < space.rank(other))


@pytest.mark.parametrize("rank", [-1, 1296, 10**9])
def test_a_rank_outside_the_space_has_no_code(rank: int) -> None:
    with pytest.raises(IndexError):
        CodeSpace(4, 1, 6, repeats=True).unrank(rank)


def test_a_blank_sorts_first() -> None:
    assert secret_space(custom(4, 6, blanks=True)).unrank(0) == (0, 0, 0, 0)
    assert secret_space(custom(4, 6, repeats=False, blanks=True)).unrank(0) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("pegs", "fields"),
    [
        ((1, 2, 3, 4), []),
        ((1, 2, 3), ["pegs"]),
        ((1, 2, 3, 4, 5), ["pegs"]),
        ((), ["pegs"]),
        ((0, 2, 3, 7), ["pegs[0]", "pegs[3]"]),
        ((7, 8, 9, 10), ["pegs[0]", "pegs[1]", "pegs[2]", "pegs[3]"]),
        ((1, 2, 3, 4_294_967_295), ["pegs[3]"]),
    ],
)
def test_an_illegal_code_names_every_bad_peg(pegs: tuple[int, ...], fields: list[str]) -> None:
    for check in (check_secret, check_guess):
        assert [fault.field for fault in check(custom(4, 6), pegs)] == fields


def test_every_peg_that_repeats_an_earlier_one_is_named() -> None:
    distinct = custom(4, 6, repeats=False)

    assert [fault.field for fault in check_secret(distinct, (3, 3, 1, 3))] == ["pegs[1]", "pegs[3]"]
    assert {fault.field for fault in check_guess(distinct, (9, 1, 1, 2))} == {"pegs[0]", "pegs[2]"}


def test_a_guess_may_repeat_where_only_the_secret_may_not() -> None:
    hasbro = custom(4, 8, repeats=False, guess_repeats=True)

    assert check_secret(hasbro, (1, 1, 2, 3))
    assert not check_guess(hasbro, (1, 1, 2, 3))


def test_a_blank_is_legal_only_where_the_ruleset_has_blanks() -> None:
    assert check_guess(custom(4, 6), (0, 1, 2, 3))
    assert not check_guess(custom(4, 6, blanks=True), (0, 0, 2, 3))


def test_without_repeats_one_hole_at_most_stays_empty() -> None:
    ruleset = custom(4, 8, repeats=False, blanks=True)

    assert not check_secret(ruleset, (0, 1, 2, 3))
    assert [fault.field for fault in check_secret(ruleset, (0, 1, 0, 3))] == ["pegs[2]"]
