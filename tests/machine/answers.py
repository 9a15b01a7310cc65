"""The fields of an answer that the model knows too."""

from typing import Any

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb

Told = Any


def told(answer: Any) -> Told:
    """An answer as the model tells it; reasons of refusals stay as they are."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, service_pb.GuessResponse):
        return _guess(answer)
    if isinstance(answer, service_pb.DeleteGameResponse):
        return {}
    if isinstance(answer, service_pb.GetStatsResponse):
        return _stats(answer)
    if isinstance(answer, service_pb.RevealSecretResponse):
        return _game(answer.game) | {"false_turns": list(answer.false_turns)}
    return _game(answer.game)


def _reveal(message: Any) -> Told:
    if not message.HasField("reveal"):
        return None
    return message.reveal.server_seed, message.reveal.client_seed, message.reveal.nonce


def _secret(message: Any) -> Told:
    return tuple(message.secret.pegs) if message.HasField("secret") else None


def _guess(answer: service_pb.GuessResponse) -> Told:
    return {
        "feedback": (
            (answer.feedback.black, answer.feedback.white) if answer.HasField("feedback") else None
        ),
        "turn": answer.turn,
        "state": answer.state,
        "guesses_left": answer.guesses_left,
        "secret": _secret(answer),
        "reveal": _reveal(answer),
    }


def _game(game: pb.Game) -> Told:
    return {
        "game_id": game.game_id,
        "state": game.state,
        "codemaker": game.codemaker,
        "secret_source": game.secret_source,
        "turns": [
            (tuple(turn.guess.pegs), turn.feedback.black, turn.feedback.white)
            for turn in game.turns
        ],
        "guesses_left": game.guesses_left,
        "pending_guess": (
            tuple(game.pending_guess.pegs) if game.HasField("pending_guess") else None
        ),
        "secret": _secret(game),
        "commitment": game.commitment,
        "reveal": _reveal(game),
        "hints_used": game.hints_used,
        "hints_allowed": game.hints_allowed,
        "labels": dict(game.labels),
        "update_millis": game.update_time.ToMilliseconds(),
        "expire_millis": game.expire_time.ToMilliseconds(),
    }


def _stats(answer: service_pb.GetStatsResponse) -> Told:
    return {
        "played": answer.played,
        "won": answer.won,
        "lost": answer.lost,
        "resigned": answer.resigned,
        "win_rate": answer.win_rate if answer.HasField("win_rate") else None,
        "average_guesses": (answer.average_guesses if answer.HasField("average_guesses") else None),
        "distribution": dict(answer.distribution),
    }


def agree(real: Told, expected: Told) -> bool:
    """Whether both tell the same; of hints some may be lost, where two servers write."""
    if isinstance(real, dict) and isinstance(expected, dict) and "hints_used" in real:
        if real["hints_used"] > expected["hints_used"]:
            return False
        real = real | {"hints_used": expected["hints_used"]}
    return bool(real == expected)
