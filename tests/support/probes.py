"""What an operator's HTTP calls see."""

import httpx
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tests.support.server import ServerProcess

TIMEOUT = 10.0


def get(server: ServerProcess, path: str) -> httpx.Response:
    """The answer to a GET on the server's HTTP port."""
    # Without TLS no authorities need be loaded.
    return httpx.get(f"http://{server.http}{path}", timeout=TIMEOUT, verify=False)


def samples(server: ServerProcess) -> list[Sample]:
    """All samples of /metrics, from the operator's port where there is one."""
    answer = httpx.get(f"http://{server.admin}/metrics", timeout=TIMEOUT, verify=False)
    families = text_string_to_metric_families(answer.text)
    return [sample for family in families for sample in family.samples]


def metric(server: ServerProcess, name: str, **labels: str) -> float:
    """The value of one sample of /metrics; 0 where there is none."""
    for sample in samples(server):
        if sample.name == name and labels.items() <= sample.labels.items():
            return sample.value
    return 0.0


def total(server: ServerProcess, name: str, **labels: str) -> float:
    """The sum of all samples of /metrics with this name and these labels."""
    return sum(
        sample.value
        for sample in samples(server)
        if sample.name == name and labels.items() <= sample.labels.items()
    )
