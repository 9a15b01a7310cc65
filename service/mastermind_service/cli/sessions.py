"""A game being played: what the terminal asks of it, and one that runs right here."""

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from mastermind_engine.codes import Code
from mastermind_engine.fairness import (
    SEED_BYTES,
    check_equilibrium,
    draw_commitment,
    draw_secret,
    seed_of,
)
from mastermind_engine.game import Codemaker, Game, State, Turn
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.choices import StrategyName
from mastermind_service.cli.hints import Hint, suggest_here


@dataclass(frozen=True, slots=True)
class Access:
    """How a server lets us in.

    Attributes:
        api_key: The key that it asks for; empty for none.
        tls: Whether the connection is encrypted.
        ca: PEM of the authorities to trust; None means the usual ones.
    """

    api_key: str = field(default="", repr=False)
    tls: bool = False
    ca: bytes | None = None


class Session(Protocol):
    """One game, wherever it is kept. A refused move raises Refusal and changes nothing."""

    @property
    def codemaker(self) -> Codemaker:
        """Who hides the secret."""

    @property
    def ruleset(self) -> Ruleset:
        """What is legal."""

    @property
    def state(self) -> State:
        """Where the game stands."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""

    @property
    def pending(self) -> Code | None:
        """A guess that waits for its answer: none here, where guesses are answered at once."""

    @property
    def secret(self) -> Code | None:
        """The secret, once the game is over."""

    @property
    def commitment(self) -> bytes:
        """What the codemaker committed himself to; empty for nothing."""

    @property
    def hints_used(self) -> int:
        """Hints asked for."""

    def guess(self, code: Code) -> None:
        """Plays a guess."""

    def hint(self, strategy: StrategyName) -> Hint:
        """The guess that a strategy would play."""

    def resign(self) -> None:
        """Gives up."""

    def commitment_kept(self) -> bool | None:
        """Whether the secret is the one committed to; None where there is no commitment."""

    def close(self) -> None:
        """Lets go of what it holds; the game stays as it is."""


class LocalSession:
    """A game in this process, played on the engine directly.

    Args:
        ruleset: What is legal.
        tables: Folder of the score tables, for hints.
        secret: A secret that somebody set; None draws one.
        seed: Makes the draw repeatable.
        codemaker: Who draws: UNIFORM or EQUILIBRIUM.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET, EQUILIBRIUM in anything but 4×6.
    """

    pending: Code | None = None

    def __init__(
        self,
        ruleset: Ruleset,
        tables: Path,
        secret: Code | None = None,
        seed: int | None = None,
        codemaker: Codemaker = Codemaker.UNIFORM,
    ) -> None:
        if codemaker == Codemaker.EQUILIBRIUM:
            check_equilibrium(ruleset)
        self._tables = tables
        self.hints_used = 0
        self.commitment = b""
        if secret is not None:
            game = Game(ruleset, Codemaker.SUPPLIED, State.AWAITING_SECRET)
            self._game = game.with_secret(secret)
            return
        self._game = Game(ruleset, codemaker, State.IN_PROGRESS)
        drawn = seed is None
        self._id = str(uuid.uuid4()) if drawn else ""
        self._server_seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed_of(seed)
        # Both parts of a fair draw; here one program brings both.
        self._client_seed = secrets.token_bytes(SEED_BYTES) if drawn else b""
        self.commitment = draw_commitment(self._id, ruleset, self._server_seed)

    @property
    def codemaker(self) -> Codemaker:
        """Who hides the secret."""
        return self._game.codemaker

    @property
    def ruleset(self) -> Ruleset:
        """What is legal."""
        return self._game.ruleset

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._game.state

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns so far."""
        return self._game.turns

    @property
    def secret(self) -> Code | None:
        """The secret, once the game is over."""
        return self._game.secret if self.state.over else None

    def guess(self, code: Code) -> None:
        """Plays a guess."""
        self._game, _ = self._with_secret().guess(code)

    def hint(self, strategy: StrategyName) -> Hint:
        """The guess that a strategy would play."""
        seed = secrets.randbits(64)
        hint = suggest_here(self.ruleset, self.turns, strategy, self._tables, seed=seed)
        self.hints_used += 1
        return hint

    def resign(self) -> None:
        """Gives up."""
        self._game = self._with_secret().resign()

    def commitment_kept(self) -> bool | None:
        """Recomputes commitment and secret from the seeds."""
        if not self.commitment:
            return None
        recomputed = draw_commitment(self._id, self.ruleset, self._server_seed)
        return recomputed == self.commitment and self._draw() == self.secret

    def close(self) -> None:
        """Holds nothing."""

    def _with_secret(self) -> Game:
        """The game with its secret, drawn when it is first needed."""
        if self._game.secret is not None:
            return self._game
        return replace(self._game, secret=self._draw())

    def _draw(self) -> Code:
        return draw_secret(
            self._id, self.ruleset, self._server_seed, self._client_seed, self.codemaker
        )
