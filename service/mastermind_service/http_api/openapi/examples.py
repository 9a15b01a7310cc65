"""An example of every operation; a test sends each of them."""

from typing import Any

GAME_ID = "6mzbf3qk5v2w4x7y"
"""Stands for a game of the caller's own."""
_GAME = {"path": {"game_id": GAME_ID}}
_REQUEST_ID = "0b6f1d3c-52a1-4c43-9d0e-7f6c1b1f6a55"
_TURNS = [{"guess": {"pegs": [1, 1, 2, 2]}, "feedback": {"black": 1, "white": 0}}]

EXAMPLES: dict[str, dict[str, Any]] = {
    "Score": {
        "body": {
            "ruleset": {"preset": "classic"},
            "secret": {"pegs": [1, 2, 3, 4]},
            "guess": {"pegs": [1, 1, 2, 2]},
        }
    },
    "BatchScore": {
        "body": {
            "encoding": "ENCODING_PEGS",
            "mode": "MODE_PAIRS",
            "secrets": "AQIDBAECAwQ=",
            "guesses": "AQECAgECAwQ=",
        }
    },
    "NewGame": {
        "body": {
            "ruleset": {"preset": "classic"},
            "seed": "7",
            "labels": {"team": "blue"},
            "requestId": _REQUEST_ID,
        }
    },
    "SetSecret": {**_GAME, "body": {"secret": {"pegs": [1, 2, 3, 4]}}},
    "GetGame": _GAME,
    "DeleteGame": _GAME,
    "ListGames": {"query": {"pageSize": 10, "filter": "state=IN_PROGRESS"}},
    "GetStats": {"query": {"filter": 'labels.team="blue"'}},
    "Guess": {**_GAME, "body": {"guess": {"pegs": [1, 1, 2, 2]}, "expectedTurn": 1}},
    "GiveFeedback": {**_GAME, "body": {"feedback": {"black": 1, "white": 0}}},
    "TakeBackTurn": {**_GAME, "body": {}},
    "RevealSecret": {**_GAME, "body": {"secret": {"pegs": [1, 3, 4, 5]}}},
    "ResignGame": {**_GAME, "body": {}},
    "WatchGame": {**_GAME, "query": {"afterSeq": "0"}},
    "SuggestGuess": {
        "body": {
            "position": {
                "ruleset": {"preset": "classic"},
                "turns": _TURNS,
            },
            "strategy": "STRATEGY_MINIMAX",
            "alternatives": 2,
        }
    },
    "SuggestGuess2": {**_GAME, "body": {"strategy": "STRATEGY_ENTROPY"}},
    "AnalyzePosition": {
        "body": {
            "position": {"ruleset": {"preset": "classic"}, "turns": _TURNS},
            "guess": {"pegs": [1, 3, 4, 4]},
        }
    },
    "AnalyzeGame": {
        "body": {
            "position": {"ruleset": {"preset": "classic"}, "turns": _TURNS},
            "secret": {"pegs": [1, 3, 4, 5]},
        }
    },
    "ListCandidates": {
        "body": {"position": {"ruleset": {"preset": "classic"}, "turns": _TURNS}, "pageSize": 10}
    },
    "ListStrategies": {"query": {"ruleset.preset": "classic"}},
    "EvaluateStrategy": {
        "body": {
            "ruleset": {"preset": "classic"},
            "strategy": "STRATEGY_MINIMAX",
            "sample": "20",
            "seed": "7",
        }
    },
    "ListRulesets": {},
    "GetServerInfo": {},
}
