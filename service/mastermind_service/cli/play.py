"""``mastermind play``."""

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from mastermind_engine.codes import Code
from mastermind_engine.game import Codemaker
from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import MAX_GUESSES, Ruleset
from mastermind_service.cli import background
from mastermind_service.cli.access import check_server, read_access
from mastermind_service.cli.adversary import AdversarialSession
from mastermind_service.cli.answer_dialog import AnswerDialog
from mastermind_service.cli.answering import AnsweringSession, LocalAnswering
from mastermind_service.cli.board import Shown
from mastermind_service.cli.choices import CodemakerName, StrategyName, constant, kebab
from mastermind_service.cli.dialog import Dialog
from mastermind_service.cli.notation import code_text
from mastermind_service.cli.output import bad_option, fail, result_console, write_json
from mastermind_service.cli.ruleset_options import with_ruleset
from mastermind_service.cli.sessions import Access, LocalSession, Session
from mastermind_service.cli.settings import tables_folder

MAX_SEED = 2**64 - 1


@with_ruleset
def play_command(
    ruleset: Ruleset,
    max_guesses: Annotated[
        int | None,
        typer.Option(
            help="Another number of rows; 0 for no limit.",
            min=0,
            max=MAX_GUESSES,
            show_default="the ruleset's",
        ),
    ] = None,
    codemaker: Annotated[
        CodemakerName,
        typer.Option(
            help="Who hides the secret: a fair draw, the best draw of 4×6, one who evades, "
            "somebody beside you, or you (remote): then your code is broken."
        ),
    ] = CodemakerName.UNIFORM,
    strategy: Annotated[
        StrategyName,
        typer.Option(help="How your code is broken; for --codemaker remote."),
    ] = StrategyName.AUTO,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Makes the drawn secret, or guesses by chance, repeatable.", min=0, max=MAX_SEED
        ),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(help="Play on this server instead of here.", metavar="HOST:PORT"),
    ] = None,
    api_key_file: Annotated[
        Path | None,
        typer.Option(
            help="File with the API key that the server asks for; or MASTERMIND_API_KEY.",
            show_default=False,
        ),
    ] = None,
    tls: Annotated[bool, typer.Option("--tls", help="Encrypt the way to the server.")] = False,
    ca: Annotated[
        Path | None,
        typer.Option(
            help="PEM of the authorities to trust instead of the usual ones; means --tls.",
            show_default=False,
            metavar="FILE",
        ),
    ] = None,
    tables_dir: Annotated[
        Path | None,
        typer.Option(help="Folder of the score tables, for hints.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the finished game as JSON; the board goes to stderr."),
    ] = False,
) -> None:
    """Play a game in the terminal."""
    _check_codemaker(codemaker, strategy, seed)
    if max_guesses is not None:
        ruleset = ruleset.with_max_guesses(max_guesses)
    for option, given in (("--api-key-file", api_key_file), ("--tls", tls), ("--ca", ca)):
        if given and server is None:
            raise bad_option(option, "is for a server; name it with --server")
    access = read_access(api_key_file, tls, ca)
    folder = tables_folder("play", tables_dir)
    if codemaker == CodemakerName.REMOTE:
        _answer_game(ruleset, server, access, strategy, seed, folder, as_json)
        return
    dialog = Dialog(result_console(as_json))
    try:
        secret = dialog.ask_secret(ruleset) if codemaker == CodemakerName.SUPPLIED else None
        if codemaker == CodemakerName.SUPPLIED and secret is None:
            fail("no secret was given")
        maker = Codemaker[constant(codemaker)]
        with closing(_start(ruleset, server, access, maker, secret, seed, folder)) as session:
            kept = dialog.play(session)
    except Refusal as refusal:
        fail(refusal.message)
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    if as_json:
        write_json(_game_json(session, codemaker, kept))


def _answer_game(
    ruleset: Ruleset,
    server: str | None,
    access: Access,
    strategy: StrategyName,
    seed: int | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Breaks the player's code."""
    dialog = AnswerDialog(result_console(as_json))
    try:
        with closing(_start_answering(ruleset, server, access, strategy, seed, folder)) as session:
            false = dialog.play(session)
    except Refusal as refusal:
        fail(refusal.message)
    except KeyboardInterrupt:
        raise typer.Exit(background.INTERRUPTED) from None
    if as_json:
        told = _turns_json(session, CodemakerName.REMOTE)
        write_json({**told, "false_turns": None if false is None else list(false)})


def _check_codemaker(codemaker: CodemakerName, strategy: StrategyName, seed: int | None) -> None:
    if codemaker == CodemakerName.SUPPLIED and seed is not None:
        raise bad_option("--seed", "a supplied secret is not drawn; leave --seed out")
    if codemaker == CodemakerName.ADVERSARIAL and seed is not None:
        raise bad_option("--seed", "the adversary draws nothing; leave --seed out")
    if codemaker != CodemakerName.REMOTE and strategy != StrategyName.AUTO:
        raise bad_option("--strategy", "is for --codemaker remote, where your code is broken")


def _start(
    ruleset: Ruleset,
    server: str | None,
    access: Access,
    codemaker: Codemaker,
    secret: Code | None,
    seed: int | None,
    folder: Path,
) -> Session:
    if server is None and codemaker == Codemaker.ADVERSARIAL:
        return AdversarialSession(ruleset, folder)
    if server is None:
        return LocalSession(ruleset, folder, secret, seed, codemaker)
    check_server(server)
    from mastermind_service.cli.remote import RemoteSession

    return RemoteSession(server, access, ruleset, secret, seed, codemaker)


def _start_answering(
    ruleset: Ruleset,
    server: str | None,
    access: Access,
    strategy: StrategyName,
    seed: int | None,
    folder: Path,
) -> AnsweringSession:
    if server is None:
        return LocalAnswering(ruleset, folder, strategy, seed)
    check_server(server)
    from mastermind_service.cli.remote import RemoteAnswering

    return RemoteAnswering(server, access, ruleset, strategy, seed)


def _game_json(session: Session, codemaker: CodemakerName, kept: bool | None) -> dict[str, Any]:
    return {
        **_turns_json(session, codemaker),
        "hints_used": session.hints_used,
        "commitment": session.commitment.hex(),
        "commitment_kept": kept,
    }


def _turns_json(session: Shown, codemaker: CodemakerName) -> dict[str, Any]:
    ruleset = session.ruleset
    return {
        "ruleset": ruleset.name,
        "codemaker": codemaker.value,
        "state": kebab(session.state.name),
        "guesses": len(session.turns),
        "max_guesses": ruleset.max_guesses,
        "turns": [
            {
                "guess": code_text(ruleset, turn.guess),
                "black": turn.feedback.black,
                "white": turn.feedback.white,
            }
            for turn in session.turns
        ],
        "secret": None if session.secret is None else code_text(ruleset, session.secret),
    }
