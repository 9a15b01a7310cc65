"""Streams by the thousand are let in, and one that is not read is ended with a clear word."""

import time
from collections.abc import Iterator

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.bench.http2 import Connection, framed
from tests.bench.watchers import METHOD, SEATS, Watchers
from tests.support.api import Api, new_id
from tests.support.calls import give, remote_game, take_back
from tests.support.probes import metric
from tests.support.server import ServerProcess, running_server
from tests.support.waiting import wait_until

MANY = 120
"""Games with ten watchers each: more calls at once than gRPC holds back by default."""


PATIENCE = 0.3
"""Seconds in which a message has to leave."""


@pytest.fixture
def impatient() -> Iterator[ServerProcess]:
    """A server that gives readers little time."""
    with running_server(environment={"MASTERMIND_MAX_WRITE_SECONDS": str(PATIENCE)}) as server:
        yield server


def test_watchers_who_all_come_at_once_see_every_event_once_and_in_order(
    memory_server: ServerProcess,
) -> None:
    with grpc.insecure_channel(memory_server.grpc) as channel:
        api = Api(channel)
        games = [api.new_id_of_game("1234") for _ in range(MANY)]
        watchers = Watchers(memory_server.grpc)
        watchers.watch(games)
        assert SEATS * MANY > 1000
        for game_id in games:
            api.stub.ResignGame(service_pb.ResignGameRequest(game_id=game_id, request_id=new_id()))
        # Fails where one saw something else.
        watchers.see()
        watchers.close()


def test_a_stream_read_too_slowly_holds_nobody_up_and_is_told_so_at_its_end(
    impatient: ServerProcess,
) -> None:
    with grpc.insecure_channel(impatient.grpc) as channel:
        api = Api(channel)
        # Every change of a REMOTE game shows it whole, labels and all: five kilobytes.
        labels = {f"{number:02}" * 31: "x" * 255 for number in range(16)}
        game_id = remote_game(api, labels=labels).game.game_id
        reader = Connection(impatient.grpc, METHOD, window=0)
        request = service_pb.WatchGameRequest(game_id=game_id).SerializeToString()
        stream, call = reader.call(framed(request))
        reader.socket.sendall(call)
        wait_until(lambda: metric(impatient, "mastermind_streams_open") == 1)

        for _ in range(5):
            give(api, game_id, 0, 1)
            take_back(api, game_id)

        assert api.get_game(game_id).state == pb.STATE_AWAITING_FEEDBACK
        time.sleep(2 * PATIENCE)
        reader.widen(stream)
        told = b""
        while b"read too slowly" not in told:
            told += b"".join(payload for *_, payload in reader.receive())
        reader.close()
        assert metric(impatient, "mastermind_refusals_total", reason="SLOW_READER") == 1
        assert metric(impatient, "mastermind_streams_open") == 0
