"""What this server is, and what it refuses beyond."""

from dataclasses import dataclass

from mastermind_engine.solver.listed import MAX_LISTED_CODES
from mastermind_engine.solver.strategies import SERVED
from mastermind_service import __version__
from mastermind_service.openings import MAX_LABELS, MAX_LIFE_MILLIS, SERVED_CODEMAKERS
from mastermind_service.page_tokens import MAX_PAGE_SIZE
from mastermind_service.scoring import MAX_BATCH_SCORES
from mastermind_service.solving import MAX_ALTERNATIVES, MAX_TURNS

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
MAX_BULK_BYTES = 64 * 1024 * 1024
BULK_METHODS = frozenset({"BatchScore"})
"""Methods whose messages may have MAX_BULK_BYTES."""


def _kebab(name: str) -> str:
    return name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """Version, limits and features."""

    version: str = __version__
    max_listed_codes: int = MAX_LISTED_CODES
    max_message_bytes: int = MAX_MESSAGE_BYTES
    max_turns: int = MAX_TURNS
    max_labels: int = MAX_LABELS
    max_alternatives: int = MAX_ALTERNATIVES
    max_ttl_millis: int = MAX_LIFE_MILLIS
    max_batch_scores: int = MAX_BATCH_SCORES
    max_page_size: int = MAX_PAGE_SIZE
    features: tuple[str, ...] = (
        *(f"codemaker:{_kebab(codemaker.name)}" for codemaker in SERVED_CODEMAKERS),
        *(f"strategy:{_kebab(strategy.name)}" for strategy in SERVED),
    )
