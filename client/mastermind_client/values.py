"""What calls take and give back: frozen values, independent of protobuf."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mastermind_client.codes import Code, CodeLike
from mastermind_client.enums import (
    Codemaker,
    EventKind,
    FeedbackKind,
    Quality,
    SecretSource,
    State,
    Strategy,
)


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to a guess.

    Attributes:
        black: Pegs right in color and place.
        white: Further pegs right in color alone; 0 for BLACK_ONLY.
        blue: GRAND: pegs neither black nor white whose color or shape stands in its place.
    """

    black: int
    white: int = 0
    blue: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with its feedback.

    Attributes:
        guess: What was guessed.
        feedback: How it was answered.
        time: When, UTC; None where it is not known. Ignored in requests.
    """

    guess: Code
    feedback: Feedback
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What is legal and how guesses are answered. Custom ones start from no repeats and no limit.

    Attributes:
        pegs: Pegs in a code, 1 to 15.
        colors: Colors, 1 to 63; a blank is not one of them.
        repeats: Whether the secret may repeat a symbol.
        guess_repeats: Whether a guess may; None means as ``repeats``.
        blanks: Whether a hole may stay empty, in secret and guess.
        max_guesses: Guesses that the codebreaker has; 0 means no limit.
        feedback_kind: How guesses are answered; may be given by name, ``"black-only"``.
        word_list: Name of the list that codes must be in; empty for none.
        symbols: Display names of the symbols 1 to ``colors``; empty for none.
        name: The preset's name, or ``custom``; ignored in requests.
    """

    pegs: int
    colors: int
    _: KW_ONLY
    repeats: bool = False
    guess_repeats: bool | None = None
    blanks: bool = False
    max_guesses: int = 0
    feedback_kind: FeedbackKind = FeedbackKind.STANDARD
    word_list: str = ""
    symbols: tuple[str, ...] = ()
    name: str = "custom"

    if TYPE_CHECKING:  # what dataclass makes, but for the name that feedback_kind may be

        def __init__(
            self,
            pegs: int,
            colors: int,
            *,
            repeats: bool = False,
            guess_repeats: bool | None = None,
            blanks: bool = False,
            max_guesses: int = 0,
            feedback_kind: FeedbackKind | str = FeedbackKind.STANDARD,
            word_list: str = "",
            symbols: tuple[str, ...] = (),
            name: str = "custom",
        ) -> None: ...

    def __post_init__(self) -> None:
        kind = FeedbackKind.read(self.feedback_kind, "feedback_kind")
        object.__setattr__(self, "feedback_kind", kind)

    @property
    def guess_may_repeat(self) -> bool:
        """`guess_repeats`, resolved."""
        return self.repeats if self.guess_repeats is None else self.guess_repeats


