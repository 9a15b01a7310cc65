"""Where and how to connect: targets, TLS, keep-alive, sizes."""

import ipaddress
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import grpc

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
"""Default limit of a message in either direction: 64 MiB."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Encrypts the connection and proves who is at its ends.

    Attributes:
        root_certificates: PEM of the authorities to trust; None means the built-in ones.
        private_key: PEM of the client's key, where the server asks for one.
        certificate_chain: PEM of the client's certificate.
        server_name: The name that the server's certificate must bear, where it is not
            that of the target.
    """

    root_certificates: bytes | None = None
    private_key: bytes | None = field(default=None, repr=False)
    certificate_chain: bytes | None = None
    server_name: str | None = None


@dataclass(frozen=True, slots=True)
class KeepAlive:
    """Notices a connection that has silently died.

    Attributes:
        time: Seconds without traffic after which to ping.
        timeout: Seconds to wait for the answer before the connection is given up.
        without_calls: Whether to ping when no call is open, too.
    """

    time: float = 60.0
    timeout: float = 20.0
    without_calls: bool = False


@dataclass(frozen=True, slots=True)
class Connection:
    """What a channel is made from.

    Attributes:
        target: In gRPC's own syntax.
        options: Channel arguments.
        credentials: Of TLS; None means plain text.
    """

    target: str
    options: tuple[tuple[str, int | str], ...]
    credentials: grpc.ChannelCredentials | None


def connection(
    target: str | Sequence[str],
    tls: Tls | None,
    keep_alive: KeepAlive,
    max_message_bytes: int,
) -> Connection:
    """Puts a connection's settings together.

    Raises:
        ValueError: The target cannot be read.
    """
    options: dict[str, int | str] = {
        "grpc.max_send_message_length": max_message_bytes,
        "grpc.max_receive_message_length": max_message_bytes,
        "grpc.keepalive_time_ms": round(keep_alive.time * 1000),
        "grpc.keepalive_timeout_ms": round(keep_alive.timeout * 1000),
        "grpc.keepalive_permit_without_calls": int(keep_alive.without_calls),
        # A server that comes back is found again soon.
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.min_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 3000,
        # One address or many: calls go to all that answer, in turn.
        "grpc.service_config": json.dumps({"loadBalancingConfig": [{"round_robin": {}}]}),
    }
    credentials = None
    if tls is not None:
        credentials = grpc.ssl_channel_credentials(
            tls.root_certificates, tls.private_key, tls.certificate_chain
        )
        if tls.server_name is not None:
            options["grpc.ssl_target_name_override"] = tls.server_name
            options["grpc.default_authority"] = tls.server_name
    return Connection(resolve_target(target), tuple(options.items()), credentials)


def resolve_target(target: str | Sequence[str]) -> str:
    """One target for gRPC from one or several given.

    One is passed on: ``host:port``, or any URI that gRPC knows, such as
    ``dns:///games.example:50051`` or ``unix:/run/mastermind.sock``. A name with several
    addresses spreads the calls over all of them. Several, as a sequence or with
    commas between, must be IP addresses of one version.

    Raises:
        ValueError: There is none, or several that are not all IP addresses of one version.
    """
    given = target.split(",") if isinstance(target, str) else list(target)
    targets = [each.strip() for each in given if each.strip()]
    if not targets:
        raise ValueError("the target is empty; give host:port")
    if len(targets) == 1 or "://" in targets[0] or targets[0].startswith(("ipv4:", "ipv6:")):
        return ",".join(targets)
    versions = {_ip_version(each) for each in targets}
    if versions == {4}:
        return "ipv4:" + ",".join(targets)
    if versions == {6}:
        return "ipv6:" + ",".join(targets)
    raise ValueError(
        "several targets must be ip:port, all IPv4 or all [IPv6]; for names give one that "
        "has all the addresses"
    )


def _ip_version(target: str) -> int | None:
    host, colon, port = target.rpartition(":")
    if not colon or not port.isdecimal():
        return None
    try:
        return ipaddress.ip_address(host.strip("[]")).version
    except ValueError:
        return None
