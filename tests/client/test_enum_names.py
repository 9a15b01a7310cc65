"""Enums may be given by their names."""

import pytest

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import types_pb2
from mastermind_client import FeedbackKind, Position, Ruleset
from tests.client.scripted import Driver, Script


@pytest.mark.parametrize("name", ["most-parts", "MOST_PARTS", "Most-Parts"])
def test_a_strategy_may_be_named_in_any_case(driver: Driver, script: Script, name: str) -> None:
    script.will(pb.SuggestGuessResponse())
    driver.open(script.address).suggest_guess(Position(), name)
    assert script.last.request.strategy == types_pb2.STRATEGY_MOST_PARTS


def test_players_may_be_named(driver: Driver, script: Script) -> None:
    script.will(pb.NewGameResponse())
    driver.open(script.address).new_game(
        codemaker="supplied", codebreaker="client", strategy="minimax"
    )
    request = script.last.request
    assert request.codemaker == types_pb2.CODEMAKER_SUPPLIED
    assert request.codebreaker == types_pb2.CODEBREAKER_CLIENT
    assert request.strategy == types_pb2.STRATEGY_MINIMAX


def test_encoding_and_mode_may_be_named(driver: Driver, script: Script) -> None:
    script.will(pb.BatchScoreResponse())
    driver.open(script.address).batch_score(b"", b"", encoding="index", mode="cross")
    request = script.last.request
    assert request.encoding == pb.ENCODING_INDEX
    assert request.mode == pb.BatchScoreRequest.MODE_CROSS


def test_a_feedback_kind_may_be_named() -> None:
    assert Ruleset(4, 6, feedback_kind="black-only").feedback_kind is FeedbackKind.BLACK_ONLY


@pytest.mark.parametrize(
    ("argument", "allowed"),
    [
        ("strategy", "first-consistent"),
        ("codemaker", "uniform, equilibrium, adversarial, supplied, remote"),
        ("codebreaker", "service, client"),
    ],
)
def test_a_wrong_name_tells_the_argument_and_what_is_allowed(
    driver: Driver, script: Script, argument: str, allowed: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{argument} is 'voodoo'; allowed are: .*{allowed}"):
        driver.open(script.address).new_game(**{argument: "voodoo"})
    assert script.asked == []


def test_a_wrong_name_in_a_batch_or_a_ruleset_tells_it_too(driver: Driver, script: Script) -> None:
    client = driver.open(script.address)
    with pytest.raises(ValueError, match="encoding is 'x'; allowed are: pegs, index"):
        client.batch_score(b"", b"", encoding="x")
    with pytest.raises(ValueError, match="mode is 'x'; allowed are: pairs, cross"):
        client.batch_score(b"", b"", mode="x")
    with pytest.raises(ValueError, match="feedback_kind is 'x'; allowed are: standard"):
        Ruleset(4, 6, feedback_kind="x")
