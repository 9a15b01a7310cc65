"""Paths, bodies, headers and errors of HTTP."""

import gzip
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.server import running_server
from tests.unit.cases import CASES

SCORE = {"secret": {"pegs": [1, 2, 3, 4]}, "guess": {"pegs": [1, 1, 2, 2]}}
FEEDBACK = {"feedback": {"black": 1, "white": 1, "blue": 0}}


def new_game(http: httpx.Client, **wish: Any) -> Any:
    """What NewGame tells."""
    answer = http.post("/v1/games", json={"requestId": str(uuid.uuid4()), **wish})
    return answer.raise_for_status().json()


def refusal(answer: httpx.Response) -> tuple[int, str, list[str]]:
    """The status, the reason and the fields at fault."""
    status = answer.json()
    info, *rest = status["details"]
    assert info["domain"] == "mastermind.v1"
    fields = [fault["field"] for detail in rest for fault in detail.get("fieldViolations", [])]
    return answer.status_code, info["reason"], fields


def test_a_new_game_shows_its_state_and_its_empty_turns(http: httpx.Client) -> None:
    assert CASES["O064"]["steps"][0]["via"] == "REST"
    made = new_game(http)["game"]
    read = http.get(f"/v1/games/{made['gameId']}").json()["game"]
    assert read == made
    assert read["state"] == "STATE_IN_PROGRESS"
    assert read["turns"] == []
    assert read["hintsUsed"] == 0


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ('{"secret": ', ["body"]),
        ("[]", ["body"]),
        ('{"secret": {"pegs": [1, "x"]}}', ["secret.pegs[1]"]),
        ('{"colour": 1}', ["colour"]),
        ('{"secret": {"colour": 1}}', ["secret.colour"]),
        ('{"ruleset": {"preset": 4}}', ["ruleset.preset"]),
        ('{"secret": {"pegs": [NaN]}}', ["body"]),
        ('{"ruleset": {"preset": "classic", "custom": {}}}', ["ruleset.custom"]),
    ],
)
def test_a_bad_body_is_refused_with_its_place(
    http: httpx.Client, body: str, fields: list[str]
) -> None:
    answer = http.post("/v1/score", content=body, headers={"content-type": "application/json"})
    assert refusal(answer) == (400, "INVALID_REQUEST", fields)


def test_bad_json_says_where(http: httpx.Client) -> None:
    assert "line 2, column 3" in http.post("/v1/score", content=b'{\n  secret": 1}').text


@pytest.mark.parametrize("path", ["/v1/nothing", "/nothing", "/v1/games/a:juggle", "/v1/games/a/b"])
def test_an_unknown_path_is_refused_as_json(http: httpx.Client, path: str) -> None:
    verb = "POST" if ":" in path else "GET"
    assert refusal(http.request(verb, path))[:2] == (404, "UNKNOWN_PATH")


def test_a_wrong_method_is_told_the_right_ones(http: httpx.Client) -> None:
    answer = http.put("/v1/games")
    assert refusal(answer)[:2] == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert http.options("/v1/games").headers["allow"] == answer.headers["allow"]


