"""REMOTE: the secret stays with the codemaker, who answers the guesses (service's or another's)."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from mastermind_client import mapping, verify
from mastermind_engine.rulesets import PRESETS
from tests.support.api import Api, code, custom, marks, new_id, preset, text_of, turn
from tests.support.calls import give, listed, remote_game, resign, reveal, stats, take_back
from tests.support.refusals import outcome, refused
from tests.support.waiting import wait_until
from tests.unit import oracle

CLASSIC = PRESETS["classic"]
SALT = bytes(range(16))


def answer(secret: str, guess: pb.Code) -> tuple[int, int]:
    """The true feedback."""
    return oracle.feedback(CLASSIC, code(secret).pegs, guess.pegs)[:2]


def answer_truly(api: Api, game: pb.Game, secret: str) -> pb.Game:
    """The game after true answers to its end."""
    while game.state == pb.STATE_AWAITING_FEEDBACK:
        game = give(api, game.game_id, *answer(secret, game.pending_guess))
    return game


@pytest.fixture
def asked(api: Api) -> pb.Game:
    """A game whose code the service breaks."""
    return remote_game(api).game


@pytest.fixture
def between(api: Api) -> str:
    """A game between two callers."""
    return remote_game(api, codebreaker=pb.CODEBREAKER_CLIENT).game.game_id


def test_a_game_begins_with_the_services_guess(api: Api, asked: pb.Game) -> None:
    assert asked.state == pb.STATE_AWAITING_FEEDBACK
    assert asked.secret_source == pb.SECRET_SOURCE_NONE
    assert asked.pending_guess == api.suggest_for().guess
    assert asked.guesses_left == 12
    assert not asked.turns
    assert not asked.commitment
    assert api.get_game(asked.game_id) == asked


@pytest.mark.parametrize("strategy", ["MINIMAX", "MOST_PARTS", "FIRST_CONSISTENT"])
def test_its_guesses_are_those_that_suggest_guess_tells(api: Api, strategy: str) -> None:
    number = pb.Strategy.Value(f"STRATEGY_{strategy}")
    game = remote_game(api, strategy=number).game
    while game.state == pb.STATE_AWAITING_FEEDBACK:
        told = api.suggest_for(game.turns, strategy=number)
        assert game.pending_guess == told.guess
        game = give(api, game.game_id, *answer("3632", game.pending_guess))

    assert game.state == pb.STATE_SOLVED
    assert text_of(game.turns[-1].guess) == "3632"
    assert not game.HasField("pending_guess")
    assert not game.HasField("secret")


def test_chance_in_its_guesses_follows_the_seed(api: Api) -> None:
    def guesses(**wish: Any) -> list[str]:
        game = remote_game(api, strategy=pb.STRATEGY_RANDOM_CONSISTENT, **wish).game
        return [text_of(each.guess) for each in answer_truly(api, game, "3632").turns]

    assert guesses(seed=5) == guesses(seed=5)
    assert len({tuple(guesses()) for _ in range(6)}) > 1


def test_a_retry_of_new_game_finds_the_first_guess_again(api: Api) -> None:
    wish = {"request_id": new_id(), "strategy": pb.STRATEGY_RANDOM_CONSISTENT}
    made = remote_game(api, **wish)
    assert remote_game(api, **wish) == made

    answer_truly(api, made.game, "1234")

    assert remote_game(api, **wish) == made


def test_feedback_that_no_code_explains_is_refused_with_the_turns_that_could_be_wrong(
    api: Api,
) -> None:
    game = remote_game(api, strategy=pb.STRATEGY_MINIMAX).game
    for _ in range(2):
        game = give(api, game.game_id, 0, 0)
    assert [text_of(each.guess) for each in game.turns] == ["1122", "3345"]
    assert text_of(game.pending_guess) == "6666"

    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as told:
        give(api, game.game_id, 3, 0)

    assert told.metadata == {"first_contradictory_turn": "3", "repairing_turns": "1,2,3"}
    assert api.get_game(game.game_id) == game
    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as same:
        api.suggest_for([*game.turns, turn("6666", 3, 0)])
    assert same.metadata == told.metadata


@pytest.mark.parametrize(
    ("black", "white", "fields"),
    [
        (5, 0, ["feedback.black"]),
        (3, 1, ["feedback.white"]),
        (2, 3, ["feedback.white"]),
        (0, 5, ["feedback.white"]),
    ],
)
def test_impossible_feedback_is_refused_and_changes_nothing(
    api: Api, asked: pb.Game, black: int, white: int, fields: list[str]
) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        give(api, asked.game_id, black, white)

    assert told.fields == fields
    assert api.get_game(asked.game_id) == asked


def test_feedback_must_be_there(api: Api, asked: pb.Game) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        api.stub.GiveFeedback(service_pb.GiveFeedbackRequest(game_id=asked.game_id))

    assert told.fields == ["feedback"]


def test_feedback_for_another_turn_is_refused(api: Api, asked: pb.Game) -> None:
    for expected in (0, 2, 7):
        with refused("ABORTED", "WRONG_TURN") as told:
            give(api, asked.game_id, 0, 0, expected_turn=expected)
        assert told.metadata == {"current_turn": "1"}

    assert len(give(api, asked.game_id, 0, 0, expected_turn=1).turns) == 1


def test_a_mistake_is_taken_back(api: Api, asked: pb.Game) -> None:
    give(api, asked.game_id, 0, 0)

    back = take_back(api, asked.game_id)

    assert back.pending_guess == asked.pending_guess
    assert not back.turns
    assert back.guesses_left == 12
    assert answer_truly(api, back, "1122").state == pb.STATE_SOLVED


def test_answers_are_taken_back_one_by_one_to_the_first(api: Api, asked: pb.Game) -> None:
    seen = [asked, give(api, asked.game_id, 1, 0)]
    seen.append(give(api, asked.game_id, 0, 2))
    for before in reversed(seen[:-1]):
        back = take_back(api, asked.game_id)
        assert back.pending_guess == before.pending_guess
        assert back.turns == before.turns

    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        take_back(api, asked.game_id)


def test_guesses_used_up_end_the_game(api: Api) -> None:
    game = remote_game(
        api, ruleset=preset("classic", max_guesses=2), strategy=pb.STRATEGY_MINIMAX
    ).game
    give(api, game.game_id, 0, 0)

    over = give(api, game.game_id, 0, 1)

    assert over.state == pb.STATE_UNSOLVED
    assert over.guesses_left == 0
    assert not over.HasField("pending_guess")
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        take_back(api, game.game_id)


def test_a_game_given_up_shows_no_secret(api: Api, asked: pb.Game) -> None:
    over = resign(api, asked.game_id)

    assert over.state == pb.STATE_RESIGNED
    assert not over.HasField("secret")
    assert not over.HasField("reveal")
    assert not over.HasField("pending_guess")


def test_a_true_game_stands_when_its_secret_is_revealed(api: Api, asked: pb.Game) -> None:
    over = answer_truly(api, asked, "3632")

    told = reveal(api, asked.game_id, "3632")

    assert not told.false_turns
    assert told.game.state == pb.STATE_SOLVED
    assert told.game.secret == code("3632")
    assert verify(mapping.game(told.game)).ok
    assert told.game.turns == over.turns
    with refused("FAILED_PRECONDITION", "SECRET_ALREADY_SET"):
        reveal(api, asked.game_id, "3632")


def test_false_answers_are_named_and_make_the_game_void(api: Api) -> None:
    team = new_id()
    game = remote_game(api, labels={"team": team}).game
    secret = "1234"
    truth = [answer(secret, game.pending_guess)]
    game = give(api, game.game_id, 0, 0)
    for lie in ((2, 0), (1, 1)):
        truth.append(answer(secret, game.pending_guess))
        game = give(api, game.game_id, *lie)
    resign(api, game.game_id)
    false = [
        number
        for number, (told, right) in enumerate(zip(game.turns, truth, strict=True), 1)
        if marks(told.feedback) != right
    ]

    told = reveal(api, game.game_id, secret)

    assert list(told.false_turns) == false
    assert 1 in false
    assert told.game.state == pb.STATE_VOID
    assert stats(api, f'labels.team="{team}"').played == 0
    assert listed(api, f'state=VOID AND labels.team="{team}"') == [game.game_id]


def committed(secret: str, salt: bytes = SALT) -> bytes:
    return hashlib.sha256(salt + bytes(code(secret).pegs)).digest()


def test_a_secret_that_was_committed_to_is_proved(api: Api) -> None:
    game = remote_game(api, secret_commitment=committed("3632")).game
    assert game.commitment == committed("3632")
    answer_truly(api, game, "3632")

    told = reveal(api, game.game_id, "3632", SALT)

    assert told.game.state == pb.STATE_SOLVED
    assert told.game.reveal.nonce == SALT
    assert verify(mapping.game(told.game), commitment=committed("3632")).ok


def test_another_secret_than_the_one_committed_to_makes_the_game_void(api: Api) -> None:
    game = remote_game(api, secret_commitment=committed("1111")).game
    answer_truly(api, game, "3632")

    told = reveal(api, game.game_id, "3632", SALT)

    assert not told.false_turns
    assert told.game.state == pb.STATE_VOID
    assert not verify(mapping.game(told.game)).ok


@pytest.mark.parametrize("salt", [b"", bytes(15), bytes(65)])
def test_a_commitment_asks_for_its_salt(api: Api, salt: bytes) -> None:
    game = remote_game(api, secret_commitment=committed("3632")).game
    over = answer_truly(api, game, "3632")

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        reveal(api, game.game_id, "3632", salt)

    assert told.fields == ["salt"]
    assert api.get_game(game.game_id) == over


def test_bad_secrets_are_refused_with_every_field(api: Api, asked: pb.Game) -> None:
    resign(api, asked.game_id)
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        reveal(api, asked.game_id, "1178", SALT)

    assert told.fields == ["secret.pegs[2]", "secret.pegs[3]", "salt"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"codemaker": pb.CODEMAKER_REMOTE, "secret_commitment": bytes(31)}, "secret_commitment"),
        ({"codemaker": pb.CODEMAKER_UNIFORM, "secret_commitment": bytes(32)}, "secret_commitment"),
        ({"codemaker": pb.CODEMAKER_REMOTE, "secret": code("1234")}, "secret"),
    ],
)
def test_what_does_not_belong_to_the_game_is_refused(
    api: Api, wish: dict[str, Any], field: str
) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        api.stub.NewGame(service_pb.NewGameRequest(request_id=new_id(), **wish))

    assert told.fields == [field]


def test_another_caller_guesses_and_waits_for_his_answer(api: Api, between: str) -> None:
    assert api.get_game(between).state == pb.STATE_IN_PROGRESS

    asked = api.guess(between, "1122", expected_turn=1)

    assert not asked.HasField("feedback")
    assert (asked.turn, asked.state) == (1, pb.STATE_AWAITING_FEEDBACK)
    game = api.get_game(between)
    assert game.pending_guess == code("1122")
    assert game.guesses_left == asked.guesses_left == 12
    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        api.guess(between, "1122")

    game = give(api, between, 1, 1, expected_turn=1)

    assert game.state == pb.STATE_IN_PROGRESS
    assert not game.HasField("pending_guess")
    assert marks(game.turns[0].feedback) == (1, 1)
    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        give(api, between, 1, 1)


def test_another_caller_may_ask_for_hints_only_in_his_turn(api: Api, between: str) -> None:
    api.guess(between, "1122")
    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        api.suggest(between)
    give(api, between, 1, 1)

    assert api.suggest(between).candidates_remaining == 208
    assert api.get_game(between).hints_used == 1


def test_an_answer_is_taken_back_with_the_guess_made_upon_it(api: Api, between: str) -> None:
    api.guess(between, "1122")
    give(api, between, 1, 1)
    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        take_back(api, between)
    api.guess(between, "1345")

    game = take_back(api, between)

    assert game.pending_guess == code("1122")
    assert game.state == pb.STATE_AWAITING_FEEDBACK
    assert not game.turns


def test_two_callers_are_refereed_too(api: Api, between: str) -> None:
    api.guess(between, "1111")
    give(api, between, 4, 0)
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        api.guess(between, "1111")
    assert api.get_game(between).state == pb.STATE_SOLVED

    told = reveal(api, between, "1112")

    assert list(told.false_turns) == [1]
    assert told.game.state == pb.STATE_VOID


def test_contradictions_between_two_callers_are_refused(api: Api, between: str) -> None:
    api.guess(between, "1111")
    give(api, between, 0, 0)
    before = api.guess(between, "2211")

    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY") as told:
        give(api, between, 3, 0)

    assert before.turn == 2
    assert told.metadata == {"first_contradictory_turn": "2", "repairing_turns": "1,2"}
    assert len(api.get_game(between).turns) == 1


def test_a_guess_that_cannot_be_the_secret_cannot_win(api: Api) -> None:
    game_id = remote_game(
        api, codebreaker=pb.CODEBREAKER_CLIENT, ruleset=preset("hasbro")
    ).game.game_id
    api.guess(game_id, "1123")

    with refused("FAILED_PRECONDITION", "CONTRADICTORY_HISTORY"):
        give(api, game_id, 4, 0)


def test_two_callers_may_play_what_no_solver_lists(api: Api) -> None:
    game_id = remote_game(
        api, codebreaker=pb.CODEBREAKER_CLIENT, ruleset=custom(15, 63)
    ).game.game_id
    api.guess(game_id, "1" * 15)
    assert give(api, game_id, 2, 0).state == pb.STATE_IN_PROGRESS
    resign(api, game_id)

    assert list(reveal(api, game_id, "1" * 3 + "2" * 12).false_turns) == [1]


def test_every_retry_is_answered_as_the_first_time_whatever_was_taken_back(
    api: Api, between: str
) -> None:
    def call(step: int) -> object:
        name = f"step-{step}"
        calls: list[Callable[[], object]] = [
            lambda: api.guess(between, "1122", request_id=name),
            lambda: give(api, between, 1, 1, name),
            lambda: api.guess(between, "1345", request_id=name),
            lambda: take_back(api, between, name),
            lambda: give(api, between, 0, 0, name),
            lambda: api.guess(between, "3344", request_id=name),
            lambda: resign(api, between, name),
            lambda: reveal(api, between, "1234", request_id=name),
        ]
        return calls[step]()

    first = [call(step) for step in range(8)]

    assert [call(step) for step in range(8)] == first
    assert [call(step) for step in reversed(range(8))] == first[::-1]


def test_a_request_id_of_another_answer_is_refused(api: Api, asked: pb.Game) -> None:
    give(api, asked.game_id, 0, 0, "mine")

    with refused("INVALID_ARGUMENT", "REQUEST_ID_REUSED"):
        give(api, asked.game_id, 1, 0, "mine")


def test_only_the_codemaker_answers_takes_back_and_reveals(api: Api) -> None:
    made = remote_game(api, codebreaker=pb.CODEBREAKER_CLIENT, require_tokens=True)
    game_id = made.game.game_id
    codemaker = api.with_token(made.codemaker_token)
    api.with_token(made.codebreaker_token).guess(game_id, "1122")
    for token in (made.codebreaker_token, made.spectator_token):
        other = api.with_token(token)
        for call in (
            lambda other=other: give(other, game_id, 1, 1),
            lambda other=other: take_back(other, game_id),
            lambda other=other: reveal(other, game_id, "1234"),
        ):
            with refused("PERMISSION_DENIED", "WRONG_SEAT"):
                call()
    with refused("PERMISSION_DENIED", "WRONG_SEAT"):
        codemaker.guess(game_id, "1122")
    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        give(api, game_id, 1, 1)

    assert give(codemaker, game_id, 1, 1).state == pb.STATE_IN_PROGRESS
    seen = api.with_token(made.spectator_token).get_game(game_id)
    assert marks(seen.turns[0].feedback) == (1, 1)


def test_a_game_is_forgotten_when_its_codemaker_says_nothing(api: Api) -> None:
    game = remote_game(api, ttl=Duration(seconds=1)).game
    alive = remote_game(api, ttl=Duration(seconds=60)).game
    wait_until(lambda: outcome(lambda: api.get_game(game.game_id)) != game)

    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        give(api, game.game_id, 0, 0)
    assert len(give(api, alive.game_id, 0, 0).turns) == 1


def test_such_games_are_listed_and_counted(api: Api) -> None:
    team = new_id()
    game = remote_game(api, labels={"team": team}).game
    wanted = f'codemaker=REMOTE AND state=AWAITING_FEEDBACK AND labels.team="{team}"'
    assert listed(api, wanted) == [game.game_id]

    over = answer_truly(api, game, "1234")

    told = stats(api, f'labels.team="{team}"')
    assert (told.played, told.won) == (1, 1)
    assert dict(told.distribution) == {len(over.turns): 1}
