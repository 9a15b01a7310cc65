"""Score tables: the feedback of every guess against every secret, built once.

A table file is one line of JSON (what it holds, and the SHA-256 of the rest), then the
feedback numbers, one byte each, guesses as rows. It is mapped into memory, so that all
processes of a machine share it.
"""

import json
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mastermind_engine.codes import CodeSpace
from mastermind_engine.replacing import replacing
from mastermind_engine.rulesets import FeedbackKind, Ruleset

FORMAT = "mastermind-score-table-1"
MAX_TABLE_CODES = 4096
"""Larger spaces are scored by the kernel: that takes about as long as a look-up."""

ScoreTable = npt.NDArray[np.uint8]
"""Feedback numbers (`feedback.feedback_id`), shape (guesses, secrets)."""


class DamagedTable(Exception):
    """A table file that cannot be trusted; the message names it and the fault."""


@dataclass(frozen=True, slots=True)
class Shape:
    """All of a ruleset that scoring depends on; rulesets of one shape share tables."""

    pegs: int
    lowest: int
    symbols: int
    repeats: bool
    guess_repeats: bool
    whites: bool

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Shape":
        """The shape of ``ruleset``."""
        return cls(
            ruleset.pegs,
            ruleset.lowest_symbol,
            ruleset.symbol_count,
            ruleset.repeats,
            ruleset.guess_repeats,
            ruleset.feedback_kind == FeedbackKind.STANDARD,
        )

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the table: legal guesses and secrets."""
        guesses = CodeSpace(self.pegs, self.lowest, self.symbols, self.guess_repeats)
        secrets = CodeSpace(self.pegs, self.lowest, self.symbols, self.repeats)
        return guesses.size, secrets.size

    @property
    def unblanked(self) -> "Shape":
        """The shape with its symbols counted from 1: to a solver a blank is one more color."""
        return replace(self, lowest=1)

    @property
    def file_name(self) -> str:
        """Name of the table's file, telling its shape."""
        parts = [f"{self.pegs}x{self.symbols}"]
        parts += ["from0"] * (self.lowest == 0)
        parts += ["distinct"] * (not self.repeats)
        parts += ["distinct-guesses"] * (not self.guess_repeats)
        parts += ["black-only"] * (not self.whites)
        return "-".join(parts) + ".scores"


def has_table(ruleset: Ruleset) -> bool:
    """Whether ``ruleset`` is small enough for a table."""
    return max(ruleset.guess_count, ruleset.secret_count) <= MAX_TABLE_CODES


def save_table(table: ScoreTable, shape: Shape, folder: Path) -> Path:
    """Writes ``table`` whole or not at all; returns the file's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / shape.file_name
    header = {
        "format": FORMAT,
        **asdict(shape),
        "rows": table.shape[0],
        "columns": table.shape[1],
        "sha256": sha256(table.tobytes()).hexdigest(),
    }
    with replacing(path) as file:
        file.write(json.dumps(header).encode() + b"\n")
        file.write(table.tobytes())
    return path


def map_table(shape: Shape, folder: Path) -> ScoreTable | None:
    """The saved table of ``shape``, mapped into memory; None if there is no file.

    Raises:
        DamagedTable: The file is not, in every byte, what `save_table` wrote.
    """
    path = folder / shape.file_name
    try:
        with path.open("rb") as file:
            line = file.readline(4096)
    except FileNotFoundError:
        return None
    header = _read_header(path, line, shape)
    try:
        # Copy-on-write: shared like a read-only map, but kernels see a plain array and
        # need no second compilation.
        table: ScoreTable = np.memmap(path, np.uint8, "c", len(line), shape.size)
    except ValueError as error:
        raise DamagedTable(f"{path}: shorter than it says") from error
    if path.stat().st_size != len(line) + table.size:
        raise DamagedTable(f"{path}: longer than it says")
    if sha256(table.data).hexdigest() != header["sha256"]:
        raise DamagedTable(f"{path}: its checksum does not match")
    return table


def _read_header(path: Path, line: bytes, shape: Shape) -> dict[str, str | int | bool]:
    try:
        header = json.loads(line)
        told = {name: header[name] for name in asdict(shape)}
        size = header["rows"], header["columns"]
        if header["format"] != FORMAT or not isinstance(header["sha256"], str):
            raise ValueError(header["format"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedTable(f"{path}: no readable header of a score table") from error
    if told != asdict(shape) or size != shape.size:
        raise DamagedTable(f"{path}: holds another ruleset's scores")
    return dict(header)