def test_head_answers_as_get_without_the_body(http: httpx.Client) -> None:
    answer = http.head("/v1/rulesets", headers={"accept-encoding": "identity"})
    shown = http.get("/v1/rulesets", headers={"accept-encoding": "identity"})
    assert answer.content == b""
    assert answer.headers["content-length"] == str(len(shown.content))


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "text/plain"},
        {"content-encoding": "br"},
        {"content-type": "application/json; charset=latin-1"},
    ],
)
def test_another_kind_of_body_is_refused(http: httpx.Client, headers: dict[str, str]) -> None:
    answer = http.post("/v1/score", content=json.dumps(SCORE), headers=headers)
    assert refusal(answer)[:2] == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_bodies_and_answers_may_be_gzip(http: httpx.Client) -> None:
    packed = gzip.compress(json.dumps(SCORE).encode())
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    assert http.post("/v1/score", content=packed, headers=headers).json() == FEEDBACK
    assert http.get("/v1/rulesets").headers["content-encoding"] == "gzip"
    plain = http.get("/v1/rulesets", headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_above_the_limit_is_refused(http: httpx.Client, packed: bool) -> None:
    body = b'{"secret": "' + b" " * (4 << 20) + b'"}'
    headers = {"content-encoding": "gzip"} if packed else {}
    answer = http.post(
        "/v1/score", content=gzip.compress(body) if packed else body, headers=headers
    )
    assert refusal(answer)[:2] == (413, "MESSAGE_TOO_LARGE")


def test_a_body_of_unknown_length_is_bounded_too(http: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(5):
            yield b" " * (1 << 20)

    assert refusal(http.post("/v1/score", content=pieces()))[0] == 413


def test_what_is_no_gzip_is_refused(http: httpx.Client) -> None:
    headers = {"content-encoding": "gzip"}
    answer = http.post("/v1/score", content=b"no gzip", headers=headers)
    assert refusal(answer) == (400, "INVALID_REQUEST", ["body"])


def test_a_field_of_the_path_stands_nowhere_else(http: httpx.Client) -> None:
    game_id = new_game(http)["game"]["gameId"]
    answer = http.post(f"/v1/games/{game_id}:resign", json={"gameId": game_id})
    assert refusal(answer) == (400, "INVALID_REQUEST", ["game_id"])
    answer = http.post("/v1/score?secret.pegs=1", json={})
    assert refusal(answer) == (400, "INVALID_REQUEST", ["secret.pegs"])
    answer = http.get("/v1/games?page_size=1&pageSize=1")
    assert answer.status_code == 400


def test_names_may_be_snake_case(http: httpx.Client) -> None:
    body = {"request_id": str(uuid.uuid4()), "require_tokens": True}
    assert http.post("/v1/games", json=body).status_code == 200
    assert len(http.get("/v1/games?page_size=1").json()["games"]) == 1


def test_a_request_id_comes_back(http: httpx.Client) -> None:
    answer = http.get("/v1/serverInfo", headers={"x-request-id": "one-2.3"})
    assert answer.headers["x-request-id"] == "one-2.3"
    assert "x-request-id" not in http.get("/v1/serverInfo", headers={"x-request-id": "a b"}).headers


def test_a_deadline_ends_the_call(http: httpx.Client) -> None:
    wish = {
        "position": {"ruleset": {"custom": {"pegs": 6, "colors": 9, "repeats": True}}},
        "strategy": "STRATEGY_ENTROPY",
    }
    answer = http.post("/v1/suggestions", json=wish, headers={"x-request-timeout": "0.05"})
    assert (answer.status_code, answer.json()["code"]) == (504, 4)
    answer = http.get("/v1/serverInfo", headers={"x-request-timeout": "-1"})
    assert refusal(answer) == (400, "INVALID_REQUEST", ["X-Request-Timeout"])


def test_a_seat_is_told_by_the_header(http: httpx.Client) -> None:
    made = new_game(http, requireTokens=True)
    path = f"/v1/games/{made['game']['gameId']}"
    assert refusal(http.get(path))[:2] == (401, "MISSING_CREDENTIALS")
    headers = {"mastermind-token": made["spectatorToken"]}
    assert http.get(path, headers=headers).status_code == 200
    assert refusal(http.post(f"{path}:resign", headers=headers))[:2] == (403, "WRONG_SEAT")


def test_keys_limits_and_origins_of_a_server(tables_dir: Path) -> None:
    environment = {
        "MASTERMIND_API_KEYS": "ada=a-key-of-sixteen-letters",
        "MASTERMIND_CORS_ORIGINS": "https://games.example",
    }
    flags = ("--tables-dir", str(tables_dir))
    with (
        running_server("memory://", *flags, environment=environment) as server,
        httpx.Client(base_url=f"http://{server.http}") as http,
    ):
        unknown = http.post("/v1/score", content="{")
        assert refusal(unknown)[:2] == (401, "MISSING_CREDENTIALS")
        assert unknown.headers["www-authenticate"] == "Bearer"
        headers = {
            "authorization": "Bearer a-key-of-sixteen-letters",
            "origin": "https://games.example",
        }
        known = http.post("/v1/score", json=SCORE, headers=headers)
        assert known.json() == FEEDBACK
        assert known.headers["access-control-allow-origin"] == "https://games.example"
        asked = {"origin": "https://games.example", "access-control-request-method": "POST"}
        assert http.options("/v1/score", headers=asked).status_code == 200
        asked["origin"] = "https://other.example"
        assert http.options("/v1/score", headers=asked).status_code == 400
