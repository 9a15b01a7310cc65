"""Random calls, legal and illegal, on two servers of one store and on the model."""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.duration_pb2 import Duration
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    multiple,
    precondition,
    rule,
)

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from tests.machine.answers import agree, told
from tests.machine.model import (
    ADVERSARIAL,
    AWAITING,
    BROUGHT,
    CLIENT,
    DRAWN,
    NONE,
    PLAYING,
    REMOTE,
    SEEDED,
    SERVICE,
    SUPPLIED,
    UNIFORM,
    Game,
    Model,
    Pegs,
    Who,
    copy_of,
)
from tests.machine.world import SERVERS, Call, World
from tests.support.calls import choice_of
from tests.unit import oracle
from tests.unit.fair_draw import seeded
from tests.unit.samples import custom

Expect = Callable[[Model], Any]

RULESETS = (
    custom(2, 3, max_guesses=3),
    custom(3, 2, max_guesses=0),
    custom(2, 4, repeats=False, max_guesses=2),
    custom(2, 3, repeats=False, guess_repeats=True, blanks=True, max_guesses=4),
    custom(3, 3, max_guesses=1, kind=FeedbackKind.BLACK_ONLY),
)
OWNERS = st.sampled_from(["", "", "ann", "bob"])
STRANGER = st.sampled_from([False] * 7 + [True])
"""Whether somebody else calls than the game's owner."""
SEATS = st.sampled_from(
    ["owner"] * 6 + ["codebreaker", "codebreaker", "codemaker", "spectator", "forged"]
)
SERVER = st.integers(0, SERVERS - 1)
REQUEST_IDS = st.sampled_from(["", "", "", "a", "b", "c"])
SALT = b"the salt of a codemaker"
CLIENT_SEEDS = st.sampled_from([b"", b"", b"mine"])
LABELS = st.sampled_from([{}, {"team": "x"}, {"team": "y"}])


@dataclass(frozen=True)
class Wish:
    """A game that somebody wants."""

    owner: str
    ruleset: Ruleset
    codemaker: int
    secret: Pegs | None
    seed: int | None
    codebreaker: int
    committed: bool
    hints_allowed: bool
    require_tokens: bool
    labels: dict[str, str]

    @property
    def source(self) -> int:
        """Where the secret comes from."""
        if self.codemaker == SUPPLIED:
            return BROUGHT
        if self.codemaker != UNIFORM:
            return NONE
        return DRAWN if self.seed is None else SEEDED

    @property
    def commitment(self) -> bytes:
        """What a remote codemaker commits himself to."""
        if self.codemaker != REMOTE or not self.committed:
            return b""
        return hashlib.sha256(SALT + bytes(_secrets(self.ruleset)[-1])).digest()

    def request(self, request_id: str) -> service_pb.NewGameRequest:
        brought = self.source == BROUGHT
        return service_pb.NewGameRequest(
            ruleset=choice_of(self.ruleset),
            codemaker=pb.Codemaker.ValueType(self.codemaker),
            codebreaker=pb.Codebreaker.ValueType(self.codebreaker),
            secret=pb.Code(pegs=self.secret) if brought and self.secret else None,
            secret_commitment=self.commitment,
            strategy=pb.STRATEGY_FIRST_CONSISTENT,
            seed=self.seed if self.source == SEEDED else None,
            hints_allowed=self.hints_allowed,
            require_tokens=self.require_tokens,
            labels=self.labels,
            ttl=Duration(seconds=60),
            retain=Duration(seconds=300),
            request_id=request_id,
        )


def _wishes(ruleset: Ruleset) -> st.SearchStrategy[Wish]:
    return st.builds(
        Wish,
        owner=OWNERS,
        ruleset=st.just(ruleset),
        codemaker=st.sampled_from([UNIFORM, UNIFORM, SUPPLIED, ADVERSARIAL, REMOTE, REMOTE]),
        secret=st.one_of(st.none(), st.sampled_from(_secrets(ruleset))),
        seed=st.one_of(st.none(), st.integers(0, 5)),
        codebreaker=st.sampled_from([SERVICE, CLIENT]),
        committed=st.booleans(),
        hints_allowed=st.sampled_from([True, True, False]),
        require_tokens=st.sampled_from([False, False, True]),
        labels=LABELS,
    )


