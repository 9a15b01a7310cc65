"""Settings: file below environment (``MASTERMIND_…``) below flags, one typed schema."""

import os
import re
import ssl
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from mastermind_service.store.schemes import scheme_of

DEFAULT_CACHE = Path("~/.cache/mastermind")
MIN_KEY_BYTES = 16
PREFIX = "MASTERMIND_"
OTHER_VARIABLES = {"MASTERMIND_CONFIG", "MASTERMIND_API_KEY"}
"""Variables that the command line reads besides the settings."""
_CREDENTIALS = re.compile(r"://.*@|\?.*")


class Settings(BaseSettings):
    """Everything that a server can be told.

    Each field is a key of the settings file, ``MASTERMIND_`` and its name in the
    environment, and most are a flag of ``mastermind serve``: the later wins.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    grpc_address: str = Field("127.0.0.1:50051", description="host:port of gRPC")
    http_address: str = Field("127.0.0.1:8080", description="host:port of HTTP")
    admin_address: str = Field(
        "", description="host:port of probes and metrics alone; empty keeps them on HTTP's"
    )
    tls_certificate: Path | None = Field(
        None, description="PEM file of the certificate chain; both ports then speak TLS alone"
    )
    tls_key: Path | None = Field(None, description="PEM file of the certificate's private key")
    api_keys: SecretStr = Field(
        SecretStr(""),
        description="callers as NAME=KEY, separated by commas; empty lets everybody in",
    )
    cors_origins: str = Field(
        "",
        description="web pages that may call the API from a browser, as origins such as"
        " https://example.com, separated by commas; * for all, empty for none but its own",
    )
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
    max_in_flight: int = Field(1000, ge=1, description="calls that may be under way at once")
    max_call_seconds: float = Field(
        60.0, gt=0, description="how long a call may take, whatever deadline it brings"
    )
    max_streams: int = Field(10_000, ge=1, description="streams that may be open at once")
    max_write_seconds: float = Field(
        30.0, gt=0, description="how long a stream's reader may leave a message unread"
    )
    solver_threads: int = Field(
        0, ge=0, description="threads for the solver; 0: one a core but one"
    )
    solver_queue: int = Field(64, ge=0, description="searches that may wait for a thread")

    @field_validator("store")
    @classmethod
    def _check_store(cls, url: str) -> str:
        scheme_of(url)
        return url

    @field_validator("grpc_address", "http_address", "admin_address")
    @classmethod
    def _check_address(cls, address: str) -> str:
        if not address:
            return address
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

    @field_validator("api_keys")
    @classmethod
    def _check_api_keys(cls, keys: SecretStr) -> SecretStr:
        pairs = _named(keys)
        if not all(name and len(key) >= MIN_KEY_BYTES for name, key in pairs):
            raise ValueError(f"each is NAME=KEY, a key {MIN_KEY_BYTES} characters at least")
        if len({key for _, key in pairs}) < len(pairs):
            raise ValueError("every key stands there once")
        return keys

    @field_validator("tls_certificate", "tls_key", mode="before")
    @classmethod
    def _empty_is_none(cls, path: Any) -> Any:
        return path or None

    @field_validator("tls_certificate", "tls_key")
    @classmethod
    def _check_file(cls, path: Path | None) -> Path | None:
        if path is not None and not os.access(path, os.R_OK):
            raise ValueError("there is no such file to read")
        return path

    @model_validator(mode="after")
    def _check_tls(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise ValueError("tls_certificate and tls_key go together")
        if self.tls_certificate and self.tls_key:
            try:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(self.tls_certificate, self.tls_key)
            except ssl.SSLError as error:
                raise ValueError("tls_certificate and tls_key do not fit each other") from error
        return self

    def redacted(self) -> dict[str, Any]:
        """The settings to show: without keys, and without a password in the store's URL."""
        values = self.model_dump(mode="json")
        values["store"] = _CREDENTIALS.sub(
            lambda found: "?**********" if found[0][0] == "?" else "://**********@", self.store
        )
        return values

    def principals(self) -> list[tuple[str, str]]:
        """Callers' names with their API keys; empty where everybody is let in."""
        return _named(self.api_keys)

    def origins(self) -> list[str]:
        """Origins of web pages that may call the API from a browser."""
        return [origin.strip() for origin in self.cors_origins.split(",") if origin.strip()]

    def signing_keys(self) -> list[bytes]:
        """The keys, the signing one first; empty where none is set."""
        return _split(self.keys)


def load_settings(file: Path | None, flags: Mapping[str, Any]) -> Settings:
    """The settings from a TOML file, the environment and flags; the later wins.

    Args:
        file: The settings file; None for none.
        flags: Settings by name.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is no TOML, or a setting is wrong (a ValidationError).
    """
    from_file: dict[str, Any] = {}
    if file is not None:
        from_file = tomllib.loads(file.read_text())

    class FileSettings(Settings):
        """Settings with the file's below the environment's."""

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            file_settings = InitSettingsSource(settings_cls, from_file)
            return init_settings, env_settings, file_settings

    return FileSettings(**flags)


def unknown_variables() -> list[str]:
    """Variables that look like settings and are none, perhaps mistyped.

    They are no error: Kubernetes sets MASTERMIND_PORT and the like beside a Service.
    """
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields} | OTHER_VARIABLES
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)


def _split(keys: SecretStr) -> list[bytes]:
    return [key.strip().encode() for key in keys.get_secret_value().split(",") if key.strip()]


def _named(keys: SecretStr) -> list[tuple[str, str]]:
    pairs = (pair.decode().partition("=") for pair in _split(keys))
    return [(name.strip(), key.strip()) for name, _, key in pairs]
