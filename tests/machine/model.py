"""What the service promises, in the plainest way: dictionaries and if."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mastermind_engine.rulesets import FeedbackKind, Ruleset
from tests.unit import fair_draw, oracle

Pegs = tuple[int, ...]
Told = Any
"""The fields of an answer that the model knows, or the reason of a refusal."""

AWAITING, PLAYING, ASKED, SOLVED, UNSOLVED, RESIGNED, VOID = 1, 2, 3, 4, 5, 6, 7
UNIFORM, ADVERSARIAL, SUPPLIED, REMOTE = 1, 3, 4, 5
DRAWN, SEEDED, BROUGHT, NONE = 1, 2, 3, 4
SERVICE, CLIENT = 1, 2
DELETED_SECONDS = 3600.0


@dataclass(frozen=True)
class Who:
    """Who calls: an owner by name, and perhaps a token of a game's seat."""

    owner: str
    seat: str = "owner"
    """Of the game at hand: owner (no token), codebreaker, codemaker, spectator or forged."""


@dataclass
class Game:
    """One game, as the rules see it."""

    owner: str
    ruleset: Ruleset
    codemaker: int
    source: int
    ttl: float
    retain: float
    hints_allowed: bool
    require_tokens: bool
    labels: Mapping[str, str]
    made: float
    server_seed: bytes = b""
    nonce: bytes = b""
    client_seed: bytes = b""
    secret: Pegs | None = None
    state: int = PLAYING
    turns: list[tuple[Pegs, int, int]] = field(default_factory=list)
    hints: int = 0
    touched: float = 0
    deleted: bool = False
    marks: dict[str, tuple[Any, Told]] = field(default_factory=dict)
    codebreaker: int = SERVICE
    pending: Pegs | None = None
    committed: bytes = b""

    @property
    def over(self) -> bool:
        return self.state >= SOLVED

    def expires(self) -> float:
        if self.deleted:
            return self.touched + DELETED_SECONDS
        return self.touched + (self.retain if self.over else self.ttl)

    def fields(self) -> dict[str, Any]:
        ruleset = self.ruleset
        return fair_draw.ruleset_fields(
            ruleset.name,
            ruleset.pegs,
            ruleset.colors,
            repeats=ruleset.repeats,
            guess_repeats=ruleset.guess_repeats,
            blanks=ruleset.blanks,
            max_guesses=ruleset.max_guesses,
            feedback_kind=int(ruleset.feedback_kind),
        )

    def legal(self, pegs: Pegs, *, repeats: bool) -> bool:
        lowest = 0 if self.ruleset.blanks else 1
        return (
            len(pegs) == self.ruleset.pegs
            and all(lowest <= peg <= self.ruleset.colors for peg in pegs)
            and (repeats or len(set(pegs)) == len(pegs))
        )

    def draw(self, game_id: str, client_seed: bytes) -> None:
        """Draws the secret of a game that the service draws, once."""
        if self.source not in (DRAWN, SEEDED) or self.secret is not None:
            return
        if self.source == SEEDED:
            game_id, client_seed = "", b""
        drawn = fair_draw.secret(game_id, self.fields(), self.server_seed, client_seed)
        self.secret, self.client_seed = tuple(drawn), client_seed

    def candidates(self) -> list[Pegs]:
        """The secrets that explain all turns, in order."""
        return [
            code
            for code in oracle.all_codes(self.ruleset, repeats=self.ruleset.repeats)
            if all(
                oracle.feedback(self.ruleset, code, pegs)[:2] == (black, white)
                for pegs, black, white in self.turns
            )
        ]

    def evade(self, pegs: Pegs) -> tuple[int, int]:
        """The answer that leaves most candidates; then fewest black, then fewest white."""
        cells = Counter(oracle.feedback(self.ruleset, code, pegs)[:2] for code in self.candidates())
        return min(cells, key=lambda answer: (-cells[answer], answer))

    def answered(self, pegs: Pegs, black: int, white: int) -> None:
        """Notes a turn, and whether it ends the game."""
        self.turns.append((pegs, black, white))
        self.state = PLAYING
        if black == self.ruleset.pegs:
            self.state = SOLVED
        elif len(self.turns) == self.ruleset.max_guesses:
            self.state = UNSOLVED

    def ask(self) -> None:
        """The service's next guess: the first candidate."""
        if not self.over:
            self.pending, self.state = self.candidates()[0], ASKED

    def impossible(self, black: int, white: int) -> bool:
        """Whether arithmetic alone rules a feedback out."""
        pegs = self.ruleset.pegs
        return (
            black + white > pegs
            or (black, white) == (pegs - 1, 1)
            or (white > 0 and self.ruleset.feedback_kind == FeedbackKind.BLACK_ONLY)
        )

    def false_turns(self) -> list[int]:
        """Turns whose feedback is not what the secret gives."""
        assert self.secret is not None
        return [
            number
            for number, (pegs, black, white) in enumerate(self.turns, 1)
            if oracle.feedback(self.ruleset, self.secret, pegs)[:2] != (black, white)
        ]

    def view(self, game_id: str, seat: str) -> Told:
        """A game as the one on a seat may see it."""
        own = seat == "codemaker" and self.source == BROUGHT
        limit = self.ruleset.max_guesses
        if self.source == BROUGHT:
            committed = self.nonce + bytes(self.secret) if self.secret else None
            commitment = hashlib.sha256(committed).digest() if committed else b""
        elif self.source == NONE:
            commitment = self.committed
        else:
            named = "" if self.source == SEEDED else game_id
            commitment = fair_draw.commitment(named, self.fields(), self.server_seed)
        reveal = (b"", b"", self.nonce) if self.source == NONE and self.nonce else None
        if self.over and self.source != NONE:
            drawn = self.source != BROUGHT
            reveal = (
                self.server_seed if drawn else b"",
                self.client_seed if drawn else b"",
                b"" if drawn else self.nonce,
            )
        return {
            "game_id": game_id,
            "state": self.state,
            "codemaker": self.codemaker,
            "secret_source": self.source,
            "turns": list(self.turns),
            "guesses_left": limit - len(self.turns) if limit else -1,
            "pending_guess": self.pending if self.state == ASKED else None,
            "secret": self.secret if self.over or own else None,
            "commitment": commitment,
            "reveal": reveal,
            "hints_used": self.hints,
            "hints_allowed": self.hints_allowed,
            "labels": dict(self.labels),
            "update_millis": int(self.touched * 1000),
            "expire_millis": int(self.touched * 1000) + self.life_millis(),
        }

    def life_millis(self) -> int:
        return round(1000 * (self.retain if self.over else self.ttl))


