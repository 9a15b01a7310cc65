"""A watcher sees a game as it stands, then every change once and in order."""

import signal
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import TIMEOUT, Api, code, new_id, text_of
from tests.support.calls import give, remote_game, take_back
from tests.support.redis import RedisServer
from tests.support.refusals import refused
from tests.support.server import ServerProcess, running_server

Event = pb.GameEvent


class Watcher:
    """Reads a game's events one by one."""

    def __init__(self, api: Api, game_id: str, after_seq: int = 0) -> None:
        request = service_pb.WatchGameRequest(game_id=game_id, after_seq=after_seq)
        self._call: Any = api.stub.WatchGame(request, timeout=TIMEOUT, metadata=api.metadata)
        self._events: Iterator[service_pb.WatchGameResponse] = iter(self._call)

    def next(self) -> Event:
        """The next event; waits for it."""
        return next(self._events).event

    def rest(self) -> list[Event]:
        """All further events, to the end of the stream."""
        return [response.event for response in self._events]

    def leave(self) -> None:
        """Ends the stream."""
        self._call.cancel()


def test_a_snapshot_comes_first_then_each_turn_and_the_end(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    api.guess(game_id, "1122")
    watcher = Watcher(api, game_id)

    first = watcher.next()
    assert (first.seq, first.kind) == (2, Event.KIND_SNAPSHOT)
    assert [text_of(turn.guess) for turn in first.game.turns] == ["1122"]

    api.guess(game_id, "1243")
    second = watcher.next()
    assert (second.seq, second.kind, second.turn_number) == (3, Event.KIND_TURN, 2)
    assert text_of(second.turn.guess) == "1243"
    assert (second.turn.feedback.black, second.turn.feedback.white) == (2, 2)
    assert (second.state, second.guesses_left) == (pb.STATE_IN_PROGRESS, 10)
    assert not second.HasField("game")

    api.guess(game_id, "1234")
    (last,) = watcher.rest()
    assert (last.seq, last.kind, last.state) == (4, Event.KIND_TURN, pb.STATE_SOLVED)
    assert text_of(last.game.secret) == "1234"


def test_a_secret_set_and_a_game_given_up_are_told(api: Api) -> None:
    game_id = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)
    watcher = Watcher(api, game_id)
    assert watcher.next().state == pb.STATE_AWAITING_SECRET
    api.stub.SetSecret(
        service_pb.SetSecretRequest(game_id=game_id, secret=code("4321"), request_id=new_id())
    )
    hidden = watcher.next()
    assert (hidden.seq, hidden.kind) == (2, Event.KIND_SECRET_SET)
    assert hidden.state == pb.STATE_IN_PROGRESS
    api.stub.ResignGame(service_pb.ResignGameRequest(game_id=game_id, request_id=new_id()))
    (last,) = watcher.rest()
    assert (last.seq, last.kind, last.state) == (3, Event.KIND_RESIGNED, pb.STATE_RESIGNED)
    assert text_of(last.game.secret) == "4321"


def test_a_broken_watch_goes_on_where_it_was(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    watcher = Watcher(api, game_id)
    seen = watcher.next().seq
    watcher.leave()
    for guess in ("1111", "2222", "1234"):
        api.guess(game_id, guess)

    missed = Watcher(api, game_id, after_seq=seen).rest()

    assert [event.seq for event in missed] == [2, 3, 4]
    assert [text_of(event.turn.guess) for event in missed] == ["1111", "2222", "1234"]
    assert [event.HasField("game") for event in missed] == [False, False, True]
    assert Watcher(api, game_id, after_seq=4).rest() == []


def test_a_number_that_the_game_has_not_reached_shows_it_as_it_stands(api: Api) -> None:
    game_id = api.new_id_of_game("1234")
    watcher = Watcher(api, game_id, after_seq=77)
    assert watcher.next().kind == Event.KIND_SNAPSHOT
    watcher.leave()


def test_a_spectator_sees_what_may_be_seen(api: Api) -> None:
    made = api.new_game("1234", require_tokens=True)
    game_id = made.game.game_id
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        Watcher(api, game_id).next()
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        Watcher(api.with_token("sABC"), game_id).next()
    spectator = Watcher(api.with_token(made.spectator_token), game_id)
    assert not spectator.next().game.HasField("secret")
    codemaker = Watcher(api.with_token(made.codemaker_token), game_id)
    assert text_of(codemaker.next().game.secret) == "1234"
    api.with_token(made.codebreaker_token).guess(game_id, "1122")
    seen = spectator.next()
    assert (text_of(seen.turn.guess), seen.HasField("game")) == ("1122", False)
    spectator.leave()
    codemaker.leave()


def test_no_game_cannot_be_watched_and_a_deleted_one_no_longer(api: Api) -> None:
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        Watcher(api, "nosuchgame").next()
    game_id = api.new_id_of_game("1234")
    watcher = Watcher(api, game_id)
    watcher.next()
    api.stub.DeleteGame(service_pb.DeleteGameRequest(game_id=game_id, request_id=new_id()))
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        watcher.next()


@pytest.fixture
def two_servers(redis: RedisServer) -> Iterator[tuple[Api, Api, ServerProcess]]:
    """Callers of two servers on one Redis, and the second server."""
    with (
        running_server(redis.url) as one,
        running_server(redis.url) as other,
        grpc.insecure_channel(one.grpc) as to_one,
        grpc.insecure_channel(other.grpc) as to_other,
    ):
        yield Api(to_one), Api(to_other), other


def test_a_game_played_at_one_server_is_watched_at_another_until_that_stops(
    two_servers: tuple[Api, Api, ServerProcess],
) -> None:
    here, there, other = two_servers
    game_id = here.new_id_of_game("1234")
    watcher = Watcher(there, game_id)
    seen = [watcher.next().seq]
    for guess in ("1111", "2222", "3333"):
        here.guess(game_id, guess)
        seen.append(watcher.next().seq)
    assert seen == [1, 2, 3, 4]

    other.process.send_signal(signal.SIGTERM)
    with pytest.raises(grpc.RpcError) as ended:
        watcher.next()
    assert ended.value.code() == grpc.StatusCode.UNAVAILABLE
    assert other.wait_ended() == 0
    here.guess(game_id, "1234")
    (last,) = Watcher(here, game_id, after_seq=4).rest()
    assert (last.seq, last.state) == (5, pb.STATE_SOLVED)


def test_a_remote_game_is_shown_whole_at_each_change(api: Api) -> None:
    game = remote_game(api).game
    watcher = Watcher(api, game.game_id)
    assert watcher.next().game == game
    changes: list[Callable[[], pb.Game]] = [
        lambda: give(api, game.game_id, 0, 1),
        lambda: take_back(api, game.game_id),
        lambda: give(api, game.game_id, 4, 0),
    ]
    for change in changes:
        changed = change()
        event = watcher.next()
        assert event.kind == Event.KIND_SNAPSHOT
        assert event.game == changed
        assert event.state == changed.state
    assert watcher.rest() == []
