"""A game on a server, judged there."""

from mastermind_client import GameAnalysis as ClientAnalysis
from mastermind_client import MastermindError
from mastermind_client import Ruleset as ClientRuleset
from mastermind_client import TurnAnalysis as ClientTurn
from mastermind_engine.codes import Code
from mastermind_engine.feedback import Feedback
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_engine.solver.analysis import Cell, TurnAnalysis
from mastermind_service.cli.remote import as_refusal, open_client
from mastermind_service.cli.sessions import Access


def fetch_analysis(
    server: str, access: Access, game_id: str, token: str
) -> tuple[Ruleset, Code | None, list[TurnAnalysis]]:
    """Ruleset, secret and judged turns of a game that ``server`` keeps.

    Raises:
        Refusal: The server refuses, or does not answer.
    """
    with open_client(server, access) as client:
        try:
            told = client.analyze_game(game_id, token=token or None)
        except MastermindError as error:
            raise as_refusal(error) from error
    return _read(told)


def _read(told: ClientAnalysis) -> tuple[Ruleset, Code | None, list[TurnAnalysis]]:
    return _ruleset(told.ruleset), told.secret, [_turn(each) for each in told.turns]


def _ruleset(told: ClientRuleset) -> Ruleset:
    return Ruleset(
        told.name,
        told.pegs,
        told.colors,
        told.repeats,
        told.guess_may_repeat,
        told.blanks,
        told.max_guesses,
        FeedbackKind(told.feedback_kind),
        symbols=told.symbols,
    )


def _turn(told: ClientTurn) -> TurnAnalysis:
    feedback = Feedback(told.feedback.black, told.feedback.white)
    return TurnAnalysis(
        turn=Turn(told.guess, feedback),
        is_candidate=told.is_candidate,
        candidates_before=told.candidates_before,
        candidates_after=told.candidates_after,
        expected_after=told.expected_after,
        best_guess=told.best_guess,
        best_expected_after=told.best_expected_after,
        partition=tuple(
            Cell(Feedback(cell.feedback.black, cell.feedback.white), cell.count)
            for cell in told.partition
        ),
    )
