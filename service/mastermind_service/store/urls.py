"""Opens the store that a URL means."""

from mastermind_service.store.base import Store
from mastermind_service.store.memory import MemoryStore
from mastermind_service.store.redis import RedisStore
from mastermind_service.store.schemes import is_shared


def open_store(url: str, key_prefix: str) -> Store:
    """The store that ``url`` means; it connects when it is first asked.

    Raises:
        ValueError: No store has this scheme.
    """
    return RedisStore(url, key_prefix) if is_shared(url) else MemoryStore()