class Model:
    """All games and what every call says of them."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def find(self, game_id: str, now: float) -> Game | None:
        """The game, also where only its trace is left."""
        game = self.games.get(game_id)
        return game if game and now < game.expires() else None

    def get_game(self, who: Who, game_id: str, now: float) -> Told:
        game = self.find(game_id, now)
        if who.seat == "forged":
            return "INVALID_TOKEN"
        if game is None or game.deleted:
            return "GAME_NOT_FOUND"
        return _stranger(who, game) or game.view(game_id, who.seat)

    def guess(
        self,
        who: Who,
        game_id: str,
        pegs: Pegs,
        client_seed: bytes,
        expected: int | None,
        request_id: str,
        now: float,
    ) -> Told:
        body = ("Guess", who.seat, pegs, client_seed, expected)

        def play(game: Game) -> Told:
            turn = len(game.turns) + 1
            if expected is not None and expected != turn:
                return "WRONG_TURN"
            if game.over:
                return "GAME_OVER"
            if game.state == AWAITING:
                return "AWAITING_SECRET"
            if game.state == ASKED:
                return "NOT_YOUR_TURN"
            if not game.legal(pegs, repeats=game.ruleset.guess_repeats):
                return "INVALID_CODE"
            answer = None
            if game.codemaker == REMOTE:
                game.pending, game.state = pegs, ASKED
            elif game.codemaker == ADVERSARIAL:
                answer = game.evade(pegs)
                game.answered(pegs, *answer)
                if game.state in (SOLVED, UNSOLVED):
                    game.secret = game.candidates()[0]
            else:
                game.draw(game_id, client_seed)
                assert game.secret is not None
                answer = oracle.feedback(game.ruleset, game.secret, pegs)[:2]
                game.answered(pegs, *answer)
            seen = game.view(game_id, who.seat)
            ended = game.state in (SOLVED, UNSOLVED)
            return {
                "feedback": answer,
                "turn": turn,
                "state": game.state,
                "guesses_left": seen["guesses_left"],
                "secret": game.secret if ended else None,
                "reveal": seen["reveal"],
            }

        return self._write(who, game_id, ("owner", "codebreaker"), body, request_id, now, play)

    def set_secret(self, who: Who, game_id: str, secret: Pegs, request_id: str, now: float) -> Told:
        def hide(game: Game) -> Told:
            if game.codemaker != SUPPLIED:
                return "WRONG_CODEMAKER"
            if game.over:
                return "GAME_OVER"
            if game.state != AWAITING:
                return "SECRET_ALREADY_SET"
            if not game.legal(secret, repeats=game.ruleset.repeats):
                return "INVALID_CODE"
            game.secret, game.state, game.touched = secret, PLAYING, now
            # Hints were refused so far.
            return game.view(game_id, who.seat)

        body = ("SetSecret", who.seat, secret)
        return self._write(who, game_id, ("owner", "codemaker"), body, request_id, now, hide)

    def give_feedback(
        self,
        who: Who,
        game_id: str,
        answer: tuple[int, int],
        expected: int | None,
        request_id: str,
        now: float,
    ) -> Told:
        def give(game: Game) -> Told:
            if expected is not None and expected != len(game.turns) + 1:
                return "WRONG_TURN"
            reason = _not_to_answer(game)
            if reason:
                return reason
            if game.impossible(*answer):
                return "IMPOSSIBLE_FEEDBACK"
            assert game.pending is not None
            explained = [
                code
                for code in game.candidates()
                if oracle.feedback(game.ruleset, code, game.pending)[:2] == answer
            ]
            if not explained:
                return "CONTRADICTORY_HISTORY"
            game.answered(game.pending, *answer)
            game.pending = None
            if game.codebreaker == SERVICE:
                game.ask()
            game.touched = now
            return game.view(game_id, who.seat)

        body = ("GiveFeedback", who.seat, answer, expected)
        return self._write(who, game_id, ("owner", "codemaker"), body, request_id, now, give)

    def take_back(self, who: Who, game_id: str, request_id: str, now: float) -> Told:
        def undo(game: Game) -> Told:
            reason = _not_to_answer(game)
            if reason or not game.turns:
                return reason or "NOT_YOUR_TURN"
            game.pending, *_ = game.turns.pop()
            game.touched = now
            return game.view(game_id, who.seat)

        body = ("TakeBackTurn", who.seat)
        return self._write(who, game_id, ("owner", "codemaker"), body, request_id, now, undo)

    def reveal(
        self, who: Who, game_id: str, secret: Pegs, salt: bytes, request_id: str, now: float
    ) -> Told:
        def tell(game: Game) -> Told:
            if game.codemaker != REMOTE:
                return "WRONG_CODEMAKER"
            if not game.over:
                return "GAME_NOT_OVER"
            if game.secret is not None:
                return "SECRET_ALREADY_SET"
            if not game.legal(secret, repeats=game.ruleset.repeats):
                return "INVALID_CODE"
            if bool(salt) != bool(game.committed):
                return "INVALID_REQUEST"
            game.secret, game.nonce = secret, salt
            kept = not salt or hashlib.sha256(salt + bytes(secret)).digest() == game.committed
            if game.false_turns() or not kept:
                game.state = VOID
            game.touched = now
            return game.view(game_id, who.seat) | {"false_turns": game.false_turns()}

        body = ("RevealSecret", who.seat, secret, salt)
        return self._write(who, game_id, ("owner", "codemaker"), body, request_id, now, tell)

    def resign(self, who: Who, game_id: str, request_id: str, now: float) -> Told:
        def give_up(game: Game) -> Told:
            if game.over:
                return "GAME_OVER"
            game.draw(game_id, b"")
            if game.codemaker == ADVERSARIAL:
                game.secret = game.candidates()[0]
            game.state = RESIGNED
            game.touched = now
            return game.view(game_id, who.seat)

        body = ("ResignGame", who.seat)
        players = ("owner", "codebreaker", "codemaker")
        return self._write(who, game_id, players, body, request_id, now, give_up)

    def delete(self, who: Who, game_id: str, request_id: str, now: float) -> Told:
        def forget(game: Game) -> Told:
            game.deleted = True
            game.marks.clear()
            return {}

        body = ("DeleteGame", who.seat)
        players = ("owner", "codebreaker", "codemaker")
        return self._write(who, game_id, players, body, request_id, now, forget)

    def suggest(self, who: Who, game_id: str, now: float) -> Told:
        """The number of candidates; which guess is chosen is the solver's affair."""
        if who.seat == "forged":
            return "INVALID_TOKEN"
        if who.seat not in ("owner", "codebreaker"):
            return "WRONG_SEAT"
        game = self.find(game_id, now)
        if game is None or game.deleted:
            return "GAME_NOT_FOUND"
        stranger = _stranger(who, game)
        if stranger:
            return stranger
        if game.over:
            return "GAME_OVER"
        if game.state == AWAITING:
            return "AWAITING_SECRET"
        if game.state == ASKED:
            return "NOT_YOUR_TURN"
        if not game.hints_allowed:
            return "HINTS_NOT_ALLOWED"
        game.hints += 1
        left = game.candidates()
        return {"candidates_remaining": len(left), "guess_in": left}

    def listed(self, owner: str, now: float, **labels: str) -> list[str]:
        """The owner's games that show, the newest first."""
        shown = [
            (game.made, game_id)
            for game_id, game in self.games.items()
            if game.owner == owner
            and self.find(game_id, now)
            and not game.deleted
            and not (game.require_tokens and not owner)
            and labels.items() <= game.labels.items()
        ]
        return [game_id for _, game_id in sorted(shown, reverse=True)]

    def stats(self, owner: str, now: float) -> Told:
        games = [self.games[game_id] for game_id in self.listed(owner, now)]
        ends = Counter(game.state for game in games if game.over)
        lengths = Counter(len(game.turns) for game in games if game.state == SOLVED)
        played, won = ends.total() - ends[VOID], ends[SOLVED]
        return {
            "played": played,
            "won": won,
            "lost": ends[UNSOLVED],
            "resigned": ends[RESIGNED],
            "win_rate": won / played if played else None,
            "average_guesses": sum(n * k for n, k in lengths.items()) / won if won else None,
            "distribution": dict(lengths),
        }

    def _write(
        self,
        who: Who,
        game_id: str,
        seats: tuple[str, ...],
        body: Any,
        request_id: str,
        now: float,
        change: Any,
    ) -> Told:
        if who.seat == "forged":
            return "INVALID_TOKEN"
        if who.seat not in seats:
            return "WRONG_SEAT"
        game = self.find(game_id, now)
        if game is None:
            return "GAME_NOT_FOUND"
        stranger = _stranger(who, game)
        if stranger:
            return stranger
        if request_id in game.marks:
            before, told = game.marks[request_id]
            return told if before == body else "REQUEST_ID_REUSED"
        if game.deleted:
            return "GAME_NOT_FOUND"
        told = change(game)
        if not isinstance(told, str):
            game.touched = now
            if request_id:
                game.marks[request_id] = (body, told)
        return told


def _not_to_answer(game: Game) -> str:
    """Why no guess waits for the codemaker's answer; empty if one does."""
    if game.codemaker != REMOTE:
        return "WRONG_CODEMAKER"
    if game.over:
        return "GAME_OVER"
    return "" if game.state == ASKED else "NOT_YOUR_TURN"


def _stranger(who: Who, game: Game) -> str:
    """Why one without a token may not come near; empty if he may."""
    if who.seat != "owner":
        return ""
    if who.owner != game.owner or (game.deleted and game.require_tokens):
        return "GAME_NOT_FOUND"
    return "MISSING_CREDENTIALS" if game.require_tokens else ""


def copy_of(model: Model) -> Model:
    """A model that goes on apart."""
    copied = Model()
    for game_id, game in model.games.items():
        copied.games[game_id] = replace(game, turns=list(game.turns), marks=dict(game.marks))
    return copied
