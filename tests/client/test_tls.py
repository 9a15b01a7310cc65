"""Over TLS, with certificates made for the test."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind_client import RetryPolicy, Tls, Unavailable
from tests.client.scripted import Driver, Script, script_handler

ONCE = RetryPolicy(max_attempts=1)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A key and its certificate, for games.example, signed by itself."""
    folder: Path = tmp_path_factory.mktemp("tls")
    key, chain = folder / "key.pem", folder / "chain.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=games.example"),
            *("-addext", "subjectAltName=DNS:games.example"),
            *("-keyout", str(key), "-out", str(chain)),
        ],
        check=True,
        capture_output=True,
    )
    return key.read_bytes(), chain.read_bytes()


@pytest.fixture(params=[False, True], ids=["server alone", "both sides"])
def tls_script(
    request: pytest.FixtureRequest, certificate: tuple[bytes, bytes]
) -> Iterator[Script]:
    script = Script()
    credentials = grpc.ssl_server_credentials(
        [certificate],
        root_certificates=certificate[1] if request.param else None,
        require_client_auth=request.param,
    )
    server = grpc.server(ThreadPoolExecutor(2), handlers=[script_handler(script)])
    script.address = f"127.0.0.1:{server.add_secure_port('127.0.0.1:0', credentials)}"
    server.start()
    yield script
    server.stop(None).wait()


def test_calls_pass_over_tls(
    driver: Driver, tls_script: Script, certificate: tuple[bytes, bytes]
) -> None:
    key, chain = certificate
    tls_script.will(pb.GetServerInfoResponse(version="1"))
    tls = Tls(chain, key, chain, server_name="games.example")
    client = driver.open(tls_script.address, tls=tls, api_key="key")
    assert client.get_server_info().version == "1"


def test_a_server_that_cannot_prove_its_name_is_not_spoken_to(
    driver: Driver, tls_script: Script, certificate: tuple[bytes, bytes]
) -> None:
    key, chain = certificate
    wrong = [
        Tls(server_name="games.example"),
        Tls(chain, key, chain, server_name="other.example"),
        None,
    ]
    for tls in wrong:
        client = driver.open(tls_script.address, tls=tls, retry=ONCE, timeout=5)
        with pytest.raises(Unavailable):
            client.get_server_info()
    assert not tls_script.asked
