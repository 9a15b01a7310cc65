"""What a server process uses, as the kernel counts it."""

import os
from pathlib import Path

from tests.support.server import ServerProcess


def cpu_seconds(server: ServerProcess) -> float:
    """Processor time of all its threads so far."""
    # The name, in parentheses, may hold spaces; fields 14 and 15 are user and system time.
    fields = _read(server, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(server: ServerProcess) -> int:
    """Memory that it holds now."""
    return int(_read(server, "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _read(server: ServerProcess, name: str) -> str:
    return Path(f"/proc/{server.process.pid}/{name}").read_text()
