#!/usr/bin/env python3
"""Resolves the newest versions into requirements*.lock.

The locks hold hashes and no addresses, so that any mirror serves them. uv does
the work, from an environment of its own in .tools/lock-venv.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL_ENV = ROOT / ".tools" / "lock-venv"
UV_PIN = "uv==0.13.9"
HEADER = "# Written by `make lock` from pyproject.toml; never edited by hand.\n"
# The projects themselves stay out: they are installed from their folders.
EXPORT = [
    *("export", "--quiet", "--frozen", "--format", "requirements.txt"),
    *("--no-header", "--no-emit-project", "--no-emit-package", "mastermind-client"),
]
LOCKS = {
    "requirements.lock": ["--no-dev"],
    "requirements-dev.lock": ["--group", "dev"],
    "requirements-deploy.lock": ["--only-group", "deploy"],
}


def uv() -> Path:
    """Installs uv unless it is there; returns its path."""
    program = TOOL_ENV / "bin" / "uv"
    stamp = TOOL_ENV / "stamp"
    if not (program.exists() and stamp.exists() and stamp.read_text() == UV_PIN):
        venv.create(TOOL_ENV, clear=True, with_pip=True)
        python = TOOL_ENV / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", UV_PIN], check=True)
        stamp.write_text(UV_PIN)
    return program


def main() -> int:
    """Writes both locks; returns the exit status."""
    program = uv()
    subprocess.run([program, "lock", "--quiet", "--upgrade"], check=True, cwd=ROOT)
    for name, groups in LOCKS.items():
        text = subprocess.run(
            [program, *EXPORT, *groups], check=True, cwd=ROOT, capture_output=True, text=True
        ).stdout
        if "://" in text or "-e " in text:
            print(f"{name} would hold an address or a path", file=sys.stderr)
            return 1
        (ROOT / name).write_text(HEADER + text)
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
