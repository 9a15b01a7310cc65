"""What a servicer may ask of a call, answered for HTTP."""

from collections.abc import Iterable, Mapping
from typing import Any

Scope = Mapping[str, Any]


class HttpContext:
    """Headers in the place of gRPC's metadata: the names are the same.

    Args:
        headers: Names in small letters, and values, as ASGI has them.
    """

    __slots__ = ("_headers", "_metadata")

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        self._headers = headers
        self._metadata: list[tuple[str, str]] | None = None

    def invocation_metadata(self) -> list[tuple[str, str]]:
        """Every header, decoded when first asked for."""
        if self._metadata is None:
            self._metadata = [
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in self._headers
            ]
        return self._metadata
