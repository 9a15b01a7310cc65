"""What a game costs in Redis, its key and expiry included."""

import asyncio
import random

from mastermind_engine.codes import secret_space
from mastermind_engine.rulesets import PRESETS
from mastermind_service import moves
from mastermind_service.keys import Keys
from mastermind_service.openings import NewGame, open_game
from mastermind_service.store.base import GameRecord, WriteMark
from mastermind_service.store.redis import RedisStore
from tests.contract.samples import NOW
from tests.support.redis import RedisServer

GAMES = 8000
DIFFERENT_GAMES = 1000
MAX_BYTES = 300


def finished_game(game_id: str, chance: random.Random, turns: int) -> GameRecord:
    """A classic game, drawn by the service and broken by guess number ``turns``."""
    space = secret_space(PRESETS["classic"])
    wish = NewGame(request_id="00000000-0000-4000-8000-000000000000")
    record = open_game(wish, "", NOW, chance.randbytes(32), chance.randbytes(3))
    now = NOW
    for turn in range(1, turns + 1):
        now += chance.randint(1_000, 60_000)
        drawn = moves.with_drawn_secret(record, game_id, b"").game.secret
        assert drawn is not None
        guess = drawn
        while turn < turns and guess == drawn:
            guess = space.unrank(chance.randrange(space.size))
        played = moves.play_guess(record, game_id, guess, b"", now)
        mark = WriteMark(chance.randbytes(5), chance.randbytes(3), turn)
        record = moves.marked(played, mark)
    assert record.game.state.over
    return record


async def test_a_finished_classic_game_takes_under_300_bytes_beside_its_place_in_the_index(
    own_redis: RedisServer,
) -> None:
    chance = random.Random(7)
    keys = Keys([b"a signing key of the tests alone"])
    ids = [keys.game_ids("", str(number))[0] for number in range(GAMES)]
    some = [finished_game(game_id, chance, turns=6) for game_id in ids[:DIFFERENT_GAMES]]
    records = some * (GAMES // DIFFERENT_GAMES)
    store = RedisStore(own_redis.url)
    games = list(zip(ids, records, strict=True))
    used = []
    # The difference leaves out what Redis takes for so many calls at all. Both times its
    # hash tables are nearly full, and the smaller ones go by and by.
    for half in (games[: GAMES // 2], games[GAMES // 2 :]):
        await asyncio.gather(*(store.create(*game) for game in half))
        for key in own_redis.cli("KEYS", "mm:{owner:*").splitlines():
            own_redis.cli("DEL", key)
        await asyncio.sleep(1)
        used.append(memory_in_use(own_redis))

    assert (used[1] - used[0]) / (GAMES // 2) < MAX_BYTES
    await store.close()


def memory_in_use(redis: RedisServer) -> int:
    """Bytes that Redis has allocated, but for its connections."""
    lines = dict(
        line.split(":", 1) for line in redis.cli("INFO", "memory").splitlines() if ":" in line
    )
    connections = ("mem_clients_normal", "mem_aof_buffer")
    return int(lines["used_memory"]) - sum(int(lines[name]) for name in connections)
