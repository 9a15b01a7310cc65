"""``mastermind score``."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from mastermind_engine.codes import Code, check_guess, check_secret
from mastermind_engine.feedback import score, solved
from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.notation import Unreadable, code_text, explain_code, read_code
from mastermind_service.cli.output import bad_option, result_console, write_json
from mastermind_service.cli.pegs import code_row, key_pegs
from mastermind_service.cli.ruleset_options import with_ruleset

Check = Callable[[Ruleset, Sequence[int]], list[Violation]]


@with_ruleset
def score_command(
    ruleset: Ruleset,
    secret: Annotated[str, typer.Argument(help="A legal secret, such as 1234.")],
    guess: Annotated[str, typer.Argument(help="A legal guess, such as 1344.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Answer a guess at a secret, both given."""
    hidden = code_argument(ruleset, secret, "SECRET", check_secret)
    guessed = code_argument(ruleset, guess, "GUESS", check_guess)
    answer = score(ruleset, hidden, guessed)
    if as_json:
        write_json(
            {
                "ruleset": ruleset.name,
                "secret": code_text(ruleset, hidden),
                "guess": code_text(ruleset, guessed),
                "black": answer.black,
                "white": answer.white,
                "blue": answer.blue,
                "solved": solved(ruleset, answer),
            }
        )
        return
    console = result_console()
    console.print("secret ", code_row(ruleset, hidden))
    console.print(
        "guess  ",
        code_row(ruleset, guessed),
        "  ",
        key_pegs(ruleset, answer.black, answer.white),
        f"  {answer.black} black, {answer.white} white",
    )


def code_argument(ruleset: Ruleset, text: str, name: str, check: Check) -> Code:
    """The code that an option or argument writes.

    Raises:
        typer.BadParameter: It is no legal code; says why, and names the option.
    """
    try:
        code = read_code(ruleset, text)
    except Unreadable as error:
        raise bad_option(name, str(error)) from error
    faults = check(ruleset, code)
    if faults:
        raise bad_option(name, explain_code(faults))
    return code
