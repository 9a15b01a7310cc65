"""What an operator asks: alive, ready, metrics."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from mastermind_service.telemetry.metrics import CONTENT_TYPE, Metrics


def probe_routes(ready: Callable[[], bool], metrics: Metrics) -> list[Route]:
    """Routes of /livez, /readyz and /metrics.

    Args:
        ready: Whether the server takes calls: tables loaded and not draining.
        metrics: What /metrics shows.
    """

    async def livez(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(request: Request) -> Response:
        if ready():
            return PlainTextResponse("ready\n")
        return PlainTextResponse("not ready\n", status_code=503)

    async def show_metrics(request: Request) -> Response:
        return Response(metrics.exposition(), media_type=CONTENT_TYPE)

    return [
        Route("/livez", livez),
        Route("/readyz", readyz),
        Route("/metrics", show_metrics),
    ]
