"""Bytes that are no calls, and calls that break off: nobody waits, and nothing stays."""

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hostile import wire
from tests.hostile.conftest import Beside
from tests.hostile.raw import SERVICE
from tests.hostile.wire import END_HEADERS, END_STREAM, connected, frame
from tests.support.server import ServerProcess
from tests.support.waiting import wait_until

SCORE = f"/{SERVICE}/Score".encode()
MANY = 200
CALL = frame(wire.HEADERS, END_HEADERS, 1, wire.fields(wire.call_fields(SCORE)))

GREETINGS: dict[str, bytes] = {
    "HTTP/1.1": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + bytes(200),
    "SSH": b"SSH-2.0-OpenSSH_9.9\r\n",
    "zeros": bytes(4096),
    "ones": b"\xff" * 4096,
    "half a preface and noise": wire.PREFACE[:12] + b"\xff" * 100,
}
FRAMES: dict[str, bytes] = {
    "a frame larger than any": b"\xff\xff\xff\x00\x00\x00\x00\x00\x01" + bytes(100_000),
    "headers of an even stream": frame(wire.HEADERS, END_HEADERS | END_STREAM, 2, b"\x00"),
    "headers that cannot be unpacked": frame(wire.HEADERS, END_HEADERS, 1, b"\xff" * 50),
    "settings of a broken length": frame(wire.SETTINGS, 0, 0, b"12345"),
    "a ping of a broken length": frame(wire.PING, 0, 0, b"123"),
    "a window of nothing": frame(wire.WINDOW_UPDATE, 0, 0, bytes(4)),
    "a continuation of nothing": frame(wire.CONTINUATION, END_HEADERS, 1, b"a"),
}
CALLS: dict[str, bytes] = {
    "a message of 4 GiB": CALL
    + frame(wire.DATA, END_STREAM, 1, wire.message(b"1234", length=2**32 - 1)),
    "two messages": CALL + frame(wire.DATA, END_STREAM, 1, wire.message(b"") * 2),
    "a message packed in no known way": CALL
    + frame(wire.DATA, END_STREAM, 1, wire.message(b"1234", compressed=1)),
    "a flag that means nothing": CALL
    + frame(wire.DATA, END_STREAM, 1, wire.message(b"", compressed=0x77)),
}
UNFINISHED: dict[str, bytes] = {
    "data of no stream": frame(wire.DATA, END_STREAM, 1, b"data"),
    "headers of no stream": frame(wire.HEADERS, END_HEADERS, 0, wire.fields([(b"a", b"b")])),
    "headers alone": CALL,
    "no message": CALL + frame(wire.DATA, END_STREAM, 1),
    "half a length": CALL + frame(wire.DATA, END_STREAM, 1, b"\x00\x00\x00"),
    "half a message": CALL + frame(wire.DATA, END_STREAM, 1, wire.message(b"1234", length=100)),
}
FIELDS: dict[str, tuple[bytes, bytes]] = {
    "a token that is no text": (b"mastermind-token", b"\xff\xfe\x80"),
    "a key that is no text": (b"authorization", b"Bearer \xc3\x28"),
    "a request id with a line's end": (b"x-request-id", b'x\r\n{"event": "forged"}'),
    "a name that is no text": (b"\xff\xfe", b"x"),
    "a name in capitals": (b"Mastermind-Token", b"x"),
    "no time at all": (b"grpc-timeout", b"0n"),
    "a time that is no number": (b"grpc-timeout", b"soon"),
    "a time before all time": (b"grpc-timeout", b"-1S"),
    "a time without end": (b"grpc-timeout", b"99999999999999999999H"),
    "a packing that nobody knows": (b"grpc-encoding", b"cabbage"),
    "another kind of content": (b"content-type", b"text/html"),
    "a binary value that is none": (b"mastermind-token-bin", b"!!!!"),
    "a path twice": (b":path", b"/"),
}


def open_files(server: ServerProcess) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


@pytest.mark.parametrize("what", GREETINGS)
def test_who_speaks_another_language_is_hung_up_on(server: ServerProcess, what: str) -> None:
    with connected(server.grpc) as line:
        line.send(GREETINGS[what])

        assert line.is_told_the_end()


@pytest.mark.parametrize("what", FRAMES)
def test_frames_that_must_not_be_end_the_connection(server: ServerProcess, what: str) -> None:
    with connected(server.grpc) as line:
        line.greet()
        line.send(FRAMES[what])

        assert line.is_told_the_end()


@pytest.mark.parametrize("what", CALLS)
def test_a_call_whose_message_is_broken_comes_to_its_end(server: ServerProcess, what: str) -> None:
    with connected(server.grpc) as line:
        line.greet()
        line.send(CALLS[what])

        assert line.is_told_the_end()


@pytest.mark.parametrize("what", UNFINISHED)
def test_what_never_becomes_a_call_leaves_with_its_caller(server: ServerProcess, what: str) -> None:
    before = open_files(server)
    for _ in range(20):
        with connected(server.grpc) as line:
            line.greet()
            line.send(UNFINISHED[what])
            line.send(frame(wire.PING, 0, 0, bytes(8)))
            line.wait_for(wire.PING)

    wait_until(lambda: open_files(server) <= before + 2)


@pytest.mark.parametrize("what", FIELDS)
def test_a_call_whose_metadata_is_broken_comes_to_its_end(server: ServerProcess, what: str) -> None:
    lines = len(server.log)
    call = wire.fields(wire.call_fields(SCORE, FIELDS[what]))
    with connected(server.grpc) as line:
        line.greet()
        line.send(frame(wire.HEADERS, END_HEADERS, 1, call))
        line.send(frame(wire.DATA, END_STREAM, 1, wire.message(b"")))

        assert line.is_told_the_end()
    assert "forged" not in "".join(server.log[lines:])


def test_headers_without_end_are_not_listened_to_forever(
    server: ServerProcess, beside: Beside
) -> None:
    more = wire.fields([(b"x" * 100, b"y" * 4000)] * 3)
    with beside(), connected(server.grpc) as line:
        line.greet()
        line.send(frame(wire.HEADERS, 0, 1, wire.fields(wire.call_fields(SCORE))))
        for _ in range(2000):
            line.send(frame(wire.CONTINUATION, 0, 1, more))

        assert line.is_told_the_end()


def test_many_who_break_off_in_the_middle_leave_no_connection(
    server: ServerProcess, beside: Beside
) -> None:
    chance = random.Random(11)
    whole = wire.PREFACE + frame(wire.SETTINGS, 0, 0) + CALL
    whole += frame(wire.DATA, 0, 1, wire.message(b"\x0a\x04", length=6))
    before = open_files(server)

    with beside():
        for _ in range(MANY):
            with connected(server.grpc) as line:
                line.send(whole[: chance.randint(0, len(whole))])
                if chance.random() < 0.5:
                    line.send(chance.randbytes(chance.randint(1, 100)))

    wait_until(lambda: open_files(server) <= before + 5)


def test_many_who_say_nothing_keep_nobody_else_out(server: ServerProcess, beside: Beside) -> None:
    before = open_files(server)
    with ExitStack() as silent:
        for _ in range(MANY):
            silent.enter_context(connected(server.grpc)).send(wire.PREFACE[:5])
        with beside():
            wait_until(lambda: open_files(server) >= before + MANY)

    wait_until(lambda: open_files(server) <= before + 5)
