"""What a server tells of itself."""

from dataclasses import asdict

from google.protobuf.json_format import MessageToDict

from mastermind.v1 import mastermind_service_pb2 as service_pb
from mastermind_engine.rulesets import PRESETS
from mastermind_service import __version__
from tests.support.api import Api, preset
from tests.support.refusals import refused


def test_the_rulesets_listed_are_the_engines(stateless_api: Api) -> None:
    listed = stateless_api.stub.ListRulesets(service_pb.ListRulesetsRequest()).rulesets

    assert [ruleset.name for ruleset in listed] == list(PRESETS)
    for ruleset in listed:
        told = {field.name: getattr(ruleset, field.name) for field in ruleset.DESCRIPTOR.fields}
        assert told | {"symbols": tuple(ruleset.symbols)} == asdict(PRESETS[ruleset.name])


def test_every_ruleset_listed_can_be_played(stateless_api: Api) -> None:
    for ruleset in stateless_api.stub.ListRulesets(service_pb.ListRulesetsRequest()).rulesets:
        assert stateless_api.new_game(ruleset=preset(ruleset.name)).game.ruleset == ruleset


def test_the_server_tells_its_version_limits_and_features(stateless_api: Api) -> None:
    info = stateless_api.stub.GetServerInfo(service_pb.GetServerInfoRequest())

    assert info.version == __version__
    assert info.limits.max_ttl.ToSeconds() == 30 * 24 * 3600
    assert all(MessageToDict(info.limits).values())
    assert {"codemaker:supplied", "strategy:minimax", "strategy:most-parts"} <= set(info.features)


def test_the_limits_told_are_those_that_hold(stateless_api: Api) -> None:
    limits = stateless_api.stub.GetServerInfo(service_pb.GetServerInfoRequest()).limits

    with refused("INVALID_ARGUMENT", "INVALID_REQUEST"):
        stateless_api.suggest_for(alternatives=limits.max_alternatives + 1)
    stateless_api.suggest_for(alternatives=limits.max_alternatives)
    labels = {f"key-{number}": "" for number in range(limits.max_labels)}
    stateless_api.new_game(labels=labels)
    with refused("INVALID_ARGUMENT", "INVALID_REQUEST"):
        stateless_api.new_game(labels=labels | {"more": ""})
