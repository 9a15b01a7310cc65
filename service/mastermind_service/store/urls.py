"""Which store a URL means."""

from mastermind_service.store.base import Store
from mastermind_service.store.memory import MemoryStore
from mastermind_service.store.redis import RedisStore

SCHEMES = ("memory", "redis", "rediss")


def scheme_of(url: str) -> str:
    """The scheme of a store's URL.

    Raises:
        ValueError: No store has this scheme.
    """
    scheme = url.partition("://")[0]
    if scheme not in SCHEMES or "://" not in url:
        known = ", ".join(f"{name}://" for name in SCHEMES)
        raise ValueError(f"a store's URL begins with one of {known}")
    return scheme


def is_shared(url: str) -> bool:
    """Whether other processes see the same games."""
    return scheme_of(url) != "memory"


def open_store(url: str, key_prefix: str) -> Store:
    """The store that ``url`` means; it connects when it is first asked."""
    if scheme_of(url) == "memory":
        return MemoryStore()
    return RedisStore(url, key_prefix)
