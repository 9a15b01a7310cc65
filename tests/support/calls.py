"""Calls beyond a plain game: batches, listings, counts, and the ends of games."""

from collections.abc import Iterator, Sequence
from typing import Any

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.rulesets import Ruleset
from tests.support.api import TIMEOUT, Api, code, new_id

PEGS, INDEX = service_pb.ENCODING_PEGS, service_pb.ENCODING_INDEX
PAIRS = service_pb.BatchScoreRequest.MODE_PAIRS
CROSS = service_pb.BatchScoreRequest.MODE_CROSS


def choice_of(ruleset: Ruleset) -> pb.RulesetChoice:
    """An engine's ruleset as a custom one of the caller's."""
    return pb.RulesetChoice(
        custom=pb.Ruleset(
            pegs=ruleset.pegs,
            colors=ruleset.colors,
            repeats=ruleset.repeats,
            guess_repeats=ruleset.guess_repeats,
            blanks=ruleset.blanks,
            max_guesses=ruleset.max_guesses,
            feedback_kind=pb.FeedbackKind.ValueType(ruleset.feedback_kind),
        )
    )


def batch(
    api: Api, secrets: bytes, guesses: bytes, ruleset: pb.RulesetChoice | None = None, **how: Any
) -> service_pb.BatchScoreResponse:
    """The answer to a batch."""
    request = service_pb.BatchScoreRequest(ruleset=ruleset, secrets=secrets, guesses=guesses, **how)
    return api.stub.BatchScore(request, timeout=TIMEOUT, metadata=api.metadata)


def page(
    api: Api, wanted: str = "", page_size: int = 0, page_token: str = ""
) -> service_pb.ListGamesResponse:
    """One page of the games that pass the filter ``wanted``."""
    request = service_pb.ListGamesRequest(filter=wanted, page_size=page_size, page_token=page_token)
    return api.stub.ListGames(request, timeout=TIMEOUT, metadata=api.metadata)


def pages(api: Api, wanted: str = "", page_size: int = 0) -> Iterator[list[pb.Game]]:
    """All pages in turn."""
    told = page(api, wanted, page_size)
    yield list(told.games)
    while told.next_page_token:
        told = page(api, wanted, page_size, told.next_page_token)
        yield list(told.games)


def listed(api: Api, wanted: str = "", page_size: int = 0) -> list[str]:
    """Ids of all games that pass, in the order of the pages."""
    return [game.game_id for games in pages(api, wanted, page_size) for game in games]


def stats(api: Api, wanted: str = "") -> service_pb.GetStatsResponse:
    """The counts of the games that pass."""
    request = service_pb.GetStatsRequest(filter=wanted)
    return api.stub.GetStats(request, timeout=TIMEOUT, metadata=api.metadata)


def set_secret(
    api: Api, game_id: str, secret: str | Sequence[int], request_id: str | None = None
) -> pb.Game:
    """The game with its secret hidden, told as text or as symbols."""
    request = service_pb.SetSecretRequest(
        game_id=game_id,
        secret=code(secret) if isinstance(secret, str) else pb.Code(pegs=secret),
        request_id=request_id or new_id(),
    )
    return api.stub.SetSecret(request, timeout=TIMEOUT, metadata=api.metadata).game


def resign(api: Api, game_id: str, request_id: str | None = None) -> pb.Game:
    """The game given up."""
    request = service_pb.ResignGameRequest(game_id=game_id, request_id=request_id or new_id())
    return api.stub.ResignGame(request, timeout=TIMEOUT, metadata=api.metadata).game


def delete(api: Api, game_id: str, request_id: str | None = None) -> None:
    """Has a game forgotten."""
    request = service_pb.DeleteGameRequest(game_id=game_id, request_id=request_id or new_id())
    api.stub.DeleteGame(request, timeout=TIMEOUT, metadata=api.metadata)


def play(api: Api, game_id: str, pegs: Sequence[int], **rest: Any) -> service_pb.GuessResponse:
    """The answer to a guess told as symbols."""
    rest.setdefault("request_id", new_id())
    request = service_pb.GuessRequest(game_id=game_id, guess=pb.Code(pegs=pegs), **rest)
    return api.stub.Guess(request, timeout=TIMEOUT, metadata=api.metadata)


def watch(api: Api, game_id: str, after_seq: int = 0) -> pb.GameEvent:
    """The first event that a watcher of a game sees."""
    request = service_pb.WatchGameRequest(game_id=game_id, after_seq=after_seq)
    events = api.stub.WatchGame(request, timeout=TIMEOUT, metadata=api.metadata)
    try:
        return next(iter(events)).event
    finally:
        events.cancel()


def remote_game(api: Api, **wish: Any) -> service_pb.NewGameResponse:
    """A game whose codemaker answers from elsewhere."""
    return api.new_game(codemaker=pb.CODEMAKER_REMOTE, **wish)


def give(
    api: Api, game_id: str, black: int, white: int, request_id: str | None = None, **rest: Any
) -> pb.Game:
    """The game after an answer to the pending guess."""
    request = service_pb.GiveFeedbackRequest(
        game_id=game_id,
        feedback=pb.Feedback(black=black, white=white),
        request_id=request_id or new_id(),
        **rest,
    )
    return api.stub.GiveFeedback(request, timeout=TIMEOUT, metadata=api.metadata).game


def take_back(api: Api, game_id: str, request_id: str | None = None) -> pb.Game:
    """The game without its last answer."""
    request = service_pb.TakeBackTurnRequest(game_id=game_id, request_id=request_id or new_id())
    return api.stub.TakeBackTurn(request, timeout=TIMEOUT, metadata=api.metadata).game


def reveal(
    api: Api, game_id: str, secret: str, salt: bytes = b"", request_id: str | None = None
) -> service_pb.RevealSecretResponse:
    """The game with its secret told, and the turns that were answered falsely."""
    request = service_pb.RevealSecretRequest(
        game_id=game_id, secret=code(secret), salt=salt, request_id=request_id or new_id()
    )
    return api.stub.RevealSecret(request, timeout=TIMEOUT, metadata=api.metadata)
