"""The filter of ListGames and GetStats."""

import pytest

from tests.support.api import Api, custom, new_id
from tests.support.calls import listed, page, resign, stats
from tests.support.refusals import refused


class Shelf:
    """A few games of different kinds that no other test has."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.team = new_id()
        labels = {"team": self.team}
        self.drawn = api.new_id_of_game(labels=labels, codebreaker_name="Ada")
        self.supplied = api.new_id_of_game(
            "1234", labels=labels | {"note": 'a "b" \\ c'}, codemaker_name="Grace H."
        )
        self.small = api.new_id_of_game(
            labels=labels | {"a key": "1", "x.y": "2"}, ruleset=custom(2, 3)
        )
        resign(api, self.small)
        self.all = {self.drawn, self.supplied, self.small}

    def found(self, wanted: str) -> set[str]:
        """The games of this shelf that pass."""
        return set(listed(self.api, f'{wanted} AND labels.team="{self.team}"'))


@pytest.fixture(scope="module")
def shelf(api: Api) -> Shelf:
    return Shelf(api)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("state=IN_PROGRESS", "drawn supplied"),
        ("state=STATE_IN_PROGRESS", "drawn supplied"),
        ('state="RESIGNED"', "small"),
        ("state!=RESIGNED", "drawn supplied"),
        ("codemaker=SUPPLIED", "supplied"),
        ("codemaker=CODEMAKER_UNIFORM", "drawn small"),
        ("codemaker!=UNIFORM", "supplied"),
        ("ruleset=classic", "drawn supplied"),
        ("ruleset=custom", "small"),
        ('codemaker_name = "Grace H."', "supplied"),
        ("codebreaker_name=Ada", "drawn"),
        ('codebreaker_name=""', "supplied small"),
        ("codebreaker_name!=Ada", "supplied small"),
        ('labels.note="a \\"b\\" \\\\ c"', "supplied"),
        ('labels."a key"=1', "small"),
        ("labels.x.y=2", "small"),
        ("labels.absent!=1", "drawn supplied small"),
        ('labels.absent=""', "drawn supplied small"),
        ("  state  =  IN_PROGRESS  ", "drawn supplied"),
        ("state!=RESIGNED AND codemaker!=SUPPLIED", "drawn"),
        ("state=IN_PROGRESS AND state=RESIGNED", ""),
        ('state = "IN_PROGRESS" AND ruleset != "custom" AND codemaker = SUPPLIED', "supplied"),
        ("ruleset=variablo", ""),
    ],
)
def test_a_filter_lets_exactly_those_through_that_it_describes(
    shelf: Shelf, wanted: str, names: str
) -> None:
    assert shelf.found(wanted) == {getattr(shelf, name) for name in names.split()}


def test_an_empty_filter_lets_all_through(shelf: Shelf) -> None:
    # Other tests' games are there, too; the newest page need not hold these.
    assert page(shelf.api, "", 1).games
    assert page(shelf.api, "   ", 1).games
    assert shelf.found("state!=VOID") == shelf.all


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ("state", "character 1"),
        ("state=", "character 1"),
        ("=IN_PROGRESS", "character 1"),
        ("state==SOLVED", "character 1"),
        ("state>SOLVED", "character 1"),
        ("labels.=x", "character 1"),
        ("labels=x", "labels"),
        ('state="SOLVED', "character 1"),
        ("state=SOLVED ruleset=classic", "character 14"),
        ("state=SOLVED OR ruleset=classic", "character 14"),
        ("state=SOLVED and ruleset=classic", "character 14"),
        ("state=SOLVED AND", "character"),
        ("state=SOLVED AND ", "character"),
        ("state=SOLVED AND nonsense", "character 17"),
        ("secret=1234", "secret"),
        ("game_id=x", "game_id"),
        ("x" * 2001, "2000"),
    ],
)
def test_a_filter_that_cannot_be_read_is_refused_telling_where(
    api: Api, wanted: str, where: str
) -> None:
    for ask in (page, stats):
        with refused("INVALID_ARGUMENT", "INVALID_FILTER") as told:
            ask(api, wanted)

        assert told.fields == ["filter"]
        assert where in told.descriptions[0]
