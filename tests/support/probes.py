"""What an operator's HTTP calls see."""

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.support.server import ServerProcess

TIMEOUT = 10.0


def get(server: ServerProcess, path: str) -> httpx.Response:
    """The answer to a GET on the server's HTTP port."""
    return httpx.get(f"http://{server.http}{path}", timeout=TIMEOUT)


def metric(server: ServerProcess, name: str, **labels: str) -> float:
    """The value of one sample of /metrics; 0 where there is none."""
    for family in text_string_to_metric_families(get(server, "/metrics").text):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return sample.value
    return 0.0
