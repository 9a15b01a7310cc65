"""Nobody sees a secret who may not (cases O048, O049)."""

from itertools import permutations
from typing import Any

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, code, guess_request
from tests.support.refusals import refusal_of
from tests.support.server import ServerProcess
from tests.unit.cases import Case, selected


@pytest.mark.parametrize("case", selected("O048"))
def test_no_answer_before_the_end_shows_the_secret(api: Api, case: Case) -> None:
    secret, guess = case["steps"][0]["secret"], case["steps"][1]["code"]
    made = api.new_game(secret, codemaker_name="Ann")
    seats = [api, api.with_token(made.codebreaker_token), api.with_token(made.spectator_token)]
    game_id = made.game.game_id
    answer, call = api.stub.Guess.with_call(guess_request(game_id, guess))

    for game in (made.game, *(seat.get_game(game_id) for seat in seats)):
        assert not game.HasField("secret")
        assert not game.HasField("reveal")
    assert not answer.HasField("secret")
    assert not answer.HasField("reveal")
    for told in (made, answer, *(seat.get_game(game_id) for seat in seats)):
        assert bytes(code(secret).pegs) not in told.SerializeToString()
    metadata = [*call.initial_metadata(), *call.trailing_metadata()]
    assert secret not in str(metadata)


def test_the_codemakers_own_view_shows_the_secret_that_he_set(api: Api) -> None:
    made = api.new_game("5261")

    assert api.with_token(made.codemaker_token).get_game(made.game.game_id).secret == code("5261")


def test_the_owner_without_a_token_does_not_see_it(api: Api) -> None:
    assert not api.new_game("5261").game.HasField("secret")


def test_the_commitment_does_not_depend_on_the_secret_alone(api: Api) -> None:
    commitments = {api.new_game("5261").game.commitment for _ in range(3)}

    assert len(commitments) == 3


def test_errors_do_not_tell_it(api: Api) -> None:
    game_id = api.new_id_of_game("5261")
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("526", {}),
        ("5269", {}),
        ("5261", {"expected_turn": 4}),
    ]
    for guess, rest in wrong:
        with pytest.raises(grpc.RpcError) as raised:
            api.guess(game_id, guess, **rest)
        told = refusal_of(raised.value)
        assert "5261" not in repr(told)


def test_the_end_shows_it_to_everybody(api: Api) -> None:
    made = api.new_game("5261")
    answer = api.guess(made.game.game_id, "5261")

    assert answer.secret == code("5261")
    for token in ("", made.codebreaker_token, made.spectator_token, made.codemaker_token):
        assert api.with_token(token).get_game(made.game.game_id).secret == code("5261")


def test_a_drawn_secret_shows_only_at_the_end(api: Api) -> None:
    game_id = api.new_id_of_game(ruleset=pb.RulesetChoice(max_guesses=2), seed=11)
    first = api.guess(game_id, "6111")
    assert not first.HasField("secret")
    assert not first.HasField("reveal")

    last = api.guess(game_id, "6112")

    assert last.HasField("secret")
    assert len(last.reveal.server_seed) == 32


@pytest.mark.parametrize("case", selected("O049"))
def test_the_log_holds_no_codes_seeds_and_tokens(any_server: ServerProcess, case: Case) -> None:
    secret = case["steps"][0]["secret"]
    with grpc.insecure_channel(any_server.grpc) as channel:
        api = Api(channel)
        made = api.new_game(secret)
        seen: list[service_pb.GuessResponse] = []
        for step in case["steps"][1:]:
            if step["op"] == "Guess" and len(step["code"]) == 4:
                seen.append(api.guess(made.game.game_id, step["code"]))
            elif step["op"] == "Guess":
                with pytest.raises(grpc.RpcError):
                    api.guess(made.game.game_id, step["code"])
        with pytest.raises(grpc.RpcError):
            api.with_token(made.codebreaker_token + "x").get_game(made.game.game_id)

    told = case["expected"]["first_guess"]
    assert (seen[0].feedback.black, seen[0].feedback.white) == (told["black"], told["white"])
    log = "".join(any_server.log)
    assert '"event": "ready"' in log
    for hidden in (secret, "[6, 1, 6, 1]", "(6, 1, 6, 1)", made.codebreaker_token):
        assert hidden not in log


def test_no_two_seats_share_a_token(api: Api) -> None:
    made = api.new_game("5261")
    tokens = (made.codebreaker_token, made.codemaker_token, made.spectator_token)

    assert all(one[1:] != other[1:] for one, other in permutations(tokens, 2))
