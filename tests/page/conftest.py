"""A real Chromium before a real server; what it saw is kept as pictures."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.support.server import ServerProcess

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
DESK = ViewportSize(width=1180, height=860)
PHONE = ViewportSize(width=390, height=844)
WAIT_MS = 15_000

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started once a file: while it runs, no other event loop can in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=FLAGS,
        )
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """Errors and broken policies that the windows of a test told of."""
    return []


@pytest.fixture
def open_page(browser: Browser, memory_server: ServerProcess, faults: list[str]) -> Iterator[Open]:
    """Opens windows of their own on the page: ``open_page(path, viewport=…, base=…)``."""
    contexts = []

    def open_one(path: str = "", base: str = memory_server.http, **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        page.goto(path if path.startswith("http") else f"http://{base}/{path}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert faults == []


def keep_picture(page: Page, name: str) -> None:
    """Keeps how the whole page looks in ``build/screenshots``."""
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
