"""``python -m tests.bench.watchers ADDRESS``: watchers of games, in a process of their own.

Each line that comes in, a list of games as JSON, makes it watch each of them from
`SEATS` seats until all are over. It answers with two lines: "watching" when
every seat has its snapshot, then "seen" and the time of the last event by `time.monotonic`, or
what some seat saw instead of every event once and in order.

It reads HTTP/2 itself: the gRPC library would spend more on thousands of streams than the
server that is measured.
"""

import json
import selectors
import sys
import time
from dataclasses import dataclass, field

from mastermind.v1 import mastermind_service_pb2 as pb
from tests.bench.http2 import DATA, END_STREAM, Connection, framed

SEATS = 10
"""Seats at each game."""
METHOD = "/mastermind.v1.MastermindService/WatchGame"
_PREFIX = 5


@dataclass(slots=True)
class Seat:
    """One watcher of one game, and what it has seen.

    Attributes:
        unread: Bytes of a message that has not come whole.
        seen: Numbers of the events, in the order in which they came.
        over: Whether the last one ended the game.
        ending: The stream's trailers, hardly packed: enough to see what went wrong.
    """

    unread: bytes = b""
    seen: list[int] = field(default_factory=list)
    over: bool = False
    ending: bytes = b""

    def read(self, data: bytes) -> int:
        """Takes what a stream brought; how many events it completed."""
        data = self.unread + data
        events = 0
        while len(data) >= _PREFIX:
            end = _PREFIX + int.from_bytes(data[1:_PREFIX], "big")
            if len(data) < end:
                break
            event = pb.WatchGameResponse.FromString(data[_PREFIX:end]).event
            data = data[end:]
            self.seen.append(event.seq)
            # Only a snapshot and the last event bring the whole game.
            self.over = event.HasField("game") and len(self.seen) > 1
            events += 1
        self.unread = data
        return events

    @property
    def right(self) -> bool:
        """Whether it saw every event from the first to the game's last, once and in order."""
        return self.over and self.seen == list(range(1, len(self.seen) + 1))


class Watchers:
    """All seats: one connection for the first seat of every game, one for the second …

    Args:
        address: Of the server.
    """

    def __init__(self, address: str) -> None:
        self._seats: dict[tuple[int, int], Seat] = {}
        self._connections = [Connection(address, METHOD) for _ in range(SEATS)]
        self._selector = selectors.DefaultSelector()
        for number, connection in enumerate(self._connections):
            self._selector.register(connection.socket, selectors.EVENT_READ, number)

    def close(self) -> None:
        """Leaves all games."""
        self._selector.close()
        for connection in self._connections:
            connection.close()

    def watch(self, games: list[str]) -> None:
        """Takes a seat of every connection at each game; returns when all have their snapshot."""
        self._seats = {}
        for number, connection in enumerate(self._connections):
            out = []
            for game_id in games:
                body = framed(pb.WatchGameRequest(game_id=game_id).SerializeToString())
                stream, call = connection.call(body)
                self._seats[number, stream] = Seat()
                out.append(call)
            connection.socket.sendall(b"".join(out))
        begun = 0
        while begun < len(self._seats):
            begun += self._read()[0]

    def see(self) -> float:
        """Reads until every stream has ended; when the last event came.

        Raises:
            RuntimeError: Some seat saw something else than every event once and in order.
        """
        open_streams, last = len(self._seats), 0.0
        while open_streams:
            events, ended = self._read()
            open_streams -= ended
            last = time.monotonic() if events else last
        wrong = [seat for seat in self._seats.values() if not seat.right]
        if wrong:
            one = wrong[0]
            raise RuntimeError(f"{len(wrong)} saw something else: {one.seen}, then {one.ending!r}")
        return last

    def _read(self) -> tuple[int, int]:
        """Waits for something to read: events that came, and streams that ended."""
        events = ended = 0
        for key, _ in self._selector.select():
            for kind, flags, stream, payload in self._connections[key.data].receive():
                if kind == DATA:
                    events += self._seats[key.data, stream].read(payload)
                if flags & END_STREAM:
                    self._seats[key.data, stream].ending = payload
                    ended += 1
        return events, ended


def main() -> None:
    """Serves lines of games until there are no more."""
    watchers = Watchers(sys.argv[1])
    for line in sys.stdin:
        watchers.watch(json.loads(line))
        print("watching", flush=True)
        try:
            print("seen", watchers.see(), flush=True)
        except RuntimeError as error:
            print(error, flush=True)


if __name__ == "__main__":
    main()
