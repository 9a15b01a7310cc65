"""A caller who means well."""

import contextlib
import threading
from collections.abc import Iterator

import grpc

from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, marks
from tests.support.calls import delete

PAUSE = 0.005
"""Seconds between games, so that the others get most of the machine."""


class GoodCaller:
    """Plays one game after the other, checks every answer, and leaves nothing behind.

    Args:
        target: ``host:port`` of the server.
    """

    def __init__(self, target: str) -> None:
        self.games = 0
        self.fault: Exception | None = None
        self._target = target
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def start(self) -> None:
        """Begins to play."""
        self._thread.start()

    def leave(self) -> None:
        """Ends the game under way and goes; fails if a call was not answered, or wrongly."""
        self._leaving.set()
        self._thread.join()
        if self.fault is not None:
            raise AssertionError("the good caller was not served") from self.fault
        assert self.games

    def _play(self) -> None:
        try:
            with grpc.insecure_channel(self._target) as channel:
                api = Api(channel)
                while not (self._leaving.is_set() and self.games):
                    self._play_one(api)
                    self.games += 1
                    self._leaving.wait(PAUSE)
        except Exception as fault:
            self.fault = fault

    @staticmethod
    def _play_one(api: Api) -> None:
        game_id = api.new_id_of_game("2233")
        assert marks(api.guess(game_id, "2323").feedback) == (2, 2)
        assert api.guess(game_id, "2233").state == pb.STATE_SOLVED
        assert len(api.get_game(game_id).turns) == 2
        delete(api, game_id)
        assert api.score("1234", "1243") == (2, 2)


@contextlib.contextmanager
def playing(target: str) -> Iterator[GoodCaller]:
    """A good caller at the server inside the block."""
    caller = GoodCaller(target)
    caller.start()
    try:
        yield caller
    finally:
        caller.leave()
