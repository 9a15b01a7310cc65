"""Writes to a game: each made once, whoever else writes and however often it is sent."""

import contextlib
from collections.abc import Awaitable, Callable

from mastermind_engine.game import Game
from mastermind_engine.refusals import Refusal
from mastermind_service import moves
from mastermind_service.callers import (
    MAX_REQUEST_ID,
    Caller,
    Request,
    check_access,
    find_replay,
    marks_of,
)
from mastermind_service.errors import Faults, Reason, game_not_found, store_unavailable
from mastermind_service.keys import Keys, Seat
from mastermind_service.observer import Observer
from mastermind_service.queues import GameQueues
from mastermind_service.recent import RecentRecords
from mastermind_service.store.base import GameRecord, Store, StoreUnavailable, WriteMark

MAX_TRIES = 8
Change = Callable[[GameRecord], Awaitable[GameRecord]]
"""From a record to its next version; some take thought, which may run beside the event loop."""


class _Overtaken(Exception):
    """Somebody else wrote between reading and writing."""


class _Write:
    """One write: what it makes of a record."""

    def __init__(
        self, caller: Caller, request: Request, seat: Seat, marks: list[WriteMark], change: Change
    ) -> None:
        self._caller = caller
        self._request = request
        self._seat = seat
        self._marks = marks
        self._change = change

    async def on(self, record: GameRecord) -> tuple[GameRecord, WriteMark | None]:
        """The record to store, or the same one and the earlier write that this one repeats.

        Checks in this order: who you are, replay, then the move's own.
        """
        check_access(record, self._caller, self._seat)
        made = find_replay(record, self._marks)
        if made:
            return record, made
        if record.deleted:
            raise game_not_found()
        if len(self._request.request_id) > MAX_REQUEST_ID:
            faults = Faults()
            faults.add_field("request_id", f"has more than {MAX_REQUEST_ID} characters")
            faults.check()
        changed = await self._change(record)
        mark = self._marks[0]
        turn = _turn_made(record.game, changed.game)
        return moves.marked(changed, WriteMark(mark.request, mark.body, turn)), None


class Writes:
    """Reads and writes the records of games.

    Args:
        store: Where games live.
        keys: Signs the marks by which writes are recognized.
        observer: Hears what has been stored.
    """

    def __init__(self, store: Store, keys: Keys, observer: Observer) -> None:
        self._store = store
        self._keys = keys
        self._observer = observer
        self._recent = RecentRecords()
        self._queues = GameQueues()

    def remember(self, game_id: str, record: GameRecord) -> None:
        """Notes a record that has just been stored."""
        self._recent.put(game_id, record)

    async def load(self, game_id: str) -> GameRecord:
        """The record of a game that has not been deleted.

        Raises:
            Refusal: GAME_NOT_FOUND or STORE_UNAVAILABLE.
        """
        record = await self._stored(game_id)
        if record.deleted:
            raise game_not_found()
        return record

    async def apply(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, change: Change
    ) -> tuple[GameRecord, WriteMark]:
        """Makes a change once, whatever happens between.

        Returns:
            The record that has the change, and the change's mark.

        Raises:
            Refusal: Those of ``change``, GAME_NOT_FOUND, MISSING_CREDENTIALS,
                REQUEST_ID_REUSED, INVALID_REQUEST, CONCURRENT_UPDATE or STORE_UNAVAILABLE.
        """
        write = _Write(caller, request, seat, marks_of(self._keys, request, seat), change)
        try:
            return await self._try_once(game_id, write)
        except _Overtaken:
            # Only writers that others overtook wait for each other.
            return await self._try_in_turn(game_id, write)

    async def _try_in_turn(self, game_id: str, write: _Write) -> tuple[GameRecord, WriteMark]:
        async with self._queues.turn(game_id):
            for _ in range(MAX_TRIES - 1):
                with contextlib.suppress(_Overtaken):
                    return await self._try_once(game_id, write)
        raise Refusal(Reason.CONCURRENT_UPDATE, "others changed the game at the same time")

    async def _try_once(self, game_id: str, write: _Write) -> tuple[GameRecord, WriteMark]:
        """One try, on the remembered record if the write can be made there.

        A refusal or a replay found on that one is looked at again on the stored one.
        """
        record, changed, made = self._recent.get(game_id), None, None
        if record is not None:
            with contextlib.suppress(Refusal):
                changed, made = await write.on(record)
        if record is None or changed is None or made:
            record = await self._stored(game_id)
            changed, made = await write.on(record)
            if made:
                return record, made
        try:
            outcome = await self._store.compare_and_set(game_id, record.revision, changed)
        except StoreUnavailable as error:
            self._recent.forget(game_id)
            raise store_unavailable() from error
        if outcome.stored:
            self._recent.put(game_id, changed)
            self._observer.changed(record, changed)
            return changed, changed.marks[-1]
        if outcome.current is None:
            self._recent.forget(game_id)
            raise game_not_found()
        self._recent.put(game_id, outcome.current)
        raise _Overtaken

    async def _stored(self, game_id: str) -> GameRecord:
        try:
            record = await self._store.load(game_id)
        except StoreUnavailable as error:
            raise store_unavailable() from error
        if record is None:
            self._recent.forget(game_id)
            raise game_not_found()
        return record


def _turn_made(before: Game, after: Game) -> int:
    """The turn that a move made, or that its guess will make once answered; 0 for none."""
    turns = len(after.turns)
    if turns > len(before.turns):
        return turns
    asked = after.pending is not None and before.pending is None
    return turns + 1 if asked else 0
