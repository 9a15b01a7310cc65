"""Single games: made, read, played. Plain functions over engine and store."""

import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codebreaker, Codemaker, Game
from mastermind_engine.refusals import Refusal
from mastermind_service import moves, remote_moves
from mastermind_service.callers import (
    Caller,
    Request,
    canonical_id,
    check_access,
    check_seat,
    request_id_reused,
    seat_by_token,
)
from mastermind_service.errors import Reason, game_not_found, store_unavailable
from mastermind_service.keys import Keys, Seat
from mastermind_service.observer import Observer
from mastermind_service.openings import NewGame, open_game
from mastermind_service.store.base import (
    GameRecord,
    Place,
    Store,
    StoreUnavailable,
)
from mastermind_service.thinking import Thinking
from mastermind_service.views import GameView, TurnAnswer, answer_to_turn, view_for
from mastermind_service.writing import Change, Writes

PLAYERS = (Seat.CODEBREAKER, Seat.CODEMAKER)
CALLERS_CODEMAKERS = (Codemaker.SUPPLIED, Codemaker.REMOTE)
"""Those whose codemaker is a caller, with a token of his own."""
_CREATE_MARK_BYTES = 3


@dataclass(frozen=True, slots=True)
class NewGameAnswer:
    """A new game and the tokens of its seats; empty where a seat has none."""

    game: GameView
    codebreaker_token: str
    codemaker_token: str
    spectator_token: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """A REMOTE game whose secret has been told.

    Attributes:
        game: The game.
        false_turns: Turns, from 1, whose feedback is not what the secret gives.
    """

    game: GameView
    false_turns: list[int]


