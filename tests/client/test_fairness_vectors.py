"""The vectors of docs/fairness.md, and those of an implementation of its own, hold for
the client and for the service."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mastermind_client import (
    Codemaker,
    FeedbackKind,
    Game,
    Reveal,
    Ruleset,
    SecretSource,
    State,
    draw,
    verify,
)
from mastermind_engine import fairness
from mastermind_engine.game import Codemaker as EngineCodemaker
from tests.client.honest import engine_ruleset

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "fairness.md").read_text("utf-8")
VECTORS: list[dict[str, Any]] = json.loads(
    "".join(re.findall(r"^```json\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE))
)
INDEPENDENT: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "data" / "fairness_vectors.json").read_text("utf-8")
)


def ruleset_of(vector: dict[str, Any]) -> Ruleset:
    told = dict(vector["ruleset"])
    told["symbols"] = tuple(told.get("symbols", ()))
    told["feedback_kind"] = FeedbackKind(told.get("feedback_kind", 1))
    return Ruleset(told.pop("pegs"), told.pop("colors"), **told)


def game_of(vector: dict[str, Any], source: SecretSource) -> Game:
    maker = Codemaker.SUPPLIED if source == SecretSource.SUPPLIED else Codemaker.UNIFORM
    return Game(
        vector.get("game_id", ""),
        ruleset_of(vector) if "ruleset" in vector else Ruleset(4, 6, repeats=True),
        Codemaker[vector.get("codemaker", maker.name)],
        State.RESIGNED,
        secret=tuple(vector["secret"]),
        secret_source=source,
        commitment=bytes.fromhex(vector["commitment"]),
        reveal=Reveal(
            *(bytes.fromhex(vector.get(n, "")) for n in ("server_seed", "client_seed", "nonce"))
        ),
    )


def check_engine(game: Game, seed: int | None) -> None:
    assert game.reveal is not None
    assert game.secret is not None
    reveal, rules = game.reveal, engine_ruleset(game.ruleset)
    if game.secret_source == SecretSource.SUPPLIED:
        assert fairness.supplied_commitment(reveal.nonce, game.secret) == game.commitment
        return
    drawn_for = "" if game.secret_source == SecretSource.SEEDED else game.game_id
    if seed is not None:
        assert fairness.seed_of(seed) == reveal.server_seed
    assert fairness.draw_commitment(drawn_for, rules, reveal.server_seed) == game.commitment
    maker = EngineCodemaker(game.codemaker)
    seeds = reveal.server_seed, reveal.client_seed
    assert fairness.draw_secret(drawn_for, rules, *seeds, maker) == game.secret


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["game_id"])
def test_the_vectors_of_the_document(vector: dict[str, Any]) -> None:
    game = game_of(vector, SecretSource[vector["source"]])
    seed = vector.get("seed")
    assert verify(game, seed=seed).problems == ()
    check_engine(game, seed)


def test_the_document_shows_every_kind() -> None:
    assert {vector["source"] for vector in VECTORS} == {"DRAWN", "SEEDED", "SUPPLIED"}
    assert "EQUILIBRIUM" in {vector["codemaker"] for vector in VECTORS}
    assert any(vector.get("client_seed") for vector in VECTORS)


@pytest.mark.parametrize("source", ["drawn", "seeded", "supplied"])
def test_the_vectors_of_an_independent_implementation(source: str) -> None:
    assert INDEPENDENT[source]
    for vector in INDEPENDENT[source]:
        game = game_of(vector, SecretSource[source.upper()])
        seed = vector.get("seed")
        if source == "seeded":
            assert seed is not None
            server_seed = draw.seed_of(int(seed))
            game = replace(game, reveal=Reveal(server_seed))
            assert vector.get("server_seed", server_seed.hex()) == server_seed.hex()
        assert verify(game, seed=seed).problems == ()
        check_engine(game, seed)
