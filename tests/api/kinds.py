"""Games of each kind in each state that they can be in now."""

from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_id, preset
from tests.support.calls import delete, give, play, resign, set_secret

SECRET = "1234"

KINDS: dict[str, dict[str, Any]] = {
    "uniform": {"codemaker": pb.CODEMAKER_UNIFORM},
    "seeded": {"codemaker": pb.CODEMAKER_UNIFORM, "seed": 7},
    "supplied": {"codemaker": pb.CODEMAKER_SUPPLIED},
    "equilibrium": {"codemaker": pb.CODEMAKER_EQUILIBRIUM},
    "adversarial": {"codemaker": pb.CODEMAKER_ADVERSARIAL},
    "remote": {"codemaker": pb.CODEMAKER_REMOTE},
    "remote-client": {
        "codemaker": pb.CODEMAKER_REMOTE,
        "codebreaker": pb.CODEBREAKER_CLIENT,
    },
}
STATES = (
    *("awaiting secret", "in progress", "awaiting feedback"),
    *("solved", "unsolved", "resigned", "deleted", "unknown"),
)
OVER = ("solved", "unsolved", "resigned")
GONE = ("deleted", "unknown")
_ASKED = ("awaiting feedback", "solved", "unsolved")
"""States of a game whose codebreaker has guessed."""


@dataclass(frozen=True)
class Stand:
    """A kind of game in a state."""

    kind: str
    state: str

    @property
    def remote(self) -> bool:
        """Whether the codemaker answers from elsewhere."""
        return self.kind.startswith("remote")

    @property
    def possible(self) -> bool:
        """What waits for whom, and what is left to chance, depends on the kind."""
        if self.state == "awaiting secret":
            return self.kind == "supplied"
        if self.state == "awaiting feedback":
            return self.remote
        if self.state == "in progress":
            return self.kind != "remote"
        if self.state == "unsolved":
            # A small draw may be broken by chance.
            return self.kind != "equilibrium"
        return self.state != "solved" or self.kind == "supplied" or self.remote

    def make(self, api: Api) -> str:
        """A game that stands so."""
        if self.state == "unknown":
            return new_id()
        made = api.new_id_of_game(ruleset=self._ruleset(), **KINDS[self.kind])
        if self.kind == "supplied" and self.state != "awaiting secret":
            set_secret(api, made, SECRET)
        if self.kind == "remote-client" and self.state in _ASKED:
            play(api, made, self.wrong)
        if self.state == "solved":
            self._solve(api, made)
        elif self.state == "unsolved":
            assert self._miss(api, made) == pb.STATE_UNSOLVED
        elif self.state == "resigned":
            resign(api, made)
        elif self.state == "deleted":
            delete(api, made)
        return made

    def _solve(self, api: Api, game_id: str) -> None:
        if self.remote:
            give(api, game_id, 4, 0)
        else:
            api.guess(game_id, SECRET)

    def _miss(self, api: Api, game_id: str) -> int:
        if self.remote:
            return give(api, game_id, 1, 0).state
        return play(api, game_id, self.wrong).state

    @property
    def _vast(self) -> bool:
        """Whether the game is so large that nobody breaks its code by chance."""
        return self.kind in ("uniform", "seeded") and self.state == "unsolved"

    @property
    def wrong(self) -> list[int]:
        """A legal guess at something else than the secret."""
        return [1] * 15 if self._vast else [5, 5, 6, 6]

    def _ruleset(self) -> pb.RulesetChoice:
        if self._vast:
            return custom(15, 63, max_guesses=1)
        return preset("classic", max_guesses=1 if self.state == "unsolved" else 2)


def stands(*states: str) -> list[ParameterSet]:
    """Every kind in each of these states, as parameters."""
    every = [Stand(kind, state) for state in states for kind in KINDS]
    return [
        pytest.param(stand, id=f"{stand.kind}-{stand.state.replace(' ', '-')}")
        for stand in every
        if stand.possible
    ]
