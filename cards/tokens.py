"""Tokens and emblems: programs list them with a deck, but no deck holds them.

A name is one of theirs by a word at its end (`Goblin Token`, `Treasure (Token)`) or its
beginning (`Emblem - Chandra`, `Token: Beast`), in the languages of the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ERRORS = 3
"""Letters in which a name may differ from a title and still be that title misspelt."""
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


def is_token(folded: str, titles: Iterable[str]) -> bool:
    """Whether a folded name is a token's or emblem's, and none of the folded titles misspelt.

    `titles` are those that have such a word themselves.
    """
    if _NAMES.fullmatch(folded) is None:
        return False
    from rapidfuzz.distance import OSA  # few lists name a token

    return all(OSA.distance(folded, title) > ERRORS for title in titles)


def has_word(folded: str) -> bool:
    """Whether a folded title has a word of tokens or emblems, so that names could be mistaken."""
    return any(word in folded for word in WORDS)
