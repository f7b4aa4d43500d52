"""Tokens and emblems: programs list them with a deck, but no deck holds them.

A name is one of theirs by a word at its end (`Goblin Token`, `Treasure (Token)`) or its
beginning (`Emblem - Chandra`, `Token: Beast`), in the languages of the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.titles import bare

ERRORS = 3
"""Letters in which a name may differ from a title and still be that title misspelt: one in three
of its own at most."""
WORDS = (
    "token", "tokens", "emblem", "emblems",
    "spielstein", "spielsteine", "jeton", "jetons", "embleme", "emblemes",
    "ficha", "fichas", "emblema", "emblemas", "pedina", "pedine", "emblemi",
    "жетон", "жетоны", "фишка", "фишки", "эмблема", "эмблемы",
    "トークン", "紋章", "토큰", "휘장", "衍生物", "徽记", "徽記",
)  # fmt: skip
"""Folded, as `cards.fold` gives them."""

_UNSPACED = "|".join(word for word in WORDS if word[0] >= "\u3000")
_NAMES = re.compile(
    rf"""
      (?:.*[\W_])? (?:{"|".join(WORDS)}) [)\]]?
    | (?:{"|".join(WORDS)}) [\W_] .+
    | .+ (?:{_UNSPACED})
    """,
    re.X,
)


def is_name(folded: str) -> bool:
    """Whether a folded name is built as those of tokens and emblems are."""
    return _NAMES.fullmatch(folded) is not None


def has_word(text: str) -> bool:
    """Whether a text in lower case has a word of tokens or emblems anywhere in it."""
    return any(word in text for word in WORDS)


def is_misspelt(folded: str, titles: Iterable[str]) -> bool:
    """Whether a folded name is nearly one of the bare titles, which have such words as well."""
    from rapidfuzz.distance import OSA  # few lists name a token

    name = bare(folded)
    errors = min(ERRORS, len(name) // 3)
    return any(OSA.distance(name, title) <= errors for title in titles)
