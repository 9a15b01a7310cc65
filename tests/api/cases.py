"""Reported cases as messages."""

from mastermind.v1 import types_pb2 as pb
from tests.support.api import turn
from tests.unit.cases import Case

STATES = {
    "WON": pb.STATE_SOLVED,
    "LOST": pb.STATE_UNSOLVED,
    "IN_PROGRESS": pb.STATE_IN_PROGRESS,
}


def choice_of(case: Case, **changed: bool) -> pb.RulesetChoice:
    """The ruleset of a case; guesses may repeat a color unless told otherwise."""
    told = case["ruleset"]
    ruleset = pb.Ruleset(
        pegs=told["pegs"],
        colors=told["colors"],
        repeats=told["repeats_in_secret"],
        guess_repeats=changed.get("guess_repeats", True),
        blanks=told["blanks"],
        max_guesses=told["max_guesses"],
    )
    return pb.RulesetChoice(custom=ruleset)


def history_of(step: Case) -> list[pb.Turn]:
    """The turns of a step."""
    return [turn(told["guess"], told["black"], told["white"]) for told in step["history"]]


def check_state(game: pb.Game, told: Case) -> None:
    """Compares a game with what a step tells of it."""
    if "status" in told:
        assert game.state == STATES[told["status"]]
    if "attempts_used" in told:
        assert len(game.turns) == told["attempts_used"]
    if "attempts_left" in told:
        assert game.guesses_left == told["attempts_left"]
