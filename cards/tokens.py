"""Tokens and emblems: programs list them with a deck, but they are not part of it.

They are recognized by a word at the end of the name (`Goblin Token`, `Treasure (Token)`) or at
its beginning (`Emblem - Chandra`, `Token: Beast`), in all languages of the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.titles import bare

ERRORS = 3
"""Maximum number of wrong letters in a misspelt title, and at most one third of the name's
letters."""
WORDS = (
    "token", "tokens", "emblem", "emblems",
    "spielstein", "spielsteine", "jeton", "jetons", "embleme", "emblemes",
    "ficha", "fichas", "emblema", "emblemas", "pedina", "pedine", "emblemi",
    "жетон", "жетоны", "фишка", "фишки", "эмблема", "эмблемы",
    "トークン", "紋章", "토큰", "휘장", "衍生物", "徽记", "徽記",
)  # fmt: skip
"""Folded with `cards.fold`."""

_UNSPACED = "|".join(word for word in WORDS if word[0] >= "\u3000")
_NAMES = rf"""
      (?:.*[\W_])? (?:{"|".join(WORDS)}) [)\]]?
    | (?:{"|".join(WORDS)}) [\W_] .+
    | .+ (?:{_UNSPACED})
"""


def is_name(folded: str) -> bool:
    """Whether a folded name has the form of a token or emblem."""
    return re.fullmatch(_NAMES, folded, re.X) is not None


def has_word(text: str) -> bool:
    """Whether a lower-case text contains a word for tokens or emblems."""
    return any(word in text for word in WORDS)


def is_misspelt(folded: str, titles: Iterable[str]) -> bool:
    """Whether a folded name is nearly one of the bare titles, which have such words too."""
    from rapidfuzz.distance import OSA  # few lists contain tokens

    name = bare(folded)
    errors = min(ERRORS, len(name) // 3)
    return any(OSA.distance(name, title) <= errors for title in titles)
