"""An owner's games: listed by pages, and counted."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from mastermind_engine.game import State
from mastermind_service.callers import Caller
from mastermind_service.errors import Faults, store_unavailable
from mastermind_service.filters import parse_filter, passes
from mastermind_service.keys import Keys, Seat
from mastermind_service.page_tokens import PageTokens, check_page_size
from mastermind_service.store.base import GameRecord, Place, Store, StoreUnavailable
from mastermind_service.views import GameView, view_for

STATS_GAMES = 10_000
READ_AT_ONCE = 200
LOOKED_AT = 2000
"""Games that one page looks at; with a filter that few pass, pages may be short."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some games, and where the next page begins; empty after the last."""

    games: list[GameView]
    next_page_token: str


@dataclass(frozen=True, slots=True)
class Stats:
    """Games that are over, counted; void ones are not.

    Attributes:
        won: Games whose code was broken.
        lost: Games whose guesses were used up.
        resigned: Games given up.
        distribution: Won games by their number of guesses.
        truncated: Whether there are older games that were not counted.
    """

    won: int
    lost: int
    resigned: int
    distribution: Mapping[int, int]
    truncated: bool

    @property
    def played(self) -> int:
        """Games won, lost or given up."""
        return self.won + self.lost + self.resigned

    @property
    def win_rate(self) -> float | None:
        """Won ÷ played, or None."""
        return self.won / self.played if self.played else None

    @property
    def average_guesses(self) -> float | None:
        """Guesses a won game, or None."""
        guesses = sum(length * count for length, count in self.distribution.items())
        return guesses / self.won if self.won else None


class Listings:
    """The use cases over all games of an owner.

    Args:
        store: Where games live.
        keys: Signs page tokens.
    """

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store = store
        self._tokens = PageTokens(keys)

    async def list_games(
        self, caller: Caller, page_size: int, page_token: str, filter_text: str
    ) -> Page:
        """A page of the caller's own games, the newest first.

        Raises:
            Refusal: INVALID_FILTER, INVALID_PAGE_TOKEN, INVALID_REQUEST or
                STORE_UNAVAILABLE.
        """
        faults = Faults()
        wanted = check_page_size(page_size, faults)
        faults.check()
        terms = parse_filter(filter_text)
        before = self._place_of(caller, filter_text, page_token) if page_token else None
        games: list[GameView] = []
        looked_at = 0
        async for place, record in self._newest(caller, before):
            looked_at += 1
            if record is not None and passes(terms, record):
                games.append(view_for(Seat.OWNER, place.game_id, record))
            if len(games) == wanted or looked_at == LOOKED_AT:
                return Page(games, self._token_of(caller, filter_text, place))
        return Page(games, "")

    async def stats(self, caller: Caller, filter_text: str) -> Stats:
        """Counts of the caller's own games, the newest 10 000.

        Raises:
            Refusal: INVALID_FILTER or STORE_UNAVAILABLE.
        """
        terms = parse_filter(filter_text)
        ends: Counter[State] = Counter()
        distribution: Counter[int] = Counter()
        seen = 0
        async for _, record in self._newest(caller, None):
            if record is None:
                continue
            if seen == STATS_GAMES:
                return _stats(ends, distribution, truncated=True)
            seen += 1
            if passes(terms, record):
                ends[record.game.state] += 1
                if record.game.state == State.SOLVED:
                    distribution[len(record.game.turns)] += 1
        return _stats(ends, distribution, truncated=False)

    async def _newest(
        self, caller: Caller, before: Place | None
    ) -> AsyncIterator[tuple[Place, GameRecord | None]]:
        """The caller's games, the newest first; None where one is not to be shown."""
        owner = caller.principal
        try:
            while places := await self._store.list_ids(owner, before, READ_AT_ONCE):
                loads = (self._store.load(place.game_id) for place in places)
                records = await asyncio.gather(*loads)
                gone = [place for place, record in zip(places, records, strict=True) if not record]
                if gone:
                    await self._store.drop_ids(owner, gone)
                for place, record in zip(places, records, strict=True):
                    shown = record if record and _is_listed(record, caller) else None
                    yield place, shown
                before = places[-1]
                # Decoding many records must not hold up other calls.
                await asyncio.sleep(0)
        except StoreUnavailable as error:
            raise store_unavailable() from error

    def _token_of(self, caller: Caller, filter_text: str, place: Place) -> str:
        text = f"{place.create_millis}.{place.game_id}"
        return self._tokens.token(text, caller.principal, filter_text)

    def _place_of(self, caller: Caller, filter_text: str, page_token: str) -> Place:
        text = self._tokens.read(page_token, caller.principal, filter_text)
        millis, _, game_id = text.partition(".")
        return Place(int(millis), game_id)


def _is_listed(record: GameRecord, caller: Caller) -> bool:
    """Whether a game shows in its owner's list.

    Without authentication everybody is the same owner, so games that ask for tokens stay
    out of everybody's sight.
    """
    return not record.deleted and not (record.require_tokens and not caller.principal)


def _stats(ends: Counter[State], distribution: Counter[int], *, truncated: bool) -> Stats:
    return Stats(
        won=ends[State.SOLVED],
        lost=ends[State.UNSOLVED],
        resigned=ends[State.RESIGNED],
        distribution=dict(sorted(distribution.items())),
        truncated=truncated,
    )
