"""REMOTE games played far, with mistakes, retries of anything, and lies: the model agrees.

The state machine beside this does everything a little; here one game at a time gets all the
moves, so that answers are taken back and repeated after each other in every order.
"""

import random
from collections.abc import Iterator

import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.machine.machine import RULESETS, SALT, Machine, Move, Wish, possible_answers
from tests.machine.model import ASKED, CLIENT, PLAYING, REMOTE, SERVICE, Game
from tests.machine.world import SERVERS, Call
from tests.unit import oracle

WALKS = 40
MOVES = 90
"""More than the writes that a record remembers."""
ROWS = 80
"""Guesses of most games, so that they last."""


class Walk:
    """One game and a player of both sides who makes every mistake."""

    def __init__(self, machine: Machine, chance: random.Random) -> None:
        self.machine = machine
        self.chance = chance
        ruleset = chance.choice(RULESETS)
        rows = chance.choice([1, 2, ROWS, ROWS])
        self.game_id = machine.new_game(
            Wish(
                owner="",
                ruleset=ruleset.with_max_guesses(rows),
                codemaker=REMOTE,
                secret=None,
                seed=None,
                codebreaker=chance.choice([SERVICE, CLIENT]),
                committed=chance.random() < 0.3,
                hints_allowed=True,
                require_tokens=chance.random() < 0.3,
                labels={},
            ),
            0,
        )
        self.made: list[Move] = []

    @property
    def game(self) -> Game:
        """As the model has it."""
        return self.machine.model.games[self.game_id]

    def go(self) -> None:
        """Makes all moves, some of the earlier ones again."""
        for _ in range(MOVES):
            self.machine.world.seconds += 0.5
            if self.made and self.chance.random() < 0.3:
                # The last writes are remembered, and those before them forgotten.
                move = self.chance.choice(self.made[-40:])
            else:
                move = self.chance.choice(list(self.moves()))
                if move.call.request.request_id:  # type: ignore[attr-defined]
                    self.made.append(move)
            self.machine.make(move, self.chance.randrange(SERVERS))

    def moves(self) -> Iterator[Move]:
        """Moves that make sense now, the likely ones more often."""
        self.machine.number += 1
        request_id = self.chance.choice(["", f"own-{self.machine.number}"])
        game, codemaker = self.game, (self.game_id, False, "codemaker", request_id)
        codes = oracle.all_codes(game.ruleset, repeats=game.ruleset.repeats)
        if game.state == PLAYING:
            yield self.guess(self.chance.choice(codes), request_id)
        if game.state == ASKED:
            answers = possible_answers(game)
            for _ in range(3):
                yield self.machine.giving(*codemaker, self.chance.choice(answers), None)
            wild = self.chance.randrange(4), self.chance.randrange(3)
            yield self.machine.giving(*codemaker, wild, len(game.turns) + 1)
            yield self.machine.taking_back(*codemaker)
            yield self.machine.taking_back(*codemaker)
            if self.chance.random() < 0.1:
                yield self.resign(request_id)
        if game.over:
            salt = SALT if game.committed else b""
            secrets = [*game.candidates()[:2], self.chance.choice(codes), codes[-1]]
            yield self.machine.revealing(*codemaker, self.chance.choice(secrets), salt)
            yield self.machine.giving(*codemaker, (1, 0), None)

    def guess(self, pegs: tuple[int, ...], request_id: str) -> Move:
        """The other caller's guess."""
        who, token = self.machine.who(self.game_id, False, "codebreaker")
        request = service_pb.GuessRequest(
            game_id=self.game_id, guess=pb.Code(pegs=pegs), request_id=request_id
        )
        return Move(
            Call("Guess", request, who.owner, token),
            lambda model: model.guess(
                who, self.game_id, pegs, b"", None, request_id, self.machine.world.seconds
            ),
        )

    def resign(self, request_id: str) -> Move:
        """The codemaker's end of it."""
        who, token = self.machine.who(self.game_id, False, "codemaker")
        request = service_pb.ResignGameRequest(game_id=self.game_id, request_id=request_id)
        return Move(
            Call("ResignGame", request, who.owner, token),
            lambda model: model.resign(who, self.game_id, request_id, self.machine.world.seconds),
        )


@pytest.fixture
def machine() -> Iterator[Machine]:
    """Two servers of one embedded store, and the model."""
    machine = Machine()
    yield machine
    machine.teardown()


def test_a_remote_game_and_the_model_tell_the_same_whatever_is_done(machine: Machine) -> None:
    for seed in range(WALKS):
        Walk(machine, random.Random(seed)).go()
