"""The service's metrics; their names are promised in docs/operations.md."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from mastermind_service import __version__
from mastermind_service.telemetry.call_counts import CallCounts

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """One process's metrics, in a registry of their own."""

    def __init__(self) -> None:
        # A series of its own for each counter's first moment doubles what is scraped.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.calls = CallCounts()
        self.registry.register(self.calls)
        self.refusals = self._counter(
            "mastermind_refusals", "Calls refused, by the reason told.", ["reason"]
        )
        self.games_created = self._counter(
            "mastermind_games_created", "Games made.", ["ruleset", "codemaker"]
        )
        self.games_finished = self._counter(
            "mastermind_games_finished", "Games that came to their end.", ["ruleset", "state"]
        )
        self.guesses = self._counter("mastermind_guesses", "Guesses played.", ["ruleset"])
        self.suggestions = self._counter(
            "mastermind_suggestions", "Suggestions given.", ["strategy", "quality"]
        )
        self.in_flight = self._gauge("mastermind_calls_in_flight", "Calls under way.")
        self.streams_open = self._gauge("mastermind_streams_open", "Streams that are open.")
        self.solver_busy = self._gauge(
            "mastermind_solver_busy", "Searches that run or wait for a thread."
        )
        self.store_up = self._gauge(
            "mastermind_store_up", "Whether the store answered when it was last asked."
        )
        self.ready = self._gauge("mastermind_ready", "Whether the server takes calls.")
        info = Gauge("mastermind_info", "What runs.", ["version"], registry=self.registry)
        info.labels(__version__).set(1)

    def _counter(self, name: str, text: str, labels: list[str]) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry)

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
