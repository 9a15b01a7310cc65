"""With a certificate both ports speak TLS, and nothing else."""

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import httpx
import pytest

from mastermind_client import Client, RetryPolicy, Tls, Unavailable
from tests.access.conftest import ADAS_KEY, API_KEYS
from tests.cli.running import run
from tests.support import health
from tests.support.api import Api
from tests.support.certificates import Certificate
from tests.support.refusals import refusal_of, refused
from tests.support.server import ServerProcess, running_server

ONCE = RetryPolicy(max_attempts=1)


@pytest.fixture(scope="module")
def server(certificate: Certificate, tables_dir: Path) -> Iterator[ServerProcess]:
    """A server with a certificate, keys, and a port for its operator."""
    flags = ("--tables-dir", str(tables_dir), "--admin-address", "127.0.0.1:0")
    environment = {
        "MASTERMIND_TLS_CERTIFICATE": str(certificate.chain),
        "MASTERMIND_TLS_KEY": str(certificate.key),
        "MASTERMIND_API_KEYS": API_KEYS,
    }
    with running_server("memory://", *flags, environment=environment) as process:
        yield process


def secure_channel(server: ServerProcess, authority: Certificate) -> grpc.Channel:
    credentials = grpc.ssl_channel_credentials(authority.chain.read_bytes())
    return grpc.secure_channel(server.grpc, credentials)


def https(server: ServerProcess, authority: Certificate) -> httpx.Response:
    context = ssl.create_default_context(cafile=authority.chain)
    return httpx.get(f"https://{server.http}/livez", verify=context, timeout=10)


def test_calls_and_keys_pass_over_tls(server: ServerProcess, certificate: Certificate) -> None:
    with secure_channel(server, certificate) as channel:
        assert health.check(channel) == health.SERVING
        assert Api(channel, key=ADAS_KEY).score("1234", "1243") == (2, 2)
        with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
            Api(channel).score("1234", "1243")


def test_http_speaks_tls(server: ServerProcess, certificate: Certificate) -> None:
    # The probes stand on the operator's port; that nothing is here is an answer, too.
    assert https(server, certificate).status_code == 404


def test_the_client_plays_over_tls(server: ServerProcess, certificate: Certificate) -> None:
    tls = Tls(certificate.chain.read_bytes())
    with Client(server.grpc, tls=tls, api_key=ADAS_KEY) as client:
        assert client.get_server_info().version


def test_plain_text_is_refused_by_grpc(server: ServerProcess) -> None:
    with grpc.insecure_channel(server.grpc) as channel, pytest.raises(grpc.RpcError) as raised:
        Api(channel, key=ADAS_KEY).score("1234", "1243")
    assert refusal_of(raised.value).code == grpc.StatusCode.UNAVAILABLE
    with Client(server.grpc, retry=ONCE, timeout=10) as client, pytest.raises(Unavailable):
        client.get_server_info()


def test_plain_text_is_refused_by_http(server: ServerProcess) -> None:
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://{server.http}/livez", timeout=10)


def test_another_authority_is_not_believed(
    server: ServerProcess, other_certificate: Certificate
) -> None:
    with (
        secure_channel(server, other_certificate) as channel,
        pytest.raises(grpc.RpcError) as raised,
    ):
        Api(channel, key=ADAS_KEY).score("1234", "1243")
    assert refusal_of(raised.value).code == grpc.StatusCode.UNAVAILABLE
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        https(server, other_certificate)


def test_the_operators_port_stays_plain_and_apart(
    server: ServerProcess, certificate: Certificate
) -> None:
    assert server.admin not in (server.http, server.grpc)
    for path in ("/livez", "/readyz", "/metrics"):
        assert httpx.get(f"http://{server.admin}{path}", timeout=10).status_code == 200


Spoil = Callable[[Certificate, Certificate, Path], tuple[Path, Path]]


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


SPOILED: dict[str, Spoil] = {
    "another's key": lambda mine, other, _: (mine.chain, other.key),
    "no certificate": lambda mine, _, folder: (folder / "missing.pem", mine.key),
    "no key": lambda mine, _, folder: (mine.chain, folder / "missing.pem"),
    "no PEM": lambda mine, _, folder: (write(folder / "chain.pem", "nonsense"), mine.key),
    "the other way round": lambda mine, *_: (mine.key, mine.chain),
}


@pytest.mark.parametrize("what", SPOILED)
def test_files_that_make_no_certificate_are_refused_by_their_setting(
    what: str,
    certificate: Certificate,
    other_certificate: Certificate,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chain, key = SPOILED[what](certificate, other_certificate, tmp_path)
    monkeypatch.setenv("MASTERMIND_TLS_CERTIFICATE", str(chain))
    monkeypatch.setenv("MASTERMIND_TLS_KEY", str(key))

    result = run("config", "check")

    assert result.exit_code == 2
    assert "tls_" in result.stderr
    assert "PRIVATE" not in result.stderr


@pytest.mark.parametrize("name", ["chain", "key"])
def test_half_a_certificate_is_refused(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    variable = {"chain": "MASTERMIND_TLS_CERTIFICATE", "key": "MASTERMIND_TLS_KEY"}[name]
    monkeypatch.setenv(variable, str(getattr(certificate, name)))

    result = run("config", "check")

    assert result.exit_code == 2
    assert "tls_certificate and tls_key go together" in result.stderr


def test_half_a_certificate_does_not_start_a_server_in_plain_text(certificate: Certificate) -> None:
    server = ServerProcess(environment={"MASTERMIND_TLS_CERTIFICATE": str(certificate.chain)})

    assert server.wait_ended() == 2
    assert not server.grpc
    assert "Traceback" not in "".join(server.log)
