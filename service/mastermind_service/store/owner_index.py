"""Which games an owner has, in Redis: sorted sets by day, each with a time to live.

An owner's games are in many slots of a cluster, the index in one, so it is written apart
from the records. It may name games that are gone, never the other way round.
"""

import asyncio
from collections.abc import Sequence
from hashlib import sha256

from mastermind_service.store.base import DAY_MILLIS, Place
from mastermind_service.store.pipeline import Pipeline, load_script

_ADD = load_script("index_add.lua")


def day_of(millis: int) -> int:
    """The day of a time in milliseconds since the epoch."""
    return millis // DAY_MILLIS


class OwnerIndex:
    """Owners' games by day of creation.

    Args:
        pipeline: Sends the commands.
        key_prefix: Stands before every key.
    """

    def __init__(self, pipeline: Pipeline, key_prefix: str) -> None:
        self._pipeline = pipeline
        self._prefix = key_prefix

    async def add(self, owner: str, place: Place, life_millis: int) -> None:
        """Notes a game that lives for about ``life_millis``."""
        await self._keep(owner, place, place.game_id, life_millis)

    async def extend(self, owner: str, place: Place, life_millis: int) -> None:
        """Keeps a game's day for at least ``life_millis`` from now."""
        await self._keep(owner, place, "", life_millis)

    async def _keep(self, owner: str, place: Place, game_id: str, life_millis: int) -> None:
        day = day_of(place.create_millis)
        keys = (self._days(owner), self._day(owner, day))
        life = life_millis + DAY_MILLIS
        await self._pipeline.run(_ADD, keys, day, place.create_millis, game_id, life)

    async def list_ids(self, owner: str, before: Place | None, limit: int) -> list[Place]:
        """Places behind ``before``, the newest first, at most ``limit``."""
        newest = "+inf" if before is None else day_of(before.create_millis)
        days = await self._pipeline.call(
            "ZRANGE", self._days(owner), newest, "-inf", "BYSCORE", "REV"
        )
        found: list[Place] = []
        for day in map(int, days):
            listed = await self._list_day(owner, day, before, limit - len(found))
            found.extend(listed)
            if len(found) == limit:
                break
            if not listed and before is None:
                await self._forget_day(owner, day)
        return found

    async def drop(self, owner: str, places: Sequence[Place]) -> None:
        """Forgets places."""
        await asyncio.gather(
            *(
                self._pipeline.call(
                    "ZREM", self._day(owner, day_of(place.create_millis)), place.game_id
                )
                for place in places
            )
        )

    async def _list_day(
        self, owner: str, day: int, before: Place | None, limit: int
    ) -> list[Place]:
        """Games of one day, in the order of (time, id), descending."""
        key = self._day(owner, day)
        newest = "+inf" if before is None else before.create_millis
        found: list[Place] = []
        offset = 0
        while len(found) < limit:
            page = await self._pipeline.call(
                *("ZRANGE", key, newest, "-inf", "BYSCORE", "REV"),
                *("LIMIT", offset, limit, "WITHSCORES"),
            )
            places = _places(page)
            found.extend(place for place in places if before is None or place < before)
            offset += len(places)
            if len(places) < limit:
                break
        return found[:limit]

    async def _forget_day(self, owner: str, day: int) -> None:
        """Drops an empty day, unless a game came meanwhile: then it is noted again."""
        await self._pipeline.call("ZREM", self._days(owner), day)
        if await self._pipeline.call("EXISTS", self._day(owner, day)):
            await self._pipeline.call("ZADD", self._days(owner), day, day)

    def _days(self, owner: str) -> str:
        # Hashed, so that no credential can stand in a key.
        return f"{self._prefix}{{owner:{sha256(owner.encode()).hexdigest()[:32]}}}"

    def _day(self, owner: str, day: int) -> str:
        return f"{self._days(owner)}:{day}"


def _places(page: Sequence[bytes]) -> list[Place]:
    """Places of a reply with scores: id, score, id, score …"""
    return [
        Place(int(float(score)), game_id.decode())
        for game_id, score in zip(page[::2], page[1::2], strict=True)
    ]
