"""What ``mastermind tables`` does with strategy trees: import, check, show."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service import __version__
from mastermind_service.cli import background
from mastermind_service.cli.choices import StrategyName, constant, kebab
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import (
    bad_option,
    bad_option_of,
    fail,
    progress_console,
    result_console,
    write_json,
)
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.settings import tables_folder

if TYPE_CHECKING:
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.solver.trees.record import TreeRecord
    from mastermind_engine.solver.trees.served import ServedTree
    from mastermind_engine.tables import Shape


class TreeStrategy(StrEnum):
    """Strategies that have trees."""

    OPTIMAL = StrategyName.OPTIMAL.value
    OPTIMAL_DEPTH = StrategyName.OPTIMAL_DEPTH.value


TablesDir = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the tables; by default MASTERMIND_TABLES_DIR, or one in ~/.cache.",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(help="File to write, instead of one in the folder.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def build_tree(
    ruleset: Ruleset, strategy: TreeStrategy, out: Path | None, folder: Path, as_json: bool
) -> None:
    """Searches for the best tree, writes it, and tells what it proved."""
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.solver.trees.files import file_name
    from mastermind_engine.tables import Shape

    asked = Strategy[constant(strategy)]
    target = out or folder / file_name(Shape.of(ruleset), asked)
    try:
        record = _searched(ruleset, asked)
    except Refusal as refusal:
        raise bad_option_of("--ruleset", refusal) from refusal
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    _save(record, target)
    _tell(record, target, as_json)


def _searched(ruleset: Ruleset, strategy: "Strategy") -> "TreeRecord":
    """The best tree that there is.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many codes to search.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    import numpy as np

    from mastermind_engine.solver.exact import search_exact
    from mastermind_engine.solver.listed import listed_with_table
    from mastermind_engine.solver.trees.record import measured

    cancelled = np.zeros(1, np.uint8)

    def work() -> "TreeRecord":
        space = listed_with_table(ruleset)
        found = search_exact(space, goal=strategy, cancelled=cancelled)
        return measured(
            space,
            strategy,
            found.tree,
            proven=found.proven,
            lower_bound=found.lower_bound,
            source=f"mastermind tables build, {__version__}",
        )

    columns = (SpinnerColumn(), TextColumn("searching"), TimeElapsedColumn())
    with Progress(*columns, console=progress_console(), transient=True) as bar:
        bar.add_task("", total=None)
        return background.run(work, lambda: cancelled.fill(1))


@with_ruleset
def import_command(
    ruleset: Ruleset,
    file: Annotated[
        Path, typer.Argument(help="A tree in the notation with brackets.", metavar="FILE")
    ],
    strategy: Annotated[
        TreeStrategy, typer.Option(help="What the tree was made for.")
    ] = TreeStrategy.OPTIMAL,
    out: Out = None,
    tables_dir: TablesDir = None,
    as_json: AsJson = False,
) -> None:
    """Import a tree in the notation in which they are published, and serve it.

    Every code is played by it first. Servers that start from now on use it wherever it is
    as good as the tree that they have.
    """
    target = out or tables_folder("tables import", tables_dir) / f"{file.stem}.tree"
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{file}: {getattr(error, 'strerror', None) or 'is no text'}")
    with progress_console().status("playing every code …"):
        record = background.run(lambda: _imported(ruleset, text, file, strategy), lambda: None)
        _save(record, target)
    _tell(record, target, as_json)


def _imported(ruleset: Ruleset, text: str, file: Path, strategy: TreeStrategy) -> "TreeRecord":
    from mastermind_engine.solver.listed import listed_with_table
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.solver.trees.brackets import UnreadableTree, read_notation
    from mastermind_engine.solver.trees.growing import grow_tree
    from mastermind_engine.solver.trees.record import measured

    try:
        space = listed_with_table(ruleset)
        tree = grow_tree(space, read_notation(text))
    except Refusal as refusal:
        raise bad_option_of("--ruleset", refusal) from refusal
    except UnreadableTree as fault:
        fail(f"{file}: {fault}")
    return measured(space, Strategy[constant(strategy)], tree, source=f"imported from {file.name}")


def _save(record: "TreeRecord", target: Path) -> None:
    from mastermind_engine.solver.trees.files import save_tree

    try:
        save_tree(record, target)
    except OSError as error:
        fail(f"{target}: {error.strerror}; --out chooses another file")


def check_tree(file: Path, as_json: bool) -> None:
    """Checks one tree file, by its checksum and by playing every code; exit code 1 if bad."""
    try:
        record = opened_tree(file).record
    except BadTree as bad:
        if as_json:
            write_json(bad.as_json())
        fail(str(bad))
    _tell(record, file, as_json)


