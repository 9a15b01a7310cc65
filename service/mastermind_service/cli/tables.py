"""``mastermind tables``: build, check and list the score tables on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.table import Table

from mastermind_engine.rulesets import DEFAULT_PRESET, PRESETS, Ruleset
from mastermind_service.cli.output import (
    bad_option,
    fail,
    progress_console,
    result_console,
    write_json,
)
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.settings import tables_folder
from mastermind_service.cli.trees import (
    AsJson,
    Out,
    TablesDir,
    TreeStrategy,
    build_tree,
    check_tree,
    import_command,
    known_trees,
    show_command,
)

if TYPE_CHECKING:
    from mastermind_engine.tables import Shape

tables_app = typer.Typer(
    no_args_is_help=True, help="Build, check, import and show score tables and strategy trees."
)
tables_app.command("import")(import_command)
tables_app.command("show")(show_command)


class Status(StrEnum):
    """What there is of a table."""

    OK = "ok"
    BUILT = "built"
    MISSING = "missing"
    DAMAGED = "damaged"


_STYLES = {
    Status.OK: "green",
    Status.BUILT: "bold green",
    Status.MISSING: "yellow",
    Status.DAMAGED: "bold red",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One table.

    Attributes:
        file: Its path, whether it is there or not.
        rulesets: The presets that it serves.
        guesses: Its rows.
        secrets: Its columns.
        status: What there is of it.
        problem: What is wrong with it.
    """

    file: Path
    rulesets: tuple[str, ...]
    guesses: int
    secrets: int
    status: Status
    problem: str = ""

    def as_json(self) -> dict[str, Any]:
        """The entry as ``--json`` prints it."""
        told: dict[str, Any] = {
            "file": str(self.file),
            "rulesets": list(self.rulesets),
            "guesses": self.guesses,
            "secrets": self.secrets,
            "bytes": self.file.stat().st_size if self.file.exists() else 0,
            "status": self.status.value,
        }
        if self.problem:
            told["problem"] = self.problem
        return told


@tables_app.command("build")
@with_ruleset
def build_command(
    ruleset: Ruleset,
    strategy: Annotated[
        TreeStrategy | None,
        typer.Option(help="Search for this tree of the ruleset instead.", show_default=False),
    ] = None,
    out: Out = None,
    tables_dir: TablesDir = None,
    as_json: AsJson = False,
) -> None:
    """Build what is missing: score tables of all presets, or one strategy tree.

    Without --strategy every score table that is missing or damaged is built, so that
    servers start at once. With it the best tree of the ruleset is searched for; Ctrl-C ends
    the search.
    """
    folder = tables_folder("tables build", tables_dir)
    if strategy is not None:
        build_tree(ruleset, strategy, out, folder, as_json)
        return
    if out is not None or ruleset != PRESETS[DEFAULT_PRESET]:
        raise bad_option("--strategy", "is needed to build a tree: optimal or optimal-depth")
    entries = []
    with progress_console().status("building …") as status:
        for shape, rulesets in _shapes():
            status.update(f"building {shape.file_name} …")
            try:
                entries.append(_built(shape, rulesets, folder))
            except OSError as error:
                fail(f"{folder}: {error.strerror}; --tables-dir chooses another folder")
    _tell(entries, folder, as_json)


@tables_app.command("check")
def check_command(
    file: Annotated[
        Path | None,
        typer.Argument(help="A strategy tree's file, to check it alone.", metavar="[FILE]"),
    ] = None,
    tables_dir: TablesDir = None,
    as_json: AsJson = False,
) -> None:
    """Check tables and trees: their checksums, and every code played by each tree.

    Exit code 1 if one is damaged. A missing table is none to worry about: servers build it
    when they start.
    """
    if file is not None:
        check_tree(file, as_json)
        return
    folder = tables_folder("tables check", tables_dir)
    entries = [_entry(shape, rulesets, folder) for shape, rulesets in _shapes()]
    trees = known_trees(folder)
    _tell(entries, folder, as_json, trees)
    damaged = [entry.problem for entry in entries if entry.status == Status.DAMAGED]
    if damaged:
        fail("damaged: " + "; ".join(damaged) + "; `mastermind tables build` replaces it")
    broken = [f"{tree['file']}: {tree['problem']}" for tree in trees if tree["status"] != "ok"]
    if broken:
        fail("damaged: " + "; ".join(broken))


