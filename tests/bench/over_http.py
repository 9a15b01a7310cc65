"""Score over HTTP against a bare handler."""

import contextlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.sides import side_by_side
from tests.support.server import running_server

BODY = b'{"secret":{"pegs":[1,2,3,4]},"guess":{"pegs":[1,1,2,2]}}'


@contextlib.contextmanager
def bare_server() -> Iterator[str]:
    """The address of a bare Starlette handler on the same uvicorn."""
    command = [sys.executable, "-m", "tests.bench.bare_http"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as printed:
        try:
            yield f"127.0.0.1:{printed.readline().strip()}"
        finally:
            process.kill()
            process.wait()


def http_score_vs_bare() -> dict[str, Any]:
    """Score over HTTP, with all that a default server does, against a bare handler."""
    with running_server() as server, bare_server() as theirs:
        ratio = side_by_side(lambda: _rate(server.http), lambda: _rate(theirs))
    return {"http_score_vs_bare": ratio}


def _rate(address: str, calls: int = 5000, connections: int = 16) -> float:
    """Calls a second of one canned Score over HTTP/1.1.

    Raises:
        RuntimeError: A call did not succeed.
    """
    with tempfile.NamedTemporaryFile() as body:
        Path(body.name).write_bytes(BODY)
        command = [
            *("h2load", "--h1", "-n", str(calls), "-c", str(connections), "-d", body.name),
            *("-H", "content-type: application/json", f"http://{address}/v1/score"),
        ]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = re.search(r"([\d.]+) req/s", printed)
    succeeded = re.search(r"(\d+) 2xx", printed)
    if not rate or not succeeded or int(succeeded[1]) != calls:
        raise RuntimeError(f"calls failed:\n{printed}")
    return float(rate[1])
