"""What is legal and how guesses are answered: presets and custom rulesets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from math import perm

from mastermind_engine.refusals import Refusal, RuleReason, Violation

MAX_PEGS = 15
MAX_COLORS = 63
# guesses_left is a signed 32-bit number on the wire.
MAX_GUESSES = 2**31 - 1
MAX_SYMBOL_NAME = 32


class FeedbackKind(IntEnum):
    """How a guess is answered. The numbers are the wire's."""

    STANDARD = 1
    BLACK_ONLY = 2
    GRAND = 3


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A legal ruleset; `check_ruleset` tells what makes one legal.

    Attributes:
        name: The preset's name, or ``custom``.
        pegs: Pegs in a code, 1 to 15.
        colors: Colors, 1 to 63. A blank is not one of them.
        repeats: Whether a secret may repeat a symbol.
        guess_repeats: Whether a guess may repeat a symbol.
        blanks: Whether 0, an empty hole, is one more symbol.
        max_guesses: Guesses of the codebreaker; 0 means no limit.
        feedback_kind: How guesses are answered.
        word_list: Name of the list of legal words; empty for none.
        symbols: Display names of the symbols 1 to ``colors``; empty for none.
    """

    name: str
    pegs: int
    colors: int
    repeats: bool
    guess_repeats: bool
    blanks: bool = False
    max_guesses: int = 0
    feedback_kind: FeedbackKind = FeedbackKind.STANDARD
    word_list: str = ""
    symbols: tuple[str, ...] = ()

    @property
    def lowest_symbol(self) -> int:
        """0 where holes may stay empty, else 1."""
        return 0 if self.blanks else 1

    @property
    def symbol_count(self) -> int:
        """Symbols that a hole may show: the colors, and the blank if any."""
        return self.colors + self.blanks

    @property
    def secret_count(self) -> int:
        """Number of legal secrets."""
        return _count(self.symbol_count, self.pegs, self.repeats)

    @property
    def guess_count(self) -> int:
        """Number of legal guesses."""
        return _count(self.symbol_count, self.pegs, self.guess_repeats)

    def with_max_guesses(self, max_guesses: int) -> "Ruleset":
        """The same ruleset with another number of rows."""
        return replace(self, max_guesses=max_guesses)


def _count(symbols: int, pegs: int, repeats: bool) -> int:
    return symbols**pegs if repeats else perm(symbols, pegs)


def check_ruleset(ruleset: Ruleset) -> list[Violation]:
    """Every field of ``ruleset`` that makes it illegal; empty if it is legal."""
    faults = _check_ranges(ruleset)
    sized = not {"pegs", "colors"} & {fault.field for fault in faults}
    if sized and not ruleset.repeats and ruleset.pegs > ruleset.symbol_count:
        faults.append(
            Violation(
                "pegs",
                f"{ruleset.pegs} pegs without repeats need as many symbols; "
                f"there are {ruleset.symbol_count}",
            )
        )
    if ruleset.repeats and not ruleset.guess_repeats:
        faults.append(Violation("guess_repeats", "must be true where the secret may repeat"))
    if ruleset.symbols:
        faults.extend(_check_symbols(ruleset.symbols, ruleset.colors))
    if ruleset.feedback_kind == FeedbackKind.GRAND:
        faults.extend(_check_grand(ruleset))
    elif ruleset.word_list and ruleset.blanks:
        faults.append(Violation("blanks", "a word has no blanks"))
    return faults


def _check_ranges(ruleset: Ruleset) -> list[Violation]:
    faults = []
    if not 1 <= ruleset.pegs <= MAX_PEGS:
        faults.append(Violation("pegs", f"{ruleset.pegs} is not within 1 to {MAX_PEGS}"))
    if not 1 <= ruleset.colors <= MAX_COLORS:
        faults.append(Violation("colors", f"{ruleset.colors} is not within 1 to {MAX_COLORS}"))
    if not 0 <= ruleset.max_guesses <= MAX_GUESSES:
        faults.append(
            Violation("max_guesses", f"{ruleset.max_guesses} is not within 0 to {MAX_GUESSES}")
        )
    return faults


def _check_symbols(symbols: Sequence[str], colors: int) -> list[Violation]:
    faults = []
    if len(symbols) != colors:
        faults.append(
            Violation("symbols", f"{len(symbols)} names for {colors} colors; give all or none")
        )
    faults.extend(
        Violation(f"symbols[{index}]", f"a name has 1 to {MAX_SYMBOL_NAME} characters")
        for index, name in enumerate(symbols[:MAX_COLORS])
        if not 1 <= len(name) <= MAX_SYMBOL_NAME
    )
    return faults


def _check_grand(ruleset: Ruleset) -> list[Violation]:
    faults = []
    if ruleset.colors != 25:
        faults.append(Violation("colors", "GRAND has 25: five colors in five shapes"))
    if ruleset.blanks:
        faults.append(Violation("blanks", "GRAND has no blanks"))
    if ruleset.word_list:
        faults.append(Violation("word_list", "GRAND has no word list"))
    return faults


def _preset(
    name: str,
    pegs: int,
    colors: int,
    *,
    repeats: bool = True,
    guess_repeats: bool = True,
    blanks: bool = False,
    max_guesses: int = 12,
) -> Ruleset:
    return Ruleset(name, pegs, colors, repeats, guess_repeats, blanks, max_guesses)


PRESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (
        _preset("classic", 4, 6),
        _preset("travel", 4, 6, max_guesses=6),
        _preset("advanced", 4, 6, blanks=True),
        _preset("hasbro", 4, 8, repeats=False),
        _preset("hasbro-doubles", 4, 8),
        _preset("hasbro-ninth", 4, 8, repeats=False, blanks=True),
        _preset("hasbro-ninth-doubles", 4, 8, blanks=True),
        _preset("super", 5, 8),
        _preset("super-blanks", 5, 8, blanks=True),
        _preset("bulls-and-cows", 4, 10, repeats=False, guess_repeats=False, max_guesses=0),
        _preset("variablo", 3, 6),
    )
}

DEFAULT_PRESET = "classic"


def preset(name: str) -> Ruleset:
    """The ruleset that ships under ``name``.

    Raises:
        Refusal: UNKNOWN_PRESET, naming those that exist.
    """
    try:
        return PRESETS[name]
    except KeyError:
        known = ", ".join(PRESETS)
        raise Refusal(
            RuleReason.UNKNOWN_PRESET,
            "no preset has this name",
            [Violation("preset", f"is none of: {known}")],
        ) from None


def choose_ruleset(
    preset_name: str | None, custom: Ruleset | None, max_guesses: int | None
) -> Ruleset:
    """The ruleset that a caller chose: a preset, a custom one, or ``classic``.

    Args:
        preset_name: Name of a preset, if one was named.
        custom: A ruleset of the caller's own, unchecked.
        max_guesses: Another number of rows than the ruleset's.

    Raises:
        Refusal: UNKNOWN_PRESET, UNKNOWN_WORD_LIST or INVALID_RULESET, naming every
            field at fault.
    """
    faults: list[Violation] = []
    if custom is None:
        chosen = preset(preset_name or DEFAULT_PRESET)
    else:
        chosen = custom
        faults = [fault.within("custom") for fault in check_ruleset(custom)]
    if max_guesses is not None:
        chosen = chosen.with_max_guesses(max_guesses)
        if max_guesses > MAX_GUESSES:
            faults.append(
                Violation("max_guesses", f"{max_guesses} is not within 0 to {MAX_GUESSES}")
            )
    if faults:
        raise Refusal(RuleReason.INVALID_RULESET, "this ruleset is not legal", faults)
    if chosen.word_list:
        raise Refusal(
            RuleReason.UNKNOWN_WORD_LIST,
            "no word list has this name",
            [Violation("custom.word_list", "there are no word lists on this server")],
        )
    if chosen.feedback_kind == FeedbackKind.GRAND:
        raise Refusal(
            RuleReason.UNSUPPORTED_FOR_RULESET, "GRAND feedback is not available on this server"
        )
    return chosen
