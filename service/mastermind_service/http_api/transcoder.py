"""The ASGI application of ``/v1``: every RPC with an HTTP rule."""

from collections.abc import Sequence
from typing import Any

from google.protobuf.descriptor import ServiceDescriptor

from mastermind_engine.refusals import Refusal
from mastermind_service.conduct import Conduct
from mastermind_service.errors import Reason
from mastermind_service.http_api.bodies import Receive, Send
from mastermind_service.http_api.calls import Endpoint, Incoming, send_answer, send_error
from mastermind_service.http_api.context import HttpContext, Scope
from mastermind_service.http_api.json.codec import MessageCodec
from mastermind_service.http_api.rules import Routes, Rule, rules_of

Services = Sequence[tuple[ServiceDescriptor, Any]]
"""Services with what answers their RPCs."""


class Transcoder:
    """Calls servicers with what HTTP requests mean.

    Args:
        services: Whose RPCs are called.
        conduct: Admits calls and judges what became of them.
    """

    def __init__(self, services: Services, conduct: Conduct) -> None:
        self._conduct = conduct
        servicers = {service.full_name: servicer for service, servicer in services}
        rules = [
            rule
            for rule in rules_of(service for service, _ in services)
            if not rule.rpc.client_streaming
        ]
        codecs: dict[str, MessageCodec] = {}
        self._routes = Routes(rules)
        self._endpoints = {
            _key(rule): Endpoint(
                rule,
                getattr(servicers[rule.rpc.containing_service.full_name], rule.rpc.name),
                conduct,
                codecs,
            )
            for rule in rules
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        found = self._routes.find(scope["raw_path"].decode("latin-1"))
        verb: str = scope["method"]
        bodiless = verb == "HEAD"
        rule = found.rules.get("GET" if bodiless else verb)
        headers = scope["headers"]
        incoming = Incoming(
            found.values,
            scope["query_string"],
            dict(headers),
            HttpContext(headers),
            receive,
            send,
            bodiless,
        )
        if rule is not None:
            await self._endpoints[_key(rule)].call(incoming)
        elif found.rules:
            await self._answer_other(incoming, verb, found.rules)
        else:
            refusal = Refusal(Reason.UNKNOWN_PATH, "there is no such path; see /openapi.json")
            await send_error(incoming, self._conduct.refused(refusal))

    async def _answer_other(self, incoming: Incoming, verb: str, rules: dict[str, Rule]) -> None:
        """Tells the methods that a path has."""
        verbs = sorted({*rules, "OPTIONS", *(["HEAD"] if "GET" in rules else [])})
        allow = (b"allow", ", ".join(verbs).encode())
        if verb == "OPTIONS":
            await send_answer(incoming, 204, [allow], b"")
            return
        refusal = Refusal(Reason.METHOD_NOT_ALLOWED, f"this path takes {', '.join(verbs)}")
        await send_error(incoming, self._conduct.refused(refusal), allow)


def _key(rule: Rule) -> tuple[str, int]:
    return rule.rpc.full_name, rule.number