def _secrets(ruleset: Ruleset) -> list[tuple[int, ...]]:
    return oracle.all_codes(ruleset, repeats=ruleset.repeats)


WISHES = st.sampled_from(RULESETS).flatmap(_wishes)


@dataclass(frozen=True)
class Move:
    """A call and what the model says of it."""

    call: Call
    expect: Expect


class Machine(RuleBasedStateMachine):
    """Every step is made in both worlds, which must tell the same.

    Args:
        redis_url: Where the games live; empty for the embedded store.
    """

    games = Bundle("games")
    moves = Bundle("moves")

    def __init__(self, redis_url: str = "") -> None:
        super().__init__()
        self.world = World(redis_url)
        self.waits = not redis_url
        self.model = Model()
        self.tokens: dict[str, dict[str, str]] = {}
        self.wishes: dict[str, service_pb.NewGameRequest] = {}
        self.owners: dict[str, str] = {}
        self.number = 0
        self.changed = False

    def teardown(self) -> None:
        self.world.close()

    # Making games

    @initialize(target=games, wishes=st.lists(WISHES, min_size=3, max_size=5), server=SERVER)
    def begin(self, wishes: list[Wish], server: int) -> Any:
        return multiple(*(self.new_game(wish, server) for wish in wishes))

    @rule(target=games, wish=WISHES, server=SERVER)
    def one_more(self, wish: Wish, server: int) -> str:
        return self.new_game(wish, server)

    def new_game(self, wish: Wish, server: int) -> str:
        """Makes a game, and checks what is told of it."""
        self.number += 1
        request = wish.request(str(uuid.UUID(int=self.number)))
        answer = self.world.call(Call("NewGame", request, wish.owner), server)
        assert isinstance(answer, service_pb.NewGameResponse), answer
        game_id = answer.game.game_id
        self.wishes[game_id], self.owners[game_id] = request, wish.owner
        self.tokens[game_id] = {
            "codebreaker": answer.codebreaker_token,
            "codemaker": answer.codemaker_token,
            "spectator": answer.spectator_token,
        }
        self._begin(game_id, wish)
        assert bool(answer.codemaker_token) == (wish.codemaker in (SUPPLIED, REMOTE))
        assert agree(told(answer), self.model.games[game_id].view(game_id, "owner"))
        return game_id

    def _begin(self, game_id: str, wish: Wish) -> None:
        """Notes a new game; the chance in it is read from the store."""
        record, now = self.world.record(game_id), self.world.seconds
        secret = wish.secret if wish.source == BROUGHT else None
        game = Game(
            owner=self.owners[game_id],
            ruleset=wish.ruleset,
            codemaker=wish.codemaker,
            source=wish.source,
            ttl=60,
            retain=300,
            hints_allowed=wish.hints_allowed,
            require_tokens=wish.require_tokens,
            labels=wish.labels,
            made=now,
            touched=now,
            server_seed=_seed(wish.seed or 0) if wish.source == SEEDED else record.server_seed,
            nonce=record.nonce,
            secret=secret,
            state=AWAITING if wish.source == BROUGHT and secret is None else PLAYING,
            codebreaker=wish.codebreaker,
            committed=wish.commitment,
        )
        if wish.codemaker == REMOTE and wish.codebreaker == SERVICE:
            game.ask()
        self.model.games[game_id] = game
        self.changed = True
        # Games of one moment would stand in the order of their ids.
        self.world.seconds += 0.01

    @rule(game_id=games, other=st.booleans(), server=SERVER)
    def new_game_again(self, game_id: str, other: bool, server: int) -> None:
        """A retry finds the game as it was made; with another wish it is refused."""
        wish = service_pb.NewGameRequest()
        wish.CopyFrom(self.wishes[game_id])
        if other:
            wish.labels["other"] = "wish"
        before = self.model.find(game_id, self.world.seconds)
        if before is None:
            return  # it would be made anew
        answer = self.world.call(Call("NewGame", wish, self.owners[game_id]), server)
        if before.deleted:
            assert answer == "GAME_NOT_FOUND"
        elif other:
            assert answer == "REQUEST_ID_REUSED"
        else:
            assert answer.codebreaker_token == self.tokens[game_id]["codebreaker"]
            assert not answer.game.turns
            assert not answer.game.HasField("secret")

    # Moves

    def who(self, game_id: str, stranger: bool, seat: str) -> tuple[Who, str]:
        """A caller and the token that he shows."""
        owner = self.owners[game_id]
        if stranger:
            owner = "ann" if owner != "ann" else "bob"
        if seat == "owner":
            return Who(owner), ""
        token = self.tokens[game_id].get(seat, "")
        if not token:
            return Who(owner, "forged"), f"m{'A' * 32}"
        return Who(owner, seat), token

    def make(self, move: Move, server: int) -> Move:
        real = told(self.world.call(move.call, server))
        self._learn_nonce(move.call)
        expected = move.expect(self.model)
        assert agree(real, expected), f"{move.call}: {real} instead of {expected}"
        self.changed |= not isinstance(real, str)
        return move

    def _learn_nonce(self, call: Call) -> None:
        """The chance in SetSecret is read from the store."""
        if call.rpc != "SetSecret":
            return
        game_id = call.request.game_id  # type: ignore[attr-defined]
        game = self.model.find(game_id, self.world.seconds)
        if game and not game.deleted:
            game.nonce = self.world.record(game_id).nonce

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=SEATS,
        request_id=REQUEST_IDS,
        client_seed=CLIENT_SEEDS,
        data=st.data(),
        server=SERVER,
    )
    def guess(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        client_seed: bytes,
        data: st.DataObject,
        server: int,
    ) -> Move:
        return self.make(
            self._guess(game_id, stranger, seat, request_id, client_seed, data), server
        )

    def _guess(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        client_seed: bytes,
        data: st.DataObject,
    ) -> Move:
        game = self.model.games[game_id]
        pegs = data.draw(_codes(game), "guess")
        turn = len(game.turns) + 1
        expected = data.draw(st.sampled_from([None, None, turn, turn - 1, turn + 1]), "turn")
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.GuessRequest(
            game_id=game_id,
            guess=pb.Code(pegs=pegs),
            client_seed=client_seed,
            expected_turn=expected,
            request_id=request_id,
        )
        return Move(
            Call("Guess", request, who.owner, token),
            lambda model: model.guess(
                who, game_id, pegs, client_seed, expected, request_id, self.world.seconds
            ),
        )

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=st.one_of(st.sampled_from(["owner", "codemaker"]), SEATS),
        request_id=REQUEST_IDS,
        data=st.data(),
        server=SERVER,
    )
    def set_secret(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        data: st.DataObject,
        server: int,
    ) -> Move:
        secret = data.draw(_codes(self.model.games[game_id]), "secret")
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.SetSecretRequest(
            game_id=game_id, secret=pb.Code(pegs=secret), request_id=request_id
        )
        move = Move(
            Call("SetSecret", request, who.owner, token),
            lambda model: model.set_secret(who, game_id, secret, request_id, self.world.seconds),
        )
        return self.make(move, server)

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=SEATS,
        request_id=REQUEST_IDS,
        server=SERVER,
    )
    def resign(self, game_id: str, stranger: bool, seat: str, request_id: str, server: int) -> Move:
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.ResignGameRequest(game_id=game_id, request_id=request_id)
        move = Move(
            Call("ResignGame", request, who.owner, token),
            lambda model: model.resign(who, game_id, request_id, self.world.seconds),
        )
        return self.make(move, server)

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=st.one_of(st.sampled_from(["spectator", "spectator"]), SEATS),
        request_id=REQUEST_IDS,
        server=SERVER,
    )
    def delete(self, game_id: str, stranger: bool, seat: str, request_id: str, server: int) -> Move:
        # Mostly in vain: otherwise there would be nothing left to play.
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.DeleteGameRequest(game_id=game_id, request_id=request_id)
        move = Move(
            Call("DeleteGame", request, who.owner, token),
            lambda model: model.delete(who, game_id, request_id, self.world.seconds),
        )
        return self.make(move, server)

    @rule(target=moves, game_id=games, data=st.data(), server=SERVER)
    def play_on(self, game_id: str, data: st.DataObject, server: int) -> Move:
        """The codebreaker goes on, whatever the game asks for."""
        game = self.model.games[game_id]
        seat = "codebreaker" if game.require_tokens else "owner"
        pegs = data.draw(st.sampled_from(_secrets(game.ruleset)), "guess")
        who, token = self.who(game_id, False, seat)
        self.number += 1
        request_id, turn = f"own-{self.number}", len(game.turns) + 1
        request = service_pb.GuessRequest(
            game_id=game_id,
            guess=pb.Code(pegs=pegs),
            client_seed=b"mine",
            expected_turn=turn,
            request_id=request_id,
        )
        move = Move(
            Call("Guess", request, who.owner, token),
            lambda model: model.guess(
                who, game_id, pegs, b"mine", turn, request_id, self.world.seconds
            ),
        )
        return self.make(move, server)

    # The codemaker's moves in a REMOTE game

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=st.one_of(st.sampled_from(["owner", "codemaker"]), SEATS),
        request_id=REQUEST_IDS,
        data=st.data(),
        server=SERVER,
    )
    def give_feedback(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        data: st.DataObject,
        server: int,
    ) -> Move:
        game = self.model.games[game_id]
        answer = data.draw(_answers(game), "answer")
        turn = len(game.turns) + 1
        expected = data.draw(st.sampled_from([None, None, turn, turn - 1]), "turn")
        move = self.giving(game_id, stranger, seat, request_id, answer, expected)
        return self.make(move, server)

    def giving(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        answer: tuple[int, int],
        expected: int | None,
    ) -> Move:
        """An answer to the pending guess."""
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.GiveFeedbackRequest(
            game_id=game_id,
            feedback=pb.Feedback(black=answer[0], white=answer[1]),
            expected_turn=expected,
            request_id=request_id,
        )
        return Move(
            Call("GiveFeedback", request, who.owner, token),
            lambda model: model.give_feedback(
                who, game_id, answer, expected, request_id, self.world.seconds
            ),
        )

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=st.one_of(st.sampled_from(["owner", "codemaker"]), SEATS),
        request_id=REQUEST_IDS,
        server=SERVER,
    )
    def take_back(
        self, game_id: str, stranger: bool, seat: str, request_id: str, server: int
    ) -> Move:
        return self.make(self.taking_back(game_id, stranger, seat, request_id), server)

    def taking_back(self, game_id: str, stranger: bool, seat: str, request_id: str) -> Move:
        """The last answer taken back."""
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.TakeBackTurnRequest(game_id=game_id, request_id=request_id)
        return Move(
            Call("TakeBackTurn", request, who.owner, token),
            lambda model: model.take_back(who, game_id, request_id, self.world.seconds),
        )

    @rule(
        target=moves,
        game_id=games,
        stranger=STRANGER,
        seat=st.one_of(st.sampled_from(["owner", "codemaker"]), SEATS),
        request_id=REQUEST_IDS,
        salt=st.sampled_from([b"", SALT]),
        data=st.data(),
        server=SERVER,
    )
    def reveal(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        salt: bytes,
        data: st.DataObject,
        server: int,
    ) -> Move:
        secret = data.draw(_codes(self.model.games[game_id]), "secret")
        return self.make(self.revealing(game_id, stranger, seat, request_id, secret, salt), server)

    def revealing(
        self,
        game_id: str,
        stranger: bool,
        seat: str,
        request_id: str,
        secret: Pegs,
        salt: bytes,
    ) -> Move:
        """The secret told."""
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.RevealSecretRequest(
            game_id=game_id, secret=pb.Code(pegs=secret), salt=salt, request_id=request_id
        )
        return Move(
            Call("RevealSecret", request, who.owner, token),
            lambda model: model.reveal(who, game_id, secret, salt, request_id, self.world.seconds),
        )

    @rule(move=moves, server=SERVER)
    def send_again(self, move: Move, server: int) -> None:
        self.make(move, server)

    @rule(
        game_id=games,
        stranger=STRANGER,
        seats=st.tuples(SEATS, SEATS),
        request_ids=st.tuples(REQUEST_IDS, REQUEST_IDS),
        data=st.data(),
        servers=st.tuples(SERVER, SERVER),
    )
    def guess_twice_at_once(
        self,
        game_id: str,
        stranger: bool,
        seats: tuple[str, str],
        request_ids: tuple[str, str],
        data: st.DataObject,
        servers: tuple[int, int],
    ) -> None:
        """Two guesses at the same time are answered as if one had come first."""
        pair = [
            self._guess(game_id, stranger, seat, request_id, b"", data)
            for seat, request_id in zip(seats, request_ids, strict=True)
        ]
        real = [told(each) for each in self.world.calls([move.call for move in pair], servers)]
        for first in (0, 1):
            model = copy_of(self.model)
            expected = {at: pair[at].expect(model) for at in (first, 1 - first)}
            if all(agree(real[at], expected[at]) for at in (0, 1)):
                self.model = model
                self.changed = True
                return
        raise AssertionError(f"{real} fits neither order")

    # Reading

    @rule(game_id=games, stranger=STRANGER, seat=SEATS, server=SERVER)
    def get_game(self, game_id: str, stranger: bool, seat: str, server: int) -> None:
        who, token = self.who(game_id, stranger, seat)
        call = Call("GetGame", service_pb.GetGameRequest(game_id=game_id), who.owner, token)
        move = Move(call, lambda model: model.get_game(who, game_id, self.world.seconds))
        self.make(move, server)

    @rule(game_id=games, stranger=STRANGER, seat=SEATS, server=SERVER)
    def suggest(self, game_id: str, stranger: bool, seat: str, server: int) -> None:
        who, token = self.who(game_id, stranger, seat)
        request = service_pb.SuggestGuessRequest(
            game_id=game_id, strategy=pb.STRATEGY_FIRST_CONSISTENT
        )
        answer = self.world.call(Call("SuggestGuess", request, who.owner, token), server)
        expected = self.model.suggest(who, game_id, self.world.seconds)
        if isinstance(expected, str):
            assert answer == expected
            return
        assert not isinstance(answer, str), answer
        suggestion = answer.suggestion
        assert suggestion.candidates_remaining == expected["candidates_remaining"]
        assert tuple(suggestion.guess.pegs) == expected["guess_in"][0]

    @precondition(lambda self: self.changed)
    @rule(owner=OWNERS, labels=LABELS, page_size=st.integers(1, 4), server=SERVER)
    def list_and_count(
        self, owner: str, labels: dict[str, str], page_size: int, server: int
    ) -> None:
        wanted = " AND ".join(f'labels.{key}="{value}"' for key, value in labels.items())
        seen: list[str] = []
        request = service_pb.ListGamesRequest(page_size=page_size, filter=wanted)
        while True:
            answer = self.world.call(Call("ListGames", request, owner), server)
            for game in answer.games:
                seen.append(game.game_id)
                expected = self.model.games[game.game_id].view(game.game_id, "owner")
                assert agree(told(_Shown(game)), expected)
            if not answer.next_page_token:
                break
            request.page_token = answer.next_page_token
        assert seen == self.model.listed(owner, self.world.seconds, **labels)
        counts = self.world.call(Call("GetStats", service_pb.GetStatsRequest(), owner), server)
        assert told(counts) == self.model.stats(owner, self.world.seconds)
        self.changed = False

    # Time

    @precondition(lambda self: self.waits and self.changed)
    @rule(seconds=st.sampled_from([31.0] * 6 + [1.0, 61.0, 301.0, 3601.0]))
    def wait(self, seconds: float) -> None:
        """Games whose time has come are gone; those that were moved live on."""
        self.world.seconds += seconds


