"""The colors of the terminal's pegs, and the names that people call them by.

The initials of the first ten colors are the first ten letters, so that a letter means
one color, whether it is taken for an initial or for a place in the alphabet.
"""

from colorsys import hls_to_rgb
from dataclasses import dataclass

from mastermind_engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Hue:
    """One color.

    Attributes:
        name: What we call it.
        shade: How it looks, ``#rrggbb``.
        aliases: Other names for it; more than one hue may have the same.
        emoji: Single characters that show it.
    """

    name: str
    shade: str
    aliases: tuple[str, ...] = ()
    emoji: str = ""


HUES = (
    Hue("amber", "#ff9f1c", ("orange",), "🟠🟧🧡"),
    Hue("blue", "#4a90ff", (), "🔵🟦💙"),
    Hue("crimson", "#f0474f", ("red",), "🔴🟥❤"),
    Hue("dandelion", "#ffe14d", ("yellow", "gold"), "🟡🟨💛"),
    Hue("emerald", "#2fc26b", ("green",), "🟢🟩💚"),
    Hue("fuchsia", "#c86bfa", ("magenta", "purple", "violet"), "🟣🟪💜"),
    Hue("glacier", "#5fdcea", ("cyan", "aqua", "turquoise"), "🩵"),
    Hue("hazel", "#a8744a", ("brown",), "🟤🟫🤎"),
    Hue("ivory", "#f4efe2", ("white",), "⚪⬜🤍"),
    Hue("jet", "#5b6270", ("black", "gray", "grey"), "⚫⬛🖤"),
)


def shade_of(ruleset: Ruleset, symbol: int) -> str:
    """How a color looks, ``#rrggbb``: that of its name if it has a known one."""
    if ruleset.symbols:
        name = ruleset.symbols[symbol - 1].casefold()
        for hue in HUES:
            if name == hue.name or name in hue.aliases:
                return hue.shade
    if symbol <= len(HUES):
        return HUES[symbol - 1].shade
    # Steps of the golden angle keep any number of further colors apart.
    red, green, blue = hls_to_rgb(symbol * 0.381966 % 1, 0.62, 0.6)
    return f"#{int(red * 255):02x}{int(green * 255):02x}{int(blue * 255):02x}"
