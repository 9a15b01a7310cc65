"""Calls by the stubs alone, with what a test leaves out filled in."""

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import grpc

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as pb
from tests.unit.samples import code as pegs_of

if TYPE_CHECKING:
    # Generic in its stubs alone.
    GuessCall = grpc._CallFuture[service_pb.GuessResponse]

TIMEOUT = 30.0
TOKEN_METADATA = "mastermind-token"


def new_id() -> str:
    """A request id that nobody used before."""
    return str(uuid.uuid4())


def code(text: str) -> pb.Code:
    """A code from digits, letters (A is 1) or ``.`` for a blank."""
    return pb.Code(pegs=pegs_of(text))


def text_of(message: pb.Code) -> str:
    """A code's digits."""
    return "".join(map(str, message.pegs))


def turn(guess: str, black: int, white: int) -> pb.Turn:
    """A turn whose guess is written as text."""
    return pb.Turn(guess=code(guess), feedback=pb.Feedback(black=black, white=white))


def custom(pegs: int, colors: int, **rest: Any) -> pb.RulesetChoice:
    """A ruleset of the caller's own; it repeats symbols unless told otherwise."""
    rest.setdefault("repeats", True)
    return pb.RulesetChoice(custom=pb.Ruleset(pegs=pegs, colors=colors, **rest))


def preset(name: str, **rest: Any) -> pb.RulesetChoice:
    """A ruleset that ships."""
    return pb.RulesetChoice(preset=name, **rest)


def marks(feedback: pb.Feedback) -> tuple[int, int]:
    """Black and white."""
    return feedback.black, feedback.white


def new_game_request(secret: str | None = None, **wish: Any) -> service_pb.NewGameRequest:
    """A wish for a game; with a secret the caller is its codemaker."""
    if secret is not None:
        wish |= {"codemaker": pb.CODEMAKER_SUPPLIED, "secret": code(secret)}
    wish.setdefault("request_id", new_id())
    return service_pb.NewGameRequest(**wish)


def guess_request(game_id: str, guess: str, **rest: Any) -> service_pb.GuessRequest:
    """A guess written as text."""
    rest.setdefault("request_id", new_id())
    return service_pb.GuessRequest(game_id=game_id, guess=code(guess), **rest)


class Api:
    """One caller: a connection and, where given, the token of a seat.

    Args:
        channel: The connection.
        token: Goes with every call; empty for none.
        key: The caller's API key; empty for none.
    """

    def __init__(self, channel: grpc.Channel, token: str = "", key: str = "") -> None:
        self.channel = channel
        self.stub = rpc.MastermindServiceStub(channel)
        self.key = key
        named = {TOKEN_METADATA: token, "authorization": key and f"Bearer {key}"}
        self.metadata = tuple((name, value) for name, value in named.items() if value)

    def with_token(self, token: str) -> "Api":
        """The same connection and key with another token."""
        return Api(self.channel, token, self.key)

    def score(
        self, secret: str, guess: str, ruleset: pb.RulesetChoice | None = None
    ) -> tuple[int, int]:
        """Black and white of one pair."""
        request = service_pb.ScoreRequest(ruleset=ruleset, secret=code(secret), guess=code(guess))
        answer = self.stub.Score(request, timeout=TIMEOUT, metadata=self.metadata)
        return marks(answer.feedback)

    def new_game(self, secret: str | None = None, **wish: Any) -> service_pb.NewGameResponse:
        """A new game; see `new_game_request`."""
        return self.stub.NewGame(
            new_game_request(secret, **wish), timeout=TIMEOUT, metadata=self.metadata
        )

    def new_id_of_game(self, secret: str | None = None, **wish: Any) -> str:
        """The id of a new game."""
        return self.new_game(secret, **wish).game.game_id

    def get_game(self, game_id: str) -> pb.Game:
        """A game as it stands."""
        request = service_pb.GetGameRequest(game_id=game_id)
        return self.stub.GetGame(request, timeout=TIMEOUT, metadata=self.metadata).game

    def guess(self, game_id: str, guess: str, **rest: Any) -> service_pb.GuessResponse:
        """The answer to one guess."""
        request = guess_request(game_id, guess, **rest)
        return self.stub.Guess(request, timeout=TIMEOUT, metadata=self.metadata)

    def start_guess(self, game_id: str, guess: str, **rest: Any) -> "GuessCall":
        """A guess under way."""
        request = guess_request(game_id, guess, **rest)
        return self.stub.Guess.future(request, timeout=TIMEOUT, metadata=self.metadata)

    def suggest(self, game_id: str, **wish: Any) -> pb.Suggestion:
        """A hint in a game."""
        request = service_pb.SuggestGuessRequest(game_id=game_id, **wish)
        return self.stub.SuggestGuess(request, timeout=TIMEOUT, metadata=self.metadata).suggestion

    def suggest_for(
        self, turns: Sequence[pb.Turn] = (), ruleset: pb.RulesetChoice | None = None, **wish: Any
    ) -> pb.Suggestion:
        """A suggestion in any position."""
        position = pb.Position(ruleset=ruleset, turns=turns)
        request = service_pb.SuggestGuessRequest(position=position, **wish)
        return self.stub.SuggestGuess(request, timeout=TIMEOUT, metadata=self.metadata).suggestion
