"""What the solver's calls give back: frozen values, independent of protobuf."""

from dataclasses import dataclass, field

from mastermind_client.codes import Code
from mastermind_client.enums import Quality, Strategy
from mastermind_client.values import Feedback, Ruleset


@dataclass(frozen=True, slots=True)
class PartitionCell:
    """The candidates that would give one feedback.

    Attributes:
        feedback: The feedback.
        count: How many candidates would give it, 1 at least.
    """

    feedback: Feedback
    count: int


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """What a position leaves open.

    Attributes:
        candidates_remaining: Secrets that explain all turns.
        candidates_log2: Their base-2 logarithm; None where there are none.
        consistent: Whether there is any.
        first_contradictory_turn: The first turn, from 1, after which there is none.
        repairing_turns: Each turn, from 1, whose removal alone makes a contradictory
            history consistent.
        partition: How the guess asked about splits the candidates, in the order of black,
            then white; without empty cells.
        code_consistent: Whether the code asked about is a candidate; None without a code.
    """

    candidates_remaining: int
    candidates_log2: float | None
    consistent: bool
    first_contradictory_turn: int | None = None
    repairing_turns: tuple[int, ...] = ()
    partition: tuple[PartitionCell, ...] = ()
    code_consistent: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """A turn judged: N candidates before it, M after it, E expected after it.

    Attributes:
        turn: Which turn, from 1.
        guess: What was guessed.
        feedback: How it was answered.
        is_candidate: Whether the guess could have been the secret.
        candidates_before: N.
        candidates_after: M, the winning answer counted like any other.
        expected_after: E: the sum of the squares of the partition's cells, by N.
        best_guess: The guess with the least E, by the tie rule.
        best_expected_after: E*, the least E of any legal guess.
        luck: log2(E / M) in bits.
        skill: log2(N / E) by log2(N / E*), from 0 to 1; None where one candidate was left.
        regret: log2(E / E*) in bits.
        partition: How the guess split the candidates.
    """

    turn: int
    guess: Code
    feedback: Feedback
    is_candidate: bool
    candidates_before: int
    candidates_after: int
    expected_after: float
    best_guess: Code
    best_expected_after: float
    luck: float
    skill: float | None
    regret: float
    partition: tuple[PartitionCell, ...] = ()


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game judged turn by turn.

    Attributes:
        ruleset: The ruleset in full.
        secret: The secret; None where the service never knew it.
        turns: The turns judged, oldest first.
    """

    ruleset: Ruleset
    secret: Code | None
    turns: tuple[TurnAnalysis, ...]


@dataclass(frozen=True, slots=True)
class CandidatesPage:
    """Some of the secrets that a position leaves possible.

    Attributes:
        codes: The candidates, in lexicographic order.
        total: How many there are on all pages together.
        next_page_token: Where the next page begins; empty after the last.
    """

    codes: tuple[Code, ...]
    total: int
    next_page_token: str = ""


@dataclass(frozen=True, slots=True)
class StrategyTotal:
    """Guesses that a strategy needs for all secrets together.

    Attributes:
        total: Their number.
        max: Guesses for the hardest secret; 0 where it is not told.
    """

    total: int
    max: int


@dataclass(frozen=True, slots=True)
class StrategyInfo:
    """A strategy that plays a ruleset.

    Attributes:
        strategy: The strategy.
        auto: Whether AUTO chooses it before the first guess.
        quality: How far its suggestions can be trusted.
        published: What it needs as published or recomputed elsewhere; None where unknown.
        proven: What it needs as the service's own project proves; None where it has not.
    """

    strategy: Strategy
    auto: bool
    quality: Quality
    published: StrategyTotal | None = None
    proven: StrategyTotal | None = None


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """How far an evaluation is.

    Attributes:
        done: Secrets played.
        codes: Secrets to play.
        seconds: Seconds since it began.
    """

    done: int
    codes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What a strategy needed.

    Attributes:
        total: Guesses for all secrets played, the winning ones included.
        codes: Secrets played.
        average: Guesses a secret.
        standard_error: Of the average; 0 where every secret was played without chance.
        max: Guesses for the hardest of them.
        histogram: How many secrets took 1, 2, 3 … guesses.
        opening: The first guess; None where it is left to chance.
        guesses_per_code: Guesses for each secret played, a byte each: in lexicographic
            order, or of a sample in the order of the draws.
        seconds: Seconds that it took.
        strategy_used: The strategy that played; never AUTO.
        seed: What chance was drawn by; None where nothing was left to it.
    """

    total: int
    codes: int
    average: float
    standard_error: float
    max: int
    histogram: tuple[int, ...]
    opening: Code | None
    guesses_per_code: bytes = field(repr=False)
    seconds: float
    strategy_used: Strategy
    seed: int | None = None
