"""The page to play on, at ``/``: plain files, served as they stand in the package."""

import hashlib
from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing comes from elsewhere, and no script or style stands in the document itself."""

_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
"""Content types by the ending of a file's name; files of no other kind are served."""


def play_routes() -> list[Route]:
    """Routes of ``/``, the document, and of ``/page/…``, its modules and style sheets.

    A browser asks every time whether a file is still the one it has (``no-cache`` with the
    hash of its content as ``ETag``), so that a new version of the service never runs half
    of an old page.
    """
    routes = []
    for file in (files(__name__) / "static").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            path = "/" if file.name == "index.html" else f"/page/{file.name}"
            routes.append(Route(path, _shows(file.read_bytes(), kind)))
    return routes


def _shows(content: bytes, kind: str) -> Callable[[Request], Awaitable[Response]]:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-cache",
        "etag": tag,
    }

    async def show(request: Request) -> Response:
        known = request.headers.get("if-none-match", "").replace("W/", "").split(",")
        if tag in (name.strip() for name in known):
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    return show
