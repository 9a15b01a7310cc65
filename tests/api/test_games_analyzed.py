"""AnalyzeGame: finished games, and positions with their secret, turn by turn."""

from math import log2

import pytest

from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, code, marks, new_id, preset, text_of, turn
from tests.support.calls import resign
from tests.support.refusals import refused
from tests.support.solver import SolverApi

SECRET = "3124"


@pytest.fixture(scope="module")
def solver(api: Api) -> SolverApi:
    return SolverApi(api)


def solved_game(api: Api, *guesses: str, **wish: object) -> str:
    """A game whose secret the last guess is."""
    game_id = api.new_id_of_game(guesses[-1], **wish)
    for guess in guesses:
        api.guess(game_id, guess)
    return game_id


def test_a_finished_game_is_judged_turn_by_turn(api: Api, solver: SolverApi) -> None:
    game_id = solved_game(api, "1122", "1344", SECRET)

    told = solver.analyze_game(game_id)

    assert told.ruleset.name == "classic"
    assert text_of(told.secret) == SECRET
    assert [row.turn for row in told.turns] == [1, 2, 3]
    assert [text_of(row.guess) for row in told.turns] == ["1122", "1344", SECRET]
    played = api.get_game(game_id).turns
    assert [row.feedback for row in told.turns] == [each.feedback for each in played]
    first = told.turns[0]
    assert first.candidates_before == 1296
    assert first.expected_after == pytest.approx(204.535, abs=0.0005)
    for row, after in zip(told.turns, [*told.turns[1:], None], strict=True):
        left = solver.analyze(played[: row.turn]).candidates_remaining
        assert row.candidates_after == left
        assert after is None or after.candidates_before == left
        assert sum(cell.count for cell in row.partition) == row.candidates_before
    assert told.turns[-1].candidates_after == 1


def test_each_number_is_what_its_formula_says(api: Api, solver: SolverApi) -> None:
    for row in solver.analyze_game(solved_game(api, "1234", "5512", "2246", SECRET)).turns:
        before, after = row.candidates_before, row.candidates_after
        assert row.expected_after == sum(cell.count**2 for cell in row.partition) / before
        assert row.luck == pytest.approx(log2(row.expected_after / after))
        assert row.regret == pytest.approx(log2(row.expected_after / row.best_expected_after))
        if before == row.best_expected_after:
            assert not row.HasField("skill")
        else:
            told = log2(before / row.expected_after) / log2(before / row.best_expected_after)
            assert row.skill == pytest.approx(told)


def test_the_best_guess_is_the_one_that_is_suggested(api: Api, solver: SolverApi) -> None:
    played = [turn("1234", 1, 1), turn("1562", 0, 1)]
    secret = text_of(solver.candidates(played).codes[-1])

    rows = solver.analyze_played([*played, turn(secret, 4, 0)], secret).turns

    for number, row in enumerate(rows):
        hint = api.suggest_for(played[:number], strategy=pb.STRATEGY_EXPECTED_SIZE)
        assert row.best_guess == hint.guess
        assert row.best_expected_after == hint.expected_remaining


def test_a_position_is_judged_like_the_game(api: Api, solver: SolverApi) -> None:
    game_id = solved_game(api, "1122", "3345", SECRET)
    turns = api.get_game(game_id).turns

    assert solver.analyze_played(turns, SECRET) == solver.analyze_game(game_id)


@pytest.mark.parametrize("guesses", [[], ["1122"]], ids=["no-turn", "one-turn"])
def test_a_game_given_up_is_judged_as_far_as_it_went(
    api: Api, solver: SolverApi, guesses: list[str]
) -> None:
    game_id = api.new_id_of_game()
    for guess in guesses:
        api.guess(game_id, guess)
    resign(api, game_id)

    told = solver.analyze_game(game_id)

    assert [text_of(row.guess) for row in told.turns] == guesses
    assert told.secret == api.get_game(game_id).secret


def test_a_lost_game_is_judged(api: Api, solver: SolverApi) -> None:
    game_id = api.new_id_of_game("6543", ruleset=preset("classic", max_guesses=2))
    for guess in ("1122", "1122"):
        api.guess(game_id, guess)

    second = solver.analyze_game(game_id).turns[1]

    # Nothing can be learned twice.
    assert second.expected_after == second.candidates_before == second.candidates_after
    assert (second.skill, second.luck) == (0.0, 0.0)
    assert second.HasField("skill")


def test_a_game_that_is_not_over_tells_nothing(api: Api, solver: SolverApi) -> None:
    running = api.new_id_of_game()
    api.guess(running, "1122")
    waiting = api.new_id_of_game(codemaker=pb.CODEMAKER_SUPPLIED)

    for game_id in (running, waiting):
        with refused("FAILED_PRECONDITION", "GAME_NOT_OVER"):
            solver.analyze_game(game_id)


def test_whoever_may_read_a_game_may_have_it_judged(api: Api, solver: SolverApi) -> None:
    made = api.new_game(SECRET, require_tokens=True)
    game_id = made.game.game_id
    api.with_token(made.codebreaker_token).guess(game_id, SECRET)

    with refused("UNAUTHENTICATED", "MISSING_CREDENTIALS"):
        solver.analyze_game(game_id)
    with refused("UNAUTHENTICATED", "INVALID_TOKEN"):
        SolverApi(api.with_token(made.spectator_token[:-1] + "_")).analyze_game(game_id)
    for token in (made.codebreaker_token, made.codemaker_token, made.spectator_token):
        assert SolverApi(api.with_token(token)).analyze_game(game_id).turns


def test_no_game_is_not_found(solver: SolverApi) -> None:
    with refused("NOT_FOUND", "GAME_NOT_FOUND"):
        solver.analyze_game(new_id())


def test_neither_game_nor_position_is_refused(solver: SolverApi) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.stub.AnalyzeGame(solver_pb.AnalyzeGameRequest())
    assert told.fields == ["target"]


def test_a_game_brings_its_own_secret(api: Api, solver: SolverApi) -> None:
    request = solver_pb.AnalyzeGameRequest(game_id=solved_game(api, SECRET), secret=code(SECRET))
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.stub.AnalyzeGame(request)
    assert told.fields == ["secret"]


def test_every_turn_that_the_secret_answers_otherwise_is_told(solver: SolverApi) -> None:
    turns = [turn("1122", 0, 3), turn("3124", 4, 0), turn("4213", 2, 2)]

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.analyze_played(turns, SECRET)

    assert told.fields == ["position.turns[0].feedback", "position.turns[2].feedback"]
    assert told.descriptions[0] == "the secret answers 2 black, 0 white"


def test_a_position_needs_a_legal_secret(solver: SolverApi) -> None:
    position = pb.Position(turns=[turn("1122", 4, 4)])
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        solver.stub.AnalyzeGame(solver_pb.AnalyzeGameRequest(position=position))
    assert told.fields == ["position.turns[0].feedback.white", "secret"]
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        solver.analyze_played([], "1179")
    assert told.fields == ["secret.pegs[2]", "secret.pegs[3]"]


def test_turns_after_the_last_are_judged_too(solver: SolverApi) -> None:
    rows = solver.analyze_played([turn(SECRET, 4, 0), turn("1111", 1, 0)], SECRET).turns
    assert [marks(row.feedback) for row in rows] == [(4, 0), (1, 0)]
    assert not rows[1].HasField("skill")