@tables_app.command("list")
def list_command(tables_dir: TablesDir = None, as_json: AsJson = False) -> None:
    """List the tables and trees, what they serve and whether they are there."""
    folder = tables_folder("tables list", tables_dir)
    entries = [_entry(shape, rulesets, folder) for shape, rulesets in _shapes()]
    _tell(entries, folder, as_json, known_trees(folder))


def _shapes() -> Iterator[tuple["Shape", list[Ruleset]]]:
    """Every table that the presets need, with those that it serves."""
    from mastermind_engine.tables import Shape, has_table

    served: dict[Shape, list[Ruleset]] = {}
    for ruleset in PRESETS.values():
        if has_table(ruleset):
            served.setdefault(Shape.of(ruleset), []).append(ruleset)
    yield from served.items()


def _entry(shape: "Shape", rulesets: list[Ruleset], folder: Path) -> Entry:
    from mastermind_engine.tables import DamagedTable, map_table

    problem = ""
    try:
        table = map_table(shape, folder)
        status = Status.MISSING if table is None else Status.OK
    except DamagedTable as error:
        status, problem = Status.DAMAGED, str(error)
    except OSError as error:
        status, problem = Status.DAMAGED, f"{folder / shape.file_name}: {error.strerror}"
    return Entry(
        folder / shape.file_name,
        tuple(each.name for each in rulesets),
        rulesets[0].guess_count,
        rulesets[0].secret_count,
        status,
        problem,
    )


def _built(shape: "Shape", rulesets: list[Ruleset], folder: Path) -> Entry:
    """The entry of a table that is there from now on."""
    entry = _entry(shape, rulesets, folder)
    if entry.status == Status.OK:
        return entry
    from mastermind_engine.solver.listed import ListedSpace
    from mastermind_engine.tables import save_table

    save_table(ListedSpace(shape).build_table(), shape, folder)
    return Entry(entry.file, entry.rulesets, entry.guesses, entry.secrets, Status.BUILT)


def _tell(
    entries: list[Entry], folder: Path, as_json: bool, trees: Sequence[dict[str, Any]] = ()
) -> None:
    if as_json:
        tables = [entry.as_json() for entry in entries]
        write_json({"folder": str(folder), "tables": tables, "trees": list(trees)})
        return
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    table.add_column("table", style="bold cyan", no_wrap=True)
    table.add_column("serves")
    table.add_column("scores", justify="right")
    table.add_column("status")
    for entry in entries:
        table.add_row(
            entry.file.name,
            ", ".join(entry.rulesets),
            f"{entry.guesses * entry.secrets:,}",
            f"[{_STYLES[entry.status]}]{entry.status}[/]",
        )
    console = result_console()
    console.print(table)
    if trees:
        console.print(_table_of_trees(trees))
    console.print(f" in {folder}", style="grey62", soft_wrap=True)


def _table_of_trees(trees: Sequence[dict[str, Any]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    table.add_column("tree", style="bold cyan", no_wrap=True)
    for heading in ("guesses", "average", "most"):
        table.add_column(heading, justify="right")
    table.add_column("status")
    for tree in trees:
        name = Path(tree["file"]).name
        if tree["status"] == "ok":
            status = "[bold green]proven[/]" if tree["proven"] else "[green]ok[/]"
            row = (f"{tree['total']:,}", f"{tree['average']:.4f}", str(tree["max"]), status)
        else:
            row = ("", "", "", "[bold red]damaged[/]")
        table.add_row(name, *row)
    return table
