"""Settings: environment (``MASTERMIND_…``) below flags, one typed schema."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from mastermind_service.store.urls import scheme_of

DEFAULT_CACHE = Path("~/.cache/mastermind")
MIN_KEY_BYTES = 16


class Settings(BaseSettings):
    """Everything that a server can be told; each field is also ``MASTERMIND_`` + its name."""

    model_config = SettingsConfigDict(env_prefix="MASTERMIND_", extra="forbid")

    grpc_address: str = Field("127.0.0.1:50051", description="host:port of gRPC")
    http_address: str = Field("127.0.0.1:8080", description="host:port of HTTP")
    store: str = Field("memory://", description="where games live: memory:// or redis://…")
    keys: SecretStr = Field(
        SecretStr(""),
        description="signing keys, separated by commas: the first signs, all verify",
    )
    key_prefix: str = Field("mm:", description="stands before every key in Redis")
    tables_dir: Path = Field(
        DEFAULT_CACHE / "tables", description="folder of the score tables, made if missing"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="debug tells every call; no level tells a code, a token or a key"
    )
    grace_seconds: float = Field(
        10.0, ge=0, description="how long calls under way may take when the server stops"
    )
    solver_threads: int = Field(0, ge=0, description="threads for the solver; 0: one a core")
    solver_queue: int = Field(64, ge=0, description="searches that may wait for a thread")

    @field_validator("store")
    @classmethod
    def _check_store(cls, url: str) -> str:
        scheme_of(url)
        return url

    @field_validator("grpc_address", "http_address")
    @classmethod
    def _check_address(cls, address: str) -> str:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            raise ValueError("an address is host:port")
        return address

    @field_validator("tables_dir")
    @classmethod
    def _expand(cls, folder: Path) -> Path:
        return folder.expanduser()

    @field_validator("keys")
    @classmethod
    def _check_keys(cls, keys: SecretStr) -> SecretStr:
        for key in _split(keys):
            if len(key) < MIN_KEY_BYTES:
                raise ValueError(f"a key has {MIN_KEY_BYTES} characters at least")
        return keys

    def signing_keys(self) -> list[bytes]:
        """The keys, the signing one first; empty where none is set."""
        return _split(self.keys)


def _split(keys: SecretStr) -> list[bytes]:
    return [key.strip().encode() for key in keys.get_secret_value().split(",") if key.strip()]
