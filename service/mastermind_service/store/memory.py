"""The embedded store: games live in this process and end with it."""

import heapq
import time
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mastermind_service.store import records
from mastermind_service.store.base import GameRecord, Outcome, Place
from mastermind_service.store.changes import Changes, Watch


@dataclass(slots=True)
class _Value:
    """A stored record, when it expires, and when it is next looked at for that."""

    record: bytes
    expiry: float
    due: float


class MemoryStore:
    """Keeps the same bytes as other stores would, so that it behaves as they do.

    Every method runs without a pause on one event loop, which makes each of them one step.

    Args:
        clock: Seconds since the epoch, UTC.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._values: dict[str, _Value] = {}
        self._due: list[tuple[float, str]] = []
        self._places: dict[str, list[Place]] = {}
        self._key: bytes | None = None
        self._changes = Changes()

    async def create(self, game_id: str, record: GameRecord) -> GameRecord | None:
        standing = self._standing(game_id)
        if standing is not None:
            return records.decode(standing.record)
        expiry = self._clock() + record.life_millis / 1000
        self._values[game_id] = _Value(records.encode(record), expiry, expiry)
        heapq.heappush(self._due, (expiry, game_id))
        insort(self._places.setdefault(record.owner, []), Place(record.create_millis, game_id))
        return None

    async def load(self, game_id: str) -> GameRecord | None:
        standing = self._standing(game_id)
        return None if standing is None else records.decode(standing.record)

    async def compare_and_set(
        self, game_id: str, revision: int, record: GameRecord, *, keep_life: bool = False
    ) -> Outcome:
        standing = self._standing(game_id)
        if standing is None:
            return Outcome(stored=False)
        if not standing.record.startswith(records.revision_prefix(revision)):
            return Outcome(stored=False, current=records.decode(standing.record))
        standing.record = records.encode(record)
        if not keep_life:
            self._changes.tell(game_id, record)
            standing.expiry = self._clock() + record.life_millis / 1000
            if standing.expiry < standing.due:
                standing.due = standing.expiry
                heapq.heappush(self._due, (standing.due, game_id))
        return Outcome(stored=True)

    async def list_ids(self, owner: str, before: Place | None, limit: int) -> list[Place]:
        places = self._places.get(owner, [])
        end = len(places) if before is None else bisect_left(places, before)
        return places[max(0, end - limit) : end][::-1]

    async def drop_ids(self, owner: str, places: Sequence[Place]) -> None:
        for place in places:
            self._drop(owner, place)

    async def shared_key(self, proposal: bytes) -> bytes:
        self._key = self._key or proposal
        return self._key

    def watch(self, game_id: str) -> Watch:
        return self._changes.watch(game_id)

    async def ping(self) -> None:
        return

    async def close(self) -> None:
        self._values.clear()
        self._due.clear()
        self._places.clear()

    def __len__(self) -> int:
        """Games that have not expired."""
        self._forget_expired()
        return len(self._values)

    def _standing(self, game_id: str) -> _Value | None:
        self._forget_expired()
        return self._values.get(game_id)

    def _drop(self, owner: str, place: Place) -> None:
        places = self._places.get(owner, [])
        index = bisect_left(places, place)
        if index < len(places) and places[index] == place:
            del places[index]
        if not places:
            self._places.pop(owner, None)

    def _forget_expired(self) -> None:
        """Looks at the games that are due: those that lived on are due again later."""
        now = self._clock()
        while self._due and self._due[0][0] <= now:
            due, game_id = heapq.heappop(self._due)
            value = self._values.get(game_id)
            if value is None or value.due != due:
                continue
            if value.expiry <= now:
                del self._values[game_id]
                record = records.decode(value.record)
                self._drop(record.owner, Place(record.create_millis, game_id))
            else:
                value.due = value.expiry
                heapq.heappush(self._due, (value.due, game_id))