@dataclass(frozen=True, slots=True)
class Reveal:
    """What proves the draw of a secret, told once a game is over.

    Attributes:
        server_seed: The service's 32 bytes, committed to at the start.
        client_seed: What the first guess brought.
        nonce: SUPPLIED: the nonce of the commitment.
    """

    server_seed: bytes = b""
    client_seed: bytes = b""
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Game:
    """One secret, broken or not, as its reader may see it.

    Attributes:
        game_id: Names the game in every call.
        ruleset: What is legal, in full.
        codemaker: Who hides the secret.
        state: Where the game stands.
        turns: The turns so far, oldest first.
        guesses_left: Guesses that remain; −1 means no limit.
        pending_guess: REMOTE: the guess that waits for its feedback.
        secret: Told once the game is over, or to the codemaker.
        secret_source: Where the secret comes from.
        commitment: What the codemaker committed himself to, a SHA-256; `verify` checks it.
        reveal: What proves the draw, once the game is over.
        hints_used: Suggestions asked for on this game, best effort.
        hints_allowed: Whether suggestions may be asked for.
        codemaker_name: Display name.
        codebreaker_name: Display name.
        match_id: The match that the game belongs to; empty for none.
        labels: The caller's own.
        create_time: When the game was made, UTC.
        update_time: When it last changed, UTC.
        expire_time: When it will be forgotten unless it changes, UTC.
    """

    game_id: str
    ruleset: Ruleset
    codemaker: Codemaker
    state: State
    turns: tuple[Turn, ...] = ()
    guesses_left: int = -1
    pending_guess: Code | None = None
    secret: Code | None = None
    secret_source: SecretSource = SecretSource.UNSPECIFIED
    commitment: bytes = b""
    reveal: Reveal | None = None
    hints_used: int = 0
    hints_allowed: bool = True
    codemaker_name: str = ""
    codebreaker_name: str = ""
    match_id: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    create_time: datetime | None = None
    update_time: datetime | None = None
    expire_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameEvent:
    """What happened in a game.

    Attributes:
        seq: Its number: each change of the game makes it one higher.
        kind: What it tells.
        state: Where the game stands after it.
        guesses_left: Guesses that remain after it; −1 means no limit.
        turn_number: The turn's number, from 1; 0 where it is no turn.
        turn: The turn played, where it is one.
        game: The game as its reader may see it: in a snapshot, and once it is over.
    """

    seq: int
    kind: EventKind
    state: State
    guesses_left: int
    turn_number: int
    turn: Turn | None
    game: Game | None


@dataclass(frozen=True, slots=True)
class NewGameResult:
    """A new game and the tokens of its seats.

    Calls take it wherever they take a game, and then bring the seat's token along.

    Attributes:
        game: The game as it starts.
        codebreaker_token: Guesses, asks for hints, resigns.
        codemaker_token: Sets and sees the secret, or answers the guesses; empty unless a
            caller is the codemaker.
        spectator_token: Reads and watches.
    """

    game: Game
    codebreaker_token: str = field(default="", repr=False)
    codemaker_token: str = field(default="", repr=False)
    spectator_token: str = field(default="", repr=False)

    @property
    def game_id(self) -> str:
        """Names the game in every call."""
        return self.game.game_id


@dataclass(frozen=True, slots=True)
class GuessResult:
    """How a guess was answered.

    Attributes:
        feedback: The answer; None in a REMOTE game, whose codemaker has yet to give it.
        turn: Which turn this was, from 1.
        state: Where the game stands after it.
        guesses_left: Guesses that remain; −1 means no limit.
        secret: Told once the game is over.
        reveal: What proves the draw, once the game is over.
    """

    feedback: Feedback | None
    turn: int
    state: State
    guesses_left: int
    secret: Code | None = None
    reveal: Reveal | None = None


