"""Certificates made for a test."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files of a certificate that is its own authority, and of its private key."""

    chain: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    """A certificate for loopback, signed by itself."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Certificate(folder / "chain.pem", folder / "key.pem")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
            *("-keyout", str(made.key), "-out", str(made.chain)),
        ],
        check=True,
        capture_output=True,
    )
    return made
