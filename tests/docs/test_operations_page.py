"""docs/operations.md names the settings, metrics, files and log events that there are."""

import inspect
import re
from pathlib import Path

from prometheus_client import Counter, Gauge, Histogram
from pydantic import SecretStr

from mastermind_engine.rulesets import PRESETS
from mastermind_engine.tables import Shape, has_table
from mastermind_service.cli.serve import serve_command
from mastermind_service.config import Settings
from mastermind_service.telemetry.metrics import Metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
SERVICE = ROOT / "service" / "mastermind_service"


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    (body,) = [part for part in section if part.startswith(f"{heading}\n")]
    lines = [line for line in body.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_setting_is_told_with_its_variable_option_and_default() -> None:
    options = set(inspect.signature(serve_command).parameters)
    told = [
        (quoted(variable), quoted(option), quoted(default))
        for variable, option, default, _ in rows("Settings")
    ]

    right = []
    for name, field in Settings.model_fields.items():
        secret = field.annotation is SecretStr
        default = "" if secret or field.default is None else str(field.default)
        right.append(
            (
                [f"MASTERMIND_{name.upper()}"],
                [f"--{name.replace('_', '-')}"] if name in options else [],
                [default] if default else [],
            )
        )
    assert told == right


def metrics_told() -> dict[str, tuple[str, list[str]]]:
    """Type and labels of each metric on the page."""
    return {quoted(name)[0]: (kind, quoted(labels)) for name, kind, labels, _ in rows("Metrics")}


def test_every_metric_is_told_by_its_exact_name_and_type() -> None:
    types = re.findall(r"^# TYPE (\S+) (\w+)$", Metrics().exposition().decode(), re.MULTILINE)

    assert {name: kind for name, (kind, _) in metrics_told().items()} == {
        name: kind for name, kind in types if name.startswith(("grpc_server_", "mastermind_"))
    }


def test_every_metric_is_told_with_its_labels() -> None:
    metrics = Metrics()
    told = metrics_told()
    seen = 0
    for metric in vars(metrics).values():
        if not isinstance(metric, Counter | Gauge | Histogram):
            continue
        seen += 1
        (family,) = metric.collect()
        _, labels = told[f"{family.name}_total" if family.type == "counter" else family.name]
        if labels:
            # Refuses any other set of names.
            metric.labels(**dict.fromkeys(labels, "x"))
        else:
            assert [sample.labels for sample in family.samples] == [{}]
    assert seen > 5


def test_every_metric_on_the_page_exists() -> None:
    exposition = Metrics().exposition().decode()

    for name in set(re.findall(r"\b(?:mastermind|grpc_server)_[a-z_]+\b", PAGE)):
        assert name in exposition


def test_every_log_event_is_told_with_its_level() -> None:
    pattern = re.compile(r'\blog\.(debug|info|warning|error)\(\s*"([^"]+)"')
    logged = {
        (event, level)
        for file in SERVICE.rglob("*.py")
        for level, event in pattern.findall(file.read_text("utf-8"))
        # Whole sentences explain themselves.
        if len(event.split()) <= 4
    }

    told = {(event, level) for events, level, _ in rows("Logs") for event in quoted(events)}

    assert told == logged


def test_every_table_file_is_told_with_its_rulesets() -> None:
    files: dict[str, list[str]] = {}
    for name, ruleset in PRESETS.items():
        if has_table(ruleset):
            files.setdefault(Shape.of(ruleset).file_name, []).append(name)

    told = {quoted(file)[0]: presets.split(", ") for file, presets, _ in rows("Score tables")}

    assert told == files
