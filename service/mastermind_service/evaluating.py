"""Strategies: which play a ruleset, and how many guesses each needs for all secrets."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from secrets import randbits

from mastermind_engine.codes import Code, check_guess
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_engine.solver.catalog import StrategyFacts, strategies_of
from mastermind_engine.solver.evaluate import Evaluation, Progress, evaluate
from mastermind_engine.solver.known_totals import KnownTotal, known_total
from mastermind_engine.solver.listed import ListedSpaces, check_listable, check_solvable, listable
from mastermind_engine.solver.strategies import BY_RULE, FROM_TREES, Quality, Strategy, resolve
from mastermind_service.errors import Faults
from mastermind_service.openings import RulesetChoice
from mastermind_service.workers import Workers

PROGRESS_SECONDS = 0.25
MAX_SAMPLE = 100_000
MAX_SAMPLE_UNLISTED = 10_000
"""A game takes some tenths of a second where codes are too many to list."""
MAX_RANDOM_GAMES = 50_000
"""Games of a random strategy are played one by one, at some thousands a second."""
MAX_PLAYED_SCORES = 10_000_000_000
"""Guess × candidate scores of the largest evaluation, a minute or two of work."""
BY_CHANCE = (Strategy.RANDOM_CONSISTENT, Strategy.EQUILIBRIUM)
CELL_SHARE = 5
"""A set that the first guess leaves holds about a fifth of the candidates."""


@dataclass(frozen=True, slots=True)
class StrategyInfo:
    """A strategy that plays a ruleset.

    Attributes:
        strategy: The strategy.
        auto: Whether AUTO chooses it before the first guess.
        quality: How far its suggestions can be trusted.
        published: Guesses for all secrets as told elsewhere; None where they are not.
        proven: Guesses for all secrets, found by playing every one, and where the strategy
            is to be the best, proven so; None where not known.
    """

    strategy: Strategy
    auto: bool
    quality: Quality
    published: KnownTotal | None
    proven: KnownTotal | None


def list_strategies(choice: RulesetChoice, spaces: ListedSpaces) -> list[StrategyInfo]:
    """The strategies that play a ruleset here, in the order of their numbers.

    Raises:
        Refusal: Every fault of the ruleset, or UNSUPPORTED_FOR_RULESET.
    """
    faults = Faults()
    ruleset = faults.checked(choice.check(faults, "ruleset"))
    check_listable(ruleset)
    trees = spaces.trees(ruleset)
    chosen = Strategy.OPTIMAL if Strategy.OPTIMAL in trees else resolve(Strategy.AUTO, ruleset)
    return [
        StrategyInfo(
            strategy=facts.strategy,
            auto=facts.strategy == chosen,
            quality=_quality(facts),
            published=_published(facts),
            proven=_proven(ruleset, facts),
        )
        for facts in strategies_of(ruleset, trees)
        if facts.runs
    ]


def _quality(facts: StrategyFacts) -> Quality:
    if facts.strategy == Strategy.EQUILIBRIUM:
        return Quality.PROVEN_OPTIMAL
    if facts.strategy in FROM_TREES:
        proven = facts.held is not None and facts.held.proven
        return Quality.PROVEN_OPTIMAL if proven else Quality.BEST_KNOWN
    return Quality.BY_RULE if facts.strategy in BY_RULE else Quality.EXACT_ONE_STEP


def _published(facts: StrategyFacts) -> KnownTotal | None:
    told = facts.published
    if told is None or told.total is None:
        return None
    return KnownTotal(told.total, told.max or 0)


def _proven(ruleset: Ruleset, facts: StrategyFacts) -> KnownTotal | None:
    held = facts.held
    if held is not None and held.proven:
        return KnownTotal(held.total, held.max)
    return known_total(ruleset, facts.strategy)


@dataclass(frozen=True, slots=True)
class EvaluationWish:
    """What to play.

    Attributes:
        ruleset: Which ruleset; its number of rows does not count.
        strategy: The strategy, or AUTO.
        opening: A first guess instead of the strategy's own.
        candidates_only: Whether to guess only what may be the secret.
        sample: How many secrets to draw and play; None plays every one.
        seed: Fixes what chance decides; None draws a seed.
        misread: Fields whose values mean nothing, found when the request was read.
    """

    ruleset: RulesetChoice
    strategy: Strategy = Strategy.AUTO
    opening: Code | None = None
    candidates_only: bool = False
    sample: int | None = None
    seed: int | None = None
    misread: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationNews:
    """How far an evaluation is: secrets played, secrets to play, seconds since it began."""

    done: int
    codes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What came of an evaluation.

    Attributes:
        evaluation: The guesses that secrets took.
        seconds: How long it took.
        seed: By what chance was drawn; None where nothing was left to it.
    """

    evaluation: Evaluation
    seconds: float
    seed: int | None


