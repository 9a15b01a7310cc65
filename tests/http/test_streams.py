"""WatchGame as server-sent events and as lines of JSON."""

import json

import httpx

from tests.http.test_mapping import new_game, refusal
from tests.support.waiting import wait_until

EVENTS = {"accept": "text/event-stream"}


def begun(http: httpx.Client) -> str:
    """The path of a game with one guess in it."""
    path = f"/v1/games/{new_game(http)['game']['gameId']}"
    http.post(f"{path}:guess", json={"guess": {"pegs": [1, 1, 2, 2]}}).raise_for_status()
    return path


def test_lines_tell_a_game_to_its_end(http: httpx.Client) -> None:
    path = begun(http)
    with http.stream("GET", f"{path}:watch") as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = answer.iter_lines()
        events = [json.loads(next(line for line in lines if line))["event"]]
        http.post(f"{path}:resign").raise_for_status()
        events += [json.loads(line)["event"] for line in lines if line]
    assert [event["kind"] for event in events] == ["KIND_SNAPSHOT", "KIND_RESIGNED"]


def test_events_carry_their_numbers_and_an_end(http: httpx.Client) -> None:
    path = begun(http)
    http.post(f"{path}:resign").raise_for_status()
    answer = http.get(f"{path}:watch", headers=EVENTS)
    assert answer.headers["content-type"] == "text/event-stream"
    blocks = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    shown = [block for block in blocks if block[0].startswith("id: ")]
    for number, data in shown:
        event = json.loads(data.removeprefix("data: "))["event"]
        assert number == f"id: {event['seq']}"
    assert blocks[-1] == ["event: end", "data: {}"]


def test_a_browser_goes_on_behind_the_last_event_it_saw(http: httpx.Client) -> None:
    path = begun(http)
    http.post(f"{path}:resign").raise_for_status()
    whole = http.get(f"{path}:watch").text.strip().split("\n")
    last = json.loads(whole[-1])["event"]["seq"]
    rest = http.get(f"{path}:watch?afterSeq={int(last) - 1}").text.strip()
    assert json.loads(rest)["event"]["kind"] == "KIND_RESIGNED"
    resumed = http.get(f"{path}:watch", headers={"last-event-id": str(int(last) - 1)}).text.strip()
    assert resumed == rest


def test_an_error_before_the_first_event_has_its_status(http: httpx.Client) -> None:
    assert refusal(http.get("/v1/games/none:watch", headers=EVENTS))[:2] == (404, "GAME_NOT_FOUND")


def test_a_game_that_goes_ends_the_stream_with_an_error(http: httpx.Client) -> None:
    path = begun(http)
    with http.stream("GET", f"{path}:watch", headers=EVENTS) as answer:
        lines = answer.iter_lines()
        next(line for line in lines if line.startswith("data: "))
        http.delete(path).raise_for_status()
        rest = [line for line in lines if line]
    assert rest[-2] == "event: error"
    assert json.loads(rest[-1].removeprefix("data: "))["code"] == 5


def test_who_closes_the_connection_ends_the_stream(http: httpx.Client) -> None:
    def opened() -> int:
        text = http.get("/metrics").text
        (line,) = (
            line for line in text.splitlines() if line.startswith("mastermind_streams_open ")
        )
        return int(float(line.split()[1]))

    before = opened()
    path = begun(http)
    with http.stream("GET", f"{path}:watch", headers=EVENTS) as answer:
        next(answer.iter_lines())
        assert opened() == before + 1
    wait_until(lambda: opened() == before)
