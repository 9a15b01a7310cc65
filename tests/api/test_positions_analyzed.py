"""AnalyzePosition and ListCandidates: what a position leaves open, over the wire."""

from math import log2

import pytest

from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, marks, preset, text_of, turn
from tests.support.refusals import refused
from tests.support.solver import SolverApi, all_pages

ILLEGAL = pb.Code(pegs=[1, 1, 2, 9])


@pytest.fixture(scope="module")
def solver(stateless_api: Api) -> SolverApi:
    return SolverApi(stateless_api)


def test_an_untouched_board_leaves_everything_open(solver: SolverApi) -> None:
    told = solver.analyze()

    assert told.candidates_remaining == 1296
    assert told.candidates_log2 == log2(1296)
    assert told.consistent
    assert not told.HasField("first_contradictory_turn")
    assert not told.HasField("code_consistent")
    assert not told.partition


def test_a_guess_is_told_with_its_partition_in_order(solver: SolverApi) -> None:
    told = solver.analyze(guess="1122")

    # Knuth 1976.
    assert [(*marks(cell.feedback), cell.count) for cell in told.partition] == [
        (0, 0, 256),
        (0, 1, 256),
        (0, 2, 96),
        (0, 3, 16),
        (0, 4, 1),
        (1, 0, 256),
        (1, 1, 208),
        (1, 2, 36),
        (2, 0, 114),
        (2, 1, 32),
        (2, 2, 4),
        (3, 0, 20),
        (4, 0, 1),
    ]


@pytest.mark.parametrize(("asked", "fits"), [("1344", False), ("3415", True)])
def test_a_code_is_told_whether_it_fits(solver: SolverApi, asked: str, fits: bool) -> None:
    assert solver.analyze([turn("1122", 0, 1)], code=asked).code_consistent is fits


def test_a_contradiction_is_told_with_what_repairs_it(solver: SolverApi) -> None:
    turns = [turn("1111", 4, 0), turn("1122", 0, 0), turn("3456", 0, 0)]

    told = solver.analyze(turns, guess="1122", code="1111")

    assert told.candidates_remaining == 0
    assert not told.HasField("candidates_log2")
    assert not told.consistent
    assert told.first_contradictory_turn == 2
    assert list(told.repairing_turns) == [2]
    assert not told.partition
    assert told.HasField("code_consistent")
    assert not told.code_consistent


def test_a_solved_position_has_one_candidate(solver: SolverApi) -> None:
    assert solver.analyze([turn("1234", 4, 0)], code="1234").candidates_remaining == 1


def test_every_bad_field_of_an_analysis_is_told(solver: SolverApi) -> None:
    position = pb.Position(turns=[turn("1122", 3, 1), pb.Turn(guess=ILLEGAL)])
    request = solver_pb.AnalyzePositionRequest(position=position, guess=ILLEGAL, code=ILLEGAL)

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST") as told:
        solver.stub.AnalyzePosition(request)

    assert set(told.fields) == {
        "position.turns[0].feedback.white",
        "position.turns[1].guess.pegs[3]",
        "position.turns[1].feedback",
        "guess.pegs[3]",
        "code.pegs[3]",
    }


def test_distinct_secrets_are_told_apart_from_free_guesses(solver: SolverApi) -> None:
    hasbro = preset("hasbro")
    assert sum(cell.count for cell in solver.analyze((), hasbro, guess="1122").partition) == 1680
    with refused("INVALID_ARGUMENT", "INVALID_CODE") as told:
        solver.analyze((), hasbro, code="1122")
    assert told.fields == ["code.pegs[1]", "code.pegs[3]"]


def test_an_unlistable_space_is_refused_with_the_reason(solver: SolverApi) -> None:
    for ask in (solver.analyze, solver.candidates):
        with refused("UNIMPLEMENTED", "UNSUPPORTED_FOR_RULESET") as told:
            ask((), custom(8, 12))
        assert "429981696" in told.message


@pytest.mark.parametrize("page_size", [1, 7, 13, 1000])
def test_pages_tell_every_candidate_once_and_in_order(solver: SolverApi, page_size: int) -> None:
    turns = [turn("1122", 1, 1), turn("1344", 0, 1)]

    pages = list(all_pages(solver, turns, page_size, None))

    codes = [text_of(told) for page in pages for told in page.codes]
    assert codes == sorted(set(codes))
    assert {page.total for page in pages} == {len(codes)}
    assert len(codes) == solver.analyze(turns).candidates_remaining
    assert all(solver.analyze(turns, code=told).code_consistent for told in codes)
    assert all(len(page.codes) == page_size for page in pages[:-1])


def test_a_page_has_fifty_unless_told(solver: SolverApi) -> None:
    page = solver.candidates()

    assert len(page.codes) == 50
    assert (text_of(page.codes[0]), text_of(page.codes[-1])) == ("1111", "1232")
    assert page.total == 1296


def test_a_contradictory_history_lists_nothing(solver: SolverApi) -> None:
    page = solver.candidates([turn("1111", 4, 0), turn("2222", 4, 0)])

    assert (len(page.codes), page.total, page.next_page_token) == (0, 0, "")


def test_a_blank_sorts_first(solver: SolverApi) -> None:
    page = solver.candidates([turn("....", 3, 0)], preset("advanced"), page_size=1)
    assert text_of(page.codes[0]) == "0001"


def test_a_token_of_another_position_or_none_is_refused(solver: SolverApi) -> None:
    token = solver.candidates([turn("1122", 1, 1)], page_size=2).next_page_token

    for turns, given in (((), token), ([turn("1122", 1, 1)], token[:-4] + "AAAA"), ((), "x")):
        with refused("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"):
            solver.candidates(turns, page_token=given)
    # The number of rows says nothing about candidates.
    rows = pb.RulesetChoice(max_guesses=3)
    assert solver.candidates([turn("1122", 1, 1)], rows, page_token=token).codes


@pytest.mark.parametrize("page_size", [-1, 1001])
def test_a_page_out_of_range_is_refused(solver: SolverApi, page_size: int) -> None:
    with refused("INVALID_ARGUMENT", "IMPOSSIBLE_FEEDBACK") as told:
        solver.candidates([turn("1122", 5, 0)], page_size=page_size)
    assert set(told.fields) == {"position.turns[0].feedback.black", "page_size"}


def test_a_page_of_a_large_space_leaves_the_loop(stateless_api: Api, solver: SolverApi) -> None:
    page = solver.candidates([turn("112233", 0, 0)], custom(6, 9), page_size=1)

    assert page.total == 6**6
    assert text_of(page.codes[0]) == "444444"
    assert stateless_api.score("1234", "1234") == (4, 0)
