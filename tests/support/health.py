"""grpc.health.v1, whose stubs tell mypy nothing."""

import contextlib
from collections.abc import Iterator
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def check(channel: grpc.Channel, service: str = "") -> int:
    """The status of a service."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    status: int = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=10).status
    return status


@contextlib.contextmanager
def watching(channel: grpc.Channel, service: str = "") -> Iterator[Iterator[int]]:
    """The status of a service, now and whenever it changes, inside the block."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    call = stub.Watch(health_pb2.HealthCheckRequest(service=service))
    try:
        yield (told.status for told in call)
    finally:
        call.cancel()
