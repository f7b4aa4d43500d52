"""Reading decklists: from what players send to a deck of counts, names and places.

>>> from decklists import read
>>> read("4 Opt\\nSideboard\\n2 Negate").lines[1].section
'sideboard'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from decklists import text as plain_text
from decklists.lines import IsTitle, is_shipped_title
from validator.model import Decklist

__all__ = ["SYNTAXES", "IsTitle", "UnknownSyntax", "read"]


class UnknownSyntax(LookupError):
    """A syntax was asked for that no reader knows."""


class Reader(Protocol):
    """What the reader of a syntax looks like."""

    def __call__(self, text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> Decklist: ...


SYNTAXES: Mapping[str, Reader] = MappingProxyType({plain_text.SYNTAX: plain_text.read})
"""Every syntax and its reader. To add one: a module, and its line here."""


def read(
    text: str,
    *,
    main_min: int = 60,
    pool: bool = False,
    syntax: str | None = None,
    is_title: IsTitle = is_shipped_title,
) -> Decklist:
    """Read one decklist, or a card pool, from a text.

    Any text can be read. A line that is no card, comment or heading is among the deck's
    `unreadable` ones; a name that no card has is a line like others, judged later.

    `main_min` is the number of cards in the smallest main deck: where neither a heading nor
    `SB:` says which cards are the sideboard, a blank line begins it only after so many.
    In a `pool` every card is in the section "main". `syntax` forces a reader: UnknownSyntax
    where there is none. `is_title` tells whether a text is wholly a card's title.
    """
    name = plain_text.SYNTAX if syntax is None else syntax
    if name not in SYNTAXES:
        raise UnknownSyntax(f"no syntax is called {name!r}; there are: {', '.join(SYNTAXES)}")
    return SYNTAXES[name](text, main_min=main_min, pool=pool, is_title=is_title)
