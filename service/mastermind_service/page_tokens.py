"""Pages: how large they may be, and signed tokens that tell where the next one begins."""

import base64
import binascii
import hmac

from mastermind_engine.refusals import Refusal, Violation
from mastermind_service.errors import Faults, Reason
from mastermind_service.keys import Keys

MAX_PAGE_SIZE = 1000
DEFAULT_PAGE_SIZE = 50
_MAC_BYTES = 12


def check_page_size(page_size: int, faults: Faults) -> int:
    """How much a page shall hold: 0 means the default; notes a size that is out of range."""
    if not 0 <= page_size <= MAX_PAGE_SIZE:
        faults.add_field("page_size", f"must be 0 to {MAX_PAGE_SIZE}")
    return page_size or DEFAULT_PAGE_SIZE


class PageTokens:
    """Makes page tokens and reads them again; any server with the same keys can.

    Args:
        keys: Signs the tokens.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def token(self, place: str, *listing: str) -> str:
        """The token of ``place`` in the listing that the other texts name."""
        signature = self._keys.mark("page", *listing, place)[:_MAC_BYTES]
        return base64.urlsafe_b64encode(signature + place.encode()).decode()

    def read(self, token: str, *listing: str) -> str:
        """The place that ``token`` tells.

        Raises:
            Refusal: INVALID_PAGE_TOKEN, also for a token of another listing.
        """
        try:
            raw = base64.b64decode(token, altchars=b"-_", validate=True)
            place = raw[_MAC_BYTES:].decode()
        except (binascii.Error, ValueError):
            raise _invalid_page_token() from None
        signed = (
            hmac.compare_digest(raw[:_MAC_BYTES], mark[:_MAC_BYTES])
            for mark in self._keys.marks("page", *listing, place)
        )
        if not any(signed):
            raise _invalid_page_token()
        return place


def _invalid_page_token() -> Refusal:
    return Refusal(
        Reason.INVALID_PAGE_TOKEN,
        "the page token is of another listing, or none",
        [Violation("page_token", "is not what the page before told, for the same listing")],
    )
