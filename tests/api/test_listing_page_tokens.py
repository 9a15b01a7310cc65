"""A page token is good for the listing that told it, and for no other."""

import base64

import pytest

from tests.support.api import Api, new_id
from tests.support.calls import page
from tests.support.refusals import refused


@pytest.fixture
def first(api: Api) -> tuple[str, str]:
    """A filter and the token of its second page."""
    team = new_id()
    for _ in range(2):
        api.new_game(labels={"team": team})
    wanted = f'labels.team="{team}"'
    return wanted, page(api, wanted, 1).next_page_token


def turned_away(api: Api, wanted: str, token: str) -> None:
    with refused("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN") as told:
        page(api, wanted, 1, token)
    assert told.fields == ["page_token"]


def test_a_token_goes_on_where_its_page_ended(api: Api, first: tuple[str, str]) -> None:
    wanted, token = first

    assert len(page(api, wanted, 1, token).games) == 1


def test_a_token_goes_on_with_another_page_size(api: Api, first: tuple[str, str]) -> None:
    wanted, token = first

    assert len(page(api, wanted, 50, token).games) == 1


def test_a_token_is_refused_with_another_filter(api: Api, first: tuple[str, str]) -> None:
    turned_away(api, "state=IN_PROGRESS", first[1])
    turned_away(api, "", first[1])


@pytest.mark.parametrize(
    "token", ["x", "====", "AAAA", "ä", base64.urlsafe_b64encode(bytes(40)).decode(), "A" * 5000]
)
def test_what_was_never_a_token_is_refused(api: Api, token: str) -> None:
    turned_away(api, "", token)


def test_a_token_changed_anywhere_is_refused(api: Api, first: tuple[str, str]) -> None:
    wanted, token = first
    raw = base64.urlsafe_b64decode(token)
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        turned_away(api, wanted, base64.urlsafe_b64encode(changed).decode())
