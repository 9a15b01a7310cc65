"""Two servers measured in turns, so that what disturbs one disturbs the other."""

import contextlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.http2 import framed

ROUNDS = 9


@contextlib.contextmanager
def noop_server(answer_size: int) -> Iterator[str]:
    """The address of a no-op server that answers with ``answer_size`` bytes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.noop", str(answer_size)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout as printed:
        try:
            yield f"127.0.0.1:{printed.readline().strip()}"
        finally:
            process.kill()
            process.wait()


@dataclass(frozen=True, slots=True)
class Ratio:
    """Ours by theirs: medians of rounds that took turns.

    Attributes:
        ours: Calls a second.
        theirs: Calls a second.
        ratio: The median of each round's own ratio.
        low: The lowest round's ratio.
        high: The highest round's ratio.
    """

    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def side_by_side(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS
) -> Ratio:
    """Rates of both, measured in turns; the first round warms both up and does not count."""
    pairs = [(ours(), theirs()) for _ in range(rounds + 1)][1:]
    ratios = [our / their for our, their in pairs]
    return Ratio(
        statistics.median(our for our, _ in pairs),
        statistics.median(their for _, their in pairs),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
    )


def h2load(address: str, method: str, message: bytes, calls: int, in_flight: int = 64) -> float:
    """Calls a second of one canned call.

    Raises:
        RuntimeError: A call failed, or an answer carried no message: h2load itself takes a
            gRPC error for a success.
    """
    with tempfile.NamedTemporaryFile() as body:
        Path(body.name).write_bytes(framed(message))
        command = [
            *("h2load", "-n", str(calls), "-c", "1", "-m", str(in_flight), "-d", body.name),
            *("-w", "24", "-W", "26"),
            *("-H", "content-type: application/grpc", "-H", "te: trailers"),
            f"http://{address}{method}",
        ]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = re.search(r"([\d.]+) req/s", printed)
    succeeded = re.search(r"(\d+) succeeded", printed)
    data = re.search(r"\((\d+)\) data", printed)
    if not (rate and succeeded and data) or int(succeeded[1]) != calls or int(data[1]) <= 5 * calls:
        raise RuntimeError(f"calls of {method} failed:\n{printed}")
    return float(rate[1])
