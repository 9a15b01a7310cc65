"""The game a second time, in the most obvious way: slow, and written from the rules alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from functools import cache
from itertools import product

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.strategies import Strategy

Cells = Counter[Feedback]


def feedback(ruleset: Ruleset, secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """Counts colors instead of crossing out pegs."""
    black = sum(hidden == shown for hidden, shown in zip(secret, guess, strict=True))
    if ruleset.feedback_kind == FeedbackKind.BLACK_ONLY:
        return Feedback(black)
    return Feedback(black, (Counter(secret) & Counter(guess)).total() - black)


def all_codes(ruleset: Ruleset, *, repeats: bool) -> list[Code]:
    """Codes in lexicographic order, a blank first."""
    symbols = range(0 if ruleset.blanks else 1, ruleset.colors + 1)
    every = product(symbols, repeat=ruleset.pegs)
    return [code for code in every if repeats or len(set(code)) == len(code)]


@cache
def entropy_weight(size: int) -> int:
    """round(n·ln n·10⁹), to 60 digits."""
    if size < 2:
        return 0
    with localcontext(prec=60):
        weight = Decimal(size) * Decimal(size).ln() * 10**9
        return int(weight.to_integral_value(ROUND_HALF_EVEN))


def weigh(strategy: Strategy, sizes: Iterable[int]) -> int:
    """The strategy's own integer for a partition into cells of these sizes."""
    sizes = list(sizes)
    if strategy == Strategy.MINIMAX:
        return max(sizes)
    if strategy == Strategy.EXPECTED_SIZE:
        return sum(size * size for size in sizes)
    if strategy == Strategy.ENTROPY:
        return sum(map(entropy_weight, sizes))
    if strategy == Strategy.MOST_PARTS:
        return -len(sizes)
    raise ValueError(strategy)


class SlowSolver:
    """Weighs every guess against every candidate, without symmetry or short-cuts."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.secrets = all_codes(ruleset, repeats=ruleset.repeats)
        self.guesses = all_codes(ruleset, repeats=ruleset.guess_repeats)
        self._answers = {
            guess: {secret: feedback(ruleset, secret, guess) for secret in self.secrets}
            for guess in self.guesses
        }

    def candidates(self, turns: Sequence[Turn]) -> list[Code]:
        """The secrets that explain every turn."""
        return [
            secret
            for secret in self.secrets
            if all(self._answers[turn.guess][secret] == turn.feedback for turn in turns)
        ]

    def cells(self, candidates: Sequence[Code], guess: Code) -> Cells:
        """How many candidates each feedback would leave."""
        answers = self._answers[guess]
        return Counter(answers[secret] for secret in candidates)

    def ranked(
        self, candidates: Sequence[Code], strategy: Strategy, *, candidates_only: bool = False
    ) -> list[tuple[int, bool, Code]]:
        """Score, not a candidate, guess: by the tie rule, the best first."""
        possible = set(candidates)
        return sorted(
            (weigh(strategy, self.cells(candidates, guess).values()), guess not in possible, guess)
            for guess in (candidates if candidates_only else self.guesses)
        )

    def lengths(
        self, strategy: Strategy, opening: Code | None, *, candidates_only: bool
    ) -> list[int]:
        """Guesses that each secret takes, in lexicographic order."""
        taken: dict[Code, int] = {}
        nodes = [(1, self.secrets, opening)]
        while nodes:
            depth, node, guess = nodes.pop()
            if guess is None:
                guess = self.ranked(node, strategy, candidates_only=candidates_only)[0][2]
            answers = self._answers[guess]
            for answer in self.cells(node, guess):
                if answer.black == self.ruleset.pegs:
                    taken[guess] = depth
                else:
                    cell = [secret for secret in node if answers[secret] == answer]
                    nodes.append((depth + 1, cell, None))
        return [taken[secret] for secret in self.secrets]


@cache
def slow_solver(ruleset: Ruleset) -> SlowSolver:
    """The one slow solver of a ruleset."""
    return SlowSolver(ruleset)
