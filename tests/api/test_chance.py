"""The service's own draws (cases O072, O073)."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from tests.api.cases import choice_of
from tests.support.api import Api
from tests.support.server import ServerProcess
from tests.unit.cases import Case, selected


def drawn_secrets(api: Api, case: Case, count: int) -> list[tuple[int, ...]]:
    """The secrets of new games that one guess ends."""
    ruleset = choice_of(case)
    ruleset.max_guesses = 1

    def play(_: int) -> tuple[int, ...]:
        return tuple(api.guess(api.new_id_of_game(ruleset=ruleset), "1111").secret.pegs)

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(play, range(count)))


@pytest.mark.parametrize("case", selected("O072"))
def test_every_color_is_drawn_for_every_hole_about_as_often(stateless_api: Api, case: Case) -> None:
    # A fifth of the games of the case, and bounds of five standard deviations.
    secrets = drawn_secrets(stateless_api, case, case["steps"][0]["n"] // 5)
    for hole in range(4):
        seen = Counter(secret[hole] for secret in secrets)
        assert len(seen) == case["expected"]["colours_seen"]
        assert all(100 - 46 <= times <= 100 + 46 for times in seen.values())


@pytest.mark.parametrize("case", selected("O073"))
def test_every_server_draws_secrets_of_its_own(
    memory_server: ServerProcess, redis_server: ServerProcess, case: Case
) -> None:
    draws = []
    for server in (memory_server, redis_server):
        with grpc.insecure_channel(server.grpc) as channel:
            draws.append(drawn_secrets(Api(channel), case, case["steps"][1]["n"]))

    assert draws[0] != draws[1]
