"""A REMOTE game at the loudest log level: no token, seed, salt or code is told outside it."""

import hashlib

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.secrecy.conftest import Loud
from tests.secrecy.witness import Witness, check_absent, forms_of_bytes, forms_of_code
from tests.support.api import custom, new_id

PEGS, COLORS = 15, 9
SEED = 98_765_432_123_456_789
SECRET = [4, 7, 1, 9, 2, 2, 8, 5, 3, 6, 1, 7, 9, 4, 5]
GUESS = [9, 3, 3, 8, 1, 6, 2, 7, 5, 5, 4, 1, 8, 2, 6]
SALT = b"salt that only the codemaker has"


def test_a_game_between_two_callers_tells_its_secrets_nowhere_else(
    loud: Loud, witness: Witness
) -> None:
    made = witness.call(
        "NewGame",
        service_pb.NewGameRequest(
            ruleset=custom(PEGS, COLORS),
            codemaker=pb.CODEMAKER_REMOTE,
            codebreaker=pb.CODEBREAKER_CLIENT,
            secret_commitment=hashlib.sha256(SALT + bytes(SECRET)).digest(),
            request_id=new_id(),
        ),
        keep=False,
    )
    game_id = made.game.game_id
    asked = service_pb.GuessRequest(game_id=game_id, guess=pb.Code(pegs=GUESS), request_id=new_id())
    answered = service_pb.GiveFeedbackRequest(
        game_id=game_id, feedback=pb.Feedback(black=0, white=3), request_id=new_id()
    )
    told = service_pb.RevealSecretRequest(
        game_id=game_id, secret=pb.Code(pegs=SECRET), salt=SALT, request_id=new_id()
    )
    witness.call("Guess", asked, made.codebreaker_token)
    for token in (made.spectator_token, made.codebreaker_token, made.codemaker_token):
        witness.call("GiveFeedback", answered, token)
    # Too early, and by those who may not: what was sent is not sent back.
    for token in (made.codemaker_token, made.codebreaker_token):
        witness.call("RevealSecret", told, token)
    before = witness.answers()
    ended = service_pb.ResignGameRequest(game_id=game_id, request_id=new_id())
    witness.call("ResignGame", ended, made.codemaker_token)
    revealed = witness.call("RevealSecret", told, made.codemaker_token, keep=False)
    outside = witness.outside()

    assert list(revealed.game.secret.pegs) == SECRET
    check_absent(before + outside, forms_of_code(SECRET, COLORS), "the secret")
    check_absent(before + outside, forms_of_bytes(SALT), "the salt")
    check_absent(outside, forms_of_code(GUESS, COLORS), "a guess")
    for token in (made.codebreaker_token, made.codemaker_token, made.spectator_token):
        check_absent(before + outside, iter([token.encode(), token[1:].encode()]), "a token")


def test_the_seed_of_the_services_guesses_is_told_to_nobody(loud: Loud, witness: Witness) -> None:
    made = witness.call(
        "NewGame",
        service_pb.NewGameRequest(
            codemaker=pb.CODEMAKER_REMOTE,
            strategy=pb.STRATEGY_RANDOM_CONSISTENT,
            seed=SEED,
            request_id=new_id(),
        ),
    )
    answered = service_pb.GiveFeedbackRequest(
        game_id=made.game.game_id, feedback=pb.Feedback(black=1, white=1), request_id=new_id()
    )
    witness.call("GiveFeedback", answered)
    witness.call(
        "TakeBackTurn",
        service_pb.TakeBackTurnRequest(game_id=made.game.game_id, request_id=new_id()),
    )
    witness.call("GetGame", service_pb.GetGameRequest(game_id=made.game.game_id))

    heard = witness.answers() + witness.outside()
    check_absent(heard, iter([str(SEED).encode()]), "the seed")
