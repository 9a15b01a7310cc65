"""Single games: made, read, played. Plain functions over engine and store."""

import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mastermind_engine.codes import Code
from mastermind_engine.game import Codemaker
from mastermind_engine.refusals import Refusal
from mastermind_service import moves
from mastermind_service.callers import (
    MAX_REQUEST_ID,
    Caller,
    Request,
    canonical_id,
    check_access,
    check_seat,
    find_replay,
    marks_of,
    request_id_reused,
    seat_by_token,
)
from mastermind_service.errors import Faults, Reason, game_not_found, store_unavailable
from mastermind_service.keys import Keys, Seat
from mastermind_service.observer import Observer
from mastermind_service.openings import NewGame, open_game
from mastermind_service.queues import GameQueues
from mastermind_service.recent import RecentRecords
from mastermind_service.store.base import (
    GameRecord,
    Place,
    Store,
    StoreUnavailable,
    WriteMark,
)
from mastermind_service.views import GameView, TurnAnswer, answer_to_turn, view_for

MAX_TRIES = 8
PLAYERS = (Seat.CODEBREAKER, Seat.CODEMAKER)
Change = Callable[[GameRecord], GameRecord]
Attempt = Callable[[GameRecord], tuple[GameRecord, WriteMark | None]]
"""From a record to the one to store, or to the same and the earlier write that it repeats."""


class _Overtaken(Exception):
    """Somebody else wrote between reading and writing."""


_CREATE_MARK_BYTES = 3


@dataclass(frozen=True, slots=True)
class NewGameAnswer:
    """A new game and the tokens of its seats; empty where a seat has none."""

    game: GameView
    codebreaker_token: str
    codemaker_token: str
    spectator_token: str


