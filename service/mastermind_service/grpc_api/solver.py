"""SolverService over gRPC."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from mastermind.v1 import solver_service_pb2 as pb
from mastermind.v1 import solver_service_pb2_grpc as rpc
from mastermind_service.grpc_api import mapping, solver_mapping
from mastermind_service.metadata import CallContext, caller_of
from mastermind_service.usecases import UseCases


class SolverServicer(rpc.SolverServiceServicer):
    """Maps messages to use cases and back; holds no rules."""

    def __init__(self, use_cases: UseCases) -> None:
        self._analyzing = use_cases.analyzing
        self._evaluating = use_cases.evaluating

    async def AnalyzePosition(
        self, request: pb.AnalyzePositionRequest, context: CallContext
    ) -> pb.AnalyzePositionResponse:
        found = await self._analyzing.analyze_position(
            mapping.position_of(request.position),
            mapping.code_of(request.guess) if request.HasField("guess") else None,
            mapping.code_of(request.code) if request.HasField("code") else None,
        )
        return solver_mapping.position_analysis_to(found)

    async def AnalyzeGame(
        self, request: pb.AnalyzeGameRequest, context: CallContext
    ) -> pb.AnalyzeGameResponse:
        played = solver_mapping.played_game_of(request)
        found = await self._analyzing.analyze_game(caller_of(context), played)
        return solver_mapping.game_analysis_to(found)

    async def ListCandidates(
        self, request: pb.ListCandidatesRequest, context: CallContext
    ) -> pb.ListCandidatesResponse:
        page = await self._analyzing.list_candidates(
            mapping.position_of(request.position), request.page_size, request.page_token
        )
        return solver_mapping.candidates_page_to(page)

    async def ListStrategies(
        self, request: pb.ListStrategiesRequest, context: CallContext
    ) -> pb.ListStrategiesResponse:
        infos = self._evaluating.list_strategies(mapping.ruleset_choice_of(request.ruleset))
        return pb.ListStrategiesResponse(
            strategies=[solver_mapping.strategy_info_to(info) for info in infos]
        )

    async def EvaluateStrategy(
        self, request: pb.EvaluateStrategyRequest, context: CallContext
    ) -> AsyncIterator[pb.EvaluateStrategyResponse]:
        wish = solver_mapping.evaluation_wish_of(request)
        # Closed at once when the caller goes away, so that the work ends.
        async with aclosing(self._evaluating.evaluate(wish)) as news:
            async for told in news:
                yield solver_mapping.evaluation_to(told)
