"""Codes as people write them, and back: text to pegs and pegs to text, nothing else.

Told apart, in this order: names (``red``), single characters (digits, letters, emoji,
``.`` for a blank). Spaces, commas and the like may stand between pegs. Folding of case
knows no locale, and a peg is a character as people see it, however many code units.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from mastermind_engine.codes import Code
from mastermind_engine.refusals import Violation
from mastermind_engine.rulesets import Ruleset
from mastermind_service.cli.palette import HUES

BLANK = "."
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SEPARATORS = re.compile(r"[\s,;|/\-]+")
_INVISIBLE = {"Mn", "Me", "Cf"}


class Unreadable(ValueError):
    """A text that is no code; the message says why, for a person."""


def code_text(ruleset: Ruleset, code: Sequence[int]) -> str:
    """``code`` as `read_code` reads it: ``1122``, ``1.36``, ``1-10-3-4``."""
    labels = [label_of(ruleset, symbol) for symbol in code]
    return ("" if one_character_labels(ruleset) else "-").join(labels)


def label_of(ruleset: Ruleset, symbol: int) -> str:
    """What stands on a peg: the symbol's number, or its name where that is one character."""
    if symbol == 0:
        return BLANK
    if _named_by_character(ruleset):
        return ruleset.symbols[symbol - 1]
    return str(symbol)


def name_of(ruleset: Ruleset, symbol: int) -> str:
    """What a symbol is called; empty where it has no name but its number."""
    if ruleset.symbols:
        return ruleset.symbols[symbol - 1]
    return HUES[symbol - 1].name if ruleset.colors <= len(HUES) else ""


def one_character_labels(ruleset: Ruleset) -> bool:
    """Whether every label is one character, so that pegs can stand side by side."""
    return ruleset.colors <= 9 or _named_by_character(ruleset)


def read_code(ruleset: Ruleset, text: str) -> Code:
    """The pegs that ``text`` writes; whether they make a legal code, the rules decide.

    Raises:
        Unreadable: A part of it is no peg of this ruleset, or there is none.
    """
    words = [word for word in _SEPARATORS.split(fold(text)) if word]
    if not words:
        raise Unreadable("no pegs; type a code such as " + _example(ruleset))
    numbered = len(words) > 1 or ruleset.pegs == 1
    return tuple(symbol for word in words for symbol in _read_word(ruleset, word, numbered))


def explain_code(violations: Sequence[Violation]) -> str:
    """What makes a code illegal, for a person who counts pegs from 1."""
    told = []
    for violation in violations:
        place = re.fullmatch(r"pegs\[(\d+)\]", violation.field)
        subject = f"peg {int(place[1]) + 1}" if place else "it"
        told.append(f"{subject} {violation.description}")
    return "; ".join(told)


