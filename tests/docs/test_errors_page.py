"""docs/errors.md names the reasons that the service has, each as the service tells it."""

import re
from pathlib import Path
from typing import TypeVar

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_service.errors import RETRY_SECONDS, STATUS_OF, Reason
from mastermind_service.statuses import status_of

M = TypeVar("M", bound=Message)

PAGE = (Path(__file__).parents[2] / "docs" / "errors.md").read_text("utf-8")
REASONS = [str(reason) for reason in STATUS_OF]
SECTIONS = dict(re.findall(r"^## ([A-Z_]+)\n\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def example(reason: str) -> Status:
    """The status that a section shows."""
    (body,) = re.findall(r"```json\n(.*?)```", SECTIONS[reason], re.DOTALL)
    status = Status()
    json_format.Parse(body, status)
    return status


def detail(status: Status, kind: M) -> M:
    for packed in status.details:
        packed.Unpack(kind)
    return kind


def test_every_reason_has_a_status() -> None:
    assert set(REASONS) == {*RuleReason, *Reason}


def test_the_page_has_a_section_for_every_reason_and_for_nothing_else() -> None:
    assert list(SECTIONS) == REASONS


def test_the_table_names_every_reason_with_its_status() -> None:
    rows = re.findall(r"^\| \[([A-Z_]+)\]\(#([a-z_]+)\) \| ([A-Z_]+) \|$", PAGE, re.MULTILINE)

    assert rows == [
        (reason, reason.lower(), code.name)
        for reason, code in zip(REASONS, STATUS_OF.values(), strict=True)
    ]


@pytest.mark.parametrize("reason", REASONS)
def test_a_section_begins_with_its_status_and_says_when(reason: str) -> None:
    text = SECTIONS[reason].partition("```")[0]

    assert text.startswith(f"{STATUS_OF[reason].name}. ")
    assert len(text.split()) > 5


@pytest.mark.parametrize("reason", REASONS)
def test_an_example_is_what_the_service_sends(reason: str) -> None:
    shown = example(reason)
    info = detail(shown, error_details_pb2.ErrorInfo())
    fields = detail(shown, error_details_pb2.BadRequest()).field_violations
    refusal = Refusal(
        info.reason,
        # The service ends its sentence with the first field at fault.
        shown.message.partition(f": {fields[0].field}: ")[0] if fields else shown.message,
        [Violation(fault.field, fault.description) for fault in fields],
        dict(info.metadata),
    )

    assert info.reason == reason
    # Not as bytes: the order of metadata within is free.
    assert json_format.MessageToDict(shown) == json_format.MessageToDict(status_of(refusal))


@pytest.mark.parametrize("reason", RETRY_SECONDS)
def test_what_passes_says_after_how_long(reason: str) -> None:
    retry = detail(example(reason), error_details_pb2.RetryInfo())

    assert retry.retry_delay.ToMilliseconds() == round(RETRY_SECONDS[reason] * 1000)
