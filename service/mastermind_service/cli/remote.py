"""A game on a server, played through the client."""

import secrets
from collections.abc import Sequence

from mastermind_client import (
    Client,
    Codemaker,
    FeedbackKind,
    MastermindError,
    NewGameResult,
    Strategy,
    Tls,
    verify,
)
from mastermind_client import Ruleset as ClientRuleset
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import State, Turn
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

    Raises:
        Refusal: The server does not make the game, or does not answer.
    """

    def __init__(
        self,
        server: str,
        access: Access,
        ruleset: Ruleset,
        secret: Code | None = None,
        seed: int | None = None,
    ) -> None:
        self._client = open_client(server, access)
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
        self._turns.append(Turn(code, Feedback(answer.feedback.black, answer.feedback.white)))
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
                codemaker=Codemaker.UNIFORM if secret is None else Codemaker.SUPPLIED,
                secret=secret,
                seed=self._seed,
                timeout=START_SECONDS,
            )
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
        return Refusal(error.reason, f"the server says: {error}")
    return Refusal(error.code.name, f"the server does not answer: {error.message}")
