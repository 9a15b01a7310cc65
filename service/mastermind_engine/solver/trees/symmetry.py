"""The relabelling of positions and symbols that turns one row of guesses into another.

Feedback stays as it is when positions are permuted and symbols renamed in secret and guess
alike, and so does what is legal. A tree therefore plays on after every relabelling of its
own guesses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mastermind_engine.codes import Code, CodeSpace


@dataclass(frozen=True, slots=True)
class Relabelling:
    """A permutation of positions and one of symbols.

    Attributes:
        positions: The position that each position takes its peg from.
        symbols: The new name of each symbol, by its old one.
    """

    positions: tuple[int, ...]
    symbols: dict[int, int]

    def of(self, code: Sequence[int]) -> Code:
        """``code`` relabelled."""
        return tuple(self.symbols[code[position]] for position in self.positions)


def relabelling(
    space: CodeSpace, before: Sequence[Code], after: Sequence[Code]
) -> Relabelling | None:
    """The relabelling that makes ``after`` of ``before``, code by code; None if none does.

    Of several the one with the lexicographically smallest positions is taken, and symbols
    that no code shows are renamed in ascending order: equal rows keep their labels.

    Args:
        space: The codes, all over the same symbols.
        before: Legal codes.
        after: As many legal codes.
    """
    sources = list(zip(*before, strict=True)) or [()] * space.pegs
    targets = list(zip(*after, strict=True)) or [()] * space.pegs
    found = next(_fits(sources, targets, (), {}), None)
    if found is None:
        return None
    positions, symbols = found
    named = set(symbols.values())
    everyone = range(space.lowest, space.lowest + space.symbols)
    free = (symbol for symbol in everyone if symbol not in named)
    # One for one: as many symbols have no name yet as names are free.
    return Relabelling(
        positions, {old: symbols[old] if old in symbols else next(free) for old in everyone}
    )


def _fits(
    sources: Sequence[tuple[int, ...]],
    targets: Sequence[tuple[int, ...]],
    positions: tuple[int, ...],
    symbols: dict[int, int],
) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Ways to go on from the first few positions, whose symbols are renamed by ``symbols``."""
    place = len(positions)
    if place == len(targets):
        yield positions, symbols
        return
    tried = set()
    for position, source in enumerate(sources):
        # Columns that are equal are interchangeable: the first one stands for all.
        if position in positions or source in tried:
            continue
        tried.add(source)
        renamed = _renamed(source, targets[place], symbols)
        if renamed is not None:
            yield from _fits(sources, targets, (*positions, position), renamed)


def _renamed(
    source: tuple[int, ...], target: tuple[int, ...], symbols: dict[int, int]
) -> dict[int, int] | None:
    """``symbols`` with what makes ``target`` of ``source``; None where it contradicts them."""
    renamed = dict(symbols)
    names = set(symbols.values())
    for old, new in zip(source, target, strict=True):
        if old in renamed:
            if renamed[old] != new:
                return None
        elif new in names:
            return None
        else:
            renamed[old] = new
            names.add(new)
    return renamed
