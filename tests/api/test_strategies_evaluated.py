"""EvaluateStrategy and ListStrategies: whole evaluations over the wire."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from mastermind.v1 import types_pb2 as pb
from tests.support import probes
from tests.support.api import Api, code, custom, preset, text_of
from tests.support.calls import resign
from tests.support.refusals import refusal_of, refused
from tests.support.server import ServerProcess, running_server
from tests.support.solver import SolverApi
from tests.support.waiting import wait_until
from tests.unit.published import PUBLISHED

CLASSIC = PUBLISHED["classic_4x6_repeats"]
ONE_STEP = {
    "minimax": pb.STRATEGY_MINIMAX,
    "expected_size": pb.STRATEGY_EXPECTED_SIZE,
    "entropy": pb.STRATEGY_ENTROPY,
    "most_parts": pb.STRATEGY_MOST_PARTS,
}
ROWS = {
    name: row
    for name, row in PUBLISHED["one_step_strategies_with_the_tie_rule"].items()
    if name not in ("note", "4x10 no repeats")
}
OUT_OF_REACH = custom(6, 9)


@pytest.fixture(scope="module")
def solver(stateless_api: Api) -> SolverApi:
    return SolverApi(stateless_api)


def board(name: str) -> pb.RulesetChoice:
    size, *rest = name.split(" ", 1)
    pegs, colors = map(int, size.split("x"))
    return custom(pegs, colors, repeats=not rest)


@pytest.mark.parametrize("name", ROWS)
def test_one_step_strategies_take_the_recomputed_totals(solver: SolverApi, name: str) -> None:
    infos = solver.strategies(board(name))
    for strategy, told in ROWS[name].items():
        result = solver.evaluate(ruleset=board(name), strategy=ONE_STEP[strategy])
        assert (result.total, result.max) == (told["total"], told["max"])
        for total in (infos[ONE_STEP[strategy]].published, infos[ONE_STEP[strategy]].proven):
            assert (total.total, total.max) == (told["total"], told["max"])


@pytest.mark.parametrize("strategy", [*ONE_STEP, "first_consistent"])
def test_the_numbers_of_a_result_are_those_published(solver: SolverApi, strategy: str) -> None:
    told = CLASSIC[strategy]
    wanted = pb.Strategy.Value(f"STRATEGY_{strategy.upper()}")

    result = solver.evaluate(strategy=wanted)

    assert (result.total, result.codes, result.max) == (told["total"], 1296, told["max"])
    assert result.average == result.total / 1296
    assert result.standard_error == 0
    assert list(result.histogram) == told["histogram"]
    assert text_of(result.opening) == told["opening"]
    lengths = Counter(result.guesses_per_code)
    assert [lengths[length] for length in range(1, result.max + 1)] == told["histogram"]
    assert len(result.guesses_per_code) == 1296
    assert result.guesses_per_code[rank(result.opening)] == 1
    assert result.strategy_used == wanted
    assert not result.HasField("seed")
    assert result.seconds > 0


def rank(told: pb.Code) -> int:
    """Place of a code of the classic board in the order."""
    place = 0
    for peg in told.pegs:
        place = place * 6 + peg - 1
    return place


def test_auto_is_told_by_its_own_name(solver: SolverApi) -> None:
    result = solver.evaluate()

    assert result.strategy_used == pb.STRATEGY_OPTIMAL
    assert (result.total, result.max) == (CLASSIC["optimum"]["total"], 6)
    assert [info.strategy for info in solver.strategies().values() if info.auto] == [
        result.strategy_used
    ]


def test_strategies_with_trees_tell_what_is_published_and_proven(solver: SolverApi) -> None:
    told = solver.strategies()

    for strategy, total, longest in (
        (pb.STRATEGY_OPTIMAL, 5625, 6),
        (pb.STRATEGY_OPTIMAL_DEPTH, 5626, 5),
    ):
        info = told[strategy]
        assert info.quality == pb.QUALITY_PROVEN_OPTIMAL
        for figure in (info.published, info.proven):
            assert (figure.total, figure.max) == (total, longest)
        result = solver.evaluate(strategy=strategy)
        assert (result.total, result.max, result.strategy_used) == (total, longest, strategy)


def test_the_number_of_rows_does_not_count(solver: SolverApi) -> None:
    result = solver.evaluate(ruleset=preset("travel"), strategy=pb.STRATEGY_FIRST_CONSISTENT)
    assert result.max == 9


def test_guessing_candidates_alone_takes_more(solver: SolverApi) -> None:
    result = solver.evaluate(strategy=pb.STRATEGY_MINIMAX, candidates_only=True)
    assert result.total > CLASSIC["minimax"]["total"]


def test_a_sample_plays_the_secrets_of_seeded_games(stateless_api: Api, solver: SolverApi) -> None:
    every = solver.evaluate(strategy=pb.STRATEGY_ENTROPY)

    some = solver.evaluate(strategy=pb.STRATEGY_ENTROPY, sample=100, seed=7)

    assert some.codes == len(some.guesses_per_code) == 100
    assert some.standard_error > 0
    assert some.seed == 7
    for number in range(3):
        game_id = stateless_api.new_game(seed=7 + number).game.game_id
        stateless_api.guess(game_id, "1122")
        secret = resign(stateless_api, game_id).secret
        assert some.guesses_per_code[number] == every.guesses_per_code[rank(secret)]
    again = solver.evaluate(strategy=pb.STRATEGY_ENTROPY, sample=100, seed=7)
    assert again.guesses_per_code == some.guesses_per_code
    other = solver.evaluate(strategy=pb.STRATEGY_ENTROPY, sample=100, seed=8)
    assert other.guesses_per_code[:99] == some.guesses_per_code[1:]


def test_a_seed_that_was_drawn_is_told_and_repeats(solver: SolverApi) -> None:
    drawn = solver.evaluate(strategy=pb.STRATEGY_RANDOM_CONSISTENT)

    again = solver.evaluate(strategy=pb.STRATEGY_RANDOM_CONSISTENT, seed=drawn.seed)

    assert drawn.HasField("seed")
    assert again.guesses_per_code == drawn.guesses_per_code
    assert not drawn.HasField("opening")
    assert drawn.standard_error > 0


def test_a_random_game_is_played_as_it_is_suggested(stateless_api: Api, solver: SolverApi) -> None:
    result = solver.evaluate(strategy=pb.STRATEGY_RANDOM_CONSISTENT, seed=1000)
    secret = code("4612")
    seed = 1000 + rank(secret)
    turns: list[pb.Turn] = []
    while not turns or turns[-1].feedback.black < 4:
        hint = stateless_api.suggest_for(turns, strategy=pb.STRATEGY_RANDOM_CONSISTENT, seed=seed)
        black, white = stateless_api.score("4612", text_of(hint.guess))
        feedback = pb.Feedback(black=black, white=white)
        turns.append(pb.Turn(guess=hint.guess, feedback=feedback))
    assert result.guesses_per_code[rank(secret)] == len(turns)


def test_every_bad_field_is_told(solver: SolverApi) -> None:
    illegal = pb.Code(pegs=[1, 2, 3, 7])
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.evaluate(strategy=99, opening=illegal, sample=100_001)
    assert told.fields == ["strategy", "opening.pegs[3]", "sample"]
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.evaluate(sample=0)
    assert told.descriptions == ["must be 1 to 100000"]
    with refused("INVALID_ARGUMENT", "INVALID_RULESET") as told:
        solver.evaluate(ruleset=custom(0, 99))
    assert told.fields == ["ruleset.custom.pegs", "ruleset.custom.colors"]


def test_what_is_out_of_reach_is_refused_and_says_what_is_not(solver: SolverApi) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
        solver.evaluate(ruleset=OUT_OF_REACH, strategy=pb.STRATEGY_ENTROPY)
    assert "sample" in told.message
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
        solver.evaluate(ruleset=OUT_OF_REACH, strategy=pb.STRATEGY_RANDOM_CONSISTENT)
    assert "sample" in told.message
    some = solver.evaluate(
        ruleset=OUT_OF_REACH, strategy=pb.STRATEGY_RANDOM_CONSISTENT, sample=20, seed=1
    )
    assert some.codes == 20
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
        solver.evaluate(ruleset=custom(8, 12))
    assert "429981696" in told.message
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        solver.evaluate(ruleset=preset("super"), strategy=pb.STRATEGY_EQUILIBRIUM)


def test_the_strategies_that_play_are_those_that_suggest(
    stateless_api: Api, solver: SolverApi
) -> None:
    for ruleset in (preset("classic"), preset("hasbro"), custom(3, 5, repeats=False)):
        infos = solver.strategies(ruleset)
        equilibrium = ruleset.preset == "classic"
        assert len(infos) == 8 + equilibrium
        for strategy, info in infos.items():
            hint = stateless_api.suggest_for((), ruleset, strategy=strategy)
            assert hint.strategy_used == strategy
            # Where it takes a search to know, the list promises no more than the best known.
            found = {pb.QUALITY_BEST_KNOWN: pb.QUALITY_PROVEN_OPTIMAL}
            assert hint.quality in (info.quality, found.get(info.quality))


def test_no_strategy_plays_what_cannot_be_listed(solver: SolverApi) -> None:
    with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET"):
        solver.strategies(custom(8, 12))
    with refused("INVALID_ARGUMENT", "UNKNOWN_PRESET") as told:
        solver.strategies(preset("nothing"))
    assert told.fields == ["ruleset.preset"]


@pytest.fixture(scope="module")
def narrow(tables_dir: Path) -> Iterator[ServerProcess]:
    """A server with one thread for the solver and no queue."""
    one = {"MASTERMIND_SOLVER_THREADS": "1", "MASTERMIND_SOLVER_QUEUE": "0"}
    flags = ("--tables-dir", str(tables_dir))
    with running_server("memory://", *flags, environment=one) as server:
        yield server


@pytest.mark.parametrize("way", ["cancel", "deadline", "disconnect"])
def test_an_evaluation_tells_how_far_it_is_and_ends_with_its_caller(
    narrow: ServerProcess, way: str
) -> None:
    with grpc.insecure_channel(narrow.grpc) as channel:
        solver = SolverApi(Api(channel))
        news = solver.evaluating(
            timeout=1.5 if way == "deadline" else 60,
            ruleset=custom(7, 5),
            strategy=pb.STRATEGY_MINIMAX,
        )
        told = [next(news).progress for _ in range(3)]
        assert [each.codes for each in told] == [78_125] * 3
        assert [each.done for each in told] == sorted(each.done for each in told)
        assert 0 < told[0].seconds < told[1].seconds < told[2].seconds
        assert probes.metric(narrow, "mastermind_solver_busy") == 1
        with refused("RESOURCE_EXHAUSTED", "SOLVER_BUSY") as busy:
            solver.evaluate()
        assert busy.retry_seconds is not None
        if way == "cancel":
            news.cancel()
        elif way == "deadline":
            with pytest.raises(grpc.RpcError) as raised:
                list(news)
            assert refusal_of(raised.value).code == grpc.StatusCode.DEADLINE_EXCEEDED

    wait_until(lambda: probes.metric(narrow, "mastermind_solver_busy") == 0)
    with grpc.insecure_channel(narrow.grpc) as channel:
        assert SolverApi(Api(channel)).evaluate(strategy=pb.STRATEGY_MINIMAX).total == 5801


def test_evaluations_are_counted_by_their_status(narrow: ServerProcess) -> None:
    def handled(status: str) -> float:
        return probes.metric(
            narrow,
            "grpc_server_handled_total",
            grpc_service="mastermind.v1.SolverService",
            grpc_method="EvaluateStrategy",
            grpc_code=status,
        )

    before = {status: handled(status) for status in ("OK", "INVALID_ARGUMENT")}
    with grpc.insecure_channel(narrow.grpc) as channel:
        solver = SolverApi(Api(channel))
        solver.evaluate(ruleset=custom(2, 3))
        with refused("INVALID_ARGUMENT", "INVALID_REQUEST"):
            solver.evaluate(sample=0)

    assert {status: handled(status) - count for status, count in before.items()} == {
        "OK": 1,
        "INVALID_ARGUMENT": 1,
    }
