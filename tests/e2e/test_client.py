"""The client, both ways, against a real server: every call, and games that verify."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from mastermind_client import (
    BatchMode,
    Codemaker,
    Encoding,
    FailedPrecondition,
    Feedback,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    Position,
    Quality,
    SecretSource,
    State,
    Strategy,
    Unauthenticated,
    verify,
)
from tests.client.scripted import Driver
from tests.support.server import ServerProcess, running_server

MINE = b"my own part"


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server("memory://") as process:
        yield process


@pytest.fixture(params=["sync", "async"])
def client(request: pytest.FixtureRequest, server: ServerProcess) -> Iterator[Any]:
    driver = Driver(request.param)
    yield driver.open(server.grpc)
    driver.close()


def test_scores(client: Any) -> None:
    assert client.score("1122", "1112") == Feedback(3, 0)
    cross = client.batch_score(["1122", "9999"], ["1112", "2211"], mode=BatchMode.CROSS)
    assert cross.unpacked() == (Feedback(3, 0), Feedback(0, 4), None, None)
    assert cross.invalid_secrets == (1,)
    packed = client.batch_score(b"\0\0\0\0", b"\0\0\0\0", encoding=Encoding.INDEX)
    assert packed.unpacked() == (Feedback(4, 0),)


def test_a_supplied_game_from_both_seats(client: Any) -> None:
    new = client.new_game("travel", codemaker=Codemaker.SUPPLIED, require_tokens=True)
    assert new.game.state is State.AWAITING_SECRET
    with pytest.raises(FailedPrecondition, match="AWAITING_SECRET"):
        client.guess(new, "1122")
    hidden = client.set_secret(new, "1234")
    assert hidden.secret == (1, 2, 3, 4)
    assert client.get_game(new).secret is None
    with pytest.raises(Unauthenticated):
        client.guess(new.game_id, "1122")
    with pytest.raises(PermissionDenied, match="WRONG_SEAT"):
        client.guess(new, "1122", token=new.codemaker_token)
    assert client.guess(new, "1234", expected_turn=1).state is State.SOLVED
    game = client.get_game(new)
    assert game.secret_source is SecretSource.SUPPLIED
    assert verify(game, commitment=hidden.commitment).problems == ()


def test_games_are_found_counted_resigned_and_deleted(client: Any) -> None:
    team = str(random.Random().getrandbits(64))
    news = [client.new_game(labels={"team": team}) for _ in range(3)]
    resigned = client.resign_game(news[0])
    assert resigned.state is State.RESIGNED
    assert resigned.secret is not None
    first = client.list_games(f'labels.team="{team}"', page_size=2)
    rest = client.list_games(f'labels.team="{team}"', page_size=2, page_token=first.next_page_token)
    ids = [game.game_id for page in (first, rest) for game in page.games]
    assert sorted(ids) == sorted(new.game_id for new in news)
    stats = client.get_stats(f'labels.team="{team}"')
    assert (stats.played, stats.resigned, stats.average_guesses) == (1, 1, None)
    client.delete_game(news[1])
    with pytest.raises(NotFound, match="GAME_NOT_FOUND"):
        client.get_game(news[1])


def test_suggestions(client: Any) -> None:
    opening = client.suggest_guess(Position(), Strategy.MINIMAX, alternatives=2)
    assert opening.guess == (1, 1, 2, 2)
    assert opening.quality is Quality.EXACT_ONE_STEP
    assert opening.strategy_used is Strategy.MINIMAX
    assert len(opening.alternatives) == 2
    with pytest.raises(FailedPrecondition, match="CONTRADICTORY_HISTORY") as caught:
        client.suggest_guess(Position([("1111", (3, 0)), ("1112", (0, 0))]))
    assert caught.value.metadata


def test_what_the_server_is(client: Any) -> None:
    assert client.list_rulesets()[0].name == "classic"
    info = client.get_server_info()
    assert info.version
    assert info.limits.max_ttl.days == 30


def test_every_bad_field_is_named_as_the_client_sent_it(client: Any) -> None:
    new = client.new_game()
    with pytest.raises(InvalidArgument, match="INVALID_CODE") as caught:
        client.guess(new, "9192")
    assert {fault.field for fault in caught.value.field_violations} == {
        "guess.pegs[0]",
        "guess.pegs[2]",
    }


@pytest.mark.parametrize("guesses", [0, 1, 3])
@pytest.mark.parametrize("seed", [None, 0, 2**64 - 1])
def test_games_of_every_preset_verify(client: Any, seed: int | None, guesses: int) -> None:
    for ruleset in client.list_rulesets():
        if ruleset.word_list:
            continue
        new = client.new_game(ruleset.name, max_guesses=9, seed=seed)
        over = False
        for first in range(1, guesses + 1):
            guess = [(first + place) % ruleset.colors + 1 for place in range(ruleset.pegs)]
            over = client.guess(new, guess, client_seed=MINE).state.over
            if over:
                break
        if not over:
            client.resign_game(new)
        game = client.get_game(new)
        proof = verify(
            game,
            commitment=new.game.commitment,
            client_seed=MINE if guesses else b"",
            seed=seed,
        )
        assert proof.problems == (), ruleset.name
        assert game.ruleset.max_guesses == 9
        assert not verify(replace(game, ruleset=ruleset), seed=seed)
