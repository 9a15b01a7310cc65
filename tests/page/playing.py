"""What people do on the page."""

import re
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Page, expect

from mastermind_client.scorer import score

Code = tuple[int, ...]

LETTERS = "ABCDEF"
CLASSIC = tuple(product(range(1, 7), repeat=4))


def start_game(page: Page, ruleset: str = "classic", codemaker: str = "CODEMAKER_UNIFORM") -> None:
    """Sets a game up and starts it."""
    page.locator(f"input[value='{ruleset}']").check()
    page.locator(f"input[value='{codemaker}']").check()
    page.get_by_role("button", name="Start the game").click()


def letters(code: Code) -> str:
    """A code as it is typed."""
    return "".join(LETTERS[peg - 1] for peg in code)


def click_code(page: Page, code: Code) -> None:
    """Puts a code into the row by mouse, from a palette on the page."""
    for peg in code:
        page.locator(".palette:visible .swatch").nth(peg - 1).click()


def answers(page: Page) -> list[tuple[int, int]]:
    """The board's answers, as a screen reader tells them: black and white."""
    told = [answer.get_attribute("aria-label") for answer in page.locator(".rows .answer").all()]
    return [tuple(map(int, re.findall(r"\d+", text or ""))) for text in told]  # type: ignore[misc]


def expect_turns(page: Page, number: int) -> None:
    """Waits until the board shows so many answered turns."""
    expect(page.locator(".rows .answer")).to_have_count(number)


def consistent(turns: list[tuple[Code, tuple[int, int]]]) -> Iterator[Code]:
    """Classic codes that explain every answer."""
    for code in CLASSIC:
        if all(
            (feedback.black, feedback.white) == told
            for guess, told in turns
            for feedback in (score(code, guess),)
        ):
            yield code


def spectator_link(page: Page) -> str:
    """The link that lets others watch."""
    return page.get_by_role("textbox", name="Let others watch").input_value()
