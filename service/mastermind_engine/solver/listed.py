"""Code spaces small enough to list, in the form that kernels read."""

from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code, CodeArray, CodeSpace
from mastermind_engine.feedback import feedback_slots
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.tables import ScoreTable, Shape, has_table

MAX_LISTED_CODES = 1_000_000
NO_TABLE = np.zeros((0, 0), np.uint8)

if TYPE_CHECKING:
    from mastermind_engine.solver.mixture import ServedMixture
    from mastermind_engine.solver.trees.served import Trees

NO_TREES: "Trees" = MappingProxyType({})


class ListedSpace:
    """All secrets and guesses of a ruleset's shape, and the table of their scores.

    Args:
        shape: What scoring depends on.
        table: Their score table, if there is one.
        trees: Strategy trees, by the strategy that they are asked for.

    Attributes:
        trees: As given.
        mixture: The trees that EQUILIBRIUM mixes, where they are known.
        guesses: The order of the legal guesses.
        secrets: The order of the legal secrets.
        arrays: What kernels read.
        slots: Feedback numbers that are in use, the last one all black.
    """

    def __init__(
        self, shape: Shape, table: ScoreTable | None = None, trees: "Trees" = NO_TREES
    ) -> None:
        self.shape = shape
        self.trees = trees
        self.mixture: ServedMixture | None = None
        self.slots = feedback_slots(shape.pegs)
        self.secrets = CodeSpace(shape.pegs, shape.lowest, shape.symbols, shape.repeats)
        self.guesses = CodeSpace(shape.pegs, shape.lowest, shape.symbols, shape.guess_repeats)
        guess_codes = self.guesses.listed()
        guess_places, guess_copies = self._encode(guess_codes)
        if shape.repeats == shape.guess_repeats:
            places, copies = guess_places, guess_copies
            guess_of = np.arange(self.secrets.size, dtype=np.int32)
        else:
            secret_codes = self.secrets.listed()
            places, copies = self._encode(secret_codes)
            guess_of = self._guess_ranks(secret_codes)
        self.arrays = kernels.Space(
            guess_codes,
            guess_places,
            guess_copies,
            places,
            copies,
            guess_of,
            NO_TABLE if table is None else table,
        )

    @property
    def board(self) -> kernels.Board:
        """The legal guesses, and what their feedback depends on."""
        shape = self.shape
        return kernels.Board(
            self.arrays.guess_codes,
            shape.lowest,
            shape.symbols,
            shape.guess_repeats,
            shape.whites,
        )

    @cached_property
    def palettes(self) -> kernels.Palettes:
        """The palettes of the legal guesses. Sorting a million guesses takes a while."""
        ordered = np.sort(self.arrays.guess_codes, axis=1)
        numbers = np.zeros(len(ordered), np.int64)
        for position in range(self.shape.pegs):
            numbers = numbers * (self.shape.symbols + 1) + ordered[:, position]
        _, first, of = np.unique(numbers, return_index=True, return_inverse=True)
        return kernels.Palettes(ordered[first], of.astype(np.int32))

    def _encode(self, codes: CodeArray) -> tuple[kernels.U64, kernels.U64]:
        words = (self.shape.pegs * self.shape.symbols + 63) // 64
        places = np.zeros((len(codes), words), np.uint64)
        copies = np.zeros((len(codes), words), np.uint64)
        kernels.encode(codes, self.shape.lowest, self.shape.symbols, places, copies)
        # Without whites black + white is black alone.
        return places, copies if self.shape.whites else places

    def _guess_ranks(self, secrets: CodeArray) -> kernels.I32:
        """Ranks among guesses with repeats of secrets without."""
        ranks = np.zeros(len(secrets), np.int64)
        for position in range(self.shape.pegs):
            ranks = ranks * self.shape.symbols + secrets[:, position] - self.shape.lowest
        return ranks.astype(np.int32)

    def build_table(self) -> ScoreTable:
        """The feedback number of every guess against every secret."""
        table = np.empty((self.guesses.size, self.secrets.size), np.uint8)
        kernels.fill_table(self.arrays, table)
        return table

    def code(self, guess: int) -> Code:
        """The legal guess at an index."""
        return tuple(self.arrays.guess_codes[guess].tolist())


def check_solvable(ruleset: Ruleset) -> None:
    """Refuses rulesets that no solver of this engine knows.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    if ruleset.feedback_kind == FeedbackKind.GRAND or ruleset.word_list:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            "there is no solver for GRAND feedback or word lists",
        )


def listable(ruleset: Ruleset) -> bool:
    """Whether all codes of ``ruleset`` can be listed."""
    return max(ruleset.secret_count, ruleset.guess_count) <= MAX_LISTED_CODES


def check_listable(ruleset: Ruleset) -> None:
    """Refuses rulesets whose codes cannot be listed.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    check_solvable(ruleset)
    if not listable(ruleset):
        size = max(ruleset.secret_count, ruleset.guess_count)
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"up to {MAX_LISTED_CODES} codes can be listed; this ruleset has {size}",
        )


class ListedSpaces:
    """The listed spaces of a process: those that stay, others made as needed."""

    def __init__(self) -> None:
        self._kept: dict[Shape, ListedSpace] = {}
        self._trees: dict[Shape, Trees] = {}
        self._made = lru_cache(maxsize=8)(self._make)

    def add(self, shape: Shape, table: ScoreTable) -> None:
        """Serves ``shape`` by ``table`` from now on."""
        self._kept[shape] = ListedSpace(shape, table, self._trees_of(shape))

    def keep(self, shape: Shape) -> ListedSpace:
        """The listed space of ``shape``, which stays from now on."""
        return self._kept.setdefault(shape, self._make(shape))

    def add_trees(self, shape: Shape, trees: "Trees") -> None:
        """Serves every space of ``shape``, with blanks and without, by ``trees`` too."""
        self._trees[shape.unblanked] = trees
        self._made.cache_clear()
        for kept, space in self._kept.items():
            if kept.unblanked == shape.unblanked:
                space.trees = trees

    def trees(self, ruleset: Ruleset) -> "Trees":
        """The strategy trees by which ``ruleset`` is served."""
        return self._trees_of(Shape.of(ruleset))

    def _trees_of(self, shape: Shape) -> "Trees":
        return self._trees.get(shape.unblanked, NO_TREES)

    def _make(self, shape: Shape) -> ListedSpace:
        return ListedSpace(shape, trees=self._trees_of(shape))

    def of(self, ruleset: Ruleset) -> ListedSpace:
        """The listed space of ``ruleset``. May take seconds for the largest.

        Raises:
            Refusal: UNSUPPORTED_FOR_RULESET, more than a million codes.
        """
        check_listable(ruleset)
        shape = Shape.of(ruleset)
        return self._kept.get(shape) or self._made(shape)

    def find(self, ruleset: Ruleset) -> ListedSpace | None:
        """The listed space of ``ruleset``; None where there are too many codes.

        Raises:
            Refusal: UNSUPPORTED_FOR_RULESET, GRAND feedback or word lists.
        """
        check_solvable(ruleset)
        return self.of(ruleset) if listable(ruleset) else None

    def ready(self, ruleset: Ruleset) -> bool:
        """Whether `of` answers at once."""
        return Shape.of(ruleset) in self._kept


def listed_with_table(ruleset: Ruleset) -> ListedSpace:
    """The listed space of ``ruleset``, with a table of its own where one is small enough."""
    check_listable(ruleset)
    space = ListedSpace(Shape.of(ruleset))
    if has_table(ruleset):
        space.arrays = space.arrays._replace(table=space.build_table())
    return space
