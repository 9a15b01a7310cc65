"""Who calls: API keys, compared in constant time."""

import hmac
from collections.abc import Iterable
from hashlib import sha256

from mastermind_engine.refusals import Refusal
from mastermind_service.errors import Reason

_SCHEME = "bearer"


class Authenticator:
    """Tells principals by their API keys; without keys every caller is one principal.

    Args:
        keys: Principals by name, each with an API key; one may have several.
    """

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        self._digests = [(name, sha256(key.encode()).digest()) for name, key in keys]

    @property
    def asks(self) -> bool:
        """Whether callers must say who they are."""
        return bool(self._digests)

    def principal(self, authorization: str) -> str:
        """The principal of a call by its ``authorization``, ``Bearer KEY``.

        Every key is compared, each in constant time, so that the time taken tells nothing.

        Raises:
            Refusal: MISSING_CREDENTIALS or INVALID_CREDENTIALS.
        """
        if not self._digests:
            return ""
        scheme, _, key = authorization.partition(" ")
        if scheme.lower() != _SCHEME or not key:
            raise Refusal(
                Reason.MISSING_CREDENTIALS, "this server asks for 'authorization: Bearer KEY'"
            )
        presented = sha256(key.strip().encode()).digest()
        found = [name for name, digest in self._digests if hmac.compare_digest(digest, presented)]
        if not found:
            raise Refusal(Reason.INVALID_CREDENTIALS, "this API key is not known")
        return found[0]
