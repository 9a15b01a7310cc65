"""What a store keeps comes back as it was."""

from dataclasses import fields

from hypothesis import given

from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codebreaker
from mastermind_service.store import records
from mastermind_service.store.base import GameRecord
from tests.contract.kept import Kept
from tests.contract.samples import any_record, drawn_records, record
from tests.unit.samples import repeatable

BEFORE_FEEDBACK = (
    "0000000408021080d095ffbc311a0801010202030304052204e807c03e2a1061626364656667684142434445"
    "464748320403060302420378797a6202300a7002880107980101a801e0d403ba0103616e6ed201090a047465"
    "616d120178"
)


@repeatable
@given(any_record())
def test_every_field_of_a_record_survives_its_stored_form(kept: GameRecord) -> None:
    assert records.decode(records.encode(kept)) == kept


def test_a_stored_form_begins_with_its_version() -> None:
    for each in drawn_records():
        assert records.encode(each).startswith(records.revision_prefix(each.revision))


def test_the_records_drawn_here_differ_in_every_field() -> None:
    for field in fields(GameRecord):
        assert len({repr(getattr(each, field.name)) for each in drawn_records()}) > 1


async def test_a_store_gives_back_what_it_was_given(kept: Kept) -> None:
    for number, each in enumerate(drawn_records()):
        assert await kept.store.create(f"game-{number}", each) is None

    for number, each in enumerate(drawn_records()):
        # The shortest lives may have ended by now.
        if min(each.ttl_millis, each.retain_millis) > 60_000:
            assert await kept.store.load(f"game-{number}") == each


async def test_games_do_not_mix(kept: Kept) -> None:
    await kept.store.create("one", record(version=1))
    await kept.store.create("other", record(version=5))

    assert await kept.store.load("one") == record(version=1)
    assert await kept.store.load("other") == record(version=5)


def test_a_record_of_the_version_before_is_read() -> None:
    """Written before feedback could be stored."""
    kept = records.decode(bytes.fromhex(BEFORE_FEEDBACK))

    assert kept.version == 3
    assert [(turn.guess, turn.feedback) for turn in kept.game.turns] == [
        ((1, 1, 2, 2), Feedback(1, 0)),
        ((3, 3, 4, 5), Feedback(1, 1)),
    ]
    assert kept.game.secret == (3, 6, 3, 2)
    assert kept.game.pending is None
    assert kept.codebreaker == Codebreaker.SERVICE
    assert records.encode(kept).hex() == BEFORE_FEEDBACK
