"""Searches that take long unless somebody ends them."""

from typing import TYPE_CHECKING

import grpc

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind.v1 import types_pb2 as pb
from tests.support.api import Api, custom, turn

if TYPE_CHECKING:
    # Generic in its stubs alone.
    SuggestCall = grpc._CallFuture[service_pb.SuggestGuessResponse]


def start_long_search(api: Api, evaluations: int = 10**12, timeout: float = 120.0) -> "SuggestCall":
    """A suggestion under way that weighs up to so many guess and candidate pairs."""
    position = pb.Position(ruleset=custom(6, 9), turns=[turn("123456", 0, 3)])
    request = service_pb.SuggestGuessRequest(
        position=position, strategy=pb.STRATEGY_EXPECTED_SIZE, max_evaluations=evaluations
    )
    return api.stub.SuggestGuess.future(request, timeout=timeout)
