"""The talk with a player whose code the service breaks: he answers its guesses."""

import re
from collections.abc import Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from mastermind_engine.codes import check_secret
from mastermind_engine.feedback import Feedback, check_feedback, score
from mastermind_engine.game import State
from mastermind_engine.refusals import Refusal, RuleReason
from mastermind_engine.rulesets import FeedbackKind, Ruleset
from mastermind_service.cli.answering import AnsweringSession
from mastermind_service.cli.board import turn_line
from mastermind_service.cli.notation import fold
from mastermind_service.cli.pegs import code_row, key_pegs
from mastermind_service.cli.talk import Talk, complaint

_HELP = (
    ("an answer", "key pegs: [bold]2 1[/] for two black and one white; [bold]0 0[/] for none"),
    ("back", "takes your last answer back: it was a mistake"),
    ("quit", "or [bold]resign[/] ends the game"),
)


class AnswerDialog(Talk):
    """One game whose code the player has in mind.

    Args:
        console: Where the board goes.
    """

    def __init__(self, console: Console) -> None:
        super().__init__(
            console, "think of a code; answer each guess: black and white key pegs, back or quit"
        )

    def play(self, session: AnsweringSession) -> Sequence[int] | None:
        """Plays to the end; returns the turns answered falsely, None if no code was told."""
        self._show(session)
        while not session.state.over:
            self._tell_guess(session)
            line = self._read(f"answer {len(session.turns) + 1} › ")
            if line is None:
                session.resign()
            elif line.strip():
                self._answer(session, line)
        if self._live:
            self._console.clear()
        self._console.print(self._board(session))
        self._console.print()
        self._console.print(_verdict(session))
        return self._reveal(session)

    def _show(self, session: AnsweringSession) -> None:
        if self._live:
            self._redraw(session)
        else:
            self._console.print(self._board(session))
            self._console.print(self._said)

    def _tell_guess(self, session: AnsweringSession) -> None:
        """The guess as a line of its own, where no board shows it."""
        if not self._live and session.pending is not None:
            guess = code_row(session.ruleset, session.pending)
            self._console.print(Text.assemble((f"› {len(session.turns) + 1}  ", "bold"), guess))

    def _answer(self, session: AnsweringSession, line: str) -> None:
        word = fold(line).strip()
        if word in ("resign", "quit", "exit"):
            session.resign()
        elif word in ("help", "?"):
            self._say(session, _help())
        elif word in ("back", "undo"):
            self._take_back(session)
        else:
            self._give(session, word)

    def _take_back(self, session: AnsweringSession) -> None:
        try:
            session.take_back()
        except Refusal as refusal:
            self._say(session, complaint(refusal.message))
        else:
            self._say(session, Text("your last answer is taken back", "grey62"))

    def _give(self, session: AnsweringSession, word: str) -> None:
        feedback = _read_answer(session.ruleset, word)
        if feedback is None:
            form = "2" if session.ruleset.feedback_kind == FeedbackKind.BLACK_ONLY else "2 1"
            self._say(session, complaint(f"type how many black and white key pegs: {form}"))
            return
        faults = check_feedback(session.ruleset, feedback)
        if faults:
            told = "; ".join(fault.description for fault in faults)
            self._say(session, complaint(f"that cannot be: {told}"))
            return
        try:
            session.answer(feedback)
        except Refusal as refusal:
            self._say(session, _contradiction(session, feedback, refusal))
            return
        self._said = Text()
        if not self._live:
            self._console.print(turn_line(session))
        elif not session.state.over:
            self._redraw(session)

    def _reveal(self, session: AnsweringSession) -> Sequence[int] | None:
        """Checks the answers by the player's code, if he cares to tell it."""
        if not session.turns:
            return None
        while True:
            line = self._read("your code, to check your answers (or nothing) › ")
            if line is None or not line.strip():
                return None
            secret = self._legal(session.ruleset, line, check_secret)
            if secret is None:
                self._console.print(self._said)
                continue
            false = session.reveal(secret)
            self._console.print(_checked(session, secret, false))
            return false


def _read_answer(ruleset: Ruleset, word: str) -> Feedback | None:
    """``2 1``, ``2,1`` or ``21``; without whites ``2``."""
    numbers = re.findall(r"[0-9]+", word)
    if re.sub(r"[0-9\s,;/+\-]", "", word):
        return None
    if len(numbers) == 1 and len(numbers[0]) == 2 and ruleset.pegs <= 9:
        numbers = list(numbers[0])
    if len(numbers) == 1 and ruleset.feedback_kind == FeedbackKind.BLACK_ONLY:
        numbers.append("0")
    return Feedback(*map(int, numbers)) if len(numbers) == 2 else None


def _contradiction(session: AnsweringSession, feedback: Feedback, refusal: Refusal) -> Group | Text:
    """Why an answer was refused, with the turns of which one could be wrong."""
    if refusal.reason != RuleReason.CONTRADICTORY_HISTORY or session.pending is None:
        return complaint(refusal.message)
    repairing = [int(turn) for turn in refusal.details["repairing_turns"].split(",") if turn]
    if not repairing:
        return complaint("no code fits all your answers, and more than one of them is wrong")
    answers = [(turn.guess, turn.feedback) for turn in session.turns]
    answers.append((session.pending, feedback))
    lines = [complaint("no code fits all your answers; one of these must be wrong:")]
    for number in repairing:
        guess, given = answers[number - 1]
        lines.append(
            Text.assemble(
                (f"  {number:>2}  ", "bold"),
                code_row(session.ruleset, guess),
                "  ",
                key_pegs(session.ruleset, given.black, given.white),
            )
        )
    lines.append(Text("answer again, or type back to take your last answer back", "grey62"))
    return Group(*lines)


def _verdict(session: AnsweringSession) -> Text:
    count = len(session.turns)
    guesses = f"{count} guess{'es' * (count != 1)}"
    if session.state == State.SOLVED:
        return Text(f"Your code is broken in {guesses}.", "bold green")
    if session.state == State.UNSOLVED:
        return Text(f"Your code held out: all {guesses} are used up.", "bold red")
    return Text(f"Ended after {guesses}.", "bold yellow")


def _checked(session: AnsweringSession, secret: Sequence[int], false: Sequence[int]) -> Group:
    """What the player's code says of his answers."""
    if not false:
        return Group(Text("✓ All your answers were right.", "green"))
    lines = [Text("✗ These answers were wrong, so the game does not count:", "bold red")]
    for number in false:
        turn = session.turns[number - 1]
        right = score(session.ruleset, secret, turn.guess)
        lines.append(
            Text.assemble(
                (f"  {number:>2}  ", "bold"),
                code_row(session.ruleset, turn.guess),
                "  you said ",
                key_pegs(session.ruleset, turn.feedback.black, turn.feedback.white),
                "  it is ",
                key_pegs(session.ruleset, right.black, right.white),
            )
        )
    return Group(*lines)


def _help() -> Table:
    lines = Table.grid(padding=(0, 2))
    for word, meaning in _HELP:
        lines.add_row(f"[bold]{word}[/]", meaning)
    return lines
