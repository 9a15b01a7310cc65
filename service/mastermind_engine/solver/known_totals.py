"""Guesses that strategies are known to need for all secrets of a ruleset.

Each total was found by playing every secret under the one tie rule: best score, then a
candidate, then the lexicographically smallest code. `make test` plays them again.
"""

from dataclasses import dataclass

from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import ONE_STEP, Strategy


@dataclass(frozen=True, slots=True)
class KnownTotal:
    """Guesses for all secrets together.

    Attributes:
        total: Their number.
        max: Guesses for the hardest secret.
    """

    total: int
    max: int


_Row = tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]

# Total and worst case of each one-step strategy, in the order of ONE_STEP, by pegs and
# symbols. Neither secrets nor guesses repeat a symbol, or both may.
_WITH_REPEATS: dict[tuple[int, int], _Row] = {
    (2, 6): ((132, 5), (132, 5), (132, 5), (132, 5)),
    (3, 4): ((216, 4), (208, 4), (208, 4), (208, 4)),
    (3, 5): ((463, 5), (453, 5), (453, 5), (453, 5)),
    (3, 6): ((874, 5), (859, 5), (860, 5), (859, 5)),
    (4, 3): ((257, 4), (250, 4), (250, 4), (249, 4)),
    (4, 4): ((919, 4), (916, 4), (912, 4), (910, 5)),
    (4, 5): ((2563, 5), (2485, 5), (2476, 5), (2473, 5)),
    (4, 6): ((5801, 5), (5696, 6), (5722, 6), (5668, 6)),
    (4, 7): ((11613, 6), (11409, 6), (11378, 6), (11388, 6)),
    (5, 3): ((828, 4), (816, 4), (816, 4), (821, 4)),
    (5, 4): ((4087, 5), (4000, 5), (3977, 5), (3973, 5)),
}
_WITHOUT_REPEATS: dict[tuple[int, int], _Row] = {
    (4, 6): ((1490, 5), (1459, 6), (1450, 5), (1457, 5)),
    (4, 7): ((3715, 6), (3664, 6), (3657, 6), (3680, 7)),
    (4, 10): ((27139, 7), (26551, 7), (26424, 8), (26751, 8)),
    (5, 5): ((543, 6), (540, 6), (540, 6), (549, 7)),
}
_FIRST_CONSISTENT_4X6 = KnownTotal(7471, 9)


def known_total(ruleset: Ruleset, strategy: Strategy) -> KnownTotal | None:
    """What ``strategy`` needs for all secrets of ``ruleset``; None where it is not known.

    A blank counts as a symbol like the others: it is no more than the smallest one.
    """
    if ruleset.feedback_kind != FeedbackKind.STANDARD or ruleset.word_list:
        return None
    size = (ruleset.pegs, ruleset.symbol_count)
    if strategy == Strategy.FIRST_CONSISTENT:
        return _FIRST_CONSISTENT_4X6 if ruleset.repeats and size == (4, 6) else None
    if strategy not in ONE_STEP or ruleset.repeats != ruleset.guess_repeats:
        return None
    row = (_WITH_REPEATS if ruleset.repeats else _WITHOUT_REPEATS).get(size)
    return None if row is None else KnownTotal(*row[ONE_STEP.index(strategy)])
