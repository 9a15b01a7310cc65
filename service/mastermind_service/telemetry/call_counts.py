"""Counts of calls, cheap enough to be made around each.

A histogram of the metrics library takes a lock and walks through its buckets at each
call; here one thread, the event loop's, adds to plain numbers, and the library's families
are made of them when somebody asks.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from mastermind_service.errors import StatusCode

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_BOUNDS = [*map(float, BUCKETS), float("inf")]


class MethodCounts:
    """How the calls of one method ended, and how long they took."""

    __slots__ = ("_codes", "_seconds", "_within")

    def __init__(self) -> None:
        self._codes = dict.fromkeys(StatusCode, 0)
        self._within = [0] * len(_BOUNDS)
        self._seconds = 0.0

    def note(self, code: StatusCode, seconds: float) -> None:
        """Counts a call."""
        self._codes[code] += 1
        self._within[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    @property
    def codes(self) -> Mapping[StatusCode, int]:
        """Calls by their final status."""
        return self._codes

    @property
    def seconds(self) -> float:
        """The time of all calls together."""
        return self._seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Calls that took at most so many seconds, for each bound."""
        total = 0
        buckets: list[tuple[str, float]] = []
        for bound, count in zip(_BOUNDS, self._within, strict=True):
            total += count
            buckets.append(("+Inf" if bound == float("inf") else str(bound), total))
        return buckets


class CallCounts(Collector):
    """The counts of all methods, under the names that gRPC servers usually have them."""

    def __init__(self) -> None:
        self._methods: dict[tuple[str, str], MethodCounts] = {}

    def of(self, service: str, method: str) -> MethodCounts:
        """The counts of a method, of whatever transport."""
        return self._methods.setdefault((service, method), MethodCounts())

    def collect(self) -> Iterator[Metric]:
        """Both families, as the metrics library asks for."""
        labels = ["grpc_service", "grpc_method"]
        handled = CounterMetricFamily(
            "grpc_server_handled",
            "RPCs completed on the server, by status code.",
            labels=[*labels, "grpc_code"],
        )
        handling = HistogramMetricFamily(
            "grpc_server_handling_seconds",
            "Time from an RPC's start to its end.",
            labels=labels,
        )
        for names, counts in list(self._methods.items()):
            for code, count in counts.codes.items():
                handled.add_metric([*names, code.name], count)
            handling.add_metric(names, counts.buckets(), counts.seconds)
        yield handled
        yield handling
