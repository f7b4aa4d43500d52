"""How a written title is compared: folded, and more loosely still.

`fold` undoes what keyboards, programs and typography do to a title without changing a
letter of it. `loosen` also drops punctuation and spaces, `bare` small words besides; what
only agrees when loosened or bare is a correction, which the reader of the report is
told about.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

ENDING = 4
"""Letters at the beginning or the end by which translated titles are searched."""

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "꞉": ":"} | dict.fromkeys("’‘‛`´′ʼ", "'") | dict.fromkeys("“”„‟«»″", '"')
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SLASHES = re.compile(r" ?/+ ?")
_UNDERSCORES = re.compile(r"_+")
_BRACKETS = re.compile(r"^[《〈「『【\[](.*)[》〉」』】\]]$")
_APOSTROPHES = re.compile(r"['\"]")
_NOT_LETTERS = re.compile(r"\W+")
_AND_SIGNS = re.compile(r"&| \+ ")
_SMALL_WORDS = frozenset({"a", "an", "and", "the"})
"""Words that lists leave out or add; a split card's halves are also written with "and"."""


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
    """The letters and digits of a folded title, with `&` written out.

    A run of underscores stays one: it stands for a word, and is no punctuation.
    """
    return "".join(_words(text))


def bare(text: str) -> str:
    """The loosened title without articles and "and"; empty where it has no other words."""
    return "".join(word for word in _words(text) if word not in _SMALL_WORDS)


def is_shortened(first: str, other: str) -> bool:
    """Whether one of two titles that are bare alike has all the small words of the other.

    One that has "a" where the other has "an" has a wrong letter, not a missing word.
    """
    fewer, more = (
        Counter(filter(_SMALL_WORDS.__contains__, _words(text))) for text in (first, other)
    )
    return fewer <= more or more <= fewer


def goes_on(beginning: str, title: str) -> bool:
    """Whether the title goes on within the last word of its beginning: `Light`, Lightning Bolt."""
    begun, folded = fold(beginning), fold(title)
    return folded.startswith(begun) and folded[len(begun) :][:1].isalpha()


def is_beyond_latin(text: str) -> bool:
    """Whether a text has letters of another script than that of English titles."""
    return any(
        letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")
        for letter in ("" if text.isascii() else _fold_letters(text))
        if not letter.isascii()
    )


def reversed_end(folded: str) -> str:
    """The last letters of a folded title, the last one first, as the store keeps them."""
    return folded[: -ENDING - 1 : -1]


def _words(text: str) -> list[str]:
    written_out = _AND_SIGNS.sub(" and ", fold(text))
    return _NOT_LETTERS.sub(" ", _APOSTROPHES.sub("", written_out)).split()
