"""Keys and passwords stand in no log and no complaint about settings."""

import os
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from redis import Redis

from mastermind.v1 import mastermind_service_pb2 as service_pb
from tests.secrecy.witness import Witness, check_absent, forms_of_bytes
from tests.support.api import new_id
from tests.support.redis import RedisServer
from tests.support.server import running_server
from tests.support.waiting import wait_until

PASSWORD = "a-password-of-this-test"


def test_neither_the_stores_password_nor_the_key_it_holds_is_told(
    own_redis: RedisServer, tables_dir: Path
) -> None:
    own_redis.cli("CONFIG", "SET", "requirepass", PASSWORD)
    url = own_redis.url.replace("redis://", f"redis://:{PASSWORD}@")
    arguments = ("--tables-dir", str(tables_dir), "--log-level", "debug")
    with (
        running_server(url, *arguments, environment={"MASTERMIND_KEYS": ""}) as server,
        grpc.insecure_channel(server.grpc) as channel,
    ):
        witness = Witness(server, channel)
        request = service_pb.NewGameRequest(request_id=new_id())
        assert witness.call("NewGame", request)
        with Redis.from_url(url) as reader:
            key = reader.get("mm:key")
        assert isinstance(key, bytes)
        own_redis.stop()
        witness.call("NewGame", request)
        wait_until(lambda: "store unavailable" in "".join(server.log))
        told = witness.answers() + witness.outside()

    assert "UNAVAILABLE" in witness.statuses
    check_absent(told, iter([PASSWORD.encode()]), "the password")
    check_absent(told, forms_of_bytes(key), "the key")
    assert str(own_redis.port).encode() not in witness.answers()


@pytest.mark.parametrize(
    ("name", "value", "hidden"),
    [
        ("MASTERMIND_KEYS", "too short", "too short"),
        ("MASTERMIND_KEYS", "one key that is long enough,short", "one key that is long enough"),
        ("MASTERMIND_STORE", f"nosql://user:{PASSWORD}@host", PASSWORD),
    ],
)
def test_a_setting_that_is_refused_is_not_shown(name: str, value: str, hidden: str) -> None:
    run = subprocess.run(
        [str(Path(sys.executable).parent / "mastermind"), "serve"],
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert run.returncode == 2
    assert name.removeprefix("MASTERMIND_").lower() in run.stderr
    assert hidden not in run.stdout + run.stderr


def test_bytes_are_looked_for_in_all_their_forms() -> None:
    value = bytes(range(200, 232))

    forms = list(forms_of_bytes(value))

    assert value.hex().encode() in forms
    assert len(set(forms)) >= 7
