"""A client that a public generator makes of the document plays a game."""

import importlib
import json
import subprocess
import sys
import uuid
from pathlib import Path

import httpx
import pytest


def test_a_generated_client_plays_a_game(
    http: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(http.get("/openapi.json").json()))
    program = Path(sys.executable).parent / "openapi-python-client"
    subprocess.run(
        [program, "generate", "--path", "openapi.json", "--meta", "none",
         "--output-path", "generated"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    monkeypatch.syspath_prepend(str(tmp_path))
    made = importlib.import_module("generated")
    models = importlib.import_module("generated.models")
    api = "generated.api.mastermind_service"
    new_game, guess, get_game = (
        importlib.import_module(f"{api}.{name}") for name in ("new_game", "guess", "get_game")
    )
    with made.Client(base_url=str(http.base_url)) as client:
        wish = models.NewGameRequest.from_dict(
            {
                "requestId": str(uuid.uuid4()),
                "codemaker": "CODEMAKER_SUPPLIED",
                "secret": {"pegs": [1, 2, 3, 4]},
            }
        )
        game_id = new_game.sync(client=client, body=wish).game.game_id
        for pegs, state in (([1, 1, 2, 2], "IN_PROGRESS"), ([1, 2, 3, 4], "SOLVED")):
            body = models.GuessBody.from_dict({"guess": {"pegs": pegs}})
            answer = guess.sync(game_id, client=client, body=body)
            assert answer.state == f"STATE_{state}"
        game = get_game.sync(game_id, client=client).game
    assert [turn.feedback.black for turn in game.turns] == [1, 4]
