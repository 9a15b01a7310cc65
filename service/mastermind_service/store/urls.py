"""Opens the store that a URL means."""

from mastermind_service.store.base import Store
from mastermind_service.store.memory import MemoryStore
from mastermind_service.store.schemes import is_shared


def open_store(url: str, key_prefix: str) -> Store:
    """The store that ``url`` means; it connects when it is first asked.

    Raises:
        ValueError: No store has this scheme.
    """
    if not is_shared(url):
        return MemoryStore()
    # Loaded only here: who keeps games in memory need not wait for Redis' library.
    from mastermind_service.store.redis import RedisStore

    return RedisStore(url, key_prefix)