class Games:
    """The use cases of single games.

    Args:
        store: Where games live.
        keys: Signs ids and tokens.
        observer: Hears what has been stored.
        thinking: Finds what answers and guesses of the service's own need.
        clock: Seconds since the epoch, UTC.
    """

    def __init__(
        self,
        store: Store,
        keys: Keys,
        observer: Observer,
        thinking: Thinking,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._keys = keys
        self._observer = observer
        self._thinking = thinking
        self._clock = clock
        self._writes = Writes(store, keys, observer)

    async def new_game(self, caller: Caller, wish: NewGame, body: bytes) -> NewGameAnswer:
        """Makes a game, or finds the one that the same request made before.

        Args:
            caller: Who calls.
            wish: The game wished for.
            body: The request without its id, in a form that equal requests share.

        Raises:
            Refusal: Every bad field, UNSUPPORTED_FOR_RULESET, REQUEST_ID_REUSED,
                SOLVER_BUSY or STORE_UNAVAILABLE.
        """
        seed = secrets.token_bytes(32)
        ids = self._keys.game_ids(caller.principal, canonical_id(wish.request_id))
        marks = [mark[:_CREATE_MARK_BYTES] for mark in self._keys.marks("create", body)]
        record = open_game(wish, caller.principal, self._now(), seed, marks[0])
        try:
            game_id, standing, record = await self._create(ids, record)
        except StoreUnavailable as error:
            raise store_unavailable() from error
        if standing is None:
            self._writes.remember(game_id, record)
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
    ) -> tuple[str, GameRecord | None, GameRecord]:
        """Stores a new game under the first id, unless it stands under any of them.

        Returns:
            Its id, the record that stood there before, and the new one with the opening
            guess where the service makes it.
        """
        thinks = _service_guesses(record)
        # What takes thought is thought out for new games alone.
        for known in ids if thinks else ids[1:]:
            standing = await self._store.load(known)
            if standing is not None:
                return known, standing, record
        if thinks:
            record = record.evolve(game=await self._with_guess(record, record.game))
        return ids[0], await self._store.create(ids[0], record), record

    def _new_game_answer(self, game_id: str, record: GameRecord) -> NewGameAnswer:
        by_caller = record.game.codemaker in CALLERS_CODEMAKERS
        return NewGameAnswer(
            game=view_for(Seat.OWNER, game_id, record),
            codebreaker_token=self._keys.token(game_id, Seat.CODEBREAKER),
            codemaker_token=self._keys.token(game_id, Seat.CODEMAKER) if by_caller else "",
            spectator_token=self._keys.token(game_id, Seat.SPECTATOR),
        )

    async def get_game(self, caller: Caller, game_id: str) -> GameView:
        """The game as the caller may see it.

        Raises:
            Refusal: GAME_NOT_FOUND, INVALID_TOKEN, MISSING_CREDENTIALS or
                STORE_UNAVAILABLE.
        """
        seat = seat_by_token(self._keys, caller, game_id)
        record = await self._writes.load(game_id)
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

        A REMOTE game's guess waits for the codemaker's answer.

        Raises:
            Refusal: Any reason of API.md's table for Guess; nothing has changed then.
        """

        async def play(record: GameRecord) -> GameRecord:
            game, evasive = record.game, None
            _check_turn(game, expected_turn)
            if game.codemaker == Codemaker.ADVERSARIAL:
                moves.check_guessable(game, guess, client_seed)
                evasive = await self._thinking.evade(game.ruleset, game.turns, guess)
            now = self._now()
            return moves.play_guess(record, game_id, guess, client_seed, now, evasive)

        seat = self._seat(caller, game_id, Seat.CODEBREAKER)
        record, made = await self._writes.apply(caller, request, game_id, seat, play)
        return answer_to_turn(record, made.turn)

    async def set_secret(
        self, caller: Caller, request: Request, game_id: str, secret: Code
    ) -> GameView:
        """Hides the secret of a SUPPLIED game.

        Raises:
            Refusal: WRONG_CODEMAKER, SECRET_ALREADY_SET, INVALID_CODE and those of every
                write.
        """

        async def hide(record: GameRecord) -> GameRecord:
            return moves.set_secret(record, secret, secrets.token_bytes(32), self._now())

        seat = self._seat(caller, game_id, Seat.CODEMAKER)
        record, _ = await self._writes.apply(caller, request, game_id, seat, hide)
        return view_for(seat, game_id, moves.as_secret_was_set(record))

    async def give_feedback(
        self,
        caller: Caller,
        request: Request,
        game_id: str,
        feedback: Feedback | None,
        expected_turn: int | None = None,
    ) -> GameView:
        """Answers the pending guess of a REMOTE game; the service then makes its next one.

        Raises:
            Refusal: Any reason of API.md's table for GiveFeedback, IMPOSSIBLE_FEEDBACK,
                CONTRADICTORY_HISTORY, SOLVER_BUSY and those of every write.
        """

        async def answer(record: GameRecord) -> GameRecord:
            _check_turn(record.game, expected_turn)
            turn = remote_moves.turn_answered(record.game, feedback)
            game = record.game.with_turn(turn.guess, turn.feedback)
            if _service_guesses(record) and not game.state.over:
                game = await self._with_guess(record, game)
            else:
                await self._thinking.check_consistent(game.ruleset, game.turns)
            return remote_moves.answer(record, game, self._now())

        return await self._write_remote(caller, request, game_id, answer)

    async def take_back_turn(self, caller: Caller, request: Request, game_id: str) -> GameView:
        """Undoes the last answer in a REMOTE game.

        Raises:
            Refusal: Any reason of API.md's table for TakeBackTurn and those of every write.
        """

        async def take_back(record: GameRecord) -> GameRecord:
            return remote_moves.take_back(record, self._now())

        return await self._write_remote(caller, request, game_id, take_back)

    async def reveal_secret(
        self, caller: Caller, request: Request, game_id: str, secret: Code, salt: bytes = b""
    ) -> Revealed:
        """Checks every answer of a finished REMOTE game against its secret.

        Raises:
            Refusal: Any reason of API.md's table for RevealSecret, SECRET_ALREADY_SET,
                INVALID_CODE, INVALID_REQUEST and those of every write.
        """

        async def reveal(record: GameRecord) -> GameRecord:
            return remote_moves.reveal(record, secret, salt, self._now())

        seat = self._seat(caller, game_id, Seat.CODEMAKER)
        record, _ = await self._writes.apply(caller, request, game_id, seat, reveal)
        # Nothing is written to a game whose secret is known.
        return Revealed(view_for(seat, game_id, record), remote_moves.false_turns(record.game))

    async def _write_remote(
        self, caller: Caller, request: Request, game_id: str, change: Change
    ) -> GameView:
        """A move of a REMOTE game's codemaker, told as the write left the game."""
        seat = self._seat(caller, game_id, Seat.CODEMAKER)
        record, made = await self._writes.apply(caller, request, game_id, seat, change)
        return view_for(seat, game_id, remote_moves.as_after(record, made))

    async def _with_guess(self, record: GameRecord, game: Game) -> Game:
        """The REMOTE game with the service's next guess pending."""
        seed = record.seed or 0
        guess = await self._thinking.next_guess(game.ruleset, game.turns, record.strategy, seed)
        return game.with_pending(guess)

    async def resign(self, caller: Caller, request: Request, game_id: str) -> GameView:
        """Gives a game up, for either player.

        Raises:
            Refusal: GAME_OVER and those of every write.
        """

        async def give_up(record: GameRecord) -> GameRecord:
            game, smallest = record.game, None
            if game.codemaker == Codemaker.ADVERSARIAL and not game.state.over:
                smallest = await self._thinking.smallest_candidate(game.ruleset, game.turns)
            return moves.resign(record, game_id, self._now(), smallest)

        seat = self._seat(caller, game_id, *PLAYERS)
        record, made = await self._writes.apply(caller, request, game_id, seat, give_up)
        return view_for(seat, game_id, remote_moves.as_after(record, made))

    async def delete(self, caller: Caller, request: Request, game_id: str) -> None:
        """Forgets a game, for either player.

        Raises:
            Refusal: Those of every write.
        """

        async def forget(record: GameRecord) -> GameRecord:
            return moves.delete(record)

        seat = self._seat(caller, game_id, *PLAYERS)
        record, _ = await self._writes.apply(caller, request, game_id, seat, forget)
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
        record = await self._writes.load(game_id)
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
                self._writes.remember(game_id, counted)

    def _seat(self, caller: Caller, game_id: str, *allowed: Seat) -> Seat:
        seat = seat_by_token(self._keys, caller, game_id)
        check_seat(seat, *allowed)
        return seat

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _service_guesses(record: GameRecord) -> bool:
    remote = record.game.codemaker == Codemaker.REMOTE
    return remote and record.codebreaker == Codebreaker.SERVICE


def _check_turn(game: Game, expected: int | None) -> None:
    """Refuses a move that was meant for another turn than the next.

    Raises:
        Refusal: WRONG_TURN.
    """
    turn = len(game.turns) + 1
    if expected is not None and expected != turn:
        raise Refusal(
            Reason.WRONG_TURN,
            f"the next turn is {turn}, not {expected}",
            details={"current_turn": str(turn)},
        )


def _as_created(record: GameRecord, wish: NewGame) -> GameRecord:
    """The record as NewGame first answered it, whatever has been played since."""
    chance = record.server_seed or record.nonce
    created = open_game(wish, record.owner, record.create_millis, chance, record.create_mark)
    opening = remote_moves.opening_of(record.game) if _service_guesses(record) else None
    return created if opening is None else created.evolve(game=created.game.with_pending(opening))
