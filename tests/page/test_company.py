"""Games with others: spectators, friends who keep the code, the service that guesses."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from mastermind_client.scorer import score
from tests.page.conftest import Open, keep_picture
from tests.page.playing import LETTERS, click_code, expect_turns, spectator_link, start_game
from tests.support.proxy import LossyProxy
from tests.support.server import ServerProcess

SECRET = (3, 1, 4, 1)
WITHIN_SECONDS = 1.0


@pytest.fixture
def network(memory_server: ServerProcess) -> Iterator[LossyProxy]:
    """A network that can lose answers and break connections."""
    proxy = LossyProxy(memory_server.http)
    yield proxy
    proxy.close()


def guess(page: Page, code: tuple[int, ...]) -> None:
    click_code(page, code)
    page.get_by_role("button", name="Guess", exact=True).click()


def give_answer(page: Page, black: int, white: int) -> None:
    page.locator(".counter.black button").nth(black).click()
    page.locator(".counter.white button").nth(white).click()
    page.get_by_role("button", name="Answer", exact=True).click()


def pending(page: Page) -> tuple[int, ...]:
    """The guess that waits for its answer."""
    label = page.locator(".asked .code").get_attribute("aria-label") or ""
    return tuple(LETTERS.index(letter) + 1 for letter in label.split()[1:])


def test_a_spectator_sees_moves_within_a_second_and_sends_no_token_in_an_address(
    open_page: Open,
) -> None:
    player = open_page()
    start_game(player)
    link = spectator_link(player)
    token = link.rpartition("/")[2]
    watcher = open_page("docs")
    addresses: list[str] = []
    watcher.on("request", lambda request: addresses.append(request.url))
    watcher.goto(link)
    expect(watcher.locator(".badge")).to_have_text("Live")
    waited = []
    for turn, code in enumerate([(1, 1, 2, 2), (3, 3, 4, 4), (5, 5, 6, 6)], 1):
        guess(player, code)
        expect_turns(player, turn)
        shown = time.monotonic()
        expect_turns(watcher, turn)
        waited.append(time.monotonic() - shown)
    # The quickest of three: the machine may be busy with other tests.
    assert min(waited) < WITHIN_SECONDS
    assert watcher.locator(".controls").count() == 0
    player.get_by_role("button", name="Give up").click()
    expect(watcher.locator(".badge")).to_have_text("Over")
    expect(watcher.locator(".analysis tbody tr")).to_have_count(3)
    assert any(":watch" in address for address in addresses)
    assert not any(token in address.partition("#")[0] for address in addresses)


def test_a_lost_answer_costs_no_turn_and_a_broken_stream_resumes(
    open_page: Open, network: LossyProxy
) -> None:
    player = open_page(base=network.address)
    start_game(player)
    watcher = open_page(spectator_link(player))
    expect(watcher.locator(".badge")).to_have_text("Live")
    guess(player, (1, 1, 2, 2))
    expect_turns(player, 1)
    expect_turns(watcher, 1)
    network.mute()
    guess(player, (3, 3, 4, 4))
    # The guess is played, its answer lost, and every connection broken.
    player.wait_for_timeout(200)
    network.cut()
    expect_turns(player, 2)
    expect_turns(watcher, 2)
    guess(player, (5, 5, 6, 6))
    expect_turns(player, 3)
    expect_turns(watcher, 3)


def test_a_page_says_that_the_connection_is_lost_and_when_it_is_back(open_page: Open) -> None:
    page = open_page()
    start_game(page)
    expect(page.locator(".current .hole").first).to_be_visible()
    page.context.set_offline(True)
    guess(page, (1, 1, 2, 2))
    bar = page.locator("#connection")
    expect(bar).to_have_text("Connection lost. Trying again …")
    page.context.set_offline(False)
    expect(bar).to_have_text("Connected again.")
    expect_turns(page, 1)


def test_the_service_breaks_a_code_that_it_is_never_told(open_page: Open) -> None:
    page = open_page("#/remote")
    page.get_by_role("button", name="I have a code").click()
    expect(page.locator(".asked .code")).to_be_visible()
    turn, mistaken = 1, False
    while not page.locator(".ending").count():
        asked = pending(page)
        right = score(SECRET, asked)
        if not mistaken:
            give_answer(page, 0, 0)
            expect_turns(page, 1)
            page.get_by_role("button", name="Take the last answer back").click()
            expect_turns(page, 0)
            assert pending(page) == asked
            mistaken = True
        give_answer(page, right.black, right.white)
        expect_turns(page, turn)
        asked_next = page.locator(".asked", has_text=f"Guess {turn + 1}:")
        expect(page.locator(".ending").or_(asked_next)).to_be_visible()
        if turn == 2:
            keep_picture(page, "remote")
        turn += 1
    page.get_by_role("button", name="Reveal my code").click()
    click_code(page, SECRET)
    page.get_by_role("button", name="Reveal it").click()
    expect(page.locator(".verdict")).to_have_text("Yes. Every answer was true.")


def test_answers_that_no_code_explains_are_refused_and_false_ones_void_the_game(
    open_page: Open,
) -> None:
    page = open_page("#/remote")
    page.locator("input[value='travel']").check()
    page.get_by_role("button", name="I have a code").click()
    expect(page.locator(".asked .code")).to_be_visible()
    give_answer(page, 3, 1)
    expect(page.locator(".problem:not(:empty)")).to_be_visible()
    expect_turns(page, 0)
    give_answer(page, 4, 0)
    expect(page.get_by_role("heading", name="Solved in 1 guess")).to_be_visible()
    page.get_by_role("button", name="Reveal my code").click()
    click_code(page, (6, 6, 6, 6))
    page.get_by_role("button", name="Reveal it").click()
    expect(page.locator(".verdict")).to_contain_text("turn 1 was answered falsely")


def test_a_friend_elsewhere_answers_by_a_link(open_page: Open) -> None:
    player = open_page()
    start_game(player, codemaker="CODEMAKER_REMOTE")
    friend = open_page(player.get_by_role("textbox", name="Your friend’s link").input_value())
    expect(friend.get_by_text("Waiting for a guess …")).to_be_visible()
    guess(player, (1, 1, 2, 2))
    expect(player.locator(".waiting")).to_be_visible()
    expect(friend.locator(".asked .code")).to_be_visible()
    right = score(SECRET, pending(friend))
    give_answer(friend, right.black, right.white)
    expect_turns(player, 1)
    guess(player, SECRET)
    expect(friend.locator(".asked")).to_contain_text("Guess 2:")
    give_answer(friend, 4, 0)
    expect(player.get_by_role("heading", name="Solved in 2 guesses")).to_be_visible()
