"""The service and a simple model of it tell the same, whatever is asked of them."""

import os

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.machine.machine import Machine
from tests.support.redis import RedisServer

STEPS = 50
REPEATABLE = os.environ.get("CI", "").lower() in {"1", "true"}
"""Where CI=true every run makes the same steps."""


def bounded(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=REPEATABLE,
        database=None,
    )


def test_the_embedded_store_and_the_model_tell_the_same() -> None:
    run_state_machine_as_test(Machine, settings=bounded(60))


def test_redis_and_the_model_tell_the_same(redis: RedisServer) -> None:
    class MachineOnRedis(Machine):
        def __init__(self) -> None:
            super().__init__(redis.url)

    run_state_machine_as_test(MachineOnRedis, settings=bounded(25))
