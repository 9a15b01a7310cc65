"""Compiled scoring agrees with plain counting, by table and by bits."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import feedback_id
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.listed import NO_TABLE
from tests.unit import oracle
from tests.unit.samples import SMALL, codes, custom, label, listed, repeatable, rulesets


def encoded(ruleset: Ruleset, rows: Sequence[Code]) -> tuple[kernels.U64, kernels.U64]:
    words = (ruleset.pegs * ruleset.symbol_count + 63) // 64
    places = np.zeros((len(rows), words), np.uint64)
    copies = np.zeros((len(rows), words), np.uint64)
    array = np.array(rows, np.uint8)
    kernels.encode(array, ruleset.lowest_symbol, ruleset.symbol_count, places, copies)
    return places, places if ruleset.feedback_kind == FeedbackKind.BLACK_ONLY else copies


def space_of(ruleset: Ruleset, secrets: Sequence[Code], guesses: Sequence[Code]) -> kernels.Space:
    """Any few codes of a ruleset that may be far too large to list."""
    unknown = np.zeros(len(secrets), np.int32)
    guess_codes = np.array(guesses, np.uint8)
    return kernels.Space(
        guess_codes,
        *encoded(ruleset, guesses),
        *encoded(ruleset, secrets),
        unknown,
        NO_TABLE,
    )


def check_answers(ruleset: Ruleset, secrets: Sequence[Code], guesses: Sequence[Code]) -> None:
    space = space_of(ruleset, secrets, guesses)
    expected = [
        [feedback_id(oracle.feedback(ruleset, secret, guess)) for secret in secrets]
        for guess in guesses
    ]
    table = np.empty((len(guesses), len(secrets)), np.uint8)
    kernels.fill_table(space, table)
    assert table.tolist() == expected

    members = np.arange(len(secrets), dtype=np.int32)
    numbers = np.empty(len(secrets), np.uint8)
    for known in (space, space._replace(table=table)):
        for guess, row in enumerate(expected):
            kernels.answers(known, guess, members, numbers)
            assert numbers.tolist() == row


@repeatable
@given(st.data())
def test_any_codes_of_any_ruleset_answer_as_counted(data: st.DataObject) -> None:
    ruleset = data.draw(rulesets())
    secrets = data.draw(st.lists(codes(ruleset, repeats=ruleset.repeats), min_size=1, max_size=4))
    guesses = data.draw(
        st.lists(codes(ruleset, repeats=ruleset.guess_repeats), min_size=1, max_size=4)
    )

    check_answers(ruleset, secrets, [*guesses, *secrets])


@pytest.mark.parametrize(
    "ruleset",
    [
        custom(15, 63, blanks=True),
        custom(15, 63, repeats=False),
        custom(8, 8),
        custom(8, 8, blanks=True),
        custom(13, 5),
        custom(15, 63, blanks=True, kind=FeedbackKind.BLACK_ONLY),
    ],
    ids=label,
)
def test_codes_whose_bits_fill_several_words_answer_as_counted(ruleset: Ruleset) -> None:
    random = np.random.default_rng(ruleset.pegs)
    symbols = np.arange(ruleset.lowest_symbol, ruleset.colors + 1)
    rows = [
        tuple(random.choice(symbols, ruleset.pegs, replace=ruleset.repeats).tolist())
        for _ in range(40)
    ]
    highest, lowest = symbols[-ruleset.pegs :].tolist(), symbols[: ruleset.pegs].tolist()
    if not ruleset.repeats:
        rows += [tuple(highest), tuple(highest[::-1]), tuple(lowest), tuple(lowest[::-1])]
    else:
        rows += [(int(symbol),) * ruleset.pegs for symbol in symbols[[0, -1]]]
    # Further secrets share most pegs with the first ones.
    near = [(*row[1:], row[0]) for row in rows]

    check_answers(ruleset, rows + near, rows)


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_a_table_holds_what_counting_gives_for_every_pair(ruleset: Ruleset) -> None:
    secrets = oracle.all_codes(ruleset, repeats=ruleset.repeats)
    guesses = oracle.all_codes(ruleset, repeats=ruleset.guess_repeats)
    assert listed(ruleset).build_table().tolist() == [
        [feedback_id(oracle.feedback(ruleset, secret, guess)) for secret in secrets]
        for guess in guesses
    ]


@pytest.mark.parametrize(
    "ruleset", [custom(4, 6), custom(4, 8), custom(4, 8, repeats=False), custom(6, 4)], ids=label
)
def test_a_table_is_symmetric_and_names_no_impossible_feedback(ruleset: Ruleset) -> None:
    space = listed(ruleset)
    table = space.arrays.table
    possible = {
        black_and_white * (black_and_white + 1) // 2 + black
        for black_and_white in range(ruleset.pegs + 1)
        for black in range(black_and_white + 1)
        if (black, black_and_white) != (ruleset.pegs - 1, ruleset.pegs)
    }

    assert set(np.unique(table).tolist()) <= possible
    assert (np.diagonal(table[space.arrays.guess_of]) == space.slots - 1).all()
    assert (table[space.arrays.guess_of] == table[space.arrays.guess_of].T).all()


@pytest.mark.parametrize("ruleset", [custom(4, 6), custom(4, 8), custom(6, 4)], ids=label)
def test_every_pair_of_up_to_4096_codes_scores_as_counted(ruleset: Ruleset) -> None:
    space = listed(ruleset)
    rows = space.secrets.listed()
    copies = np.stack([(rows == symbol).sum(1) for symbol in range(1, ruleset.colors + 1)], 1)
    for guess, row in enumerate(rows):
        black = (rows == row).sum(1)
        together = np.minimum(copies, copies[guess]).sum(1)
        numbers = together * (together + 1) // 2 + black
        assert (space.arrays.table[guess] == numbers).all()


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_narrowing_keeps_the_members_of_one_cell_in_order(ruleset: Ruleset) -> None:
    space = listed(ruleset)
    members = np.arange(space.secrets.size, dtype=np.int32)
    for guess in range(0, space.guesses.size, 5):
        cells = kernels.partition(space.arrays, members, guess, space.slots)
        parts = [kernels.narrow(space.arrays, members, guess, slot) for slot in range(space.slots)]
        assert [len(part) for part in parts] == cells.tolist()
        assert all((np.diff(part) > 0).all() for part in parts)
        assert sorted(np.concatenate(parts).tolist()) == members.tolist()
