"""Calls of SolverService, with what a test leaves out filled in."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import grpc

from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import solver_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as pb
from tests.support.api import TIMEOUT, Api, code

if TYPE_CHECKING:
    # Generic in its stubs alone.
    News = grpc._CallIterator[solver_pb.EvaluateStrategyResponse]


class SolverApi:
    """The solver for one caller.

    Args:
        api: The caller.
    """

    def __init__(self, api: Api) -> None:
        self.stub = rpc.SolverServiceStub(api.channel)
        self.metadata = api.metadata

    def analyze(
        self,
        turns: Sequence[pb.Turn] = (),
        ruleset: pb.RulesetChoice | None = None,
        **asked: str,
    ) -> solver_pb.AnalyzePositionResponse:
        """What a position leaves open; ``guess`` and ``code`` are texts."""
        request = solver_pb.AnalyzePositionRequest(
            position=pb.Position(ruleset=ruleset, turns=turns),
            **{name: code(text) for name, text in asked.items()},
        )
        return self.stub.AnalyzePosition(request, timeout=TIMEOUT, metadata=self.metadata)

    def analyze_game(self, game_id: str) -> solver_pb.AnalyzeGameResponse:
        """A stored game, judged."""
        request = solver_pb.AnalyzeGameRequest(game_id=game_id)
        return self.stub.AnalyzeGame(request, timeout=TIMEOUT, metadata=self.metadata)

    def analyze_played(
        self, turns: Sequence[pb.Turn], secret: str, ruleset: pb.RulesetChoice | None = None
    ) -> solver_pb.AnalyzeGameResponse:
        """A position with its secret, judged."""
        position = pb.Position(ruleset=ruleset, turns=turns)
        request = solver_pb.AnalyzeGameRequest(position=position, secret=code(secret))
        return self.stub.AnalyzeGame(request, timeout=TIMEOUT, metadata=self.metadata)

    def candidates(
        self,
        turns: Sequence[pb.Turn] = (),
        ruleset: pb.RulesetChoice | None = None,
        **page: Any,
    ) -> solver_pb.ListCandidatesResponse:
        """A page of candidates."""
        position = pb.Position(ruleset=ruleset, turns=turns)
        request = solver_pb.ListCandidatesRequest(position=position, **page)
        return self.stub.ListCandidates(request, timeout=TIMEOUT, metadata=self.metadata)

    def strategies(
        self, ruleset: pb.RulesetChoice | None = None
    ) -> dict[pb.Strategy.ValueType, solver_pb.StrategyInfo]:
        """The strategies that play a ruleset, by their number."""
        request = solver_pb.ListStrategiesRequest(ruleset=ruleset)
        answer = self.stub.ListStrategies(request, timeout=TIMEOUT, metadata=self.metadata)
        return {info.strategy: info for info in answer.strategies}

    def evaluating(self, timeout: float = TIMEOUT, **wish: Any) -> "News":
        """An evaluation under way."""
        request = solver_pb.EvaluateStrategyRequest(**wish)
        return self.stub.EvaluateStrategy(request, timeout=timeout, metadata=self.metadata)

    def evaluate(self, **wish: Any) -> solver_pb.EvaluationResult:
        """What came of an evaluation; its news before must be in order."""
        *news, last = self.evaluating(**wish)
        assert all(each.WhichOneof("outcome") == "progress" for each in news)
        assert last.WhichOneof("outcome") == "result"
        return last.result


def all_pages(
    solver: SolverApi, turns: Sequence[pb.Turn], page_size: int, ruleset: pb.RulesetChoice | None
) -> Iterator[solver_pb.ListCandidatesResponse]:
    """Every page of a position's candidates, in turn."""
    page = solver.candidates(turns, ruleset, page_size=page_size)
    yield page
    while page.next_page_token:
        page = solver.candidates(
            turns, ruleset, page_size=page_size, page_token=page.next_page_token
        )
        yield page
