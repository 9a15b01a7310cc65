"""Which kinds of store there are, by the scheme of their URL. Imports no library of theirs."""

SCHEMES = ("memory", "redis", "rediss")


def scheme_of(url: str) -> str:
    """The scheme of a store's URL.

    Raises:
        ValueError: No store has this scheme.
    """
    scheme, separator, _ = url.partition("://")
    if scheme not in SCHEMES or not separator:
        known = ", ".join(f"{name}://" for name in SCHEMES)
        raise ValueError(f"a store's URL begins with one of {known}")
    return scheme


def is_shared(url: str) -> bool:
    """Whether other processes see the same games."""
    return scheme_of(url) != "memory"
