"""Which code spaces are listed, and what is shared."""

from dataclasses import replace

import pytest

from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset, preset
from mastermind_engine.solver.listed import ListedSpaces, check_listable
from tests.unit.samples import SMALL, custom, label, listed


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_every_secret_is_found_among_the_guesses(ruleset: Ruleset) -> None:
    space = listed(ruleset)
    for secret, guess in enumerate(space.arrays.guess_of.tolist()):
        assert space.code(guess) == space.secrets.unrank(secret)


@pytest.mark.parametrize(
    "ruleset",
    [
        custom(4, 32),
        custom(15, 63),
        custom(4, 40, repeats=False, guess_repeats=True),
        custom(4, 25, kind=FeedbackKind.GRAND),
        replace(preset("classic"), word_list="english"),
    ],
    ids=label,
)
def test_what_cannot_be_listed_is_refused(ruleset: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        ListedSpaces().of(ruleset)

    assert refused.value.reason == RuleReason.UNSUPPORTED_FOR_RULESET


def test_a_million_codes_may_be_listed() -> None:
    check_listable(custom(6, 10))


def test_rulesets_of_one_shape_share_a_space() -> None:
    spaces = ListedSpaces()

    assert spaces.of(preset("classic")) is spaces.of(preset("travel"))
    assert spaces.of(preset("classic")) is not spaces.of(preset("advanced"))
