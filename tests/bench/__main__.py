"""``python -m tests.bench``: measures, prints a table, writes build/bench.json."""

import argparse
import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.bench.cases import CASES, MACHINE
from tests.bench.sides import Ratio

TARGET = Path("build/bench.json")


def main() -> None:
    """Runs the cases named, or all."""
    names = [case.__name__ for case in CASES]
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of: {', '.join(names)}")
    wanted = parser.parse_args().cases or names
    unknown = set(wanted) - set(names)
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    figures: dict[str, Any] = {"machine": MACHINE}
    console = Console()
    with Progress(console=console) as progress:
        task = progress.add_task("measuring", total=len(wanted))
        for case in CASES:
            if case.__name__ in wanted:
                progress.update(task, description=case.__name__)
                figures.update(case())
                progress.advance(task)
    console.print(_table(figures))
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(figures, default=_plain, indent=1) + "\n")
    console.print(f"written to {TARGET}")


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(type(value).__name__)


def _table(figures: dict[str, Any]) -> Table:
    table = Table("figure", "value", "of it", title="Benchmarks")
    for name, value in _rows("", figures):
        if isinstance(value, Ratio):
            spread = f"{value.low:.2f}–{value.high:.2f}, {value.ours:.0f}/s by {value.theirs:.0f}/s"
            table.add_row(name, f"{value.ratio:.3f}", spread)
        else:
            table.add_row(name, f"{value:,.4g}" if isinstance(value, float) else str(value), "")
    return table


def _rows(prefix: str, figures: dict[str, Any]) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in figures.items():
        if isinstance(value, dict):
            rows.extend(_rows(f"{prefix}{name}.", value))
        else:
            rows.append((prefix + name, value))
    return rows


main()
