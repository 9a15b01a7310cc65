"""The game-theoretic draw: fair, committed to, and never one-colored."""

from typing import Any

import pytest

from mastermind.v1 import types_pb2 as pb
from mastermind_client import mapping, verify
from tests.support.api import Api, preset
from tests.support.calls import resign


def equilibrium(api: Api, **wish: Any) -> pb.Game:
    """A game of this codemaker."""
    return api.new_game(codemaker=pb.CODEMAKER_EQUILIBRIUM, **wish).game


@pytest.mark.parametrize("ruleset", ["classic", "travel"])
def test_its_draw_is_proved_offline(api: Api, ruleset: str) -> None:
    game = equilibrium(api, ruleset=preset(ruleset))
    assert game.secret_source == pb.SECRET_SOURCE_DRAWN
    api.guess(game.game_id, "1111", client_seed=b"mine")

    over = mapping.game(resign(api, game.game_id))

    proof = verify(over, commitment=game.commitment, client_seed=b"mine")
    assert proof.ok, proof.problems
    assert len(set(over.secret or ())) > 1


def test_games_of_a_seed_repeat_and_none_is_one_colored(api: Api) -> None:
    def secret(seed: int) -> tuple[int, ...]:
        return tuple(resign(api, equilibrium(api, seed=seed).game_id).secret.pegs)

    drawn = [secret(seed) for seed in range(30)]

    assert secret(3) == drawn[3]
    assert all(len(set(code)) > 1 for code in drawn)
    assert len(set(drawn)) > 20


def test_a_uniform_game_of_the_same_seed_may_have_another_secret(api: Api) -> None:
    seeded = [
        (
            resign(api, equilibrium(api, seed=seed).game_id).secret,
            resign(api, api.new_game(seed=seed).game.game_id).secret,
        )
        for seed in range(10)
    ]

    assert any(game_theoretic != uniform for game_theoretic, uniform in seeded)
