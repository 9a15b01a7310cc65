"""Wrong, forged and missing tokens, and seats that may not: refused, and nothing changes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.secrecy.conftest import Loud
from tests.support.api import Api, custom, new_id
from tests.support.calls import delete, play, resign, set_secret
from tests.support.refusals import refusal_of
from tests.support.solver import SolverApi

SECRET = "1234"


@dataclass
class Table:
    """A game that asks for tokens, another one, and a caller without any."""

    api: Api
    made: service_pb.NewGameResponse
    other: service_pb.NewGameResponse

    @property
    def game_id(self) -> str:
        return self.made.game.game_id

    def game(self) -> pb.Game:
        """The game as its codemaker sees it, secret and all."""
        return self.api.with_token(self.made.codemaker_token).get_game(self.game_id)


@pytest.fixture(params=["awaiting-secret", "in-progress", "over"])
def table(loud: Loud, request: pytest.FixtureRequest) -> Iterator[Table]:
    with grpc.insecure_channel(loud.server.grpc) as channel:
        api = Api(channel)
        wish = {"codemaker": pb.CODEMAKER_SUPPLIED, "require_tokens": True}
        made, other = (api.new_game(None, **wish) for _ in range(2))
        table = Table(api, made, other)
        if request.param != "awaiting-secret":
            set_secret(api.with_token(made.codemaker_token), table.game_id, SECRET)
            play(api.with_token(made.codebreaker_token), table.game_id, [1, 1, 2, 2])
        if request.param == "over":
            play(api.with_token(made.codebreaker_token), table.game_id, [1, 2, 3, 4])
        yield table


CALLS: dict[str, Callable[[Api, str], object]] = {
    "GetGame": lambda api, game_id: api.get_game(game_id),
    "Guess": lambda api, game_id: api.guess(game_id, SECRET),
    "SuggestGuess": lambda api, game_id: api.suggest(game_id),
    "SetSecret": lambda api, game_id: set_secret(api, game_id, "5566"),
    "AnalyzeGame": lambda api, game_id: SolverApi(api).analyze_game(game_id),
    "ResignGame": lambda api, game_id: resign(api, game_id),
    "DeleteGame": lambda api, game_id: delete(api, game_id),
}
TOKENS: dict[str, Callable[[Table], str]] = {
    "no token": lambda table: "",
    "a token of another game": lambda table: table.other.codebreaker_token,
    "the codemaker's token of another game": lambda table: table.other.codemaker_token,
    "a token cut short": lambda table: table.made.codebreaker_token[:-1],
    "a token with more behind it": lambda table: table.made.codebreaker_token + "A",
    "a token with another seat before it": lambda table: "m" + table.made.codebreaker_token[1:],
    "a token of an owner": lambda table: "o" + table.made.codebreaker_token[1:],
    "a seat alone": lambda table: "m",
    "nonsense": lambda table: "let me in",
    "the id of the game": lambda table: table.game_id,
    "a very long token": lambda table: "m" * 4000,
}
NOT_THEIRS = {
    "codebreaker": ["SetSecret"],
    "codemaker": ["Guess", "SuggestGuess"],
    "spectator": ["Guess", "SuggestGuess", "SetSecret", "ResignGame", "DeleteGame"],
}


@pytest.mark.parametrize("which", TOKENS)
def test_who_has_no_right_token_is_unauthenticated_and_changes_nothing(
    table: Table, which: str
) -> None:
    token = TOKENS[which](table)
    before = table.game()

    for call in CALLS.values():
        with pytest.raises(grpc.RpcError) as raised:
            call(table.api.with_token(token), table.game_id)
        told = refusal_of(raised.value)
        assert told.code == grpc.StatusCode.UNAUTHENTICATED
        assert told.reason == ("INVALID_TOKEN" if token else "MISSING_CREDENTIALS")

    assert table.game() == before


@pytest.mark.parametrize("seat", NOT_THEIRS)
def test_who_has_another_seat_is_not_permitted_and_changes_nothing(table: Table, seat: str) -> None:
    token = getattr(table.made, f"{seat}_token")
    before = table.game()

    for name in NOT_THEIRS[seat]:
        with pytest.raises(grpc.RpcError) as raised:
            CALLS[name](table.api.with_token(token), table.game_id)
        told = refusal_of(raised.value)
        assert (told.code, told.reason) == (grpc.StatusCode.PERMISSION_DENIED, "WRONG_SEAT")

    assert table.game() == before


def test_nobody_but_the_codemaker_sees_the_secret_before_the_end(table: Table) -> None:
    over = table.game().state == pb.STATE_SOLVED
    for token in (table.made.codebreaker_token, table.made.spectator_token):
        seen = table.api.with_token(token).get_game(table.game_id)
        assert seen.HasField("secret") is over
        assert seen.HasField("reveal") is over


def test_a_request_id_overheard_answers_nobody_without_the_seat(loud: Loud) -> None:
    with grpc.insecure_channel(loud.server.grpc) as channel:
        api = Api(channel)
        made = api.new_game(SECRET, require_tokens=True, ruleset=custom(4, 6))
        game_id, request_id = made.game.game_id, new_id()
        player = api.with_token(made.codebreaker_token)
        won = player.guess(game_id, SECRET, request_id=request_id)

        for token in ("", made.spectator_token, made.codemaker_token, "b" + "A" * 32):
            with pytest.raises(grpc.RpcError):
                api.with_token(token).guess(game_id, SECRET, request_id=request_id)

        assert player.guess(game_id, SECRET, request_id=request_id) == won
