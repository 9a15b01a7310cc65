"""One game as a value."""

from dataclasses import FrozenInstanceError

import pytest

from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Codemaker, Game, State, Turn
from mastermind_engine.refusals import Refusal, RuleReason
from tests.unit.samples import custom

SECRET = (3, 6, 3, 2)
WRONG = (1, 1, 5, 5)


def new_game(max_guesses: int = 3) -> Game:
    ruleset = custom(4, 6, max_guesses=max_guesses)
    return Game(ruleset, Codemaker.SUPPLIED, State.AWAITING_SECRET).with_secret(SECRET)


def after(game: Game, *guesses: Code) -> Game:
    for guess in guesses:
        game, _ = game.guess(guess)
    return game


def test_a_guess_is_answered_and_recorded() -> None:
    game, answer = new_game().guess((3, 3, 1, 1))

    assert answer == Feedback(1, 1)
    assert game.turns == (Turn((3, 3, 1, 1), answer),)
    assert (game.state, game.guesses_left) == (State.IN_PROGRESS, 2)


def test_the_last_guess_may_win() -> None:
    game = after(new_game(), WRONG, WRONG, SECRET)

    assert (game.state, game.guesses_left) == (State.SOLVED, 0)


def test_the_last_guess_may_lose() -> None:
    game = after(new_game(), WRONG, WRONG, WRONG)

    assert (game.state, game.guesses_left) == (State.UNSOLVED, 0)


def test_the_first_guess_may_win() -> None:
    assert after(new_game(max_guesses=1), SECRET).state == State.SOLVED


def test_a_game_without_a_limit_goes_on() -> None:
    game = after(new_game(max_guesses=0), *[WRONG] * 100)

    assert (game.state, game.guesses_left) == (State.IN_PROGRESS, -1)


@pytest.mark.parametrize("illegal", [(1, 2, 3), (1, 2, 3, 7), (0, 1, 2, 3), (1, 2, 3, 4, 5), ()])
def test_an_illegal_guess_costs_nothing(illegal: Code) -> None:
    game = after(new_game(), WRONG, WRONG)

    with pytest.raises(Refusal) as refused:
        game.guess(illegal)

    assert refused.value.reason == RuleReason.INVALID_CODE
    assert refused.value.violations
    assert game.guesses_left == 1
    assert after(game, SECRET).state == State.SOLVED


def test_a_repeated_guess_is_legal_and_costs_a_turn() -> None:
    game = after(new_game(), WRONG, WRONG)

    assert len(game.turns) == 2
    assert game.turns[0] == game.turns[1]


@pytest.mark.parametrize(
    "over",
    [
        after(new_game(), SECRET),
        after(new_game(), WRONG, WRONG, WRONG),
        new_game().resign(),
        Game(custom(4, 6), Codemaker.SUPPLIED, State.AWAITING_SECRET).resign(),
        Game(custom(4, 6), Codemaker.REMOTE, State.VOID),
    ],
    ids=["solved", "unsolved", "resigned", "resigned-before-the-secret", "void"],
)
def test_nothing_can_be_played_once_a_game_is_over(over: Game) -> None:
    for move in (
        lambda: over.guess(SECRET),
        lambda: over.guess((9,)),
        lambda: over.with_secret(SECRET),
        over.resign,
    ):
        with pytest.raises(Refusal) as refused:
            move()
        assert refused.value.reason == RuleReason.GAME_OVER


@pytest.mark.parametrize("state", State)
def test_the_last_four_states_are_over(state: State) -> None:
    assert state.over is (state.name in {"SOLVED", "UNSOLVED", "RESIGNED", "VOID"})


def test_a_move_leaves_the_old_game_as_it_was() -> None:
    before = new_game()

    after(before, WRONG, WRONG, SECRET)
    before.resign()

    assert before == new_game()


def test_a_game_cannot_be_changed() -> None:
    game = new_game()

    with pytest.raises(FrozenInstanceError):
        game.state = State.SOLVED  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        after(game, WRONG).turns[0].guess = SECRET  # type: ignore[misc]


def test_a_guess_waits_for_the_secret() -> None:
    with pytest.raises(Refusal) as refused:
        Game(custom(4, 6), Codemaker.SUPPLIED, State.AWAITING_SECRET).guess(WRONG)

    assert refused.value.reason == RuleReason.AWAITING_SECRET


def test_a_secret_is_set_once() -> None:
    with pytest.raises(Refusal) as refused:
        new_game().with_secret(WRONG)

    assert refused.value.reason == RuleReason.SECRET_ALREADY_SET


def test_an_illegal_secret_sets_nothing() -> None:
    game = Game(custom(4, 6, repeats=False), Codemaker.SUPPLIED, State.AWAITING_SECRET)

    with pytest.raises(Refusal) as refused:
        game.with_secret((1, 1, 2, 3))

    assert refused.value.reason == RuleReason.INVALID_CODE
    assert game.with_secret((1, 2, 3, 4)).state == State.IN_PROGRESS
