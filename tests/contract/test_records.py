"""What a store keeps comes back as it was."""

from dataclasses import fields

from hypothesis import given

from mastermind_service.store import records
from mastermind_service.store.base import GameRecord
from tests.contract.kept import Kept
from tests.contract.samples import any_record, drawn_records, record
from tests.unit.samples import repeatable


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
