"""Values that are wrong are refused, in words that tell what is."""

from typing import Any

import pytest

from mastermind_service.config import Settings
from tests.chart.conftest import CHART, SHARED, Helm, Refused

pytestmark = pytest.mark.chart
KEY = "a key of sixteen and more"


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"replica": 2}, "replica"),
        ({"image": {"repo": "x"}}, "repo"),
        ({"replicas": -1}, "replicas"),
        ({"replicas": "two"}, "replicas"),
        ({"image": {"pullPolicy": "Sometimes"}}, "pullPolicy"),
        ({"image": {"digest": "sha256:abc"}}, "digest"),
        ({"settings": {"log_level": "loud"}}, "log_level"),
        ({"settings": {"grace_seconds": -1}}, "grace_seconds"),
        ({"settings": {"max_in_flight": 0}}, "max_in_flight"),
        ({"settings": {"max_in_flight": 1.5}}, "max_in_flight"),
        ({"settings": {"logLevel": "info"}}, "logLevel"),
        ({"settings": {"store": "redis://redis"}}, "store"),
        ({"ports": {"grpc": 0}}, "grpc"),
        ({"ports": {"http": 80}}, "http"),
        ({"ports": {"grpc": "50051"}}, "grpc"),
        ({"service": {"type": "Public"}}, "type"),
        ({"resources": {"limits": {"memory": "lots"}}}, "memory"),
        ({"autoscaling": {"minReplicas": 0}}, "minReplicas"),
        ({"podDisruptionBudget": {"maxUnavailable": 0}}, "maxUnavailable"),
        ({"serviceMonitor": {"interval": "often"}}, "interval"),
        ({"networkPolicy": {"callers": ["everybody"]}}, "callers"),
        ({"nodeSelector": {"zone": 1}}, "zone"),
        ({"fullnameOverride": "Games"}, "fullnameOverride"),
    ],
)
def test_the_schema_refuses(helm: Helm, values: dict[str, Any], named: str) -> None:
    with pytest.raises(Refused) as raised:
        helm.texts(values)
    assert named in str(raised.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"replicas": 2}, "memory:// is one server's own"),
        ({"autoscaling": {"enabled": True}}, "memory:// is one server's own"),
        ({"store": SHARED["store"]}, "needs secrets.keys"),
        ({"secrets": {"existing": "mine", "keys": KEY}}, "leave store.url"),
        ({"secrets": {"existing": "mine", "apiKeys": "a=" + KEY}}, "leave store.url"),
        ({"secrets": {"existing": "mine"}, "store": SHARED["store"]}, "leave store.url"),
        (
            {**SHARED, "autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 2}},
            "less than autoscaling.minReplicas",
        ),
        ({"ports": {"grpc": 8080}}, "must differ"),
    ],
)
def test_the_chart_refuses_together(helm: Helm, values: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as raised:
        helm.texts(values)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"store": {"url": "postgres://:sesame@db"}}, "store.url"),
        ({"store": {"url": ""}}, "store.url"),
        ({"secrets": {"keys": "sesame"}}, "secrets.keys"),
        ({"secrets": {"keys": KEY + ",sesame"}}, "secrets.keys"),
        ({"secrets": {"apiKeys": KEY}}, "secrets.apiKeys"),
        ({"secrets": {"apiKeys": "me=sesame"}}, "secrets.apiKeys"),
    ],
)
def test_a_refused_secret_is_not_told(helm: Helm, values: dict[str, Any], named: str) -> None:
    with pytest.raises(Refused) as raised:
        helm.texts(values)
    assert named in str(raised.value)
    assert "sesame" not in str(raised.value)
    assert KEY not in str(raised.value)


def test_every_value_is_in_the_schema_and_every_object_is_closed(helm: Helm) -> None:
    schema = helm.load((CHART / "values.schema.json").read_text())
    values = helm.load((CHART / "values.yaml").read_text())
    known = schema["properties"]
    assert values.keys() == known.keys() - {"global"}
    for name, each in known.items():
        if "properties" in each:
            assert each["additionalProperties"] is False, name
            if name not in {"settings", "resources"}:
                assert values[name].keys() == each["properties"].keys(), name


def test_the_schema_knows_every_setting_that_the_chart_does_not_set(helm: Helm) -> None:
    schema = helm.load((CHART / "values.schema.json").read_text())
    set_by_the_chart = {
        *("grpc_address", "http_address", "admin_address", "tls_certificate", "tls_key"),
        *("store", "keys", "api_keys"),
        # The image's own.
        "tables_dir",
    }
    settings = set(schema["properties"]["settings"]["properties"])
    assert settings == Settings.model_fields.keys() - set_by_the_chart
