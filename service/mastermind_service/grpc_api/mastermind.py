"""MastermindService over gRPC."""

import contextlib
from collections.abc import AsyncIterator

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind_engine.rulesets import PRESETS
from mastermind_service.grpc_api import mapping
from mastermind_service.grpc_api.written import WrittenBatch
from mastermind_service.info import ServerInfo
from mastermind_service.metadata import CallContext, caller_of
from mastermind_service.scoring import score_guess
from mastermind_service.usecases import UseCases


class MastermindServicer(rpc.MastermindServiceServicer):
    """Maps messages to use cases and back; holds no rules."""

    def __init__(self, use_cases: UseCases, info: ServerInfo) -> None:
        self._games = use_cases.games
        self._listings = use_cases.listings
        self._solving = use_cases.solving
        self._scoring = use_cases.scoring
        self._watching = use_cases.watching
        self._info = info

    async def Score(self, request: pb.ScoreRequest, context: CallContext) -> pb.ScoreResponse:
        feedback = score_guess(
            mapping.ruleset_choice_of(request.ruleset),
            mapping.code_of(request.secret),
            mapping.code_of(request.guess),
        )
        return pb.ScoreResponse(feedback=mapping.feedback_to(feedback))

    async def BatchScore(self, request: pb.BatchScoreRequest, context: CallContext) -> WrittenBatch:  # type: ignore[override]  # the handlers write it alike
        return WrittenBatch(await self._scoring.score_batch(mapping.batch_of(request)))

    async def NewGame(self, request: pb.NewGameRequest, context: CallContext) -> pb.NewGameResponse:
        wish = mapping.new_game_of(request)
        answer = await self._games.new_game(caller_of(context), wish, mapping.body_of(request))
        return mapping.new_game_to(answer)

    async def GetGame(self, request: pb.GetGameRequest, context: CallContext) -> pb.GetGameResponse:
        view = await self._games.get_game(caller_of(context), request.game_id)
        return pb.GetGameResponse(game=mapping.game_to(view))

    async def SetSecret(
        self, request: pb.SetSecretRequest, context: CallContext
    ) -> pb.SetSecretResponse:
        view = await self._games.set_secret(
            caller_of(context),
            mapping.request_of("SetSecret", request),
            request.game_id,
            mapping.code_of(request.secret),
        )
        return pb.SetSecretResponse(game=mapping.game_to(view))

    async def DeleteGame(
        self, request: pb.DeleteGameRequest, context: CallContext
    ) -> pb.DeleteGameResponse:
        write = mapping.request_of("DeleteGame", request)
        await self._games.delete(caller_of(context), write, request.game_id)
        return pb.DeleteGameResponse()

    async def ListGames(
        self, request: pb.ListGamesRequest, context: CallContext
    ) -> pb.ListGamesResponse:
        page = await self._listings.list_games(
            caller_of(context), request.page_size, request.page_token, request.filter
        )
        return pb.ListGamesResponse(
            games=[mapping.game_to(view) for view in page.games],
            next_page_token=page.next_page_token,
        )

    async def GetStats(
        self, request: pb.GetStatsRequest, context: CallContext
    ) -> pb.GetStatsResponse:
        return mapping.stats_to(await self._listings.stats(caller_of(context), request.filter))

    async def ResignGame(
        self, request: pb.ResignGameRequest, context: CallContext
    ) -> pb.ResignGameResponse:
        write = mapping.request_of("ResignGame", request)
        view = await self._games.resign(caller_of(context), write, request.game_id)
        return pb.ResignGameResponse(game=mapping.game_to(view))

    async def Guess(self, request: pb.GuessRequest, context: CallContext) -> pb.GuessResponse:
        answer = await self._games.guess(
            caller_of(context),
            mapping.request_of("Guess", request),
            request.game_id,
            mapping.code_of(request.guess),
            request.client_seed,
            request.expected_turn if request.HasField("expected_turn") else None,
        )
        return mapping.turn_to(answer)

    async def WatchGame(
        self, request: pb.WatchGameRequest, context: CallContext
    ) -> AsyncIterator[pb.WatchGameResponse]:
        events = self._watching.watch(caller_of(context), request.game_id, request.after_seq)
        async with contextlib.aclosing(events):
            async for event in events:
                yield mapping.watched_to(event)

    async def GiveFeedback(
        self, request: pb.GiveFeedbackRequest, context: CallContext
    ) -> pb.GiveFeedbackResponse:
        view = await self._games.give_feedback(
            caller_of(context),
            mapping.request_of("GiveFeedback", request),
            request.game_id,
            mapping.given_feedback_of(request),
            request.expected_turn if request.HasField("expected_turn") else None,
        )
        return pb.GiveFeedbackResponse(game=mapping.game_to(view))

    async def TakeBackTurn(
        self, request: pb.TakeBackTurnRequest, context: CallContext
    ) -> pb.TakeBackTurnResponse:
        write = mapping.request_of("TakeBackTurn", request)
        view = await self._games.take_back_turn(caller_of(context), write, request.game_id)
        return pb.TakeBackTurnResponse(game=mapping.game_to(view))

    async def RevealSecret(
        self, request: pb.RevealSecretRequest, context: CallContext
    ) -> pb.RevealSecretResponse:
        revealed = await self._games.reveal_secret(
            caller_of(context),
            mapping.request_of("RevealSecret", request),
            request.game_id,
            mapping.code_of(request.secret),
            request.salt,
        )
        return pb.RevealSecretResponse(
            game=mapping.game_to(revealed.game), false_turns=revealed.false_turns
        )

    async def SuggestGuess(
        self, request: pb.SuggestGuessRequest, context: CallContext
    ) -> pb.SuggestGuessResponse:
        wish = mapping.suggestion_wish_of(request)
        if request.WhichOneof("target") == "game_id":
            found = await self._solving.suggest_for_game(caller_of(context), request.game_id, wish)
        else:
            position = mapping.position_of(request.position)
            found = await self._solving.suggest_for_position(position, wish)
        return pb.SuggestGuessResponse(suggestion=mapping.suggestion_to(found))

    async def ListRulesets(
        self, request: pb.ListRulesetsRequest, context: CallContext
    ) -> pb.ListRulesetsResponse:
        rulesets = [mapping.ruleset_to(ruleset) for ruleset in PRESETS.values()]
        return pb.ListRulesetsResponse(rulesets=rulesets)

    async def GetServerInfo(
        self, request: pb.GetServerInfoRequest, context: CallContext
    ) -> pb.GetServerInfoResponse:
        info = self._info
        limits = pb.ServerLimits(
            max_listed_codes=info.max_listed_codes,
            max_message_bytes=info.max_message_bytes,
            max_turns=info.max_turns,
            max_labels=info.max_labels,
            max_alternatives=info.max_alternatives,
            max_batch_scores=info.max_batch_scores,
            max_page_size=info.max_page_size,
        )
        limits.max_ttl.FromMilliseconds(info.max_ttl_millis)
        return pb.GetServerInfoResponse(version=info.version, limits=limits, features=info.features)
