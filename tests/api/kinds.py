"""Games of each kind in each state that they can be in now."""

from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, new_id, preset
from tests.support.calls import delete, play, resign, set_secret

SECRET = "1234"

KINDS: dict[str, dict[str, Any]] = {
    "uniform": {"codemaker": pb.CODEMAKER_UNIFORM},
    "seeded": {"codemaker": pb.CODEMAKER_UNIFORM, "seed": 7},
    "supplied": {"codemaker": pb.CODEMAKER_SUPPLIED},
}
STATES = ("awaiting secret", "in progress", "solved", "unsolved", "resigned", "deleted", "unknown")
OVER = ("solved", "unsolved", "resigned")
GONE = ("deleted", "unknown")


@dataclass(frozen=True)
class Stand:
    """A kind of game in a state."""

    kind: str
    state: str

    @property
    def possible(self) -> bool:
        """A drawn game never waits for a secret, and whether it is solved is up to chance."""
        return self.kind == "supplied" or self.state not in ("awaiting secret", "solved")

    def make(self, api: Api) -> str:
        """A game that stands so."""
        if self.state == "unknown":
            return new_id()
        made = api.new_id_of_game(ruleset=self._ruleset(), **KINDS[self.kind])
        if self.kind == "supplied" and self.state != "awaiting secret":
            set_secret(api, made, SECRET)
        if self.state == "solved":
            api.guess(made, SECRET)
        elif self.state == "unsolved":
            assert play(api, made, self.wrong).state == pb.STATE_UNSOLVED
        elif self.state == "resigned":
            resign(api, made)
        elif self.state == "deleted":
            delete(api, made)
        return made

    @property
    def _vast(self) -> bool:
        """Whether the game is so large that nobody breaks its code by chance."""
        return self.kind != "supplied" and self.state == "unsolved"

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
