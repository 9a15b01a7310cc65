"""Counts what use cases tell of."""

from functools import cache

from mastermind_engine.solver.suggest import Suggestion
from mastermind_service.store.base import GameRecord
from mastermind_service.telemetry.metrics import Metrics


class CountingObserver:
    """Turns events into metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        # Looking a label up takes longer than counting.
        self._guesses = cache(metrics.guesses.labels)

    def created(self, record: GameRecord) -> None:
        """Counts a game made."""
        game = record.game
        self._metrics.games_created.labels(game.ruleset.name, game.codemaker.name).inc()

    def changed(self, before: GameRecord, after: GameRecord) -> None:
        """Counts a guess played and a game ended."""
        ruleset = after.game.ruleset.name
        if len(after.game.turns) > len(before.game.turns):
            self._guesses(ruleset).inc()
        if after.game.state.over and not before.game.state.over and not after.deleted:
            self._metrics.games_finished.labels(ruleset, after.game.state.name).inc()

    def suggested(self, suggestion: Suggestion) -> None:
        """Counts a suggestion."""
        self._metrics.suggestions.labels(
            suggestion.strategy_used.name, suggestion.quality.name
        ).inc()