@dataclass(frozen=True)
class _Shown:
    """A listed game in the place of an answer."""

    game: pb.Game


def _codes(game: Game) -> st.SearchStrategy[tuple[int, ...]]:
    """Mostly legal codes, the secret among them, and some that are not."""
    pegs, symbols = game.ruleset.pegs, st.integers(0, game.ruleset.colors + 1)
    legal = st.sampled_from(_secrets(game.ruleset))
    wild = st.lists(symbols, min_size=pegs - 1, max_size=pegs + 1).map(tuple)
    choices = [legal, legal, wild]
    if game.secret is not None:
        choices.append(st.just(game.secret))
    return st.one_of(choices)


def possible_answers(game: Game) -> list[tuple[int, int]]:
    """The feedback that some candidate gives to the pending guess."""
    assert game.pending is not None
    return sorted(
        {oracle.feedback(game.ruleset, code, game.pending)[:2] for code in game.candidates()}
    )


def _answers(game: Game) -> st.SearchStrategy[tuple[int, int]]:
    """Mostly feedback that some candidate gives, and some that none does or can."""
    wild = st.tuples(st.integers(0, 4), st.integers(0, 2))
    if game.pending is None:
        return wild
    possible = {oracle.feedback(game.ruleset, code, game.pending)[:2] for code in game.candidates()}
    explained = st.sampled_from(sorted(possible))
    return st.one_of(explained, explained, explained, wild)


def _seed(seed: int) -> bytes:
    return seeded(seed)
