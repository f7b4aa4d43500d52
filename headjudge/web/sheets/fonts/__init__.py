"""The fonts of the sheets, and the choice of a font for each character.

Built by `tools/build_fonts.py` from Noto Sans and Noto Sans CJK (see LICENSE.txt beside them).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
LATIN, BOLD = "latin", "latin-bold"
FILES = {
    name: f"sheets-{name.lower()}.woff" for name in (LATIN, BOLD, "ja", "ko", "zh-Hans", "zh-Hant")
}
"""The files by name: two for alphabets, and one per language with its own glyph shapes."""
EAST_ASIAN = ("ja", "zh-Hans", "zh-Hant", "ko")
"""The fallback order of the others, if the language does not choose one."""
BOX = "□"
"""Replaces characters that no font has."""
LOOKALIKES = {"꞉": ":"}
"""Letters in titles that no font has, with replacements."""
CACHED_TEXTS = 8192
"""Texts with cached runs: those repeated in the decks of a large event."""


class Run(NamedTuple):
    """A piece of text drawn in one font."""

    font: str
    text: str
    width: int
    """In thousandths of the font size."""


@lru_cache(maxsize=CACHED_TEXTS)
def runs(text: str, *, bold: bool = False, language: str = "") -> tuple[Run, ...]:
    """The text, split by font, with BOX for characters that none has.

    Han characters are drawn in the style of that language code (`ja`, `zh-Hans`, ...).
    """
    order = _order(bold, language if language in EAST_ASIAN else EAST_ASIAN[0])
    letters = (_with_font(order, letter) for letter in _printable(text))
    return tuple(
        Run(font, "".join(letter.text for letter in run), sum(letter.width for letter in run))
        for font, run in ((font, [*run]) for font, run in groupby(letters, attrgetter("font")))
    )


def width_of(text: str, *, bold: bool = False, language: str = "") -> int:
    """The width of the text in thousandths of the font size."""
    return sum(run.width for run in runs(text, bold=bold, language=language))


@cache
def widths(name: str) -> Mapping[int, int]:
    """The character codes of a font, each with its width in thousandths of the font size."""
    from fontTools.ttLib import TTFont  # only needed to print, as fpdf

    with TTFont(FOLDER / FILES[name], lazy=True) as font:
        metrics, scale = font["hmtx"].metrics, 1000 / font["head"].unitsPerEm
        return {
            code: round(scale * metrics[glyph][0]) for code, glyph in font.getBestCmap().items()
        }


@cache
def _order(bold: bool, language: str) -> tuple[str, ...]:
    first = (BOLD, LATIN) if bold else (LATIN,)
    return (*first, *dict.fromkeys((language, *EAST_ASIAN)))


def _with_font(order: tuple[str, ...], letter: str) -> Run:
    """The character, or BOX, in the first font that has it."""
    for character in (letter, BOX):
        for name in order:
            width = widths(name).get(ord(character))
            if width is not None:
                return Run(name, character, width)
    raise LookupError(BOX)


def _printable(text: str) -> Iterator[str]:
    """The characters to draw: spaces for blanks, nothing for control characters.

    Joiners, direction marks and variation selectors are not drawn themselves.
    """
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace():
            yield " "
        elif unicodedata.category(letter) != "Cf" and not "\ufe00" <= letter <= "\ufe0f":
            yield LOOKALIKES.get(letter, letter)
