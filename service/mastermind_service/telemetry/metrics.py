"""The service's metrics; their names are promised in docs/operations.md."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
HANDLING_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """One process's metrics, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.handled = Counter(
            "grpc_server_handled",
            "RPCs completed on the server, by status code.",
            ["grpc_service", "grpc_method", "grpc_code"],
            registry=self.registry,
        )
        self.handling = Histogram(
            "grpc_server_handling_seconds",
            "Time from an RPC's start to its end.",
            ["grpc_service", "grpc_method"],
            buckets=HANDLING_SECONDS,
            registry=self.registry,
        )
        self.store_up = Gauge(
            "mastermind_store_up",
            "Whether the store answered when it was last asked.",
            registry=self.registry,
        )
        self.ready = Gauge(
            "mastermind_ready", "Whether the server takes calls.", registry=self.registry
        )

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
