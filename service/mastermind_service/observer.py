"""What use cases tell of: the metrics listen."""

from typing import Protocol

from mastermind_engine.solver.suggest import Suggestion
from mastermind_service.store.base import GameRecord


class Observer(Protocol):
    """Hears what has been stored or answered. Must not fail, and must be quick."""

    def created(self, record: GameRecord) -> None:
        """A game was made."""

    def changed(self, before: GameRecord, after: GameRecord) -> None:
        """A game's next version was stored."""

    def suggested(self, suggestion: Suggestion) -> None:
        """A suggestion was given."""
