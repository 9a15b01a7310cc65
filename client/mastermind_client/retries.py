"""When a failed call is sent again, and after how long."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from mastermind_client.errors import Aborted, DeadlineExceeded, MastermindError, Unavailable


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential backoff with jitter, always within the call's deadline.

    Every call is safe to repeat: reads change nothing, and a write carries a request
    id that the service answers once.

    Attributes:
        max_attempts: Attempts in all, the first included; 1 means no retries.
        initial: Seconds of the first pause at most.
        multiplier: By which each further pause grows.
        maximum: Seconds of the longest pause, unless the service asks for a longer one.
    """

    max_attempts: int = 10
    initial: float = 0.05
    multiplier: float = 2.0
    maximum: float = 2.0

    def __post_init__(self) -> None:
        if self.max_attempts < 1:
            raise ValueError("max_attempts counts the first attempt, so it is at least 1")
        if self.initial < 0 or self.maximum < 0 or self.multiplier < 1:
            raise ValueError("pauses cannot be negative, nor shrink")


def retryable(error: MastermindError) -> bool:
    """Whether a further attempt may succeed: nothing else is ever sent again."""
    return isinstance(error, Unavailable) or (
        isinstance(error, Aborted) and error.reason == "CONCURRENT_UPDATE"
    )


class Attempts:
    """Counts the attempts of one call against its deadline.

    Args:
        policy: How to retry.
        timeout: Seconds for all attempts and pauses together.
        clock: Seconds that only go forward.
        chance: Gives a number from 0 to 1, for the jitter.
    """

    def __init__(
        self,
        policy: RetryPolicy,
        timeout: float,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._policy = policy
        self._clock = clock
        self._chance = chance
        self._deadline = clock() + timeout
        self._failed = 0
        self._refusal: MastermindError | None = None

    def remaining(self) -> float:
        """Seconds until the deadline, never negative."""
        return max(0.0, self._deadline - self._clock())

    def pause(self, error: MastermindError) -> float | None:
        """Seconds to wait before the next attempt; None when ``error`` is final.

        The pause is what the service asked for, or half to all of the backoff if that is
        longer. It is final, too, when the next attempt would come after the deadline.
        """
        self._failed += 1
        if self._failed >= self._policy.max_attempts or not retryable(error):
            return None
        grown = self._policy.initial * self._policy.multiplier ** (self._failed - 1)
        backoff = min(self._policy.maximum, grown) * (1 + self._chance()) / 2
        pause = max(error.retry_after or 0.0, backoff)
        self._refusal = error
        return pause if pause < self.remaining() else None

    def start_over(self) -> None:
        """Forgets the failed attempts: a stream has come further since."""
        self._failed = 0
        self._refusal = None

    def end(self, error: MastermindError, raw: Exception) -> NoReturn:
        """Raises ``error``, made of ``raw``; a passed deadline with the refusal before it."""
        refusal = self._refusal
        if refusal is None or not isinstance(error, DeadlineExceeded):
            raise error from raw
        raise DeadlineExceeded(
            error.code,
            f"{error.message}; the attempt before was refused: {refusal.message}",
            reason=refusal.reason,
            metadata=refusal.metadata,
            retry_after=refusal.retry_after,
            request_id=error.request_id,
            details=error.details or refusal.details,
        ) from refusal
