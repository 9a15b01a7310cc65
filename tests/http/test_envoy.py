"""Envoy's JSON transcoder before our gRPC port answers as our HTTP port does."""

import json
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import mastermind.v1
from tests.http.test_congruence import without_times
from tests.http.test_mapping import new_game
from tests.support.server import ServerProcess
from tests.support.waiting import wait_until

DESCRIPTORS = Path(mastermind.v1.__file__).parent / "descriptors.binpb"
TYPE = "type.googleapis.com/envoy.extensions"
SUGGESTION = {"position": {"turns": []}, "strategy": "STRATEGY_MINIMAX", "alternatives": 2}
CALLS: list[tuple[str, str, Any]] = [
    ("GET", "/v1/rulesets", None),
    ("GET", "/v1/serverInfo", None),
    ("POST", "/v1/score", {"secret": {"pegs": [1, 2, 3, 4]}, "guess": {"pegs": [5, 5, 6, 6]}}),
    ("POST", "/v1/score", {"secret": {"pegs": [1, 2, 3, 4]}, "guess": {"pegs": [4, 3, 2, 1]}}),
    ("POST", "/v1/score:batch", {"secrets": "AQIDBA==", "guesses": "AQIDBA=="}),
    ("POST", "/v1/score:batch", {"mode": "MODE_CROSS", "secrets": "AQIDCA==", "guesses": ""}),
    ("POST", "/v1/suggestions", SUGGESTION),
    ("GET", "/v1/games/{game_id}", None),
    ("POST", "/v1/games/{game_id}:suggestGuess", {"strategy": "STRATEGY_ENTROPY"}),
    ("POST", "/v1/games/{game_id}:guess",
     {"guess": {"pegs": [1, 1, 2, 2]}, "request_id": "the same"}),
    ("POST", "/v1/games/{game_id}:resign", {"requestId": "the end"}),
    ("GET", "/v1/games/{game_id}", None),
    ("GET", "/v1/games?page_size=2&filter=state%3DRESIGNED", None),
    ("GET", "/v1/games?pageSize=1", None),
    ("GET", "/v1/stats", None),
    ("DELETE", "/v1/games/{game_id}?request_id=gone", None),
]  # fmt: skip


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def configuration(port: int, upstream: str) -> dict[str, Any]:
    """A listener that turns JSON into gRPC, by our own descriptor set."""
    host, _, upstream_port = upstream.rpartition(":")
    transcoder = {
        "@type": f"{TYPE}.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder",
        "proto_descriptor": str(DESCRIPTORS),
        "services": ["mastermind.v1.MastermindService"],
        "print_options": {"always_print_primitive_fields": True},
    }
    router = {"@type": f"{TYPE}.filters.http.router.v3.Router"}
    manager = {
        "@type": f"{TYPE}.filters.network.http_connection_manager.v3.HttpConnectionManager",
        "stat_prefix": "http",
        "route_config": {
            "virtual_hosts": [
                {
                    "name": "all",
                    "domains": ["*"],
                    "routes": [{"match": {"prefix": "/"}, "route": {"cluster": "ours"}}],
                }
            ]
        },
        "http_filters": [
            {"name": "envoy.filters.http.grpc_json_transcoder", "typed_config": transcoder},
            {"name": "envoy.filters.http.router", "typed_config": router},
        ],
    }
    protocol = {
        "@type": f"{TYPE}.upstreams.http.v3.HttpProtocolOptions",
        "explicit_http_config": {"http2_protocol_options": {}},
    }
    target = {"socket_address": {"address": host, "port_value": int(upstream_port)}}
    return {
        "static_resources": {
            "listeners": [
                {
                    "address": {"socket_address": {"address": "127.0.0.1", "port_value": port}},
                    "filter_chains": [
                        {
                            "filters": [
                                {
                                    "name": "envoy.filters.network.http_connection_manager",
                                    "typed_config": manager,
                                }
                            ]
                        }
                    ],
                }
            ],
            "clusters": [
                {
                    "name": "ours",
                    "type": "STATIC",
                    "load_assignment": {
                        "cluster_name": "ours",
                        "endpoints": [{"lb_endpoints": [{"endpoint": {"address": target}}]}],
                    },
                    "typed_extension_protocol_options": {
                        f"{TYPE.partition('/')[2]}.upstreams.http.v3.HttpProtocolOptions": protocol
                    },
                }
            ],
        }
    }


@pytest.fixture(scope="module")
def envoy(memory_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an Envoy before our gRPC port."""
    port = free_port()
    file = tmp_path_factory.mktemp("envoy") / "envoy.json"
    file.write_text(json.dumps(configuration(port, memory_server.grpc)))
    program = Path(sys.executable).parent / "envoy"
    command = [
        str(program),
        "-c",
        str(file),
        "--concurrency",
        "1",
        "--use-dynamic-base-id",
        "-l",
        "error",
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:

        def listens() -> bool:
            assert process.poll() is None
            with socket.socket() as tried:
                return tried.connect_ex(("127.0.0.1", port)) == 0

        try:
            wait_until(listens)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def test_both_answer_with_the_same_bodies(http: httpx.Client, envoy: str) -> None:
    game_id = new_game(http, seed="7")["game"]["gameId"]
    with httpx.Client(base_url=envoy, timeout=30) as theirs:
        for verb, path, body in CALLS:
            where = path.replace("{game_id}", game_id)
            ours = http.request(verb, where, json=body)
            other = theirs.request(verb, where, json=body)
            assert other.status_code == ours.status_code == 200, (path, other.text, ours.text)
            # A hint counts, and so does the second of the two that were asked for.
            assert counted(other.json()) == counted(ours.json()), path


def counted(answer: Any) -> Any:
    """An answer without times and without the count of hints."""
    plain = without_times(answer)
    for game in (plain.get("game"), *plain.get("games", ())):
        if game:
            game.pop("hintsUsed")
    return plain


def test_both_find_a_new_game_by_its_request_id(http: httpx.Client, envoy: str) -> None:
    wish = {"requestId": str(uuid.uuid4()), "labels": {"team": "blue"}, "ttl": "3600s"}
    ours = http.post("/v1/games", json=wish).json()
    assert httpx.post(f"{envoy}/v1/games", json=wish).json() == ours
