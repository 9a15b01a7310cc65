"""The store's interface and what it keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from mastermind_engine.codes import Code
from mastermind_engine.game import Codebreaker, Game, Turn
from mastermind_engine.solver.strategies import Strategy
from mastermind_service.store.changes import Watch

DAY_MILLIS = 24 * 3600 * 1000
DEFAULT_TTL_MILLIS = DAY_MILLIS
DEFAULT_RETAIN_MILLIS = 7 * DAY_MILLIS
KEPT_MARKS = 64
"""Writes by which retries are recognized, the last ones of each game."""


class StoreUnavailable(Exception):
    """The store does not answer; nothing is known of what it did."""


class SecretSource(IntEnum):
    """Where a secret comes from. The numbers are the wire's."""

    DRAWN = 1
    SEEDED = 2
    SUPPLIED = 3
    NONE = 4


@dataclass(frozen=True, slots=True)
class WriteMark:
    """One write, by which its retry is recognized.

    Attributes:
        request: 5 bytes of the keyed hash of the request id.
        body: 3 bytes of the keyed hash of RPC, seat and body.
        turn: The turn that it made, or 0.
    """

    request: bytes
    body: bytes
    turn: int = 0


class StepKind(IntEnum):
    """What a write to a REMOTE game did. The numbers are the stored ones."""

    GUESS = 1
    ANSWER = 2
    TAKE_BACK = 3
    RESIGN = 4
    REVEAL = 5


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What is gone since an answer was taken back.

    Attributes:
        turn: The turn whose answer it was.
        millis: When it had been answered.
        pending: The guess that waited when it was taken back.
    """

    turn: Turn
    millis: int
    pending: Code


@dataclass(frozen=True, slots=True)
class Step:
    """One write to a REMOTE game: enough to tell the game as it was before and after it.

    Attributes:
        kind: What it did.
        millis: When the game last changed, once it was done.
        hints_used: Suggestions asked for by then.
        taken_back: TAKE_BACK alone: what it took.
    """

    kind: StepKind
    millis: int
    hints_used: int = 0
    taken_back: TakenBack | None = None


@dataclass(frozen=True)
class GameRecord:
    """A game as it is stored. Times are milliseconds since the epoch, UTC.

    Attributes:
        version: Counts the changes of the game, from 1; it numbers its events.
        game: The game itself.
        secret_source: Where the secret comes from.
        create_millis: When the game was made.
        update_millis: When it last changed.
        turn_millis: When each turn was played.
        marks: The last writes, oldest first.
        server_seed: Seed of a DRAWN game, 32 bytes.
        client_seed: What the first guess brought.
        nonce: Nonce of a SUPPLIED game's commitment; of a REMOTE one's the revealed salt.
        seed: The caller's seed of a SEEDED game; that of the service's guesses in a REMOTE one.
        hints_allowed: Whether suggestions may be asked for.
        hints_used: Suggestions asked for.
        require_tokens: Whether every call must bring a token.
        ttl_millis: How long the game lives without a move.
        retain_millis: How long it stays once over.
        owner: The principal that made it.
        codemaker_name: Display name.
        codebreaker_name: Display name.
        labels: The caller's own labels.
        create_mark: 3 bytes of the hash of the body that made the game.
        secret_millis: When SetSecret brought the secret; 0 where it did not.
        deleted: Whether only the trace of a deleted game is left.
        codebreaker: REMOTE: who guesses.
        strategy: REMOTE: how the service guesses.
        secret_commitment: REMOTE: the codemaker's own commitment, or empty.
        steps: REMOTE: what each write of ``marks`` did.
    """

    version: int
    game: Game
    secret_source: SecretSource
    create_millis: int
    update_millis: int
    turn_millis: tuple[int, ...] = ()
    marks: tuple[WriteMark, ...] = ()
    server_seed: bytes = b""
    client_seed: bytes = b""
    nonce: bytes = b""
    seed: int | None = None
    hints_allowed: bool = True
    hints_used: int = 0
    require_tokens: bool = False
    ttl_millis: int = 0
    retain_millis: int = 0
    owner: str = ""
    codemaker_name: str = ""
    codebreaker_name: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    create_mark: bytes = b""
    secret_millis: int = 0
    deleted: bool = False
    codebreaker: Codebreaker = Codebreaker.SERVICE
    strategy: Strategy = Strategy.AUTO
    secret_commitment: bytes = b""
    steps: tuple[Step, ...] = ()

    @property
    def revision(self) -> int:
        """Counts every write, those that only count a hint too; compare-and-set goes by it."""
        return self.version + self.hints_used

    def evolve(self, **changes: Any) -> "GameRecord":
        """The record with some fields changed.

        Every guess does this several times; dataclasses.replace, which goes through all
        fields one by one, takes ten times as long.
        """
        evolved = object.__new__(GameRecord)
        object.__setattr__(evolved, "__dict__", self.__dict__ | changes)
        return evolved

    @property
    def life_millis(self) -> int:
        """How long the record stays after its last change."""
        return self.retain_millis if self.game.state.over else self.ttl_millis

    @property
    def expire_millis(self) -> int:
        """When it will be forgotten unless it changes."""
        return self.update_millis + self.life_millis


class Place(NamedTuple):
    """Where a game stands among its owner's.

    Attributes:
        create_millis: When it was made, milliseconds since the epoch.
        game_id: Its id, which orders games of the same millisecond.
    """

    create_millis: int
    game_id: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a compare-and-set.

    Attributes:
        stored: Whether the new record stands.
        current: Where it does not, the record that does; None if there is none.
    """

    stored: bool
    current: GameRecord | None = None


class Store(Protocol):
    """Keeps game records until they expire. Every method may raise StoreUnavailable."""

    async def create(self, game_id: str, record: GameRecord) -> GameRecord | None:
        """Stores a new record; where one stands already, changes nothing and returns it."""

    async def load(self, game_id: str) -> GameRecord | None:
        """The record of a game, or None."""

    async def compare_and_set(
        self, game_id: str, revision: int, record: GameRecord, *, keep_life: bool = False
    ) -> Outcome:
        """Replaces the record if its revision is ``revision``, in one step.

        The time to live starts anew, unless ``keep_life`` says that this is no move.
        """

    async def list_ids(self, owner: str, before: Place | None, limit: int) -> list[Place]:
        """Places of an owner's games, the newest first, behind ``before`` if given.

        Some may have expired; `drop_ids` forgets those.
        """

    async def drop_ids(self, owner: str, places: Sequence[Place]) -> None:
        """Forgets the places of games that are gone."""

    async def shared_key(self, proposal: bytes) -> bytes:
        """The signing key that all users of the store share: ``proposal`` if it is the first."""

    def watch(self, game_id: str) -> Watch:
        """Hears of changes of a game from now on, whoever makes them; it may miss some.

        Never fails: while the store does not answer, nothing is heard.
        """

    async def ping(self) -> None:
        """Returns if the store answers."""

    async def close(self) -> None:
        """Lets go of connections."""
