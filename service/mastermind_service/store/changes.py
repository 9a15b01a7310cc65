"""Who wants to know of changes to which game, within one process."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The store's interface hands out watches.
    from mastermind_service.store.base import GameRecord


class Watch:
    """One watcher's ear on one game: it hears that something changed, and what if it can.

    Args:
        changes: Where it is registered.
        game_id: The game.

    Attributes:
        record: The game as this process left it; None where somebody else may have changed
            it since, so that it has to be read.
    """

    def __init__(self, changes: "Changes", game_id: str) -> None:
        self.record: GameRecord | None = None
        self._changes = changes
        self._game_id = game_id
        self._heard = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """Returns when the game may have changed since the last wait, or after ``seconds``.

        Returns:
            Whether it may have changed.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._heard.wait()
        except TimeoutError:
            return False
        self._heard.clear()
        return True

    def hear(self, record: "GameRecord") -> None:
        """Wakes the watcher: this process has changed the game."""
        self.record = record
        self._heard.set()

    def hear_of(self, revision: int | None) -> None:
        """Wakes the watcher unless it is told what it heard before.

        Args:
            revision: That of the changed record; None where nothing is known of it.
        """
        if revision is None or self.record is None or self.record.revision < revision:
            self.record = None
            self._heard.set()

    def close(self) -> None:
        """Stops listening."""
        self._changes.forget(self._game_id, self)


class Changes:
    """The watches of a process, by game.

    Args:
        on_first: Hears of a game that nobody watched before.
        on_last: Hears of a game that nobody watches any more.
    """

    def __init__(
        self,
        on_first: Callable[[str], None] = lambda _: None,
        on_last: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._watches: dict[str, set[Watch]] = {}
        self._on_first = on_first
        self._on_last = on_last

    def watch(self, game_id: str) -> Watch:
        """A new watch on a game."""
        watch = Watch(self, game_id)
        watches = self._watches.setdefault(game_id, set())
        watches.add(watch)
        if len(watches) == 1:
            self._on_first(game_id)
        return watch

    def forget(self, game_id: str, watch: Watch) -> None:
        """Drops a watch; one that is gone already is let be."""
        watches = self._watches.get(game_id)
        if watches is None:
            return
        watches.discard(watch)
        if not watches:
            del self._watches[game_id]
            self._on_last(game_id)

    def tell(self, game_id: str, record: "GameRecord") -> None:
        """Wakes the watchers of a game that this process has changed."""
        for watch in self._watches.get(game_id, ()):
            watch.hear(record)

    def tell_of(self, game_id: str, revision: int | None) -> None:
        """Wakes the watchers of a game that somebody may have changed, as `Watch.hear_of`."""
        for watch in self._watches.get(game_id, ()):
            watch.hear_of(revision)

    def games(self) -> list[str]:
        """The games that somebody watches."""
        return list(self._watches)
