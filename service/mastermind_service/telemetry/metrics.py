"""The service's metrics; their names are promised in docs/operations.md."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from mastermind_service import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
HANDLING_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """One process's metrics, in a registry of their own."""

    def __init__(self) -> None:
        # A series of its own for each counter's first moment doubles what is scraped.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.handled = self._counter(
            "grpc_server_handled",
            "RPCs completed on the server, by status code.",
            ["grpc_service", "grpc_method", "grpc_code"],
        )
        self.handling = Histogram(
            "grpc_server_handling_seconds",
            "Time from an RPC's start to its end.",
            ["grpc_service", "grpc_method"],
            buckets=HANDLING_SECONDS,
            registry=self.registry,
        )
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
