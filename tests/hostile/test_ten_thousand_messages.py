"""Ten thousand messages that no honest caller sends, against a live server."""

from collections import Counter
from itertools import islice

import grpc

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from tests.hostile.conftest import Beside
from tests.hostile.messages import DAMAGES, hostile, requests
from tests.hostile.raw import Raw, send, send_all
from tests.support import probes
from tests.support.api import Api
from tests.support.calls import listed, stats
from tests.support.refusals import DOMAIN, Refused
from tests.support.server import ServerProcess
from tests.support.usage import resident_bytes

MESSAGES = 10_000
WARM = 2000
"""After so many messages a server holds all that it ever needs for such."""
GROWTH = 32 * 2**20
"""Bytes; a tenth of what the rest of the messages would need if each left 40 kB."""
CODES = {
    "ABORTED",
    "FAILED_PRECONDITION",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "UNAUTHENTICATED",
    "UNIMPLEMENTED",
}


def is_right(told: bytes | Refused, readable: bool) -> bool:
    """Whether a message got the error that it deserves."""
    if isinstance(told, bytes) or told.domain != DOMAIN or not told.message:
        return False
    if not readable:
        return (told.code.name, told.reason) == ("INVALID_ARGUMENT", "INVALID_REQUEST")
    return told.code.name in CODES and told.reason != ""


def test_each_of_ten_thousand_gets_its_error_and_leaves_no_trace(
    server: ServerProcess, channel: grpc.Channel, api: Api, beside: Beside
) -> None:
    made = api.new_game("1234", require_tokens=True)
    codemaker = api.with_token(made.codemaker_token)
    guarded, listing, counts = codemaker.get_game(made.game.game_id), listed(api), stats(api)
    created = probes.total(server, "mastermind_games_created_total")
    messages = list(islice(hostile(made.game.game_id, seed=7), MESSAGES))
    kinds = Counter(message.kind for message, _ in messages)
    assert min(kinds[damage.__name__] for damage in DAMAGES) > MESSAGES / 20

    wrong = []
    memory = 0
    with beside() as good:
        answers = send_all(channel, (message for message, _ in messages))
        for number, ((message, told), (_, readable)) in enumerate(
            zip(answers, messages, strict=True), 1
        ):
            if not is_right(told, readable):
                wrong.append((message.kind, message.method, message.body.hex()[:400], told))
            if number == WARM:
                memory = resident_bytes(server)

    assert not wrong, f"{len(wrong)} wrong, such as {wrong[:3]}"
    assert resident_bytes(server) < memory + GROWTH
    assert probes.total(server, "mastermind_games_created_total") == created + good.games
    assert (listed(api), stats(api)) == (listing, counts)
    assert codemaker.get_game(made.game.game_id) == guarded


def test_the_messages_that_are_damaged_are_refused_for_their_content_alone(
    channel: grpc.Channel, api: Api
) -> None:
    """So that the damaged ones come as far as a real one can."""
    game_id = api.new_game("1234", require_tokens=True).game.game_id
    told = {
        method: send(channel, Raw(method, message.SerializeToString()))
        for method, message in requests(game_id).items()
    }

    reasons = {
        method: refusal.reason for method, refusal in told.items() if isinstance(refusal, Refused)
    }
    on_a_game = (
        *("GetGame", "SetSecret", "DeleteGame", "ResignGame", "WatchGame", "Guess"),
        *("GiveFeedback", "TakeBackTurn", "RevealSecret"),
    )
    assert reasons == {
        "Score": "INVALID_CODE",
        "BatchScore": "INVALID_REQUEST",
        "NewGame": "INVALID_REQUEST",
        "SuggestGuess": "INVALID_CODE",
        "ListGames": "INVALID_PAGE_TOKEN",
        "AnalyzePosition": "INVALID_CODE",
        "AnalyzeGame": "INVALID_CODE",
        "ListCandidates": "INVALID_PAGE_TOKEN",
        "ListStrategies": "INVALID_RULESET",
        "EvaluateStrategy": "INVALID_CODE",
        **dict.fromkeys(on_a_game, "MISSING_CREDENTIALS"),
    }


def test_every_method_has_its_damaged_messages() -> None:
    methods = {
        method.name
        for file in (service_pb.DESCRIPTOR, solver_pb.DESCRIPTOR)
        for service in file.services_by_name.values()
        for method in service.methods
    }

    assert set(requests("")) == methods
