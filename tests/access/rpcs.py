"""Every RPC, called by somebody."""

from collections.abc import Callable

from mastermind.v1 import mastermind_service_pb2 as service_pb
from tests.support.api import TIMEOUT, Api
from tests.support.calls import (
    batch,
    delete,
    give,
    page,
    resign,
    reveal,
    set_secret,
    stats,
    take_back,
    watch,
)
from tests.support.solver import SolverApi

ON_A_GAME: dict[str, Callable[[Api, str], object]] = {
    "GetGame": lambda api, game_id: api.get_game(game_id),
    "Guess": lambda api, game_id: api.guess(game_id, "1122"),
    "SuggestGuess": lambda api, game_id: api.suggest(game_id),
    "SetSecret": lambda api, game_id: set_secret(api, game_id, "5566"),
    "GiveFeedback": lambda api, game_id: give(api, game_id, 1, 0),
    "TakeBackTurn": lambda api, game_id: take_back(api, game_id),
    "RevealSecret": lambda api, game_id: reveal(api, game_id, "5566"),
    "ResignGame": lambda api, game_id: resign(api, game_id),
    "AnalyzeGame": lambda api, game_id: SolverApi(api).analyze_game(game_id),
    "WatchGame": lambda api, game_id: watch(api, game_id),
    "DeleteGame": lambda api, game_id: delete(api, game_id),
}

ON_NO_GAME: dict[str, Callable[[Api], object]] = {
    "Score": lambda api: api.score("1234", "1243"),
    "BatchScore": lambda api: batch(api, b"", b""),
    "NewGame": lambda api: api.new_game("1234"),
    "ListGames": lambda api: page(api),
    "GetStats": lambda api: stats(api),
    "SuggestGuess": lambda api: api.suggest_for(),
    "AnalyzePosition": lambda api: SolverApi(api).analyze(),
    "ListCandidates": lambda api: SolverApi(api).candidates(),
    "ListStrategies": lambda api: SolverApi(api).strategies(),
    "EvaluateStrategy": lambda api: SolverApi(api).evaluate(),
    "ListRulesets": lambda api: api.stub.ListRulesets(
        service_pb.ListRulesetsRequest(), timeout=TIMEOUT, metadata=api.metadata
    ),
    "GetServerInfo": lambda api: api.stub.GetServerInfo(
        service_pb.GetServerInfoRequest(), timeout=TIMEOUT, metadata=api.metadata
    ),
}
