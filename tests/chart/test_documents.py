"""What the documents tell people to install can be installed."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.chart.conftest import CHART, Helm

pytestmark = pytest.mark.chart
DOCUMENTS = (CHART.parents[1] / "docs" / "kubernetes.md", CHART / "README.md")


def blocks(document: Path, language: str) -> list[str]:
    """The blocks of a language."""
    pattern = rf"^```{language}\n(.*?)^```"
    return re.findall(pattern, document.read_text("utf-8"), re.DOTALL | re.MULTILINE)


VALUES = [
    pytest.param(text, id=f"{document.stem}-{number}")
    for document in DOCUMENTS
    for number, text in enumerate(blocks(document, "yaml"))
]


@pytest.mark.parametrize("text", VALUES)
def test_values(helm: Helm, text: str) -> None:
    assert ("Deployment", "games-mastermind") in helm.objects(helm.load(text))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_commands(helm: Helm, document: Path) -> None:
    lines = [line for block in blocks(document, "sh") for line in block.splitlines()]
    installs = [shlex.split(line) for line in lines if line.startswith("helm install")]
    assert installs
    for _, _, release, chart, *options in installs:
        assert CHART.parents[1] / chart == CHART
        values: dict[str, Any] = {}
        for option, text in zip(options[::2], options[1::2], strict=True):
            assert option == "--set"
            values |= helm.parse(text)
        assert ("Deployment", f"{release}-mastermind") in helm.objects(values, name=release)
