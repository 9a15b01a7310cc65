"""docs/http.md does what it shows, and /docs comes from this server alone."""

import os
import re
import subprocess
from pathlib import Path

import httpx

from mastermind_service.errors import StatusCode
from mastermind_service.http_api.answers import HTTP_STATUS

PAGE = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")


def test_every_example_runs(http: httpx.Client, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    script = "set -eu\n" + "echo; echo ====\n".join(blocks)
    environment = {**os.environ, "URL": str(http.base_url).rstrip("/")}
    printed = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=30,
    ).stdout
    for told in ('"black":1', '"turn":1', '"suggestion"', '"games":[', "STATE_RESIGNED"):
        assert told in printed
    assert "event: end" in printed
    assert "secret.pegs[0]" in printed.rpartition("====")[2]


def test_the_table_tells_every_status_of_every_code() -> None:
    rows = dict(re.findall(r"^\| (\d{3}) \| (.*) \|$", PAGE, re.MULTILINE))
    for code, status in HTTP_STATUS.items():
        # Nobody is there to be told of the one, nothing ever tells the other.
        if code not in (StatusCode.OK, StatusCode.CANCELLED, StatusCode.UNKNOWN):
            assert code.name in rows[str(status)]


def test_the_page_takes_nothing_from_elsewhere(http: httpx.Client) -> None:
    for path in ("/docs", "/docs/docs.css", "/docs/docs.js"):
        answer = http.get(path)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"(https?:)?//[a-z]", answer.text.replace("// ", ""))
        assert "style=" not in answer.text