class Evaluating:
    """The use case of whole evaluations.

    Args:
        spaces: Listed code spaces, those that ship with their tables.
        workers: Where secrets are played.
    """

    def __init__(self, spaces: ListedSpaces, workers: Workers) -> None:
        self._spaces = spaces
        self._workers = workers

    def list_strategies(self, choice: RulesetChoice) -> list[StrategyInfo]:
        """The strategies that play a ruleset here, in the order of their numbers.

        Raises:
            Refusal: Every fault of the ruleset, or UNSUPPORTED_FOR_RULESET.
        """
        return list_strategies(choice, self._spaces)

    async def evaluate(
        self, wish: EvaluationWish
    ) -> AsyncGenerator[EvaluationNews | EvaluationResult, None]:
        """Plays secrets: news a few times a second, at the end the result.

        The work ends when the iterator is closed.

        Raises:
            Refusal: Every bad field, UNSUPPORTED_FOR_RULESET or SOLVER_BUSY.
        """
        ruleset, strategy = _checked(wish)
        codes = ruleset.secret_count if wish.sample is None else wish.sample
        chance = wish.sample is not None or strategy in BY_CHANCE
        seed = randbits(64) if wish.seed is None else wish.seed
        progress = Progress()
        began = time.perf_counter()

        def work(_: object) -> Evaluation:
            return evaluate(
                self._spaces.find(ruleset),
                ruleset,
                wish.strategy,
                opening=wish.opening,
                candidates_only=wish.candidates_only,
                sample=wish.sample or 0,
                seed=seed,
                progress=progress,
            )

        playing = asyncio.create_task(self._workers.run(work))
        try:
            while not playing.done():
                await asyncio.wait([playing], timeout=PROGRESS_SECONDS)
                if not playing.done():
                    yield EvaluationNews(progress.done, codes, time.perf_counter() - began)
            yield EvaluationResult(
                playing.result(), time.perf_counter() - began, seed if chance else None
            )
        finally:
            progress.cancel()
            playing.cancel()


def _checked(wish: EvaluationWish) -> tuple[Ruleset, Strategy]:
    """The ruleset and the strategy of a sound wish, AUTO decided."""
    faults = Faults()
    ruleset = wish.ruleset.check(faults, "ruleset")
    faults.add_misread(wish.misread)
    if ruleset is not None and wish.opening is not None:
        faults.add(
            RuleReason.INVALID_CODE,
            "the opening is not legal",
            [fault.within("opening") for fault in check_guess(ruleset, wish.opening)],
        )
    if wish.sample is not None and not 1 <= wish.sample <= MAX_SAMPLE:
        faults.add_field("sample", f"must be 1 to {MAX_SAMPLE}")
    ruleset = faults.checked(ruleset)
    check_solvable(ruleset)
    strategy = resolve(wish.strategy, ruleset)
    if listable(ruleset):
        _check_reach(ruleset, strategy, wish)
    else:
        _check_sample(ruleset, wish.sample)
    return ruleset, strategy


def _check_sample(ruleset: Ruleset, sample: int | None) -> None:
    """Refuses to play every one of codes too many to list.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    if sample is None or sample > MAX_SAMPLE_UNLISTED:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"{ruleset.secret_count} codes are too many to play each; ask for a sample of at "
            f"most {MAX_SAMPLE_UNLISTED}",
        )


def _check_reach(ruleset: Ruleset, strategy: Strategy, wish: EvaluationWish) -> None:
    """Refuses evaluations that would take too long, and says what would not.

    Most of the work is to weigh the second guesses: all legal ones against each of the sets
    that the first guess leaves. A small sample meets few of these sets.

    Raises:
        Refusal: UNSUPPORTED_FOR_RULESET.
    """
    codes, guesses = ruleset.secret_count, ruleset.guess_count
    if strategy == Strategy.RANDOM_CONSISTENT:
        if (wish.sample or codes) > MAX_RANDOM_GAMES:
            raise Refusal(
                RuleReason.UNSUPPORTED_FOR_RULESET,
                f"random games are played one by one, at most {MAX_RANDOM_GAMES}; ask for a sample",
            )
        return
    if strategy in (Strategy.FIRST_CONSISTENT, Strategy.EQUILIBRIUM, *FROM_TREES):
        return
    weighed = codes // CELL_SHARE if wish.candidates_only else guesses
    sets = min(wish.sample or CELL_SHARE, CELL_SHARE)
    scores = weighed * codes * sets // CELL_SHARE
    if scores > MAX_PLAYED_SCORES:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET,
            f"playing this would weigh some {scores:.0e} guesses against candidates, at most "
            f"{MAX_PLAYED_SCORES:.0e}; a sample below {CELL_SHARE}, candidates_only or "
            "FIRST_CONSISTENT take less",
        )
