"""The use case of watching a game."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from mastermind_service.audience import Audience
from mastermind_service.callers import Caller, check_access, seat_by_token
from mastermind_service.errors import game_not_found, store_unavailable
from mastermind_service.events import GameEvent
from mastermind_service.keys import Keys
from mastermind_service.store.base import Store, StoreUnavailable
from mastermind_service.turnstile import Turnstile


class Watching:
    """Tells watchers what happens in their games.

    Events follow from the record whenever a watcher is ready for them: one who reads slowly
    finds several at once, costs no memory, and holds nobody up.

    Args:
        store: Where games live.
        keys: Verifies tokens.
        turnstile: Where messages wait, so that they hold no players up.
    """

    def __init__(self, store: Store, keys: Keys, turnstile: Turnstile) -> None:
        self._store = store
        self._keys = keys
        self._turnstile = turnstile
        self._audiences: dict[str, Audience] = {}

    async def watch(
        self, caller: Caller, game_id: str, after_seq: int
    ) -> AsyncGenerator[GameEvent]:
        """Events behind ``after_seq``, or first a snapshot, until the game is over.

        Raises:
            Refusal: GAME_NOT_FOUND, at once or when the game goes; INVALID_TOKEN,
                MISSING_CREDENTIALS or STORE_UNAVAILABLE.
        """
        seat = seat_by_token(self._keys, caller, game_id)
        with self._seated(game_id) as audience:
            try:
                # Whoever comes later reads too: the audience may not know the last change yet.
                record = await audience.read()
                if record is not None:
                    check_access(record, caller, seat)
                seq = after_seq
                while record is not None and not record.deleted:
                    for event in audience.events_since(seat, record, seq):
                        if seq != after_seq:
                            # All but the first: who comes sees where the game stands at once.
                            await self._turnstile.wait()
                        yield event
                        seq = event.seq
                    if record.game.state.over:
                        return
                    record = await audience.newer(record)
            except StoreUnavailable as error:
                raise store_unavailable() from error
            raise game_not_found()

    @contextmanager
    def _seated(self, game_id: str) -> Iterator[Audience]:
        """The game's audience, which ends with its last watcher."""
        audience = self._audiences.get(game_id)
        if audience is None:
            audience = self._audiences[game_id] = Audience(game_id, self._store)
        audience.watchers += 1
        try:
            yield audience
        finally:
            audience.watchers -= 1
            if not audience.watchers:
                audience.close()
                del self._audiences[game_id]
