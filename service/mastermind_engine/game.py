"""One game as a value: every move gives a new game and leaves the old one."""

from dataclasses import dataclass, replace
from enum import IntEnum

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.feedback import Feedback, score, solved
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset


class Codemaker(IntEnum):
    """Who hides the secret. The numbers are the wire's."""

    UNIFORM = 1
    EQUILIBRIUM = 2
    ADVERSARIAL = 3
    SUPPLIED = 4
    REMOTE = 5


class Codebreaker(IntEnum):
    """Who breaks the code of a REMOTE game. The numbers are the wire's."""

    SERVICE = 1
    CLIENT = 2


class State(IntEnum):
    """Where a game stands. The numbers are the wire's."""

    AWAITING_SECRET = 1
    IN_PROGRESS = 2
    AWAITING_FEEDBACK = 3
    SOLVED = 4
    UNSOLVED = 5
    RESIGNED = 6
    VOID = 7

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self >= State.SOLVED


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with its feedback."""

    guess: Code
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Game:
    """One secret, broken or not.

    Attributes:
        ruleset: What is legal.
        codemaker: Who hides the secret.
        state: Where the game stands.
        secret: The hidden code; None until it is drawn, set or revealed, and where there
            is none.
        turns: The turns so far, oldest first.
        pending: The guess that waits for a remote codemaker's feedback, if any.
    """

    ruleset: Ruleset
    codemaker: Codemaker
    state: State
    secret: Code | None = None
    turns: tuple[Turn, ...] = ()
    pending: Code | None = None

    @property
    def guesses_left(self) -> int:
        """Guesses that remain; −1 means no limit."""
        return guesses_left(self.ruleset, len(self.turns))

    def with_secret(self, secret: Code) -> "Game":
        """The game with its secret hidden behind the shield.

        Raises:
            Refusal: INVALID_CODE, SECRET_ALREADY_SET or GAME_OVER.
        """
        if self.state.over:
            raise game_over()
        if self.secret is not None:
            raise Refusal(RuleReason.SECRET_ALREADY_SET, "the secret has been set")
        faults = check_secret(self.ruleset, secret)
        if faults:
            raise Refusal(RuleReason.INVALID_CODE, "this is no legal secret", faults)
        return replace(self, secret=secret, state=State.IN_PROGRESS)

    def guess(self, code: Code) -> tuple["Game", Feedback]:
        """The game after one guess, and the feedback to it.

        Raises:
            Refusal: INVALID_CODE, AWAITING_SECRET or GAME_OVER.
        """
        if self.state.over:
            raise game_over()
        if self.secret is None:
            raise Refusal(RuleReason.AWAITING_SECRET, "the secret has not been set")
        faults = check_guess(self.ruleset, code)
        if faults:
            raise Refusal(RuleReason.INVALID_CODE, "this is no legal guess", faults)
        feedback = score(self.ruleset, self.secret, code)
        return self.with_turn(code, feedback), feedback

    def with_turn(self, guess: Code, feedback: Feedback) -> "Game":
        """The game after a legal guess and the feedback to it, whoever gave it."""
        turns = (*self.turns, Turn(guess, feedback))
        state = state_after(self.ruleset, len(turns), feedback)
        return Game(self.ruleset, self.codemaker, state, self.secret, turns)

    def with_pending(self, guess: Code) -> "Game":
        """The game in which a legal guess waits for the remote codemaker's feedback."""
        return replace(self, state=State.AWAITING_FEEDBACK, pending=guess)

    def without_last_turn(self) -> "Game":
        """The game in which the last turn's guess waits for its feedback again."""
        *turns, last = self.turns
        return replace(self, state=State.AWAITING_FEEDBACK, turns=tuple(turns), pending=last.guess)

    def resign(self) -> "Game":
        """The game given up.

        Raises:
            Refusal: GAME_OVER.
        """
        if self.state.over:
            raise game_over()
        return replace(self, state=State.RESIGNED)


def game_over() -> Refusal:
    """The refusal of any move in a finished game."""
    return Refusal(RuleReason.GAME_OVER, "the game is over")


def guesses_left(ruleset: Ruleset, turn: int) -> int:
    """Guesses that remain after ``turn`` turns; −1 means no limit."""
    return ruleset.max_guesses - turn if ruleset.max_guesses else -1


def state_after(ruleset: Ruleset, turn: int, feedback: Feedback) -> State:
    """Where a game stands after turn number ``turn``: the last guess may win."""
    if solved(ruleset, feedback):
        return State.SOLVED
    if ruleset.max_guesses and turn >= ruleset.max_guesses:
        return State.UNSOLVED
    return State.IN_PROGRESS
