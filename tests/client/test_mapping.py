"""Nothing that the contract tells is lost on its way into values."""

import dataclasses
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any

import pytest
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2
from mastermind_client import enums, mapping, solver_mapping, solver_values, values

READERS = {
    types_pb2.Feedback: mapping.feedback,
    types_pb2.Turn: mapping.turn,
    types_pb2.Ruleset: mapping.ruleset,
    types_pb2.Reveal: mapping.reveal,
    types_pb2.Game: mapping.game,
    types_pb2.GameEvent: mapping.game_event,
    types_pb2.Suggestion: mapping.suggestion,
    pb.NewGameResponse: mapping.new_game_result,
    pb.GuessResponse: mapping.guess_result,
    pb.BatchScoreResponse: mapping.batch_scores,
    pb.ListGamesResponse: mapping.games_page,
    pb.GetStatsResponse: mapping.stats,
    pb.GetServerInfoResponse: mapping.server_info,
    solver_pb.AnalyzePositionResponse: solver_mapping.position_analysis,
    solver_pb.AnalyzeGameResponse: solver_mapping.game_analysis,
    solver_pb.TurnAnalysis: solver_mapping.turn_analysis,
    solver_pb.ListCandidatesResponse: solver_mapping.candidates_page,
    solver_pb.StrategyInfo: solver_mapping.strategy_info,
    solver_pb.EvaluationProgress: solver_mapping.evaluation_progress,
    solver_pb.EvaluationResult: solver_mapping.evaluation_result,
}


class Filler:
    """Fills every field of a message with a value that no other field has."""

    def __init__(self) -> None:
        self.number = 0

    def fill(self, message: Message, depth: int = 0) -> Message:
        for field in message.DESCRIPTOR.fields:
            self.set(message, field, depth)
        return message

    def set(self, message: Message, field: Any, depth: int) -> None:
        kind = field.message_type
        target = getattr(message, field.name)
        if kind is not None and kind.GetOptions().map_entry:
            key, value = (self.scalar(kind.fields_by_name[name]) for name in ("key", "value"))
            target[key] = value
        elif kind is not None:
            if kind is message.DESCRIPTOR and depth:
                return
            if field.is_repeated:
                target = target.add()
            self.fill(target, depth + 1)
            target.SetInParent()
        elif field.is_repeated:
            target.extend([self.scalar(field), self.scalar(field)])
        else:
            setattr(message, field.name, self.scalar(field))

    def next(self) -> int:
        self.number += 1
        return self.number

    def scalar(self, field: Any) -> Any:
        if field.enum_type is not None:
            return field.enum_type.values[-1].number
        if field.type == FieldDescriptor.TYPE_BOOL:
            return True
        if field.type == FieldDescriptor.TYPE_STRING:
            return f"text{self.next()}"
        if field.type == FieldDescriptor.TYPE_BYTES:
            return f"bytes{self.next()}".encode()
        return self.next()


def plain(value: Any) -> Any:
    """A message or a value as dictionaries, lists and scalars."""
    if isinstance(value, Message):
        name = value.DESCRIPTOR.full_name
        if name == "mastermind.v1.Code":
            return list(value.pegs)  # type: ignore[attr-defined]
        if name == "google.protobuf.Timestamp":
            return value.ToDatetime(tzinfo=UTC)  # type: ignore[attr-defined]
        if name == "google.protobuf.Duration":
            return value.ToTimedelta()  # type: ignore[attr-defined]
        return {field.name: plain(getattr(value, field.name)) for field in value.DESCRIPTOR.fields}
    if dataclasses.is_dataclass(value):
        return {
            field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, (str, bytes, int, float, datetime, timedelta)):
        return value
    if hasattr(value, "items"):
        return dict(value)
    return [plain(each) for each in value]


@pytest.mark.parametrize("message", READERS, ids=lambda each: each.__name__)
def test_every_field_of_the_contract_is_read(message: type[Message]) -> None:
    filled = Filler().fill(message())
    assert plain(READERS[message](filled)) == plain(filled)  # type: ignore[operator]


@pytest.mark.parametrize(
    "message", [types_pb2.Game, pb.GuessResponse, types_pb2.Turn], ids=lambda each: each.__name__
)
def test_what_is_not_told_is_none(message: type[Message]) -> None:
    told = READERS[message](message())  # type: ignore[operator]
    for field in message.DESCRIPTOR.fields:
        if field.message_type is not None and not field.is_repeated:
            if (
                field.message_type.name in {"Ruleset", "Feedback", "Code"}
                and field.name != "secret"
            ):
                continue
            assert getattr(told, field.name) is None


