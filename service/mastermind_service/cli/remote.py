"""A game on a server, played through the client."""

import secrets
from collections.abc import Callable, Sequence

from mastermind_client import (
    Client,
    FeedbackKind,
    MastermindError,
    NewGameResult,
    Strategy,
    Tls,
    verify,
)
from mastermind_client import Game as ClientGame
from mastermind_client import Ruleset as ClientRuleset
from mastermind_client import (
    enums as wire,
)
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, State, Turn
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service.cli.choices import StrategyName, constant
from mastermind_service.cli.hints import Hint
from mastermind_service.cli.sessions import Access

CLIENT_SEED_BYTES = 32
START_SECONDS = 5
"""After so long without an answer there is no server."""


def open_client(server: str, access: Access) -> Client:
    """A client of ``server``, ``host:port``, let in by ``access``."""
    tls = Tls(access.ca) if access.tls else None
    return Client(server, api_key=access.api_key or None, tls=tls)


class RemoteSession:
    """A game that a server keeps.

    Args:
        server: ``host:port``.
        access: How it lets us in.
        ruleset: What is legal.
        secret: A secret that somebody set; None has the server draw one.
        seed: Makes the draw repeatable.
        codemaker: Who hides the secret.

    Raises:
        Refusal: The server does not make the game, or does not answer.
    """

    pending: Code | None = None

    def __init__(
        self,
        server: str,
        access: Access,
        ruleset: Ruleset,
        secret: Code | None = None,
        seed: int | None = None,
        codemaker: Codemaker = Codemaker.UNIFORM,
    ) -> None:
        self._client = open_client(server, access)
        self.codemaker = codemaker
        self._seed = seed
        # Our part of a fair draw.
        self._client_seed = secrets.token_bytes(CLIENT_SEED_BYTES) if seed is None else b""
        self.ruleset = ruleset
        self.state = State.IN_PROGRESS
        self.secret: Code | None = None
        self.hints_used = 0
        self._turns: list[Turn] = []
        self._new = self._start(secret)
        self.commitment = self._new.game.commitment

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""
        return self._turns

    def guess(self, code: Code) -> None:
        """Plays a guess."""
        turn = len(self._turns) + 1
        seed = b"" if self._turns else self._client_seed
        try:
            answer = self._client.guess(self._new, code, client_seed=seed, expected_turn=turn)
        except MastermindError as error:
            raise as_refusal(error) from error
        feedback = answer.feedback
        if feedback is None:
            raise AssertionError("only a remote codemaker answers later")
        self._turns.append(Turn(code, Feedback(feedback.black, feedback.white)))
        self.state = State(answer.state)
        self.secret = answer.secret

    def hint(self, strategy: StrategyName) -> Hint:
        """The guess that a strategy would play."""
        try:
            hint = self._client.suggest_guess(self._new, Strategy[constant(strategy)])
        except MastermindError as error:
            raise as_refusal(error) from error
        self.hints_used += 1
        return hint

    def resign(self) -> None:
        """Gives up."""
        try:
            game = self._client.resign_game(self._new)
        except MastermindError as error:
            raise as_refusal(error) from error
        self.state, self.secret = State(game.state), game.secret

    def commitment_kept(self) -> bool | None:
        """Checks the finished game by the client's `verify`, which does not ask the server."""
        if not self.commitment:
            return None
        try:
            game = self._client.get_game(self._new)
        except MastermindError as error:
            raise as_refusal(error) from error
        played = self._client_seed if self._turns else None
        return verify(game, commitment=self.commitment, client_seed=played, seed=self._seed).ok

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()

    def _start(self, secret: Code | None) -> NewGameResult:
        try:
            return self._client.new_game(
                _for_client(self.ruleset),
                max_guesses=self.ruleset.max_guesses,
                codemaker=wire.Codemaker(self.codemaker),
                secret=secret,
                seed=self._seed,
                timeout=START_SECONDS,
            )
        except MastermindError as error:
            raise as_refusal(error) from error


class RemoteAnswering:
    """A game on a server, which breaks the code that the player has in mind.

    Args:
        server: ``host:port``.
        access: How it lets us in.
        ruleset: What is legal.
        strategy: How it guesses.
        seed: Fixes what chance decides; None leaves it open.

    Raises:
        Refusal: The server does not make the game, or does not answer.
    """

    codemaker = Codemaker.REMOTE

    def __init__(
        self,
        server: str,
        access: Access,
        ruleset: Ruleset,
        strategy: StrategyName,
        seed: int | None,
    ) -> None:
        self._client = open_client(server, access)
        self.ruleset = ruleset
        try:
            self._new = self._client.new_game(
                _for_client(ruleset),
                max_guesses=ruleset.max_guesses,
                codemaker=wire.Codemaker.REMOTE,
                strategy=Strategy[constant(strategy)],
                seed=seed,
                timeout=START_SECONDS,
            )
        except MastermindError as error:
            raise as_refusal(error) from error
        self._game = self._new.game

    @property
    def state(self) -> State:
        """Where the game stands."""
        return State(self._game.state)

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""
        return [
            Turn(turn.guess, Feedback(turn.feedback.black, turn.feedback.white))
            for turn in self._game.turns
        ]

    @property
    def pending(self) -> Code | None:
        """The guess that waits for its answer, until the game is over."""
        return self._game.pending_guess

    @property
    def secret(self) -> Code | None:
        """The player's code, once he has told it."""
        return self._game.secret

    def answer(self, feedback: Feedback) -> None:
        """Answers the pending guess."""
        turn = len(self._game.turns) + 1
        given = (feedback.black, feedback.white)
        self._play(lambda: self._client.give_feedback(self._new, given, expected_turn=turn))

    def take_back(self) -> None:
        """Undoes the last answer."""
        self._play(lambda: self._client.take_back_turn(self._new))

    def resign(self) -> None:
        """Ends the game."""
        # The codebreaker is the server: the player holds the codemaker's token.
        token = self._new.codemaker_token
        self._play(lambda: self._client.resign_game(self._new, token=token))

    def reveal(self, secret: Code) -> Sequence[int]:
        """Tells the code; returns the turns, from 1, that were answered falsely."""
        try:
            told = self._client.reveal_secret(self._new, secret)
        except MastermindError as error:
            raise as_refusal(error) from error
        self._game = told.game
        return told.false_turns

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()

    def _play(self, move: Callable[[], ClientGame]) -> None:
        try:
            self._game = move()
        except MastermindError as error:
            raise as_refusal(error) from error


def _for_client(ruleset: Ruleset) -> str | ClientRuleset:
    if ruleset.name in PRESETS:
        return ruleset.name
    return ClientRuleset(
        ruleset.pegs,
        ruleset.colors,
        repeats=ruleset.repeats,
        guess_repeats=ruleset.guess_repeats,
        blanks=ruleset.blanks,
        max_guesses=ruleset.max_guesses,
        feedback_kind=FeedbackKind(ruleset.feedback_kind),
        symbols=ruleset.symbols,
    )


def as_refusal(error: MastermindError) -> Refusal:
    """A server's refusal, or its silence, as our own."""
    if error.reason:
        message = f"the server says: {error}"
        return Refusal(error.reason, message, details=error.metadata)
    return Refusal(error.code.name, f"the server does not answer: {error.message}")
