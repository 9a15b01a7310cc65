"""The public application: ``/v1`` by the transcoder, everything else by its routes."""

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from mastermind_engine.refusals import Refusal
from mastermind_service.conduct import Conduct
from mastermind_service.errors import Reason
from mastermind_service.http_api.answers import error_answer
from mastermind_service.http_api.transcoder import Transcoder

API = "/v1/"
_REQUEST_HEADERS = (
    "authorization",
    "content-type",
    "last-event-id",
    "mastermind-token",
    "x-request-id",
    "x-request-timeout",
)


class _Split:
    """Sends the API's requests past the other routes: they are the most."""

    def __init__(self, api: Transcoder, pages: Starlette) -> None:
        self._api = api
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(API):
            await self._api(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


def public_app(
    api: Transcoder, routes: Sequence[BaseRoute], conduct: Conduct, origins: Sequence[str]
) -> ASGIApp:
    """The application of the public port.

    Args:
        api: Answers everything under ``/v1/``.
        routes: Everything else.
        conduct: Counts refusals.
        origins: Web pages' origins that browsers may let call the API, ``*`` for all.
    """

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        if error.status_code == 405:
            refusal = Refusal(Reason.METHOD_NOT_ALLOWED, f"this path takes {headers.get('Allow')}")
        else:
            refusal = Refusal(Reason.UNKNOWN_PATH, "there is no such path; see /docs")
        code, plain, body = error_answer(conduct.refused(refusal))
        headers |= {name.decode(): value.decode() for name, value in plain}
        return Response(body, code, headers)

    pages = Starlette(routes=routes, exception_handlers={404: refuse, 405: refuse})
    app: ASGIApp = _Split(api, pages)
    if origins:
        app = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "POST", "DELETE", "PUT", "PATCH"),
            allow_headers=_REQUEST_HEADERS,
            expose_headers=("retry-after", "x-request-id"),
        )
    return app
