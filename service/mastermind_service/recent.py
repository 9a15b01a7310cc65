"""Records seen lately: a hint that saves a read, never more."""

from collections import OrderedDict

from mastermind_service.store.base import GameRecord


class RecentRecords:
    """The last records that this process stored or read, the oldest forgotten first.

    Another process may have changed or deleted them since, so a decision that does not end
    in a compare-and-set must not rest on one.

    Args:
        size: How many to keep.
    """

    def __init__(self, size: int = 10_000) -> None:
        self._size = size
        self._records: OrderedDict[str, GameRecord] = OrderedDict()

    def get(self, game_id: str) -> GameRecord | None:
        """The record seen last, or None."""
        return self._records.get(game_id)

    def put(self, game_id: str, record: GameRecord) -> None:
        """Remembers ``record`` unless its game is over: such games are seldom called."""
        if record.game.state.over:
            self._records.pop(game_id, None)
            return
        self._records[game_id] = record
        self._records.move_to_end(game_id)
        if len(self._records) > self._size:
            self._records.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Drops a game."""
        self._records.pop(game_id, None)
