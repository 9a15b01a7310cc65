"""A histogram drawn in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

BAR_CELLS = 40
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(count: int, largest: int) -> str:
    """A bar of up to `BAR_CELLS` cells, in eighths of a cell; never nothing for something."""
    eighths = round(count / largest * BAR_CELLS * 8) if largest else 0
    if count:
        eighths = max(eighths, 1)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + _EIGHTHS[rest].strip()


def histogram(counts: Sequence[int]) -> Table:
    """How many secrets take 1, 2, 3 … guesses."""
    table = Table(box=box.SIMPLE_HEAD, header_style="grey62", show_edge=False, pad_edge=False)
    table.add_column("guesses", justify="right", style="bold")
    table.add_column("codes", justify="right")
    table.add_column("", min_width=BAR_CELLS, no_wrap=True)
    table.add_column("share", justify="right", style="grey62")
    together = sum(counts) or 1
    for guesses, count in enumerate(counts, 1):
        table.add_row(
            str(guesses),
            f"{count:,}",
            Text(bar(count, max(counts)), "cyan"),
            f"{count / together:.1%}",
        )
    return table
