"""The contract's enums as Python's, their names without the prefix.

Where a call takes one, its name as a string will do: ``"most-parts"``, in any case.

Zero, UNSPECIFIED, asks for the default. A number that this version does not
know, sent by a newer server, reads as UNSPECIFIED.
"""

from enum import IntEnum
from typing import Self


class _WireEnum(IntEnum):
    @classmethod
    def read(cls, given: Self | str, argument: str) -> Self:
        """The member that ``given`` is or names, in any case, with ``-`` or ``_``.

        Args:
            given: A member or its name.
            argument: What is told as being at fault.

        Raises:
            ValueError: It is none; the message names the argument and what is allowed.
        """
        if isinstance(given, cls):
            return given
        if isinstance(given, str):
            member = cls.__members__.get(given.strip().upper().replace("-", "_"))
            if member is not None:
                return member
        elif type(given) is int and given in list(cls):
            return cls(given)
        allowed = ", ".join(each.name.lower().replace("_", "-") for each in cls if each)
        raise ValueError(f"{argument} is {given!r}; allowed are: {allowed}")

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls(0) if isinstance(value, int) else None


class FeedbackKind(_WireEnum):
    """How a guess is answered."""

    UNSPECIFIED = 0
    """Read as STANDARD."""
    STANDARD = 1
    """Black for right color and place, white for each further peg right in color."""
    BLACK_ONLY = 2
    """Only the black pegs are told."""
    GRAND = 3
    """Pegs are pairs of color and shape; blue tells the half-right ones."""


class EventKind(_WireEnum):
    """What an event of a game tells."""

    UNSPECIFIED = 0
    """One that this version does not know."""
    SNAPSHOT = 1
    """The game as it stands."""
    SECRET_SET = 2
    """The codemaker has hidden the secret."""
    TURN = 3
    """A guess was played and answered."""
    RESIGNED = 4
    """The game was given up."""


class Codemaker(_WireEnum):
    """Who hides the secret, and how."""

    UNSPECIFIED = 0
    """Read as UNIFORM."""
    UNIFORM = 1
    """A fair, verifiable draw from all legal secrets."""
    EQUILIBRIUM = 2
    """The game-theoretic draw, 4×6 only: from the codes of two colors or more."""
    ADVERSARIAL = 3
    """No fixed secret: each feedback is the one that leaves most candidates."""
    SUPPLIED = 4
    """A caller sets the secret."""
    REMOTE = 5
    """The secret never reaches the service; the codemaker answers the guesses."""


class Codebreaker(_WireEnum):
    """Who breaks the code of a REMOTE game."""

    UNSPECIFIED = 0
    """Read as SERVICE."""
    SERVICE = 1
    """The service guesses."""
    CLIENT = 2
    """Another caller guesses."""


class Encoding(_WireEnum):
    """How the codes of a batch are packed."""

    UNSPECIFIED = 0
    """Read as PEGS."""
    PEGS = 1
    """One byte a peg."""
    INDEX = 2
    """A little-endian uint32 a code: its rank among the legal ones, from 0."""


class BatchMode(_WireEnum):
    """Which secrets of a batch are scored against which guesses."""

    UNSPECIFIED = 0
    """Read as PAIRS."""
    PAIRS = 1
    """The first secret with the first guess, and so on."""
    CROSS = 2
    """Every secret with every guess, secrets outer."""


class State(_WireEnum):
    """Where a game stands."""

    UNSPECIFIED = 0
    """Never sent, or a state that this version does not know."""
    AWAITING_SECRET = 1
    """A SUPPLIED game whose secret has not been set."""
    IN_PROGRESS = 2
    """The codebreaker may guess."""
    AWAITING_FEEDBACK = 3
    """A guess waits for the remote codemaker's feedback."""
    SOLVED = 4
    """The code is broken."""
    UNSOLVED = 5
    """The guesses are used up."""
    RESIGNED = 6
    """A player gave up."""
    VOID = 7
    """The codemaker's feedback was proved false."""

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self >= State.SOLVED


class SecretSource(_WireEnum):
    """Where the secret comes from."""

    UNSPECIFIED = 0
    """Never sent."""
    DRAWN = 1
    """Drawn by the service from its committed seed and the caller's."""
    SEEDED = 2
    """Drawn from the seed that the caller gave, repeatable."""
    SUPPLIED = 3
    """Set by a caller."""
    NONE = 4
    """The service holds none (ADVERSARIAL, REMOTE)."""


class Strategy(_WireEnum):
    """How a guess is chosen."""

    UNSPECIFIED = 0
    """Read as AUTO."""
    AUTO = 1
    """MOST_PARTS up to 4096 codes, ENTROPY above."""
    FIRST_CONSISTENT = 2
    """The lexicographically smallest candidate."""
    RANDOM_CONSISTENT = 3
    """A candidate drawn by the request's seed."""
    MINIMAX = 4
    """The smallest largest cell of the partition (Knuth 1976)."""
    EXPECTED_SIZE = 5
    """The smallest expected number of candidates left (Irving 1978)."""
    ENTROPY = 6
    """The most information (Neuwirth 1982)."""
    MOST_PARTS = 7
    """The most cells in the partition (Kooi 2005)."""
    OPTIMAL = 8
    """The least average number of guesses."""
    OPTIMAL_DEPTH = 9
    """The least average among trees of least depth."""
    EQUILIBRIUM = 10
    """The game-theoretic mixture of trees, 4×6 only."""


class Quality(_WireEnum):
    """How far a suggestion can be trusted."""

    UNSPECIFIED = 0
    """Never sent."""
    PROVEN_OPTIMAL = 1
    """From a tree proven to have the least average."""
    BEST_KNOWN = 2
    """From a tree not proven optimal."""
    EXACT_ONE_STEP = 3
    """Every legal guess was weighed against every candidate."""
    BY_RULE = 4
    """The first or a random candidate."""
    SAMPLED = 5
    """Weighed against a sample of the candidates."""
    BUDGET_HIT = 6
    """The budget ended the search: the best of what was weighed by then."""
