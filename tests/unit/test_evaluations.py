"""Whole evaluations split sets instead of replaying games, and come to the same."""

from collections import Counter
from threading import Thread

import pytest

from mastermind_engine.codes import Code
from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.evaluate import EvaluationCancelled, Progress, evaluate
from mastermind_engine.solver.listed import ListedSpace
from mastermind_engine.solver.strategies import ONE_STEP, Strategy
from mastermind_engine.solver.suggest import Wish, suggest
from mastermind_engine.tables import Shape
from tests.unit.oracle import slow_solver
from tests.unit.samples import SMALL, custom, label, listed
from tests.unit.solving import NEVER

CLASSIC = preset("classic")


@pytest.mark.parametrize("candidates_only", [False, True], ids=["any-guess", "candidates-only"])
@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_every_secret_takes_as_many_guesses_as_in_a_slow_search(
    ruleset: Ruleset, candidates_only: bool
) -> None:
    solver = slow_solver(ruleset)
    bits = ListedSpace(Shape.of(ruleset))
    openings: list[Code | None] = [
        None,
        solver.guesses[-1],
        solver.guesses[len(solver.guesses) // 3],
    ]
    for strategy in ONE_STEP:
        for opening in openings:
            told = solver.lengths(strategy, opening, candidates_only=candidates_only)
            for space in (listed(ruleset), bits):
                played = evaluate(
                    space, ruleset, strategy, opening=opening, candidates_only=candidates_only
                )
                assert played.lengths.tolist() == told


@pytest.mark.parametrize("strategy", [*ONE_STEP, Strategy.FIRST_CONSISTENT], ids=lambda s: s.name)
@pytest.mark.parametrize("name", ["classic", "hasbro", "advanced"])
def test_an_evaluation_takes_as_many_guesses_as_a_game_of_suggestions(
    name: str, strategy: Strategy
) -> None:
    ruleset = preset(name)
    space = listed(ruleset)
    lengths = evaluate(space, ruleset, strategy).lengths
    for rank in range(3, space.secrets.size, space.secrets.size // 5):
        secret = space.secrets.unrank(rank)
        turns: list[Turn] = []
        while not turns or turns[-1].guess != secret:
            guess = suggest(space, ruleset, turns, Wish(strategy), NEVER).guess
            turns.append(Turn(guess, score(ruleset, secret, guess)))
        assert len(turns) == lengths[rank]


def test_the_numbers_of_an_evaluation_belong_together() -> None:
    played = evaluate(listed(CLASSIC), CLASSIC, Strategy.MINIMAX)
    counts = Counter(played.lengths.tolist())

    assert played.codes == 1296
    assert played.total == sum(length * count for length, count in counts.items())
    assert played.average == played.total / 1296
    assert played.histogram == [counts[length] for length in range(1, played.max + 1)]


def test_auto_plays_what_needs_fewer_guesses_for_the_size() -> None:
    small = evaluate(listed(CLASSIC), CLASSIC, Strategy.AUTO)
    large = custom(4, 10, repeats=False)

    assert small.strategy == Strategy.MOST_PARTS
    assert evaluate(listed(large), large, Strategy.AUTO).strategy == Strategy.ENTROPY


@pytest.mark.parametrize("strategy", [Strategy.OPTIMAL, Strategy.EQUILIBRIUM])
def test_a_strategy_without_a_tree_of_this_engine_is_refused(strategy: Strategy) -> None:
    ruleset = custom(4, 8, blanks=True)

    with pytest.raises(Refusal) as refused:
        evaluate(listed(ruleset), ruleset, strategy)

    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET


def test_progress_counts_the_secrets_done() -> None:
    progress = Progress()

    evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY, progress=progress)

    assert progress.done == 1296


@pytest.mark.parametrize("opening", [None, (1, 1, 2, 2)], ids=["own-opening", "given-opening"])
def test_a_cancelled_evaluation_does_nothing(opening: Code | None) -> None:
    progress = Progress()
    progress.cancel()

    with pytest.raises(EvaluationCancelled):
        evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY, opening=opening, progress=progress)

    assert progress.done == 0


def test_another_thread_stops_an_evaluation_at_once() -> None:
    # Compiled kernels first: nothing stops the compiler.
    evaluate(listed(CLASSIC), CLASSIC, Strategy.ENTROPY)
    ruleset = custom(5, 8)
    space = listed(ruleset)
    progress = Progress()
    stopped: list[bool] = []

    def work() -> None:
        try:
            evaluate(space, ruleset, Strategy.ENTROPY, opening=(1, 1, 2, 2, 3), progress=progress)
        except EvaluationCancelled:
            stopped.append(True)

    thread = Thread(target=work)
    thread.start()
    thread.join(0.3)
    assert thread.is_alive()
    progress.cancel()
    thread.join(1)

    assert not thread.is_alive()
    assert stopped == [True]
    assert progress.done < 32768
