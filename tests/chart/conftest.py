"""The chart, rendered by Helm's own code."""

from pathlib import Path
from typing import Any

import pytest

CHART = Path(__file__).parents[2] / "helm" / "mastermind"
SHARED: dict[str, Any] = {
    "store": {"url": "redis://:sesame@redis:6379/0"},
    "secrets": {"keys": "the first signing key,the second signing key"},
}
Objects = dict[tuple[str, str], dict[str, Any]]


class Refused(Exception):
    """Helm's words for values that it does not take."""


class Helm:
    """Renders the chart.

    Args:
        helm: Helm's SDK.
        yaml: What reads YAML.
    """

    def __init__(self, helm: Any, yaml: Any) -> None:
        self._helm = helm
        self._yaml = yaml

    def lint(self, values: dict[str, Any]) -> list[str]:
        """What the linter finds, its hints included."""
        report = self._helm.lint(CHART, values, strict=True, kube_version="v1.34.0")
        return [str(message["error"]) for message in report["messages"]] + list(report["errors"])

    def texts(self, values: dict[str, Any], **release: str) -> dict[str, str]:
        """What Helm renders, by the template's name.

        Raises:
            Refused: The values are not taken.
        """
        release = {"name": "games", "namespace": "play"} | release
        with self._helm.Chart.load(CHART) as chart:
            try:
                chart.validate_schema(values)
                rendered: dict[str, str] = chart.render(values, **release)
            except self._helm.HelmError as error:
                raise Refused(str(error)) from error
        return {name.removeprefix("mastermind/templates/"): text for name, text in rendered.items()}

    def objects(self, values: dict[str, Any] | None = None, **release: str) -> Objects:
        """All objects by kind and name.

        Raises:
            Refused: The values are not taken.
        """
        objects = {}
        for name, text in self.texts(values or {}, **release).items():
            if name.endswith(".txt"):
                continue
            for each in self._yaml.safe_load_all(text):
                if each is not None:
                    objects[each["kind"], each["metadata"]["name"]] = each
        return objects

    def parse(self, text: str) -> Any:
        """The values that ``--set`` would make of a text."""
        return self._helm.parse_set_string(text)

    def load(self, text: str) -> Any:
        """One YAML document."""
        return self._yaml.safe_load(text)


@pytest.fixture(scope="session")
def helm() -> Helm:
    """Helm, if it is installed."""
    sdk = pytest.importorskip("helm_python", reason="not installed: make chart-test")
    yaml = pytest.importorskip("yaml", reason="not installed: make chart-test")
    return Helm(sdk, yaml)


def pod_of(objects: Objects, name: str = "games-mastermind") -> dict[str, Any]:
    """The pod that the Deployment makes."""
    spec: dict[str, Any] = objects["Deployment", name]["spec"]["template"]["spec"]
    return spec


def container_of(objects: Objects, name: str = "games-mastermind") -> dict[str, Any]:
    """The container that serves."""
    (container,) = pod_of(objects, name)["containers"]
    assert isinstance(container, dict)
    return container


def environment_of(objects: Objects) -> dict[str, str]:
    """What the server reads, by name: the ConfigMap's settings and the Secret's."""
    settings = objects["ConfigMap", "games-mastermind"]["data"]
    secrets = objects["Secret", "games-mastermind"]["stringData"]
    assert not settings.keys() & secrets.keys()
    return {**settings, **secrets}
