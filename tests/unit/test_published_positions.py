"""Published partitions, second guesses and adversary games."""

from itertools import pairwise

import pytest

from mastermind_engine import kernels
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback, feedback_id, feedback_of
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import preset
from mastermind_engine.solver.position import candidates
from mastermind_engine.solver.strategies import ONE_STEP, Strategy
from mastermind_engine.solver.suggest import Suggestion, Wish, suggest
from tests.unit.published import PUBLISHED
from tests.unit.samples import code, listed
from tests.unit.solving import NEVER

CLASSIC = preset("classic")
SPACE = listed(CLASSIC)
ADVERSARY = PUBLISHED["greedy_adversary_4x6_guesses"]


@pytest.mark.parametrize(
    ("guess", "published"), PUBLISHED["classic_4x6_repeats"]["opening_partitions"].items()
)
def test_an_opening_partitions_the_classic_codes_as_published(
    guess: str, published: dict[str, int]
) -> None:
    members = candidates(SPACE, ())
    cells = kernels.partition(SPACE.arrays, members, SPACE.guesses.rank(code(guess)), SPACE.slots)

    assert cells.max() == published["largest"]
    assert (cells > 0).sum() == published["cells"]
    assert (cells**2).sum() == published["sum_of_squares"]


@pytest.mark.parametrize(
    ("answer", "second"),
    PUBLISHED["classic_4x6_repeats"]["minimax_second_guess_after_1122"].items(),
)
def test_minimax_answers_the_reply_to_1122_as_published(answer: str, second: str) -> None:
    black, white = map(int, answer.split(","))
    turns = [Turn(code("1122"), Feedback(black, white))]

    assert suggest(SPACE, CLASSIC, turns, Wish(Strategy.MINIMAX), NEVER).guess == code(second)


def greedy_answer(turns: list[Turn], guess: Code) -> tuple[Feedback, int]:
    """The feedback that leaves most candidates; ties fewest black, then fewest white."""
    members = candidates(SPACE, turns)
    cells = kernels.partition(SPACE.arrays, members, SPACE.guesses.rank(guess), SPACE.slots)
    ranked = [
        (-int(cells[number]), feedback_of(number)) for number in range(SPACE.slots) if cells[number]
    ]
    most, answer = min(ranked)
    return answer, -most


def play_the_adversary(strategy: Strategy) -> list[tuple[Suggestion, Feedback, int]]:
    turns: list[Turn] = []
    played: list[tuple[Suggestion, Feedback, int]] = []
    while not turns or turns[-1].feedback.black < CLASSIC.pegs:
        suggestion = suggest(SPACE, CLASSIC, turns, Wish(strategy), NEVER)
        answer, left = greedy_answer(turns, suggestion.guess)
        turns.append(Turn(suggestion.guess, answer))
        played.append((suggestion, answer, left))
    return played


@pytest.mark.parametrize(
    "strategy", [*ONE_STEP, Strategy.FIRST_CONSISTENT], ids=lambda strategy: strategy.name
)
def test_a_strategy_breaks_the_greedy_adversary_in_the_published_number_of_guesses(
    strategy: Strategy,
) -> None:
    assert len(play_the_adversary(strategy)) == ADVERSARY[strategy.name.lower()]


def test_minimax_plays_the_published_game_against_the_greedy_adversary() -> None:
    game = [
        f"{''.join(map(str, suggestion.guess))}:({answer.black},{answer.white})"
        + (f" {left}" if answer.black < CLASSIC.pegs else "")
        for suggestion, answer, left in play_the_adversary(Strategy.MINIMAX)
    ]

    assert game == ADVERSARY["minimax_game"]


def test_what_the_adversary_leaves_are_the_candidates_of_the_next_suggestion() -> None:
    played = play_the_adversary(Strategy.MINIMAX)

    for (suggestion, _, left), (following, _, _) in pairwise(played):
        assert following.candidates_remaining == left == suggestion.worst_case_remaining


def test_all_black_is_the_highest_number_in_use() -> None:
    assert feedback_id(Feedback(CLASSIC.pegs)) == SPACE.slots - 1
