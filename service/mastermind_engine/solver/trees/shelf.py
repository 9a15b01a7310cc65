"""The trees at hand: those that ship and those of a folder, the best of each."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mastermind_engine.solver.listed import ListedSpace, ListedSpaces
from mastermind_engine.solver.strategies import FROM_TREES, Strategy
from mastermind_engine.solver.tree import BrokenTree
from mastermind_engine.solver.trees.files import SUFFIX, load_tree
from mastermind_engine.solver.trees.record import DamagedTree, TreeRecord
from mastermind_engine.solver.trees.served import ServedTree
from mastermind_engine.tables import Shape

SHIPPED = Path(__file__).parents[2] / "data" / "trees"
"""Folder of the trees that ship."""


class Shelf:
    """Trees from files; for each shape and strategy the best one serves.

    A tree serves a strategy whatever it was made for: OPTIMAL the one of least total, then
    depth, OPTIMAL_DEPTH the one of least depth, then total, and of equal ones the last
    added. It counts as proven when one that was proven for the strategy is no better.
    """

    def __init__(self) -> None:
        self._records: dict[Shape, list[tuple[TreeRecord, Path]]] = {}

    def add_folder(self, folder: Path) -> None:
        """Adds every tree file in ``folder``, if there is such a folder.

        Raises:
            DamagedTree: A file that cannot be trusted.
        """
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            self.add(load_tree(path), path)

    def add(self, record: TreeRecord, path: Path) -> None:
        """Adds a tree and the file that it comes from."""
        self._records.setdefault(record.shape.unblanked, []).append((record, path))

    def files(self) -> Iterator[tuple[TreeRecord, Path]]:
        """Every tree with its file."""
        for records in self._records.values():
            yield from records

    def shapes(self) -> tuple[Shape, ...]:
        """The shapes that have trees, their symbols counted from 1."""
        return tuple(self._records)

    def best(self, shape: Shape, strategy: Strategy) -> tuple[TreeRecord, Path] | None:
        """The tree that serves ``shape`` as ``strategy``, and its file."""
        records = self._records.get(shape.unblanked)
        if not records:
            return None
        best, path = min(reversed(records), key=lambda each: _order(each[0], strategy))
        rivals = [record for record, _ in records if record.strategy == strategy]
        proven = any(
            rival.proven and _merit(best, strategy) <= _merit(rival, strategy) for rival in rivals
        )
        bound = max((rival.lower_bound for rival in rivals), default=0)
        return replace(best, strategy=strategy, proven=proven, lower_bound=bound), path

    def served(self, space: ListedSpace) -> dict[Strategy, ServedTree]:
        """The trees that serve ``space``, each checked by playing every secret.

        Raises:
            DamagedTree: One that does not do what it says; names file and fault.
        """
        found = {}
        for strategy in FROM_TREES:
            chosen = self.best(space.shape, strategy)
            if chosen is None:
                continue
            record, path = chosen
            try:
                found[strategy] = ServedTree.of(space, record)
            except (BrokenTree, DamagedTree) as fault:
                raise DamagedTree(f"{path}: {fault}") from fault
        return found


def _order(record: TreeRecord, strategy: Strategy) -> tuple[int, int]:
    total, depth = record.total, record.depth
    return (total, depth) if strategy == Strategy.OPTIMAL else (depth, total)


def _merit(record: TreeRecord, strategy: Strategy) -> tuple[int, ...]:
    """What a proof is about: the total, or depth and total."""
    order = _order(record, strategy)
    return order[:1] if strategy == Strategy.OPTIMAL else order


def open_shelf(*folders: Path) -> Shelf:
    """The trees that ship, and then those of ``folders``.

    Raises:
        DamagedTree: A file that cannot be trusted.
    """
    shelf = Shelf()
    for folder in (SHIPPED, *folders):
        shelf.add_folder(folder)
    return shelf


def serve_trees(spaces: ListedSpaces, shelf: Shelf) -> None:
    """Keeps a listed space for every tree of ``shelf`` and serves it from now on.

    Raises:
        DamagedTree: One that does not do what it says; names file and fault.
    """
    for shape in shelf.shapes():
        spaces.add_trees(shape, shelf.served(spaces.keep(shape)))
