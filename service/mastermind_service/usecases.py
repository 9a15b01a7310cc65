"""What the service does, put together once for every transport."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from mastermind_engine.solver.listed import ListedSpaces
from mastermind_service.analyzing import Analyzing
from mastermind_service.evaluating import Evaluating
from mastermind_service.games import Games
from mastermind_service.keys import Keys
from mastermind_service.listings import Listings
from mastermind_service.observer import Observer
from mastermind_service.scoring import Scoring
from mastermind_service.solving import Solving
from mastermind_service.store.base import Store
from mastermind_service.thinking import Thinking
from mastermind_service.turnstile import Turnstile
from mastermind_service.watching import Watching
from mastermind_service.workers import Workers


@dataclass(frozen=True, slots=True)
class UseCases:
    """All that a transport may call."""

    games: Games
    listings: Listings
    solving: Solving
    scoring: Scoring
    watching: Watching
    analyzing: Analyzing
    evaluating: Evaluating

    @classmethod
    def over(
        cls,
        store: Store,
        keys: Keys,
        spaces: ListedSpaces,
        workers: Workers,
        observer: Observer,
        answered: Callable[[], int],
        clock: Callable[[], float] = time.time,
    ) -> "UseCases":
        """The use cases over a store, keys, code spaces and threads.

        ``answered`` counts the calls that watchers come behind; ``clock`` tells seconds since
        the epoch, UTC.
        """
        games = Games(store, keys, observer, Thinking(spaces, workers), clock)
        return cls(
            games=games,
            listings=Listings(store, keys),
            solving=Solving(spaces, workers, games, observer),
            scoring=Scoring(spaces, workers),
            watching=Watching(store, keys, Turnstile(answered)),
            analyzing=Analyzing(spaces, workers, games, keys),
            evaluating=Evaluating(spaces, workers),
        )
