"""Pages for people: /docs, which shows /openapi.json and can try it."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.resources import files

import orjson
from google.protobuf.descriptor import ServiceDescriptor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mastermind_service.http_api.openapi.document import document

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing comes from elsewhere, nothing stands in the page itself."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
_FILES = {
    "/docs": ("docs.html", "text/html"),
    "/docs/docs.css": ("docs.css", "text/css"),
    "/docs/docs.js": ("docs.js", "text/javascript"),
}


def page_routes(services: Sequence[ServiceDescriptor]) -> list[Route]:
    """Routes of /openapi.json and /docs.

    Args:
        services: What the document describes.
    """

    @cache
    def written() -> bytes:
        return orjson.dumps(document(services))

    async def show_document(request: Request) -> Response:
        return Response(written(), media_type="application/json", headers=_HEADERS)

    shown = [Route(path, _shows(name, kind)) for path, (name, kind) in _FILES.items()]
    return [Route("/openapi.json", show_document), *shown]


def _shows(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    content = (files(__name__) / name).read_bytes()

    async def show(request: Request) -> Response:
        return Response(content, media_type=kind, headers=_HEADERS)

    return show
