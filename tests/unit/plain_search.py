"""The best tree for a set of candidates by trying everything: for small sets only."""

from functools import cache

from mastermind_engine.feedback import Feedback
from mastermind_engine.rulesets import Ruleset
from tests.unit.oracle import all_codes, feedback

Cell = tuple[int, ...]
"""Candidates as indices of secrets, ascending."""


class PlainSearch:
    """Knows no bound but that a guess must tell something, no symmetry, no order."""

    def __init__(self, ruleset: Ruleset, *, candidates_only: bool) -> None:
        secrets = all_codes(ruleset, repeats=ruleset.repeats)
        guesses = all_codes(ruleset, repeats=ruleset.guess_repeats)
        self.candidates_only = candidates_only
        self.everyone: Cell = tuple(range(len(secrets)))
        self.own = [guesses.index(secret) for secret in secrets]
        self.table = [[feedback(ruleset, secret, guess) for secret in secrets] for guess in guesses]
        self.solved = Feedback(ruleset.pegs)
        # Work grows with the guesses, and more than tenfold with each two candidates.
        self.reach = 8 if len(guesses) > 50 else 10
        self._totals = cache(self._least_totals)

    def cells(self, members: Cell, guess: int) -> list[Cell]:
        """What a guess leaves of the members, where it does not solve them."""
        cells: dict[Feedback, list[int]] = {}
        for member in members:
            cells.setdefault(self.table[guess][member], []).append(member)
        return [tuple(cell) for answer, cell in cells.items() if answer != self.solved]

    def best(self, members: Cell, *, flat: bool) -> tuple[int, ...]:
        """The least total; or, if flat, the least depth and the least total at that depth."""
        totals = self._totals(members)
        if flat:
            return next((depth, total) for depth, total in enumerate(totals) if total < 10**6)
        return (min(totals),)

    def _least_totals(self, members: Cell) -> tuple[int, ...]:
        """Least total within 0, 1, … guesses; a chain of guesses at candidates always works."""
        if len(members) == 1:
            return (10**6, 1)
        tried = range(len(self.table))
        best = [10**6] * (len(members) + 1)
        for guess in (self.own[m] for m in members) if self.candidates_only else tried:
            cells = self.cells(members, guess)
            if cells == [members]:
                continue
            known = [self._totals(cell) for cell in cells]
            for depth in range(1, len(best)):
                parts = [totals[min(depth, len(totals)) - 1] for totals in known]
                best[depth] = min(best[depth], len(members) + sum(parts))
        return tuple(min(total, 10**6) for total in best)
