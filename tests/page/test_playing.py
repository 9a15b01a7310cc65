"""Games played on the page as people play them."""

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Open, keep_picture
from tests.page.playing import (
    Code,
    answers,
    click_code,
    consistent,
    expect_turns,
    letters,
    start_game,
)

SECRET = (3, 1, 4, 1)


def test_a_game_is_won_by_mouse(open_page: Open) -> None:
    page = open_page()
    start_game(page, codemaker="CODEMAKER_SUPPLIED")
    click_code(page, SECRET)
    page.get_by_role("button", name="Hide it").click()
    expect(page.locator("dialog.code-dialog")).to_have_count(0)
    for turn, guess in enumerate([(1, 1, 2, 2), (3, 1, 1, 4), SECRET], 1):
        click_code(page, guess)
        page.get_by_role("button", name="Guess", exact=True).click()
        expect_turns(page, turn)
    expect(page.get_by_role("heading", name="Solved in 3 guesses")).to_be_visible()
    assert answers(page) == [(1, 1), (2, 2), (4, 0)]
    expect(page.get_by_label("The code was C A D A")).to_be_visible()


def test_a_game_is_won_by_the_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator(":focus").inner_text() == "Start the game":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".current .hole.chosen")).to_be_focused()
    turns: list[tuple[Code, tuple[int, int]]] = []
    while not page.locator(".ending").count():
        guess = next(consistent(turns))
        page.keyboard.type(letters(guess))
        page.keyboard.press("Enter")
        expect_turns(page, len(turns) + 1)
        turns.append((guess, answers(page)[-1]))
    expect(page.get_by_role("heading", name="Solved in")).to_be_visible()
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("The code was")


def test_arrows_erase_and_cycle_in_the_row(open_page: Open) -> None:
    page = open_page()
    start_game(page)
    expect(page.locator(".current .hole.chosen")).to_be_focused()
    page.keyboard.type("ab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    labels = [hole.get_attribute("aria-label") for hole in page.locator(".current .hole").all()]
    assert labels == [
        "Hole 1: empty",
        "Hole 2: A, amber",
        "Hole 3: A, amber",
        "Hole 4: empty",
    ]


def test_hints_tell_their_numbers_and_a_game_ends_with_its_analysis(open_page: Open) -> None:
    page = open_page()
    start_game(page, codemaker="CODEMAKER_ADVERSARIAL")
    turn = 0
    while not page.locator(".ending").count():
        page.locator(".hints select").select_option("STRATEGY_MINIMAX")
        page.get_by_role("button", name="Give me a hint").click()
        expect(page.locator(".hint-code")).to_be_visible()
        if turn == 0:
            told = page.locator(".hints .fact").all_inner_texts()
            facts = dict(text.split("\n")[-2:] for text in told)
            assert facts == {
                "Candidates": "1,296",
                "Worst case": "256",
                "Expected": "204.5",
                "Tells": "2.89 bits",
                "Answers": "13",
            }
        page.locator(".hint-code button").click()
        page.get_by_role("button", name="Guess", exact=True).click()
        turn += 1
        expect_turns(page, turn)
        expect(page.locator(".strip-row")).to_have_count(turn)
        if turn == 2:
            keep_picture(page, "game")
    assert turn == 5
    expect(page.locator(".analysis tbody tr")).to_have_count(turn)
    expect(page.locator(".analysis .descent")).to_be_visible()
    # Minimax opens with A A B B, 204.5 codes expected; A A B C would leave 185.3.
    first = page.locator(".analysis tbody tr").first
    expect(first.locator("td").nth(4)).to_have_text("0.14")
    expect(first.get_by_label("Best A A B C")).to_be_visible()
    split = page.get_by_role("button", name="Turn 1: 1,296 candidates split into 13, 256 left")
    expect(split).to_be_visible()
    keep_picture(page, "analysis")


def start_with(page: Page, ruleset: str, codemaker: str) -> None:
    """Starts a game and plays the first symbol that is legal in every hole."""
    start_game(page, ruleset, codemaker)
    if codemaker == "CODEMAKER_SUPPLIED":
        expect(page.get_by_role("button", name="Hide it")).to_be_visible()
        for hole in range(page.locator("dialog .hole").count()):
            page.locator("dialog .swatch").nth(hole).click()
        page.get_by_role("button", name="Hide it").click()
    expect(page.locator(".current .hole").first).to_be_visible()
    for hole in range(page.locator(".current .hole").count()):
        page.locator(".controls .swatch").nth(hole).click()
    page.get_by_role("button", name="Guess", exact=True).click()
    if codemaker == "CODEMAKER_REMOTE":
        expect(page.locator(".waiting")).to_be_visible()
    else:
        expect_turns(page, 1)
        expect(page.locator(".strip-row")).to_have_count(1)


def test_every_preset_and_every_codemaker_plays(open_page: Open) -> None:
    page = open_page()
    expect(page.locator("input[name=ruleset]").first).to_be_attached()

    def values(name: str) -> list[str]:
        inputs = page.locator(f"input[name={name}]").all()
        return [one.get_attribute("value") or "" for one in inputs]

    presets, codemakers = values("ruleset"), values("codemaker")
    assert {"classic", "hasbro", "super-blanks", "bulls-and-cows"} <= set(presets)
    assert {"CODEMAKER_UNIFORM", "CODEMAKER_ADVERSARIAL", "CODEMAKER_REMOTE"} <= set(codemakers)
    games = [("classic", "CODEMAKER_EQUILIBRIUM")]
    free = [codemaker for codemaker in codemakers if codemaker != "CODEMAKER_EQUILIBRIUM"]
    games += [(preset, free[i % len(free)]) for i, preset in enumerate(presets[1:])]
    for ruleset, codemaker in games:
        start_with(page, ruleset, codemaker)
        page.get_by_role("button", name="New game").click()
        expect(page.locator(".setup")).to_be_visible()
    page.locator("input[value='super']").check()
    expect(page.locator("input[value='CODEMAKER_EQUILIBRIUM']")).to_be_disabled()


def test_a_phone_plays_without_sideways_scrolling(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    start_game(page, "super")
    expect(page.locator(".current .hole").first).to_be_visible()
    for symbol in (0, 1, 2, 3, 4):
        page.locator(".controls .swatch").nth(symbol).tap()
    page.get_by_role("button", name="Guess", exact=True).tap()
    expect_turns(page, 1)
    expect(page.locator(".strip-row")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    targets = [swatch.bounding_box() for swatch in page.locator(".controls .swatch").all()]
    assert min(min(box["width"], box["height"]) for box in targets if box) >= 44
    keep_picture(page, "phone")


def test_a_reload_finds_the_game_again(open_page: Open) -> None:
    page = open_page()
    start_game(page)
    click_code(page, (1, 1, 2, 2))
    page.get_by_role("button", name="Guess", exact=True).click()
    expect_turns(page, 1)
    page.reload()
    expect_turns(page, 1)
    click_code(page, (3, 3, 4, 4))
    page.get_by_role("button", name="Guess", exact=True).click()
    expect_turns(page, 2)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name="Given up")).to_be_visible()
