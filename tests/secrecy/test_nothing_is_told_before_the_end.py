"""Games played at the loudest log level, errors and a lost store among them (O048, O049)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from google.protobuf.message import Message

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from tests.secrecy.conftest import Loud
from tests.secrecy.witness import Witness, check_absent, forms_of_bytes, forms_of_code
from tests.support.api import custom, new_id
from tests.support.server import KEYS
from tests.support.waiting import wait_until

PEGS, COLORS = 15, 9
SEED = 12_345_678_987_654_321
CLIENT_SEED = b"a client seed that nobody logs"
KINDS: dict[str, dict[str, Any]] = {
    "drawn": {},
    "seeded": {"seed": SEED},
    "supplied": {"codemaker": pb.CODEMAKER_SUPPLIED, "secret": True},
    "supplied-later": {"codemaker": pb.CODEMAKER_SUPPLIED},
}


def some_code(chance: random.Random) -> list[int]:
    return [chance.randint(1, COLORS) for _ in range(PEGS)]


@dataclass
class Match:
    """One game and everybody at it."""

    witness: Witness
    chance: random.Random
    game_id: str = ""
    secret: list[int] = field(default_factory=list)
    codebreaker: str = ""
    codemaker: str = ""
    spectator: str = ""

    def start(self, wish: dict[str, Any]) -> None:
        """Makes the game; its tokens come in this answer alone, which is not kept."""
        self.secret = some_code(self.chance)
        named = dict(wish)
        if named.pop("secret", False):
            named["secret"] = pb.Code(pegs=self.secret)
        request = service_pb.NewGameRequest(
            ruleset=custom(PEGS, COLORS), request_id=new_id(), **named
        )
        made = self.witness.call("NewGame", request, keep=False)
        self.witness.call("NewGame", request, keep=False)
        made_game = pb.Game.FromString(made.game.SerializeToString())
        assert not made_game.HasField("secret")
        assert not made_game.HasField("reveal")
        self.game_id = made.game.game_id
        self.codebreaker, self.codemaker = made.codebreaker_token, made.codemaker_token
        self.spectator = made.spectator_token

    def set_secret(self) -> None:
        """Sets it without a token, so that the answer may not show it."""
        request = service_pb.SetSecretRequest(
            game_id=self.game_id, secret=pb.Code(pegs=self.secret), request_id=new_id()
        )
        for _ in range(2):
            self.witness.call("SetSecret", request)

    def guess(self, pegs: Sequence[int], token: str = "", **rest: Any) -> None:
        """Guesses, and tries the same again."""
        request = service_pb.GuessRequest(
            game_id=self.game_id,
            guess=pb.Code(pegs=pegs),
            request_id=new_id(),
            client_seed=CLIENT_SEED,
            **rest,
        )
        for _ in range(2):
            self.witness.call("Guess", request, token)

    def every_call(self, token: str = "") -> None:
        """Reads, lists, counts and asks, rightly and wrongly."""
        game_id = self.game_id
        calls: list[tuple[str, Message]] = [
            ("GetGame", service_pb.GetGameRequest(game_id=game_id)),
            ("ListGames", service_pb.ListGamesRequest(page_size=1000)),
            ("ListGames", service_pb.ListGamesRequest(filter="secret=1")),
            ("ListGames", service_pb.ListGamesRequest(page_token="x")),
            ("GetStats", service_pb.GetStatsRequest()),
            ("SuggestGuess", service_pb.SuggestGuessRequest(game_id=game_id)),
            ("AnalyzeGame", solver_pb.AnalyzeGameRequest(game_id=game_id)),
            ("GetGame", service_pb.GetGameRequest(game_id=new_id())),
            ("GetServerInfo", service_pb.GetServerInfoRequest()),
        ]
        for name, request in calls:
            self.witness.call(name, request, token)

    def blunder(self) -> None:
        """Every way to be refused that a player has."""
        self.guess(some_code(self.chance)[1:])
        self.guess([99] * PEGS)
        self.guess(some_code(self.chance), expected_turn=77)
        self.guess(some_code(self.chance), token="b" + "A" * 32)
        self.guess(some_code(self.chance), token=self.spectator)
        if self.codemaker:
            self.guess(self.secret, token=self.codemaker)
            self.every_call(token=self.spectator)

    def end(self) -> pb.Game:
        """Gives up: from here on the secret may be shown."""
        request = service_pb.ResignGameRequest(game_id=self.game_id, request_id=new_id())
        game = self.witness.call("ResignGame", request, keep=False).game
        assert isinstance(game, pb.Game)
        return game

    def tokens(self) -> list[str]:
        """Those that there are."""
        return [each for each in (self.codebreaker, self.codemaker, self.spectator) if each]


@pytest.fixture(params=KINDS)
def played(loud: Loud, witness: Witness, request: pytest.FixtureRequest) -> Match:
    """A game of each kind with everything that can happen, but for its end."""
    match = Match(witness, random.Random(request.param))
    match.start(KINDS[request.param])
    match.every_call()
    if request.param == "supplied-later":
        match.set_secret()
    match.guess(some_code(match.chance))
    match.blunder()
    loud.lose_store()
    match.guess(some_code(match.chance))
    match.every_call(match.codebreaker)
    loud.restore_store()
    wait_until(lambda: witness.call("GetStats", service_pb.GetStatsRequest()) is not None)
    match.guess(some_code(match.chance), match.codebreaker)
    match.every_call(match.codebreaker)
    return match


def test_no_answer_log_or_metric_tells_secret_seed_token_or_key(played: Match, loud: Loud) -> None:
    witness = played.witness
    answers, outside = witness.answers(), witness.outside()
    game = played.end()
    # Beside the end itself nothing may tell it, whoever may see the game by now.
    outside += witness.outside()

    assert len(game.turns) >= 2
    check_absent(answers + outside, forms_of_code(game.secret.pegs, COLORS), "the secret")
    for what, value in (
        ("the server's seed", game.reveal.server_seed),
        ("the nonce", game.reveal.nonce),
    ):
        if value:
            check_absent(answers + outside, forms_of_bytes(value), what)
    check_absent(outside, forms_of_bytes(CLIENT_SEED), "the client's seed")
    check_absent(outside + answers, iter([str(SEED).encode()]), "the seed of the wish")
    for token in played.tokens():
        check_absent(outside + answers, iter([token.encode(), token[1:].encode()]), "a token")
    check_absent(outside + answers, iter([KEYS.encode()]), "the key")


def test_the_guesses_of_players_stand_in_no_log_either(played: Match) -> None:
    request = service_pb.GetGameRequest(game_id=played.game_id)
    outside = played.witness.outside()

    for turn in played.witness.call("GetGame", request).game.turns:
        check_absent(outside, forms_of_code(turn.guess.pegs, COLORS), "a guess")


def test_all_this_was_heard_at_the_loudest(played: Match, loud: Loud) -> None:
    log = "".join(loud.server.log)

    assert '"event": "call"' in log
    assert '"level": "debug"' in log
    assert {"OK", "INVALID_ARGUMENT", "ABORTED", "UNAUTHENTICATED", "PERMISSION_DENIED"} <= (
        played.witness.statuses
    )
    assert ("UNAVAILABLE" in played.witness.statuses) is (loud.redis is not None)


@pytest.mark.parametrize("colors", [COLORS])
def test_the_search_finds_what_is_there(witness: Witness, colors: int) -> None:
    """A search that could find nothing would prove nothing."""
    match = Match(witness, random.Random(1))
    match.start(KINDS["supplied"])
    witness.call("GetGame", service_pb.GetGameRequest(game_id=match.game_id), match.codemaker)

    shown = witness.answers()

    found = [form for form in forms_of_code(match.secret, colors) if form in shown]
    # As bytes, as JSON and as text.
    assert len(found) >= 3
