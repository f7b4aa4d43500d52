"""Normal forms of titles for comparison, from strict to loose.

`fold` undoes what keyboards, programs and typography do to a title without changing a letter.
`loosen` also drops punctuation and spaces, `bare` also small words. A match that needs the
latter two is a correction, which is reported to the user.

Tokens and emblems, which programs list with a deck although they are no part of it, are recognized
by a word at the end of the name (`Goblin Token`, `Treasure (Token)`) or at its beginning
(`Emblem - Chandra`, `Token: Beast`), in all languages of the cards. With "of" behind that word it
may be a new card, such as Emblem of the Warmind was.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

ENDING = 4
"""Letters at the beginning or end by which translated titles are searched."""
LEVELS = 4
ANY_LENGTH = 0
"""The row of the catalogue's `names_by_length` with all names, folded; the others have those of a
length, loosened. Beside each name is the number of its card, times `LEVELS`, plus its level less
one."""

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "꞉": ":"}
    | dict.fromkeys("’‘‛`´′ʼ", "'")
    | dict.fromkeys("“”„‟«»″", '"')
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")  # they are invisible
)
_ACCENTS = re.compile("[\u0300-\u036f]")
_SLASHES = re.compile(r" ?/+ ?")
_UNDERSCORES = re.compile(r"_+")
_OPENING, _CLOSING = tuple("《〈「『【["), tuple("》〉」』】]")
_APOSTROPHES = re.compile(r"['\"]")
_NOT_LETTERS = re.compile(r"\W+")
_AND_SIGNS = re.compile(r"&| \+ ")
_SMALL_WORDS = frozenset({"a", "an", "and", "the"})
"""Words that lists leave out or add; halves of split cards are also joined with "and"."""


def fold(text: str) -> str:
    """The title without case, accents, ligatures, width, brackets and typographic signs.

    Runs of white space become one space, `/`, `//` and spaces around them become `//`, and runs
    of underscores become one. Titles of different cards never fold to the same text, except
    for those listed in the catalogue's tests.
    """
    folded = text.replace("`", "'") if text.isascii() else _fold_letters(text)
    folded = " ".join(folded.lower().split())
    if "/" in folded:
        folded = _SLASHES.sub("//", folded)
    if "_" in folded:
        folded = _UNDERSCORES.sub("_", folded)
    if folded.startswith(_OPENING) and folded[1:].endswith(_CLOSING):
        return folded[1:-1].strip()
    return folded


def _fold_letters(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.translate(_LETTERS))
    # Only marks of Latin and Cyrillic letters: those of kana change the letter.
    text = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", text).translate(_LETTERS)


def loosen(text: str) -> str:
    """The letters and digits of a folded title, with `&` written out.

    A run of underscores is kept as one: it stands for a word.
    """
    return "".join(_words(text))


def bare(text: str) -> str:
    """The loosened title without articles and "and"; empty if it has no other words."""
    return "".join(word for word in _words(text) if word not in _SMALL_WORDS)


def is_shortened(first: str, other: str) -> bool:
    """Whether one of two titles with equal bare forms has all the small words of the other.

    "a" in place of "an" is a wrong letter, not a missing word.
    """
    fewer, more = (
        Counter(filter(_SMALL_WORDS.__contains__, _words(text))) for text in (first, other)
    )
    return fewer <= more or more <= fewer


def goes_on(beginning: str, title: str) -> bool:
    """Whether the title continues the last word of `beginning`: `Light`, Lightning Bolt."""
    begun, folded = fold(beginning), fold(title)
    return folded.startswith(begun) and folded[len(begun) :][:1].isalpha()


def is_beyond_latin(text: str) -> bool:
    """Whether a text has letters of a script that English titles do not use."""
    return any(
        letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")
        for letter in ("" if text.isascii() else _fold_letters(text))
        if not letter.isascii()
    )


def reversed_end(folded: str) -> str:
    """The last letters of a folded title in reverse, as indexed by the store."""
    return folded[: -ENDING - 1 : -1]


def _words(text: str) -> list[str]:
    written_out = _AND_SIGNS.sub(" and ", fold(text))
    return _NOT_LETTERS.sub(" ", _APOSTROPHES.sub("", written_out)).split()


MOST_ERRORS = 3
"""Maximum number of wrong letters in a misspelt title, and at most one third of the name's
letters."""
TOKEN_WORDS = (
    "token", "tokens", "emblem", "emblems",
    "spielstein", "spielsteine", "jeton", "jetons", "embleme", "emblemes",
    "ficha", "fichas", "emblema", "emblemas", "pedina", "pedine", "emblemi",
    "жетон", "жетоны", "фишка", "фишки", "эмблема", "эмблемы",
    "トークン", "紋章", "토큰", "휘장", "衍生物", "徽记", "徽記",
)  # fmt: skip
"""Folded with `cards.fold`."""

_UNSPACED = "|".join(word for word in TOKEN_WORDS if word[0] >= "\u3000")
_TOKEN_NAMES = rf"""
      (?:.*[\W_])? (?:{"|".join(TOKEN_WORDS)}) [)\]]?
    | (?:{"|".join(TOKEN_WORDS)}) [\W_] (?!of\b) .+
    | .+ (?:{_UNSPACED})
"""


def is_token_name(folded: str) -> bool:
    """Whether a folded name has the form of a token or emblem."""
    return re.fullmatch(_TOKEN_NAMES, folded, re.X) is not None


def has_token_word(text: str) -> bool:
    """Whether a lower-case text contains a word for tokens or emblems."""
    return any(word in text for word in TOKEN_WORDS)


def is_misspelt_title(folded: str, titles: Iterable[str]) -> bool:
    """Whether a folded name is nearly one of the bare titles, which have such words too."""
    from rapidfuzz.distance import OSA  # few lists contain tokens

    name = bare(folded)
    errors = min(MOST_ERRORS, len(name) // 3)
    return any(OSA.distance(name, title) <= errors for title in titles)
