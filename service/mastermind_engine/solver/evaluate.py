"""Whole evaluations: a strategy plays every secret of a ruleset."""

from dataclasses import dataclass, field

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.exact import search_exact
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import FROM_TREES, Strategy, resolve, rule_of
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_engine.solver.tree import play_tree
from mastermind_engine.solver.trees.served import ServedTree
from mastermind_engine.solver.trees.symmetry import Relabelling, relabelling


class EvaluationCancelled(Exception):
    """The evaluation was stopped before its end."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a strategy needs for every secret.

    Attributes:
        strategy: The strategy that played; never AUTO.
        opening: Its first guess.
        lengths: Guesses that each secret took, the winning one included; uint8 of shape
            (secrets,) in lexicographic order.
    """

    strategy: Strategy
    opening: Code
    lengths: kernels.U8 = field(repr=False)

    @property
    def codes(self) -> int:
        """Number of secrets."""
        return len(self.lengths)

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.codes

    @property
    def max(self) -> int:
        """Guesses that the hardest secret takes."""
        return int(self.lengths.max())

    @property
    def histogram(self) -> list[int]:
        """Number of secrets that take 1, 2, 3 … guesses."""
        return [int(count) for count in np.bincount(self.lengths)[1:]]


class Progress:
    """How far an evaluation is; another thread may read it, or stop the work.

    Attributes:
        counter: Secrets done, int64 of shape (1,).
        cancelled: Stops the work once set, uint8 of shape (1,).
    """

    def __init__(self) -> None:
        self.counter = np.zeros(1, np.int64)
        self.cancelled = np.zeros(1, np.uint8)

    @property
    def done(self) -> int:
        """Secrets done."""
        return int(self.counter[0])

    def cancel(self) -> None:
        """Stops the work at its next guess."""
        self.cancelled[0] = 1


def evaluate(
    space: ListedSpace,
    ruleset: Ruleset,
    strategy: Strategy,
    *,
    opening: Code | None = None,
    candidates_only: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Plays every secret of ``ruleset``, ignoring its ``max_guesses``.

    Args:
        space: The listed space of ``ruleset``.
        ruleset: What is legal.
        strategy: Any but RANDOM_CONSISTENT. AUTO is OPTIMAL where ``space`` has its tree.
        opening: A legal first guess instead of the strategy's own.
        candidates_only: Whether only codes that may be the secret are guessed.
        progress: Tells how far it is, and stops it.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    progress = progress or Progress()
    tree = _tree_of(space, strategy, candidates_only)
    if tree is not None and (strategy != Strategy.AUTO or opening is None):
        return _follow(space, tree, strategy, opening, progress)
    strategy = resolve(strategy, ruleset)
    if strategy in FROM_TREES:
        return _search(space, strategy, opening, candidates_only, progress)
    if strategy == Strategy.RANDOM_CONSISTENT:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, "a random strategy has no single tree to evaluate"
        )
    candidates_only = candidates_only or strategy == Strategy.FIRST_CONSISTENT
    if opening is None:
        wish = Wish(strategy, candidates_only=candidates_only)
        opening = suggest(space, ruleset, (), wish, progress.cancelled).guess
    lengths = np.zeros(space.secrets.size, np.uint8)
    finished = kernels.play_all(
        space.arrays,
        space.guesses.rank(opening),
        rule_of(strategy, space.secrets.size),
        candidates_only,
        space.slots,
        lengths,
        progress.counter,
        progress.cancelled,
    )
    if not finished:
        raise EvaluationCancelled
    return Evaluation(strategy, opening, lengths)


def _tree_of(space: ListedSpace, strategy: Strategy, candidates_only: bool) -> ServedTree | None:
    """The tree that ``strategy`` plays by, if it does; trees guess more than candidates."""
    asked = Strategy.OPTIMAL if strategy == Strategy.AUTO else strategy
    return None if candidates_only else space.trees.get(asked)


def _search(
    space: ListedSpace,
    strategy: Strategy,
    opening: Code | None,
    candidates_only: bool,
    progress: Progress,
) -> Evaluation:
    """What the best tree needs, found by a search without bounds.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, too many codes to search, or an opening is given.
        EvaluationCancelled: ``progress`` was cancelled.
    """
    if opening is not None:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, f"{strategy.name} chooses its opening itself"
        )
    found = search_exact(
        space, goal=strategy, candidates_only=candidates_only, cancelled=progress.cancelled
    )
    if progress.cancelled[0]:
        raise EvaluationCancelled
    progress.counter[0] = space.secrets.size
    root = space.code(int(found.tree.guesses[0]))
    return Evaluation(strategy, root, play_tree(space, found.tree))


def _follow(
    space: ListedSpace,
    tree: ServedTree,
    strategy: Strategy,
    opening: Code | None,
    progress: Progress,
) -> Evaluation:
    """What ``tree`` needs when it opens as it does, or with its own opening relabelled.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, it opens otherwise.
    """
    root = space.code(int(tree.record.tree.guesses[0]))
    lengths = play_tree(space, tree.record.tree)
    if opening is not None and opening != root:
        labels = relabelling(space.guesses, [root], [opening])
        if labels is None:
            raise Refusal(
                RuleReason.UNSUPPORTED_FOR_RULESET, "the strategy tree has another opening"
            )
        lengths = lengths[_relabelled_order(space, labels)]
    progress.counter[0] = len(lengths)
    asked = Strategy.OPTIMAL if strategy == Strategy.AUTO else strategy
    return Evaluation(asked, root if opening is None else opening, lengths)


def _relabelled_order(space: ListedSpace, labels: Relabelling) -> kernels.I64:
    """For each secret in order the one that becomes it when it is relabelled."""
    codes = space.secrets.listed()
    names = np.zeros(256, np.uint8)
    names[list(labels.symbols)] = list(labels.symbols.values())
    relabelled = names[codes[:, labels.positions]]
    return np.lexsort(relabelled.T[::-1])