def wire_enums() -> list[EnumDescriptor]:
    return [
        *types_pb2.DESCRIPTOR.enum_types_by_name.values(),
        *pb.DESCRIPTOR.enum_types_by_name.values(),
        *pb.BatchScoreRequest.DESCRIPTOR.enum_types,
        *types_pb2.GameEvent.DESCRIPTOR.enum_types,
    ]


@pytest.mark.parametrize("wire", wire_enums(), ids=lambda each: each.name)
def test_enums_are_those_of_the_contract(wire: EnumDescriptor) -> None:
    nested = {"Mode": "BatchMode", "Kind": "EventKind"}
    ours: type[IntEnum] = getattr(enums, nested.get(wire.name, wire.name))
    prefix = "".join("_" * c.isupper() + c.upper() for c in wire.name).lstrip("_") + "_"
    assert {each.name: each.value for each in ours} == {
        each.name.removeprefix(prefix): each.number for each in wire.values
    }


def test_a_number_from_a_newer_server_reads_as_unspecified() -> None:
    game = types_pb2.Game()
    game.MergeFromString(bytes([4 << 3, 99]))  # state = 99
    assert mapping.game(game).state is enums.State.UNSPECIFIED
    assert not mapping.game(game).state.over
    ruleset = types_pb2.Ruleset()
    ruleset.MergeFromString(bytes([8 << 3, 99]))
    assert mapping.ruleset(ruleset).feedback_kind is enums.FeedbackKind.UNSPECIFIED
    assert mapping.ruleset(types_pb2.Ruleset()).feedback_kind is enums.FeedbackKind.STANDARD


def test_four_states_are_over() -> None:
    assert {state.name for state in enums.State if state.over} == {
        "SOLVED",
        "UNSOLVED",
        "RESIGNED",
        "VOID",
    }


def test_guesses_repeat_as_the_secret_unless_told() -> None:
    for repeats in (False, True):
        message = types_pb2.Ruleset(pegs=4, colors=6, repeats=repeats)
        assert mapping.ruleset(message).guess_repeats is None
        assert mapping.ruleset(message).guess_may_repeat is repeats
        message.guess_repeats = not repeats
        assert mapping.ruleset(message).guess_may_repeat is not repeats


def test_values_cannot_be_changed_and_can_be_hashed() -> None:
    game = mapping.game(types_pb2.Game(game_id="g", labels={"a": "b"}))
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.state = enums.State.SOLVED  # type: ignore[misc]
    assert hash(game) == hash(dataclasses.replace(game))


def test_a_rate_that_is_not_told_is_none_and_not_zero() -> None:
    assert mapping.stats(pb.GetStatsResponse()).win_rate is None
    assert mapping.stats(pb.GetStatsResponse()).average_guesses is None
    assert mapping.stats(pb.GetStatsResponse(win_rate=0.0)).win_rate == 0.0


def test_batches_are_unpacked() -> None:
    scores = values.BatchScores(bytes([0x40, 0x12, 0xFF]))
    assert scores.unpacked() == (values.Feedback(4, 0), values.Feedback(1, 2), None)
    grand = values.BatchScores(bytes([0x12, 1, 0xFF, 0xFF]))
    assert grand.unpacked(blues=True) == (values.Feedback(1, 2, 1), None)


def test_what_an_analysis_cannot_tell_is_none() -> None:
    position = solver_mapping.position_analysis(solver_pb.AnalyzePositionResponse())
    assert position == solver_values.PositionAnalysis(0, None, False)
    assert solver_mapping.turn_analysis(solver_pb.TurnAnalysis()).skill is None
    assert solver_mapping.turn_analysis(solver_pb.TurnAnalysis(skill=0.0)).skill == 0.0
    assert solver_mapping.game_analysis(solver_pb.AnalyzeGameResponse()).secret is None
    info = solver_mapping.strategy_info(solver_pb.StrategyInfo())
    assert (info.published, info.proven) == (None, None)
    result = solver_mapping.evaluation_result(solver_pb.EvaluationResult())
    assert (result.opening, result.seed) == (None, None)


def test_news_of_an_evaluation_are_told_from_its_result() -> None:
    news = solver_pb.EvaluateStrategyResponse(progress=solver_pb.EvaluationProgress(done=3))
    assert solver_mapping.evaluation(news) == solver_values.EvaluationProgress(3, 0, 0.0)
    last = solver_pb.EvaluateStrategyResponse(result=solver_pb.EvaluationResult(codes=2))
    result = solver_mapping.evaluation(last)
    assert isinstance(result, solver_values.EvaluationResult)
    assert result.codes == 2


def test_tokens_are_not_shown() -> None:
    result = values.NewGameResult(
        mapping.game(types_pb2.Game(game_id="g")), "hush1", "hush2", "hush3"
    )
    assert "hush" not in repr(result)
