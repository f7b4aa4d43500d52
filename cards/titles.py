"""How a written title is compared: folded, and more loosely still.

`fold` undoes what keyboards, programs and typography do to a title without changing a
letter of it. `loosen` also drops punctuation and spaces; what only agrees when loosened is
a correction, which the reader of the report is told about.
"""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "’": "'",
        "‘": "'",
        "‛": "'",
        "`": "'",
        "´": "'",
        "′": "'",
        "ʼ": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "‟": '"',
        "«": '"',
        "»": '"',
        "″": '"',
        "꞉": ":",
    }
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SLASHES = re.compile(r"\s*/+\s*")
_UNDERSCORES = re.compile(r"_+")
_BRACKETS = re.compile(r"^[《〈「『【\[](.*)[》〉」』】\]]$")
_NOT_LETTERS = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The title without case, accents, ligatures, width, brackets and typographic signs.

    Runs of white space become one space, `/`, `//` and their spaces become `//`, and a run
    of underscores becomes one. Two titles of different cards never fold to the same text,
    except where the catalogue's tests list them.
    """
    folded = text.replace("`", "'") if text.isascii() else _fold_letters(text)
    folded = " ".join(folded.lower().split())
    if "/" in folded:
        folded = _SLASHES.sub("//", folded)
    if "_" in folded:
        folded = _UNDERSCORES.sub("_", folded)
    bracketed = _BRACKETS.match(folded)
    return bracketed[1].strip() if bracketed else folded


def _fold_letters(text: str) -> str:
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text).translate(_LETTERS))
    # The marks of Latin and Cyrillic letters alone: those of kana change the letter.
    text = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", text).translate(_LETTERS)


def loosen(text: str) -> str:
    """The letters and digits of a folded title, with `&` written out."""
    return _NOT_LETTERS.sub("", fold(text).replace("&", "and"))
