"""Every object against Kubernetes' own schemas, and the chart against Helm's linter."""

from typing import Any

import pytest

from tests.chart.conftest import Helm
from tests.chart.variants import VARIANTS

pytestmark = pytest.mark.chart
KUBERNETES = ("1.30", "1.34", "1.37")
WITHOUT_SCHEMA = {"ServiceMonitor"}


@pytest.fixture(scope="module")
def kubernetes() -> Any:
    return pytest.importorskip("kubernetes_validate", reason="not installed: make chart-test")


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_objects_are_valid(helm: Helm, kubernetes: Any, variant: str, version: str) -> None:
    checked = 0
    for (kind, _), each in helm.objects(VARIANTS[variant]).items():
        if kind not in WITHOUT_SCHEMA:
            kubernetes.validate(each, version, strict=True)
            checked += 1
    assert checked >= 5


def test_the_schemas_refuse_what_is_wrong(helm: Helm, kubernetes: Any) -> None:
    deployment = helm.objects()["Deployment", "games-mastermind"]
    deployment["spec"]["template"]["spec"]["containers"][0]["prots"] = []
    with pytest.raises(kubernetes.ValidationError, match="prots"):
        kubernetes.validate(deployment, KUBERNETES[0], strict=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_linter_finds_nothing(helm: Helm, variant: str) -> None:
    found = [text for text in helm.lint(VARIANTS[variant]) if "icon is recommended" not in text]
    assert found == []


def test_a_namespace_is_left_to_helm(helm: Helm) -> None:
    for each in helm.objects(VARIANTS["everything"]).values():
        assert "namespace" not in each["metadata"]