class Games:
    """The use cases of single games.

    Args:
        store: Where games live.
        keys: Signs ids and tokens.
        observer: Hears what has been stored.
        clock: Seconds since the epoch, UTC.
    """

    def __init__(
        self, store: Store, keys: Keys, observer: Observer, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._keys = keys
        self._observer = observer
        self._clock = clock
        self._recent = RecentRecords()
        self._queues = GameQueues()

    async def new_game(self, caller: Caller, wish: NewGame, body: bytes) -> NewGameAnswer:
        """Makes a game, or finds the one that the same request made before.

        Args:
            caller: Who calls.
            wish: The game wished for.
            body: The request without its id, in a form that equal requests share.

        Raises:
            Refusal: Every bad field, REQUEST_ID_REUSED or STORE_UNAVAILABLE.
        """
        seed = secrets.token_bytes(32)
        ids = self._keys.game_ids(caller.principal, canonical_id(wish.request_id))
        marks = [mark[:_CREATE_MARK_BYTES] for mark in self._keys.marks("create", body)]
        record = open_game(wish, caller.principal, self._now(), seed, marks[0])
        try:
            game_id, standing = await self._create(ids, record)
        except StoreUnavailable as error:
            raise store_unavailable() from error
        if standing is None:
            self._recent.put(game_id, record)
            self._observer.created(record)
        elif standing.deleted:
            raise game_not_found()
        elif standing.create_mark not in marks:
            raise request_id_reused()
        else:
            record = _as_created(standing, wish)
        return self._new_game_answer(game_id, record)

    async def _create(
        self, ids: Sequence[str], record: GameRecord
    ) -> tuple[str, GameRecord | None]:
        """Stores a new game under the first id, unless it stands under any of them."""
        for older in ids[1:]:
            standing = await self._store.load(older)
            if standing is not None:
                return older, standing
        return ids[0], await self._store.create(ids[0], record)

    def _new_game_answer(self, game_id: str, record: GameRecord) -> NewGameAnswer:
        supplied = record.game.codemaker == Codemaker.SUPPLIED
        return NewGameAnswer(
            game=view_for(Seat.OWNER, game_id, record),
            codebreaker_token=self._keys.token(game_id, Seat.CODEBREAKER),
            codemaker_token=self._keys.token(game_id, Seat.CODEMAKER) if supplied else "",
            spectator_token=self._keys.token(game_id, Seat.SPECTATOR),
        )

    async def get_game(self, caller: Caller, game_id: str) -> GameView:
        """The game as the caller may see it.

        Raises:
            Refusal: GAME_NOT_FOUND, INVALID_TOKEN, MISSING_CREDENTIALS or
                STORE_UNAVAILABLE.
        """
        seat = seat_by_token(self._keys, caller, game_id)
        record = await self._load(game_id)
        check_access(record, caller, seat)
        return view_for(seat, game_id, record)

    async def guess(
        self,
        caller: Caller,
        request: Request,
        game_id: str,
        guess: Code,
        client_seed: bytes = b"",
        expected_turn: int | None = None,
    ) -> TurnAnswer:
        """Plays one guess and answers it; a retry is answered as the first time.

        Raises:
            Refusal: Any reason of API.md's table for Guess; nothing has changed then.
        """

        def play(record: GameRecord) -> GameRecord:
            turn = len(record.game.turns) + 1
            if expected_turn is not None and expected_turn != turn:
                raise _wrong_turn(expected_turn, turn)
            return moves.play_guess(record, game_id, guess, client_seed, self._now())

        seat = self._seat(caller, game_id, Seat.CODEBREAKER)
        record, made = await self._write(caller, request, game_id, seat, play)
        return answer_to_turn(record, made.turn)

    async def set_secret(
        self, caller: Caller, request: Request, game_id: str, secret: Code
    ) -> GameView:
        """Hides the secret of a SUPPLIED game.

        Raises:
            Refusal: WRONG_CODEMAKER, SECRET_ALREADY_SET, INVALID_CODE and those of every
                write.
        """

        def hide(record: GameRecord) -> GameRecord:
            return moves.set_secret(record, secret, secrets.token_bytes(32), self._now())

        record, seat = await self._write_game(caller, request, game_id, Seat.CODEMAKER, hide)
        return view_for(seat, game_id, moves.as_secret_was_set(record))

    async def resign(self, caller: Caller, request: Request, game_id: str) -> GameView:
        """Gives a game up, for either player.

        Raises:
            Refusal: GAME_OVER and those of every write.
        """

        def give_up(record: GameRecord) -> GameRecord:
            return moves.resign(record, game_id, self._now())

        record, seat = await self._write_game(caller, request, game_id, None, give_up)
        return view_for(seat, game_id, record)

    async def delete(self, caller: Caller, request: Request, game_id: str) -> None:
        """Forgets a game, for either player.

        Raises:
            Refusal: Those of every write.
        """
        record, _ = await self._write_game(caller, request, game_id, None, moves.delete)
        place = Place(record.create_millis, game_id)
        try:
            await self._store.drop_ids(record.owner, [place])
        except StoreUnavailable as error:
            raise store_unavailable() from error

    async def record_for_hint(self, caller: Caller, game_id: str) -> GameRecord:
        """The record of a game in which the caller may ask for a suggestion now.

        Raises:
            Refusal: As for a guess, and HINTS_NOT_ALLOWED.
        """
        seat = self._seat(caller, game_id, Seat.CODEBREAKER)
        record = await self._load(game_id)
        check_access(record, caller, seat)
        moves.check_playable(record.game)
        if not record.hints_allowed:
            raise Refusal(Reason.HINTS_NOT_ALLOWED, "this game allows no hints")
        return record

    async def count_hint(self, game_id: str, record: GameRecord) -> None:
        """Counts a suggestion, best effort: lost where someone else wrote meanwhile."""
        counted = moves.with_hint(record)
        with contextlib.suppress(StoreUnavailable):
            outcome = await self._store.compare_and_set(
                game_id, record.revision, counted, keep_life=True
            )
            if outcome.stored:
                self._recent.put(game_id, counted)

    async def _write_game(
        self,
        caller: Caller,
        request: Request,
        game_id: str,
        player: Seat | None,
        change: Change,
    ) -> tuple[GameRecord, Seat]:
        seat = self._seat(caller, game_id, *([player] if player else PLAYERS))
        record, _ = await self._write(caller, request, game_id, seat, change)
        return record, seat

    async def _write(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, change: Change
    ) -> tuple[GameRecord, WriteMark]:
        """Applies a move once, whatever happens between; returns the record that has it.

        Checks in this order: who you are, replay, then the move's own. A refusal or a
        replay found on a remembered record is looked at again on the stored one.
        """
        marks = marks_of(self._keys, request, seat)

        def attempt(record: GameRecord) -> tuple[GameRecord, WriteMark | None]:
            check_access(record, caller, seat)
            made = find_replay(record, marks)
            if made:
                return record, made
            if record.deleted:
                raise game_not_found()
            return self._apply(record, marks[0], request, change), None

        # Only writers that others overtook wait for each other.
        with contextlib.suppress(_Overtaken):
            return await self._try_once(game_id, attempt)
        async with self._queues.turn(game_id):
            for _ in range(MAX_TRIES - 1):
                with contextlib.suppress(_Overtaken):
                    return await self._try_once(game_id, attempt)
        raise Refusal(Reason.CONCURRENT_UPDATE, "others changed the game at the same time")

    async def _try_once(self, game_id: str, attempt: Attempt) -> tuple[GameRecord, WriteMark]:
        """One try, on the remembered record if the move can be made there."""
        record = self._recent.get(game_id)
        changed = _made_on(record, attempt) if record else None
        if record is None or changed is None:
            record = await self._stored(game_id)
            changed, made = attempt(record)
            if made:
                return record, made
        try:
            outcome = await self._store.compare_and_set(game_id, record.revision, changed)
        except StoreUnavailable as error:
            self._recent.forget(game_id)
            raise store_unavailable() from error
        if outcome.stored:
            self._recent.put(game_id, changed)
            self._observer.changed(record, changed)
            return changed, changed.marks[-1]
        if outcome.current is None:
            self._recent.forget(game_id)
            raise game_not_found()
        self._recent.put(game_id, outcome.current)
        raise _Overtaken

    @staticmethod
    def _apply(
        record: GameRecord,
        mark: WriteMark,
        request: Request,
        change: Change,
    ) -> GameRecord:
        if len(request.request_id) > MAX_REQUEST_ID:
            faults = Faults()
            faults.add_field("request_id", f"has more than {MAX_REQUEST_ID} characters")
            faults.check()
        changed = change(record)
        turns = len(changed.game.turns)
        turn = turns if turns > len(record.game.turns) else 0
        return moves.marked(changed, WriteMark(mark.request, mark.body, turn))

    def _seat(self, caller: Caller, game_id: str, *allowed: Seat) -> Seat:
        seat = seat_by_token(self._keys, caller, game_id)
        check_seat(seat, *allowed)
        return seat

    async def _load(self, game_id: str) -> GameRecord:
        """The record of a game that has not been deleted."""
        record = await self._stored(game_id)
        if record.deleted:
            raise game_not_found()
        return record

    async def _stored(self, game_id: str) -> GameRecord:
        try:
            record = await self._store.load(game_id)
        except StoreUnavailable as error:
            raise store_unavailable() from error
        if record is None:
            self._recent.forget(game_id)
            raise game_not_found()
        return record

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _made_on(remembered: GameRecord, attempt: Attempt) -> GameRecord | None:
    """The record to store, unless only the stored one can decide: on a refusal or a replay."""
    try:
        changed, made = attempt(remembered)
    except Refusal:
        return None
    return None if made else changed


def _wrong_turn(expected: int, turn: int) -> Refusal:
    return Refusal(
        Reason.WRONG_TURN,
        f"the next turn is {turn}, not {expected}",
        details={"current_turn": str(turn)},
    )


def _as_created(record: GameRecord, wish: NewGame) -> GameRecord:
    """The record as NewGame first answered it, whatever has been played since."""
    chance = record.server_seed or record.nonce
    return open_game(wish, record.owner, record.create_millis, chance, record.create_mark)
