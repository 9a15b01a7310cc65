"""The options that choose a ruleset, the same for every command."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from mastermind_engine.refusals import Refusal
from mastermind_engine.rulesets import (
    DEFAULT_PRESET,
    MAX_COLORS,
    MAX_PEGS,
    PRESETS,
    FeedbackKind,
    Ruleset,
    choose_ruleset,
)
from mastermind_service.cli.output import bad_option

CUSTOM = "custom"
_PANEL = "Ruleset"


def _option(help_text: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=help_text, rich_help_panel=_PANEL, **more)


def _own_ruleset(
    ruleset: Annotated[
        str | None,
        _option(
            f"A preset, or {CUSTOM} with the options below: {', '.join(PRESETS)}. "
            "`mastermind rulesets` tells more.",
            show_default=DEFAULT_PRESET,
            metavar="NAME",
        ),
    ] = None,
    pegs: Annotated[int | None, _option(f"Pegs in a code, 1 to {MAX_PEGS}.")] = None,
    colors: Annotated[int | None, _option(f"Number of colors, 1 to {MAX_COLORS}.")] = None,
    repeats: Annotated[
        bool | None,
        _option(
            "Whether a secret may repeat a color.", "--repeats/--no-repeats", show_default="no"
        ),
    ] = None,
    guess_repeats: Annotated[
        bool | None,
        _option(
            "Whether a guess may repeat a color.",
            "--guess-repeats/--no-guess-repeats",
            show_default="as secrets",
        ),
    ] = None,
    blanks: Annotated[bool, _option("Holes may stay empty.", "--blanks")] = False,
    black_only: Annotated[bool, _option("Only black pegs are told.", "--black-only")] = False,
    symbols: Annotated[
        str | None, _option("Names of the colors, separated by commas.", metavar="NAMES")
    ] = None,
) -> Ruleset:
    """The ruleset that these options choose.

    Raises:
        typer.BadParameter: Naming every option at fault, and what is allowed.
    """
    own = {
        "--pegs": pegs,
        "--colors": colors,
        "--repeats": repeats,
        "--guess-repeats": guess_repeats,
        "--blanks": blanks or None,
        "--black-only": black_only or None,
        "--symbols": symbols,
    }
    given = [option for option, value in own.items() if value is not None]
    if ruleset not in (None, CUSTOM):
        if given:
            raise bad_option(
                given[0], f"{ruleset} has its own; leave --ruleset out for one of yours"
            )
        return _preset(ruleset)
    if ruleset is None and not given:
        return PRESETS[DEFAULT_PRESET]
    if pegs is None or colors is None:
        missing = "--pegs" if pegs is None else "--colors"
        raise bad_option(missing, "a ruleset of your own needs --pegs and --colors")
    return _checked(
        Ruleset(
            CUSTOM,
            pegs,
            colors,
            bool(repeats),
            bool(repeats if guess_repeats is None else guess_repeats),
            blanks,
            feedback_kind=FeedbackKind.BLACK_ONLY if black_only else FeedbackKind.STANDARD,
            symbols=tuple(name.strip() for name in symbols.split(",")) if symbols else (),
        )
    )


def _preset(name: str | None) -> Ruleset:
    try:
        return choose_ruleset(name, None, None)
    except Refusal as refusal:
        raise bad_option(
            "--ruleset", f"{name!r} is none of: {', '.join((*PRESETS, CUSTOM))}"
        ) from refusal


def _checked(custom: Ruleset) -> Ruleset:
    try:
        return choose_ruleset(None, custom, None)
    except Refusal as refusal:
        faults = [(_option_of(fault.field), fault.description) for fault in refusal.violations] or [
            ("--ruleset", refusal.message)
        ]
        first, *others = faults
        told = "; ".join([first[1], *(f"{option}: {text}" for option, text in others)])
        raise bad_option(first[0], told) from refusal


def _option_of(field: str) -> str:
    """The option that fills a field such as ``custom.guess_repeats``."""
    name = field.removeprefix("custom.").partition("[")[0]
    return "--" + name.replace("_", "-")


def with_ruleset(command: Callable[..., None]) -> Callable[..., None]:
    """Gives ``command`` the shared options in place of its parameter ``ruleset``."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_own_ruleset, eval_str=True).parameters

    @functools.wraps(command)
    def wrapped(**values: Any) -> None:
        chosen = _own_ruleset(**{name: values.pop(name) for name in shared})
        command(ruleset=chosen, **values)

    kept = [each for name, each in own.parameters.items() if name != "ruleset"]
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*kept, *shared.values())
    ]
    # inspect.signature, and so typer, prefers what stands here.
    vars(wrapped)["__signature__"] = own.replace(parameters=parameters)
    return wrapped
