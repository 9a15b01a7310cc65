import pytest

from mastermind_client import Client, KeepAlive, Tls
from mastermind_client.connection import connection, resolve_target
from tests.client.scripted import Driver, Script, scripted_server


@pytest.mark.parametrize(
    ("given", "target"),
    [
        ("localhost:50051", "localhost:50051"),
        (" localhost:50051 ", "localhost:50051"),
        ("dns:///games.example:50051", "dns:///games.example:50051"),
        ("unix:/run/mastermind.sock", "unix:/run/mastermind.sock"),
        ("ipv4:10.0.0.1:1,10.0.0.2:1", "ipv4:10.0.0.1:1,10.0.0.2:1"),
        ("10.0.0.1:1,10.0.0.2:2", "ipv4:10.0.0.1:1,10.0.0.2:2"),
        (["10.0.0.1:1", "10.0.0.2:2"], "ipv4:10.0.0.1:1,10.0.0.2:2"),
        (["[::1]:1", "[::2]:2"], "ipv6:[::1]:1,[::2]:2"),
    ],
)
def test_targets(given: str | list[str], target: str) -> None:
    assert resolve_target(given) == target


@pytest.mark.parametrize(
    "given",
    ["", [], " , ", "a.example:1,b.example:2", ["10.0.0.1:1", "[::1]:1"], "10.0.0.1,1.1.1.1:2"],
)
def test_targets_that_cannot_be_read_are_refused(given: str | list[str]) -> None:
    with pytest.raises(ValueError, match="target"):
        Client(given)


def test_settings_reach_the_channel() -> None:
    made = connection(
        "games.example:443",
        Tls(server_name="inner.example"),
        KeepAlive(time=5, timeout=2, without_calls=True),
        1000,
    )
    options = dict(made.options)
    assert made.credentials is not None
    assert options["grpc.max_send_message_length"] == 1000
    assert options["grpc.max_receive_message_length"] == 1000
    assert options["grpc.keepalive_time_ms"] == 5000
    assert options["grpc.keepalive_timeout_ms"] == 2000
    assert options["grpc.keepalive_permit_without_calls"] == 1
    assert options["grpc.ssl_target_name_override"] == "inner.example"


def test_the_key_of_a_certificate_is_not_shown() -> None:
    assert "PRIVATE" not in repr(Tls(private_key=b"PRIVATE"))


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_without_time_is_refused(timeout: float) -> None:
    with pytest.raises(ValueError, match="timeout"):
        Client(timeout=timeout)


def test_calls_are_spread_over_all_targets(driver: Driver) -> None:
    from mastermind.v1 import mastermind_service_pb2 as pb

    with scripted_server() as first, scripted_server() as second:
        servers: list[Script] = [first, second]
        for server in servers:
            server.will(*[pb.ScoreResponse()] * 60)
        client = driver.open([server.address for server in servers])
        for _ in range(60):
            client.score("1122", "1122")
            if all(server.asked for server in servers):
                break
        assert all(server.asked for server in servers)
