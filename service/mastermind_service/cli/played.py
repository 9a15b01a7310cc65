"""A game that was played, from what somebody types or from the JSON of ``mastermind play``."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.feedback import score
from mastermind_engine.game import Turn
from mastermind_engine.rulesets import PRESETS, Ruleset
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import bad_option
from mastermind_service.cli.score import code_argument
from mastermind_service.cli.turns import read_turns

STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Attributes:
        ruleset: Its ruleset.
        turns: Its turns, each legal by itself.
        secret: The secret; None where it is not told.
    """

    ruleset: Ruleset
    turns: list[Turn]
    secret: Code | None


def read_played(ruleset: Ruleset, texts: Sequence[str], secret_text: str | None) -> Played:
    """The game whose turns ``texts`` write, a secret answering those without an answer.

    Raises:
        typer.BadParameter: A turn or the secret cannot be read or is not legal, an answer is
            missing, or is not the secret's.
    """
    secret = None
    if secret_text is not None:
        secret = code_argument(ruleset, secret_text, "--secret", check_secret)
    turns = [_read_turn(ruleset, text, secret) for text in texts]
    return Played(ruleset, turns, secret)


def _read_turn(ruleset: Ruleset, text: str, secret: Code | None) -> Turn:
    if "=" in text or secret is None:
        (turn,) = read_turns(ruleset, [text], "TURNS")
    else:
        guess = code_argument(ruleset, text, "TURNS", check_guess)
        turn = Turn(guess, score(ruleset, secret, guess))
    if secret is not None:
        answer = score(ruleset, secret, turn.guess)
        if answer != turn.feedback:
            raise bad_option(
                "TURNS",
                f"{code_text(ruleset, secret)} answers {code_text(ruleset, turn.guess)} with "
                f"{answer.black} black and {answer.white} white, not {text!r}",
            )
    return turn


def load_played(ruleset: Ruleset, file: Path) -> Played:
    """The game that ``mastermind play --json`` printed.

    Args:
        ruleset: Its ruleset, unless the file names a preset.
        file: Where it stands; ``-`` for stdin.

    Raises:
        typer.BadParameter: It cannot be read, or is no such game.
    """
    try:
        text = sys.stdin.read() if file == STDIN else file.read_text("utf-8")
        told: Any = json.loads(text)
        ruleset = PRESETS.get(told["ruleset"], ruleset)
        texts = [f"{each['guess']}={each['black']},{each['white']}" for each in told["turns"]]
        secret = told.get("secret")
    except OSError as error:
        raise bad_option("--game-file", f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise bad_option(
            "--game-file", f"{file} is no game as `mastermind play --json` prints it"
        ) from error
    return read_played(ruleset, texts, secret)
