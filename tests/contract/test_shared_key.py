"""All users of a store sign with one key."""

import asyncio

from tests.contract.kept import Kept


async def test_the_first_key_proposed_is_everybodys(kept: Kept) -> None:
    assert await kept.store.shared_key(b"first") == b"first"

    assert await kept.store.shared_key(b"second") == b"first"
    assert await kept.another().shared_key(b"third") == b"first"


async def test_of_many_keys_proposed_at_once_one_is_everybodys(kept: Kept) -> None:
    stores = (kept.store, kept.another())
    proposals = [bytes([number]) * 32 for number in range(20)]

    answers = await asyncio.gather(
        *(stores[number % 2].shared_key(key) for number, key in enumerate(proposals))
    )

    assert len(set(answers)) == 1
    assert answers[0] in proposals