def fold(text: str) -> str:
    """``text`` without case, accents, widths and invisible marks, the same in any locale."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i"))
    return "".join(each for each in decomposed if unicodedata.category(each) not in _INVISIBLE)


def _read_word(ruleset: Ruleset, word: str, numbered: bool) -> Iterator[int]:
    names = _vocabulary(ruleset)
    if word in names:
        yield _only(word, names[word])
    elif numbered and ruleset.colors > 9 and word.isascii() and word.isdigit():
        yield _number(ruleset, int(word))
    elif len(word) > 1 and word.isalpha() and not _all_letters(ruleset, word):
        raise Unreadable(f"“{word}” is no color here; {_allowed(ruleset)}")
    else:
        for character in word:
            yield _read_character(ruleset, character)


def _read_character(ruleset: Ruleset, character: str) -> int:
    names = _vocabulary(ruleset)
    if character in names:
        return _only(character, names[character])
    if character in (BLANK, "_") and (ruleset.blanks or ruleset.colors != 10):
        return _number(ruleset, 0)
    if character.isascii() and character.isdigit():
        return _number(ruleset, int(character))
    if character in LETTERS and not ruleset.symbols:
        return _number(ruleset, LETTERS.index(character) + 1, character.upper())
    raise Unreadable(f"“{character}” is no peg; {_allowed(ruleset)}")


def _number(ruleset: Ruleset, symbol: int, told: str = "") -> int:
    if symbol == 0 and not ruleset.blanks:
        # The tenth of ten colors is the digit that is left.
        if ruleset.colors == 10:
            return 10
        raise Unreadable("there are no blanks in this ruleset")
    if symbol > ruleset.colors:
        raise Unreadable(f"there is no color {told or symbol}; {_allowed(ruleset)}")
    return symbol


def _only(word: str, symbols: tuple[int, ...]) -> int:
    if len(symbols) > 1:
        choices = " or ".join(map(str, symbols))
        raise Unreadable(f"“{word}” could be color {choices}; type the number")
    return symbols[0]


def _allowed(ruleset: Ruleset) -> str:
    if ruleset.symbols:
        return "the colors are " + ", ".join(ruleset.symbols)
    letters = f" or A to {LETTERS[ruleset.colors - 1].upper()}" if ruleset.colors <= 26 else ""
    blank = f", {BLANK} for a blank" if ruleset.blanks else ""
    return f"colors are 1 to {ruleset.colors}{letters}{blank}"


def _example(ruleset: Ruleset) -> str:
    cycle = ruleset.colors if not ruleset.guess_repeats else min(2, ruleset.colors)
    return code_text(ruleset, [place % cycle + 1 for place in range(ruleset.pegs)])


def _all_letters(ruleset: Ruleset, word: str) -> bool:
    names = _vocabulary(ruleset)
    letters = "" if ruleset.symbols else LETTERS[: ruleset.colors]
    return all(character in letters or character in names for character in word)


@lru_cache(maxsize=64)
def _named_by_character(ruleset: Ruleset) -> bool:
    folded = {fold(name) for name in ruleset.symbols}
    return (
        len(folded) == ruleset.colors == len(ruleset.symbols)
        and all(len(name) == 1 for name in (*ruleset.symbols, *folded))
        and all(not _SEPARATORS.match(name) and name not in (BLANK, "_") for name in folded)
    )


@lru_cache(maxsize=64)
def _vocabulary(ruleset: Ruleset) -> dict[str, tuple[int, ...]]:
    """Folded names, initials and emoji with the symbols that they may mean."""
    words: dict[str, tuple[int, ...]] = {}
    if ruleset.symbols:
        own = [_as_word(name) for name in ruleset.symbols]
        _add_own(words, own, _named_by_character(ruleset))
        _add_hues(words, {word: symbol for symbol, word in enumerate(own, 1)})
    elif ruleset.colors <= len(HUES):
        ours = {hue.name: symbol for symbol, hue in enumerate(HUES, 1) if symbol <= ruleset.colors}
        words.update({name: (symbol,) for name, symbol in ours.items()})
        _add_hues(words, ours)
    return words


def _as_word(name: str) -> str:
    return _SEPARATORS.sub("", fold(name))


def _add_own(words: dict[str, tuple[int, ...]], own: Sequence[str], by_character: bool) -> None:
    """Adds the ruleset's own names and, where they are no names themselves, their initials."""
    names: dict[str, tuple[int, ...]] = {}
    initials: dict[str, tuple[int, ...]] = {}
    for symbol, word in enumerate(own, 1):
        # A number stays a number, unless all symbols are called by one character.
        if word and (by_character or not word.isdigit()):
            names[word] = (*names.get(word, ()), symbol)
        if word[:1].isalpha():
            initials[word[0]] = (*initials.get(word[0], ()), symbol)
    words.update(initials)
    words.update(names)


def _add_hues(words: dict[str, tuple[int, ...]], symbols: dict[str, int]) -> None:
    """Adds the other names and the emoji of each hue that ``symbols`` holds by any name."""
    for hue in HUES:
        called = (hue.name, *hue.aliases)
        found = {symbols[name] for name in called if name in symbols}
        if len(found) == 1:
            for word in (*called, *hue.emoji):
                words.setdefault(fold(word), tuple(found))