@dataclass(frozen=True, slots=True)
class RevealResult:
    """Whether a remote codemaker's answers were true.

    Attributes:
        game: The game; VOID if an answer was false, or the secret is not the one that he
            committed himself to.
        false_turns: Turns, from 1, whose feedback is not what the secret gives.
    """

    game: Game
    false_turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess to play, and what is known of it.

    Attributes:
        guess: The guess.
        is_candidate: Whether it may be the secret itself.
        candidates_remaining: Candidates before the guess; saturates at 2⁶⁴−1.
        candidates_log2: Their base-2 logarithm.
        candidates_estimated: Whether the two above are estimates.
        worst_case_remaining: Candidates left after the worst answer.
        expected_remaining: Candidates left on average, the winning answer counted.
        entropy_bits: Information that the answer brings, in bits.
        parts: Number of different answers that are possible.
        score: The strategy's own integer, lower is better.
        strategy_used: The strategy that chose; never AUTO.
        quality: How far to trust it.
        alternatives: For each next-worse score its first guess.
    """

    guess: Code
    is_candidate: bool
    candidates_remaining: int
    candidates_log2: float
    candidates_estimated: bool
    worst_case_remaining: int
    expected_remaining: float
    entropy_bits: float
    parts: int
    score: int
    strategy_used: Strategy
    quality: Quality
    alternatives: tuple["Suggestion", ...] = ()


@dataclass(frozen=True, slots=True)
class BatchScores:
    """The answers to a batch, packed.

    Attributes:
        feedbacks: One byte a score, ``black << 4 | white``, in the order of the mode; 0xFF
            where a code is not legal. GRAND: a second byte each, the blues.
        invalid_indices: PAIRS: which scores are 0xFF, from 0.
        invalid_secrets: Which secrets are not legal, from 0.
        invalid_guesses: Which guesses are not legal, from 0.
    """

    feedbacks: bytes = field(repr=False)
    invalid_indices: tuple[int, ...] = ()
    invalid_secrets: tuple[int, ...] = ()
    invalid_guesses: tuple[int, ...] = ()

    def unpacked(self, *, blues: bool = False) -> tuple[Feedback | None, ...]:
        """Every score as a `Feedback`; None where a code is not legal.

        Args:
            blues: Whether the ruleset is GRAND, so that a score takes two bytes.
        """
        width = 2 if blues else 1
        blue = self.feedbacks[1::2] if blues else bytes(len(self.feedbacks))
        return tuple(
            None if packed == 0xFF else Feedback(packed >> 4, packed & 15, third)
            for packed, third in zip(self.feedbacks[::width], blue, strict=True)
        )


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Some of the caller's games.

    Attributes:
        games: The games, the newest first.
        next_page_token: Where the next page begins; empty after the last.
    """

    games: tuple[Game, ...]
    next_page_token: str = ""


@dataclass(frozen=True, slots=True)
class Stats:
    """Games that are over, counted; void ones are not.

    Attributes:
        played: Games that were won, lost or given up.
        won: Games whose code was broken.
        lost: Games whose guesses were used up.
        resigned: Games given up.
        win_rate: Won ÷ played; None where nothing was played.
        average_guesses: Guesses a won game; None where none was won.
        distribution: Number of won games by guesses.
        truncated: Whether there are older games that were not counted.
    """

    played: int
    won: int
    lost: int
    resigned: int
    win_rate: float | None = None
    average_guesses: float | None = None
    distribution: Mapping[int, int] = field(default_factory=dict, hash=False)
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Bounds that requests must keep.

    Attributes:
        max_listed_codes: Codes of the largest space that the solver lists.
        max_message_bytes: Bytes of the largest request.
        max_turns: Turns of the longest position.
        max_ttl: The longest time to live.
        max_labels: Labels a game may have.
        max_alternatives: Alternatives that a suggestion may be asked for.
        max_batch_scores: Scores of one batch.
        max_page_size: Games of a page.
    """

    max_listed_codes: int
    max_message_bytes: int
    max_turns: int
    max_ttl: timedelta
    max_labels: int
    max_alternatives: int
    max_batch_scores: int
    max_page_size: int


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """What the server is.

    Attributes:
        version: Of mastermind-service.
        limits: What it refuses beyond.
        features: What it offers, such as ``strategy:most-parts``.
    """

    version: str
    limits: ServerLimits
    features: tuple[str, ...] = ()


RulesetLike = str | Ruleset
"""A preset's name, or a ruleset of the caller's own."""

GameLike = str | Game | NewGameResult
"""A game's id, a game, or what `new_game` gave."""

FeedbackLike = Feedback | tuple[int, int] | tuple[int, int, int]
"""A feedback, or its (black, white) or (black, white, blue)."""

TurnLike = Turn | tuple[CodeLike, FeedbackLike]
"""A turn, or a pair such as ``("1122", (1, 2))``."""


@dataclass(frozen=True, slots=True)
class Position:
    """A ruleset and what has been played: all that a solver needs to know.

    Attributes:
        turns: The turns so far, oldest first.
        ruleset: A preset's name, or a ruleset of the caller's own.
        max_guesses: Another number of guesses than the ruleset's; 0 means no limit.
    """

    turns: Sequence[TurnLike] = ()
    ruleset: RulesetLike = "classic"
    max_guesses: int | None = None