class BadTree(Exception):
    """A tree file that cannot be trusted, and why."""

    def __init__(self, file: Path, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file = file
        self.problem = problem

    def as_json(self) -> dict[str, Any]:
        """The file as ``--json`` tells it."""
        return {"file": str(self.file), "status": "damaged", "problem": self.problem}


def opened_tree(file: Path) -> "ServedTree":
    """The tree of a file, every code played by it.

    Raises:
        BadTree: Naming the fault.
    """
    from mastermind_engine.solver.listed import listed_with_table
    from mastermind_engine.solver.tree import BrokenTree
    from mastermind_engine.solver.trees.files import load_tree
    from mastermind_engine.solver.trees.record import DamagedTree
    from mastermind_engine.solver.trees.served import ServedTree

    try:
        record = load_tree(file)
        return ServedTree.of(listed_with_table(ruleset_of(record.shape)), record)
    except (DamagedTree, BrokenTree) as fault:
        # Loading names the file itself.
        raise BadTree(file, str(fault).removeprefix(f"{file}: ")) from fault
    except Refusal as refusal:
        raise BadTree(file, refusal.message) from refusal
    except OSError as error:
        raise BadTree(file, error.strerror or str(error)) from error


def known_trees(folder: Path) -> list[dict[str, Any]]:
    """Every tree that ships or lies in ``folder``, checked, as ``--json`` tells it."""
    from mastermind_engine.solver.trees.files import SUFFIX
    from mastermind_engine.solver.trees.shelf import SHIPPED

    files = [file for where in (SHIPPED, folder) for file in sorted(where.glob(f"*{SUFFIX}"))]
    told = []
    for file in files:
        try:
            told.append(record_json(opened_tree(file).record, file))
        except BadTree as bad:
            told.append(bad.as_json())
    return told


@with_ruleset
def show_command(
    ruleset: Ruleset,
    file: Annotated[
        Path | None,
        typer.Argument(help="Its file; by default the tree that serves a ruleset and strategy."),
    ] = None,
    strategy: Annotated[
        TreeStrategy, typer.Option(help="Which of the ruleset's trees.")
    ] = TreeStrategy.OPTIMAL,
    as_json: AsJson = False,
    as_dot: Annotated[
        bool, typer.Option("--dot", help="Print a picture in Graphviz' language.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(help="Guesses below each other in the picture.", min=1, show_default="all"),
    ] = None,
    tables_dir: TablesDir = None,
) -> None:
    """Show a strategy tree: in short, whole as JSON, or as a picture for Graphviz."""
    if as_json and as_dot:
        raise bad_option("--dot", "choose one of --json and --dot")
    if depth is not None and not as_dot:
        raise bad_option("--depth", "is for --dot")
    from mastermind_engine.solver.trees.exports import tree_dot, tree_json

    if file is None:
        file = _serving(ruleset, strategy, tables_folder("tables show", tables_dir))
    try:
        tree = opened_tree(file)
    except BadTree as bad:
        fail(str(bad))
    shown = ruleset_of(tree.record.shape)
    if as_json:
        write_json({"ruleset": _ruleset_json(shown), **tree_json(tree)})
    elif as_dot:
        for line in tree_dot(tree, lambda code: code_text(shown, code), depth):
            typer.echo(line)
    else:
        _tell(tree.record, file, as_json=False)


def _serving(ruleset: Ruleset, strategy: TreeStrategy, folder: Path) -> Path:
    """The file of the tree by which a ruleset is served."""
    from mastermind_engine.solver.strategies import Strategy
    from mastermind_engine.solver.trees.record import DamagedTree
    from mastermind_engine.solver.trees.shelf import open_shelf
    from mastermind_engine.tables import Shape

    try:
        best = open_shelf(folder).best(Shape.of(ruleset), Strategy[constant(strategy)])
    except DamagedTree as error:
        fail(f"damaged strategy tree: {error}")
    if best is None:
        raise bad_option("--ruleset", f"there is no {strategy} tree for it; name a file")
    return best[1]


def ruleset_of(shape: "Shape") -> Ruleset:
    """A ruleset of ``shape``: the first preset, else a custom one."""
    from mastermind_engine.rulesets import FeedbackKind
    from mastermind_engine.tables import Shape

    for ruleset in PRESETS.values():
        if Shape.of(ruleset) == shape:
            return ruleset
    blanks = shape.lowest == 0
    kind = FeedbackKind.STANDARD if shape.whites else FeedbackKind.BLACK_ONLY
    return Ruleset(
        "custom",
        shape.pegs,
        shape.symbols - blanks,
        shape.repeats,
        shape.guess_repeats,
        blanks,
        feedback_kind=kind,
    )


def _ruleset_json(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "pegs": ruleset.pegs,
        "colors": ruleset.colors,
        "repeats": ruleset.repeats,
        "guess_repeats": ruleset.guess_repeats,
        "blanks": ruleset.blanks,
        "feedback_kind": kebab(ruleset.feedback_kind.name),
    }


def record_json(record: "TreeRecord", file: Path) -> dict[str, Any]:
    """A tree as ``--json`` tells it in short."""
    return {
        "file": str(file),
        "ruleset": _ruleset_json(ruleset_of(record.shape)),
        "strategy": kebab(record.strategy.name),
        "total": record.total,
        "codes": record.codes,
        "average": record.total / record.codes,
        "max": record.depth,
        "proven": record.proven,
        "lower_bound": record.lower_bound,
        "nodes": record.tree.nodes,
        "bytes": file.stat().st_size,
        "source": record.source,
        "status": "ok",
    }


def _tell(record: "TreeRecord", file: Path, as_json: bool) -> None:
    if as_json:
        write_json(record_json(record, file))
        return
    ruleset = ruleset_of(record.shape)
    proof = "proven to be the least" if record.proven else "not proven to be the least"
    console = result_console()
    console.print(
        f"[bold cyan]{kebab(record.strategy.name)}[/] tree for [bold]{ruleset.name}[/] "
        f"({ruleset.pegs}×{ruleset.symbol_count}): every one of {record.codes:,} codes broken"
    )
    console.print(
        f"  [bold green]{record.total:,}[/] guesses together, "
        f"[bold green]{record.total / record.codes:.4f}[/] on average, "
        f"at most [bold green]{record.depth}[/]; {proof}"
    )
    console.print(f"  {file}", style="grey62", soft_wrap=True)
