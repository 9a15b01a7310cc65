"""Who can use the page, and what browsers are told about it."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Open, keep_picture
from tests.page.playing import click_code, start_game
from tests.support.server import ServerProcess

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()


def serious_faults(page: Page) -> list[str]:
    """What axe-core holds for serious or critical, in the page as it stands."""
    # Evaluated by the debugger, which the page's policy does not bind.
    page.evaluate(f"(() => {{ {AXE} }})()")
    found = page.evaluate("axe.run().then((results) => results.violations)")
    return [
        f"{fault['id']}: {node['html']}: {node['failureSummary']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_fault_of_accessibility(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    expect(page.locator(".setup")).to_be_visible()
    assert serious_faults(page) == []
    keep_picture(page, f"setup-{scheme}")
    start_game(page, "advanced")
    click_code(page, (1, 1, 2, 2))
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator(".strip-row")).to_have_count(1)
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator(".hint-code")).to_be_visible()
    assert serious_faults(page) == []
    page.get_by_role("button", name="Give up").click()
    expect(page.locator(".analysis tbody tr")).to_have_count(1)
    assert serious_faults(page) == []
    keep_picture(page, f"over-{scheme}")
    page.get_by_role("link", name="Your code").click()
    page.get_by_role("button", name="I have a code").click()
    expect(page.locator(".asked .code")).to_be_visible()
    assert serious_faults(page) == []
    page.set_viewport_size(PHONE)
    assert serious_faults(page) == []


def test_strategies_stand_side_by_side_with_their_published_totals(open_page: Open) -> None:
    page = open_page("#/strategies")
    expect(page.locator(".contender").first).to_be_visible()
    for box in page.locator(".pick input").all():
        box.uncheck()
    for name in ("Minimax", "Most parts"):
        page.get_by_label(name, exact=True).locator("input").check()
    page.get_by_role("button", name="Play the chosen").click()
    expect(page.locator(".histogram")).to_have_count(2)
    minimax = page.get_by_role("region", name="Minimax", exact=True)
    expect(minimax).to_contain_text("5,801 for 1,296 codes · 5 at most")
    expect(minimax.get_by_role("img").first).to_have_attribute(
        "aria-label", "Codes by guesses needed: 1: 1, 2: 6, 3: 62, 4: 533, 5: 694"
    )
    expect(page.locator(".contender.best")).to_contain_text("5,668 for 1,296 codes")
    assert serious_faults(page) == []
    keep_picture(page, "strategies")


def test_the_theme_is_chosen_and_kept(open_page: Open) -> None:
    page = open_page(color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.evaluate(paper) != light
    page.reload()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()


def test_a_link_to_no_game_says_so(open_page: Open) -> None:
    page = open_page("#/watch/nosuchgame/nosuchtoken")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.get_by_role("link", name="Start a new one")).to_be_visible()


def test_browsers_are_told_a_strict_policy_and_ask_again_by_hash(
    memory_server: ServerProcess,
) -> None:
    with httpx.Client(base_url=f"http://{memory_server.http}") as client:
        for path, kind in (
            ("/", "text/html"),
            ("/page/main.js", "text/javascript"),
            ("/page/base.css", "text/css"),
            ("/page/icon.svg", "image/svg+xml"),
        ):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(kind)
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            assert answer.headers["cache-control"] == "no-cache"
            again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert client.get("/page/nothing.js").status_code == 404
        assert client.get("/page/..%2f__init__.py").status_code == 404


def test_the_page_names_no_other_server() -> None:
    static = Path(__file__).parents[2] / "service/mastermind_service/http_api/page/static"
    for file in static.iterdir():
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, file.name
        assert "https:" not in text, file.name
        assert "style=" not in text, file.name
