"""The draw of a secret: even, repeatable by its seed, and different without one."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from math import sqrt

import grpc
import pytest

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as pb
from tests.support.api import TIMEOUT, Api, custom, new_game_request, new_id, preset
from tests.support.calls import resign
from tests.support.server import ServerProcess
from tests.unit import fair_draw

AT_ONCE = 64
DRAWS = 2 * 1296


async def _secrets(address: str, wishes: Sequence[service_pb.NewGameRequest]) -> list[bytes]:
    async with grpc.aio.insecure_channel(address) as channel:
        stub = rpc.MastermindServiceStub(channel)
        gate = asyncio.Semaphore(AT_ONCE)

        async def secret(wish: service_pb.NewGameRequest) -> bytes:
            async with gate:
                made = await stub.NewGame(wish, timeout=TIMEOUT)
                given_up = service_pb.ResignGameRequest(
                    game_id=made.game.game_id, request_id=new_id()
                )
                told = await stub.ResignGame(given_up, timeout=TIMEOUT)
                return bytes(told.game.secret.pegs)

        return await asyncio.gather(*map(secret, wishes))


def secrets_of(server: ServerProcess, wishes: Sequence[service_pb.NewGameRequest]) -> list[bytes]:
    """The secrets of games given up before their first guess."""
    return asyncio.run(_secrets(server.grpc, wishes))


def check_even(secrets: Sequence[bytes]) -> None:
    """Pearson's chi-square over all 1296 codes, within three sigmas."""
    counts = Counter(secrets)
    expected = len(secrets) / 1296
    assert all(len(secret) == 4 and set(secret) <= set(range(1, 7)) for secret in counts)
    missing = (1296 - len(counts)) * expected
    chi_square = missing + sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(chi_square - 1295) < 3 * sqrt(2 * 1295)


def test_seeded_games_draw_every_code_of_classic_about_as_often(
    memory_server: ServerProcess,
) -> None:
    # The seeds are fixed, so that a run repeats.
    wishes = [new_game_request(seed=seed) for seed in range(DRAWS)]

    check_even(secrets_of(memory_server, wishes))


@pytest.mark.parametrize("seed", [0, 1, 42, 2**64 - 1])
def test_a_seed_repeats_its_secret_and_its_commitment(api: Api, seed: int) -> None:
    games = [resign(api, api.new_id_of_game(seed=seed)) for _ in range(2)]

    assert games[0].secret == games[1].secret
    assert games[0].commitment == games[1].commitment
    assert games[0].secret_source == pb.SECRET_SOURCE_SEEDED
    key = fair_draw.seeded(seed)
    assert list(games[0].secret.pegs) == fair_draw.secret("", fair_draw.CLASSIC, key, b"")
    assert games[0].commitment == fair_draw.commitment("", fair_draw.CLASSIC, key)


def test_a_seed_draws_anew_in_another_ruleset(stateless_api: Api) -> None:
    def drawn(ruleset: pb.RulesetChoice) -> tuple[int, ...]:
        made = stateless_api.new_id_of_game(seed=3, ruleset=ruleset)
        return tuple(resign(stateless_api, made).secret.pegs)

    rows = {drawn(preset("classic", max_guesses=rows)) for rows in range(1, 9)}
    assert len(rows) > 1
    assert drawn(custom(4, 6)) == drawn(custom(4, 6))


def test_unseeded_games_have_commitments_of_their_own(stateless_api: Api) -> None:
    commitments = {stateless_api.new_game().game.commitment for _ in range(50)}

    assert len(commitments) == 50
    assert all(len(commitment) == 32 for commitment in commitments)


def test_the_clients_seed_takes_part_in_the_draw(stateless_api: Api) -> None:
    game_id = stateless_api.new_id_of_game(ruleset=preset("classic", max_guesses=0))
    stateless_api.guess(game_id, "1122", client_seed=b"my own part")
    stateless_api.guess(game_id, "1122", client_seed=b"too late")

    game = stateless_api.get_game(game_id)
    if game.state == pb.STATE_IN_PROGRESS:
        game = resign(stateless_api, game_id)

    fields = fair_draw.ruleset_fields("classic", 4, 6, max_guesses=0)
    assert game.reveal.client_seed == b"my own part"
    drawn = fair_draw.secret(game_id, fields, game.reveal.server_seed, b"my own part")
    assert list(game.secret.pegs) == drawn
    assert game.commitment == fair_draw.commitment(game_id, fields, game.reveal.server_seed)
