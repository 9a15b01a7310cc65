"""The codemaker without a secret: it evades as long as it can, and never contradicts itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from mastermind.v1 import types_pb2 as pb
from mastermind_engine.rulesets import PRESETS, FeedbackKind, Ruleset
from mastermind_service.cli.choices import kebab
from tests.support.api import Api, marks, new_id, preset
from tests.support.calls import choice_of, listed, play, resign, stats
from tests.unit import oracle
from tests.unit.published import PUBLISHED
from tests.unit.samples import custom

FACTS = {
    name: guesses
    for name, guesses in PUBLISHED["greedy_adversary_4x6_guesses"].items()
    if isinstance(guesses, int)
}
MINIMAX_GAME = PUBLISHED["greedy_adversary_4x6_guesses"]["minimax_game"]


def adversarial(api: Api, **wish: Any) -> pb.Game:
    """A game against it."""
    return api.new_game(codemaker=pb.CODEMAKER_ADVERSARIAL, **wish).game


def broken_by(api: Api, strategy: str) -> pb.Game:
    """A classic game, played by a strategy until the code is broken."""
    game_id = adversarial(api).game_id
    state = pb.STATE_IN_PROGRESS
    while state == pb.STATE_IN_PROGRESS:
        hint = api.suggest(game_id, strategy=pb.Strategy.Value(f"STRATEGY_{strategy.upper()}"))
        state = play(api, game_id, hint.guess.pegs).state
    return api.get_game(game_id)


def wrong_turns(game: pb.Game, ruleset: Ruleset) -> list[int]:
    """Turns that the secret shown does not explain."""
    return [
        number
        for number, turn in enumerate(game.turns, 1)
        if oracle.feedback(ruleset, game.secret.pegs, turn.guess.pegs)[:2] != marks(turn.feedback)
    ]


@pytest.mark.parametrize("strategy", FACTS, ids=kebab)
def test_it_lasts_as_long_as_published_against_each_strategy(api: Api, strategy: str) -> None:
    game = broken_by(api, strategy)

    assert game.state == pb.STATE_SOLVED
    assert len(game.turns) == FACTS[strategy]
    assert game.secret == game.turns[-1].guess
    assert not wrong_turns(game, PRESETS["classic"])


def test_its_answers_to_minimax_are_the_published_ones(api: Api) -> None:
    played = [
        f"{''.join(map(str, turn.guess.pegs))}:({turn.feedback.black},{turn.feedback.white})"
        for turn in broken_by(api, "minimax").turns
    ]

    assert played == [step.split()[0] for step in MINIMAX_GAME]


def evasive(ruleset: Ruleset, guesses: list[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """The rule, tried out: most candidates, then fewest black, then fewest white."""
    left = oracle.all_codes(ruleset, repeats=ruleset.repeats)
    for guess in guesses:
        cells: dict[tuple[int, int, int], list[tuple[int, ...]]] = {}
        for code in left:
            cells.setdefault(oracle.feedback(ruleset, code, guess), []).append(code)
        answer = min(cells, key=lambda each: (-len(cells[each]), each))
        left = cells[answer]
        yield answer[:2]


@pytest.mark.parametrize(
    "ruleset",
    [
        custom(3, 4),
        custom(3, 5, repeats=False, guess_repeats=True),
        custom(3, 3, blanks=True),
        custom(4, 3, kind=FeedbackKind.BLACK_ONLY),
    ],
)
def test_it_answers_by_its_rule_in_every_kind_of_ruleset(api: Api, ruleset: Ruleset) -> None:
    every = oracle.all_codes(ruleset, repeats=ruleset.guess_repeats)
    guesses = every[:: len(every) // 7][:6]
    game_id = adversarial(api, ruleset=choice_of(ruleset)).game_id
    for guess, answer in zip(guesses, evasive(ruleset, guesses), strict=True):
        if api.get_game(game_id).state != pb.STATE_IN_PROGRESS:
            break
        assert marks(play(api, game_id, guess).feedback) == answer

    over = api.get_game(game_id)
    over = over if over.state == pb.STATE_SOLVED else resign(api, game_id)
    assert not wrong_turns(over, ruleset)


@pytest.mark.parametrize("end", ["used up", "given up"])
def test_a_code_never_broken_is_the_smallest_that_fits_all_answers(api: Api, end: str) -> None:
    game_id = adversarial(api, ruleset=preset("classic", max_guesses=3)).game_id
    for guess in [(1, 1, 2, 2), (3, 3, 4, 5)]:
        play(api, game_id, guess)
    if end == "given up":
        resign(api, game_id)
    else:
        answer = play(api, game_id, (6, 6, 1, 1))
        assert answer.state == pb.STATE_UNSOLVED
        assert answer.secret == api.get_game(game_id).secret
    game = api.get_game(game_id)

    fitting = [
        code
        for code in oracle.all_codes(PRESETS["classic"], repeats=True)
        if all(
            oracle.feedback(PRESETS["classic"], code, turn.guess.pegs)[:2] == marks(turn.feedback)
            for turn in game.turns
        )
    ]
    assert tuple(game.secret.pegs) == fitting[0]


def test_there_is_nothing_to_commit_to_and_nothing_to_tell_before_the_end(api: Api) -> None:
    game = adversarial(api, seed=7)

    assert game.secret_source == pb.SECRET_SOURCE_NONE
    assert not game.commitment
    answer = api.guess(game.game_id, "1122")
    assert not answer.HasField("secret")
    assert not api.get_game(game.game_id).HasField("secret")
    over = resign(api, game.game_id)
    assert over.HasField("secret")
    assert not over.HasField("reveal")


def test_a_retry_gets_the_same_answer_whatever_has_been_played_since(api: Api) -> None:
    game_id = adversarial(api).game_id
    first = api.guess(game_id, "1122", request_id="first")
    api.guess(game_id, "1345")

    assert api.guess(game_id, "1122", request_id="first") == first
    assert len(api.get_game(game_id).turns) == 2


def test_an_illegal_guess_costs_nothing(api: Api) -> None:
    game_id = adversarial(api).game_id
    before = api.get_game(game_id)
    with pytest.raises(Exception, match="no legal guess"):
        api.guess(game_id, "1177")

    assert api.get_game(game_id) == before


def test_it_plays_among_tens_of_thousands_of_codes_beside_the_event_loop(api: Api) -> None:
    game_id = adversarial(api, ruleset=preset("super")).game_id

    assert marks(api.guess(game_id, "11223").feedback) == (0, 1)
    assert api.suggest(game_id, strategy=pb.STRATEGY_FIRST_CONSISTENT).candidates_remaining > 5000


def test_such_games_are_listed_and_counted(api: Api) -> None:
    team = new_id()
    game_id = adversarial(
        api, labels={"team": team}, ruleset=preset("classic", max_guesses=1)
    ).game_id
    api.guess(game_id, "1122")

    assert listed(api, f'codemaker=ADVERSARIAL AND labels.team="{team}"') == [game_id]
    assert stats(api, f'labels.team="{team}"').lost == 1
