"""File below environment below flags; secrets are not shown; unknown names are refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mastermind_service.cli.app import app
from mastermind_service.config import Settings, load_settings
from tests.cli.running import ENVIRONMENT
from tests.support.server import KEYS

PASSWORD = "the-password-of-the-store"
SIGNING = "first-signing-key-of-these-tests,second-signing-key-of-these-tests"
CALLERS = "ada=4cf1-the-key-of-ada,bob=9be7-the-key-of-bob"

LADDER: dict[str, tuple[Any, Any, Any]] = {
    "grpc_address": ("127.0.0.1:1001", "127.0.0.1:1002", "127.0.0.1:1003"),
    "http_address": ("127.0.0.1:2001", "127.0.0.1:2002", "127.0.0.1:2003"),
    "admin_address": ("127.0.0.1:3001", "127.0.0.1:3002", ""),
    "store": ("redis://file:6379/0", "redis://environment:6379/0", "memory://"),
    "key_prefix": ("file:", "environment:", "flag:"),
    "tables_dir": (Path("/file"), Path("/environment"), Path("/flag")),
    "log_level": ("debug", "warning", "error"),
    "grace_seconds": (1.0, 2.0, 3.0),
    "max_in_flight": (1, 2, 3),
    "max_streams": (4, 5, 6),
    "max_write_seconds": (1.5, 2.5, 3.5),
    "max_call_seconds": (1.5, 2.5, 3.5),
    "cors_origins": ("https://a.example", "https://b.example", "https://c.example"),
    "solver_threads": (1, 2, 3),
    "solver_queue": (0, 1, 2),
}
"""A value for each rung: file, environment, flag."""


@pytest.fixture(autouse=True)
def _no_settings_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"MASTERMIND_{name.upper()}", raising=False)
    monkeypatch.delenv("MASTERMIND_CONFIG", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mastermind.toml"


def write(file: Path, **settings: object) -> None:
    lines = [f"{name} = {json.dumps(value, default=str)}\n" for name, value in settings.items()]
    file.write_text("".join(lines))


def check(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(
        app, ["config", "check", *arguments], env={**ENVIRONMENT, **environment}
    )


@pytest.mark.parametrize("name", LADDER)
def test_of_file_environment_and_flag_the_later_wins(
    name: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_file, in_environment, flag = LADDER[name]
    default = getattr(load_settings(None, {}), name)
    assert default not in (in_file, in_environment)

    write(file, **{name: in_file})
    assert getattr(load_settings(file, {}), name) == in_file
    monkeypatch.setenv(f"MASTERMIND_{name.upper()}", str(in_environment))
    assert getattr(load_settings(file, {}), name) == in_environment
    assert getattr(load_settings(file, {name: flag}), name) == flag


def test_every_setting_that_needs_no_file_climbs_the_ladder() -> None:
    assert set(Settings.model_fields) - set(LADDER) == {
        "api_keys",
        "keys",
        "tls_certificate",
        "tls_key",
    }


@pytest.mark.parametrize("how", ["option", "variable"])
def test_config_check_tells_what_would_hold(file: Path, how: str) -> None:
    write(file, max_in_flight=7, log_level="error", solver_queue=9)
    named = {"MASTERMIND_CONFIG": str(file)} if how == "variable" else {}
    option = ["--config", str(file)] if how == "option" else []

    result = check(*option, "--json", MASTERMIND_LOG_LEVEL="debug", **named)

    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert set(told) == set(Settings.model_fields)
    assert (told["max_in_flight"], told["log_level"], told["solver_queue"]) == (7, "debug", 9)
    assert told["grpc_address"] == "127.0.0.1:50051"


STORES = {
    "a password": f"redis://:{PASSWORD}@localhost:6379/0",
    "a name and a password": f"redis://user:{PASSWORD}@localhost:6379/0",
    "a password with an at sign": f"redis://user:x@{PASSWORD}@localhost:6379/0",
    "a password in the query": f"redis://localhost:6379/0?password={PASSWORD}",
    "tls": f"rediss://user:{PASSWORD}@localhost:6379/0",
}


@pytest.mark.parametrize("what", STORES)
@pytest.mark.parametrize("form", ["--json", "table"])
@pytest.mark.parametrize("place", ["file", "environment"])
def test_config_check_shows_no_secret(file: Path, what: str, form: str, place: str) -> None:
    secrets = {"keys": SIGNING, "api_keys": CALLERS, "store": STORES[what]}
    write(file, **(secrets if place == "file" else {}))
    environment = {f"MASTERMIND_{name.upper()}": value for name, value in secrets.items()}

    result = check(
        *("--config", str(file)),
        *(["--json"] if form == "--json" else []),
        **(environment if place == "environment" else {}),
    )

    assert result.exit_code == 0, result.stderr
    # A table may break a long value in two.
    told = re.sub(r"[\s│|]+", "", result.output)
    assert "localhost:6379" in told
    for secret in (PASSWORD, *SIGNING.split(","), "4cf1-the-key", "9be7-the-key"):
        assert secret not in told
    assert "**********" in told


def test_config_check_tells_set_secrets_from_missing_ones(file: Path) -> None:
    write(file, keys=SIGNING)

    told = json.loads(check("--config", str(file), "--json").stdout)

    assert told["keys"]
    assert not told["api_keys"]


@pytest.mark.parametrize("name", ["grpc_adress", "MASTERMIND_STORE", "log-level"])
def test_a_setting_that_there_is_not_is_refused_by_its_name(file: Path, name: str) -> None:
    write(file, log_level="info", **{name: "a value that nobody should see"})

    result = check("--config", str(file))

    assert result.exit_code == 2
    assert result.stdout == ""
    assert name in result.stderr
    assert "nobody should see" not in result.stderr


def test_a_table_of_settings_is_refused_by_its_name(file: Path) -> None:
    file.write_text('[server]\nlog_level = "info"\n')

    result = check("--config", str(file))

    assert result.exit_code == 2
    assert "server" in result.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("grpc_address", "localhost"),
        ("http_address", "localhost:65536"),
        ("admin_address", ":8081"),
        ("log_level", "loud"),
        ("grace_seconds", "soon"),
        ("grace_seconds", "-1"),
        ("grace_seconds", "nan"),
        ("max_in_flight", "0"),
        ("max_in_flight", "many"),
        ("max_call_seconds", "0"),
        ("max_call_seconds", "nan"),
        ("solver_threads", "-1"),
        ("solver_queue", "1.5"),
        ("store", "localhost:6379"),
        ("keys", "short"),
        ("api_keys", "a key without a name"),
        ("api_keys", "=a key without a name"),
        ("api_keys", "ada=short"),
        ("api_keys", f"ada={'k' * 16},bob={'k' * 16}"),
        ("tls_certificate", "/no/such/file.pem"),
    ],
)
def test_a_value_that_is_none_is_refused_by_its_setting_and_not_shown(
    name: str, value: str
) -> None:
    result = check(**{f"MASTERMIND_{name.upper()}": value})

    assert result.exit_code == 2
    assert name in result.stderr
    if len(value) > 5:
        assert value not in result.stderr
    assert KEYS not in result.stderr


def test_all_that_is_wrong_is_told_at_once(file: Path) -> None:
    write(file, log_level="loud", typo=1)

    result = check("--config", str(file), MASTERMIND_SOLVER_QUEUE="-1", MASTERMIND_KEYS="short")

    assert result.exit_code == 2
    for name in ("log_level", "typo", "solver_queue", "keys"):
        assert f"{name}:" in result.stderr


@pytest.mark.parametrize(
    "content", [b"store = memory", b"\xff\xfe", b'keys = "' + PASSWORD.encode()]
)
def test_a_file_that_cannot_be_read_is_named_and_not_shown(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    result = check("--config", str(file))

    assert result.exit_code == 2
    assert str(file) in result.stderr
    assert PASSWORD not in result.stderr


def test_a_file_that_is_missing_is_named(file: Path) -> None:
    result = check("--config", str(file))

    assert result.exit_code == 2
    assert str(file) in result.stderr
