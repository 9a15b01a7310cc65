"""The document: valid, complete, true, and good enough to generate a client from."""

import json
import re
import uuid
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from openapi_spec_validator import validate
from schemathesis.checks import CheckFunction
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mastermind_service.errors import STATUS_OF
from mastermind_service.http_api.openapi.document import document, operation_id
from mastermind_service.http_api.openapi.examples import EXAMPLES, GAME_ID
from mastermind_service.http_api.rules import Rule, rules_of
from mastermind_service.server import DESCRIPTORS
from tests.http.test_mapping import new_game

RULES = list(rules_of(DESCRIPTORS))
DOCUMENT = document(DESCRIPTORS)
OPERATIONS = [operation for verbs in DOCUMENT["paths"].values() for operation in verbs.values()]


def test_the_document_is_valid() -> None:
    validate(DOCUMENT)


def test_the_server_shows_it(http: httpx.Client) -> None:
    assert http.get("/openapi.json").json() == json.loads(json.dumps(DOCUMENT))


def test_every_operation_is_there_once_with_an_example() -> None:
    names = [operation["operationId"] for operation in OPERATIONS]
    assert sorted(names) == sorted(operation_id(rule) for rule in RULES)
    assert set(EXAMPLES) == set(names)


def test_every_field_and_parameter_is_described() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        assert schema["description"]
        for name, field in schema.get("properties", {}).items():
            assert field["description"], name
    for operation in OPERATIONS:
        for parameter in operation["parameters"]:
            assert "$ref" in parameter or parameter["description"]


def test_every_reason_is_listed_with_an_error() -> None:
    listed = json.dumps(DOCUMENT["components"]["responses"])
    named = set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", listed))
    # No operation has the wrong method.
    assert {*map(str, STATUS_OF)} - named == {"METHOD_NOT_ALLOWED"}


CODEMAKERS = {
    "SetSecret": "CODEMAKER_SUPPLIED",
    "GiveFeedback": "CODEMAKER_REMOTE",
    "TakeBackTurn": "CODEMAKER_REMOTE",
    "RevealSecret": "CODEMAKER_REMOTE",
}
BEFORE = {
    "TakeBackTurn": ("giveFeedback", {"feedback": {"black": 1}}),
    "RevealSecret": ("resign", {}),
    "WatchGame": ("resign", {}),
}
"""What must have happened on a game before an RPC answers, and ends."""


def game_for(rpc: str, http: httpx.Client) -> str:
    """A game that an RPC can be called on."""
    made = new_game(http, codemaker=CODEMAKERS.get(rpc, "CODEMAKER_UNIFORM"))
    game_id: str = made["game"]["gameId"]
    if rpc in BEFORE:
        verb, body = BEFORE[rpc]
        http.post(f"/v1/games/{game_id}:{verb}", json=body).raise_for_status()
    return game_id


@pytest.mark.parametrize("rule", RULES, ids=operation_id)
def test_an_example_is_answered(rule: Rule, http: httpx.Client) -> None:
    example = EXAMPLES[operation_id(rule)]
    path, body = rule.template, example.get("body")
    if "path" in example:
        assert example["path"] == {"game_id": GAME_ID}
        game_id = game_for(rule.rpc.name, http)
        path = path.replace("{game_id}", quote(game_id))
    if body and "requestId" in body:
        body = {**body, "requestId": str(uuid.uuid4())}
    answer = http.request(rule.verb, path, json=body, params=example.get("query"))
    assert answer.status_code == 200, answer.text


def _no_fault_of_the_service(ctx: Any, response: Any, case: Any) -> None:
    """501 tells what a ruleset does not have; any other 5xx is a fault."""
    assert response.status_code < 500 or response.status_code == 501


CHECKS: list[CheckFunction] = [
    _no_fault_of_the_service,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FUZZED = schemathesis.openapi.from_dict(DOCUMENT)


QUICK = settings(
    max_examples=2,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _send(case: Any, http: httpx.Client) -> None:
    # Searches in huge rulesets are tested elsewhere; here they must not take long.
    headers = {"X-Request-Timeout": "20"}
    response = case.call(base_url=str(http.base_url), headers=headers, timeout=30)
    case.validate_response(response, checks=CHECKS)


@FUZZED.parametrize()
@QUICK
def test_no_request_finds_a_fault(case: Any, http: httpx.Client) -> None:
    _send(case, http)


@pytest.mark.long
@FUZZED.parametrize()
@settings(QUICK, max_examples=100)
def test_none_of_many_requests_finds_a_fault(case: Any, http: httpx.Client) -> None:
    _send(case, http)


def test_a_schema_mismatch_would_be_found(http: httpx.Client) -> None:
    changed = json.loads(json.dumps(DOCUMENT))
    changed["components"]["schemas"]["GetServerInfoResponse"]["required"].append("missing")
    operation = schemathesis.openapi.from_dict(changed)["/v1/serverInfo"]["GET"]
    case = operation.Case()
    response = case.call(base_url=str(http.base_url))
    with pytest.raises(FailureGroup):
        case.validate_response(response, checks=CHECKS)
