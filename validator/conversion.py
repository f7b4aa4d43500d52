"""Converts decks to another syntax; the result is read back to report every loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from cards import Catalogue, catalogue
from messages import say_short_list
from validator.comparison import compare
from validator.decks import Deck
from validator.model import Decklist, Notice, Place
from validator.notices.lists import NOT_WRITTEN
from validator.titles import resolve


class Conversion(NamedTuple):
    """The text of each deck in order, and notices on parts that are missing from the texts."""

    texts: tuple[str, ...]
    notices: tuple[Notice, ...]


def convert(
    decks: Sequence[Deck],
    write: Callable[[Decklist], str],
    read: Callable[[str], Decklist],
    facts: Catalogue | None = None,
) -> Conversion:
    """Write the decks with full English card titles; unresolved names stay as written.

    `write` and `read` belong to the same syntax. Differences after reading back are reported by
    the notice `not-written`, since few syntaxes have a place for every section.
    """
    texts = tuple(write(deck.with_titles()) for deck in decks)
    facts = facts or catalogue()
    written = [resolve(read(text), index, facts) for index, text in enumerate(texts)]
    return Conversion(texts, tuple(_unwritten_notice(decks, written)))


def _unwritten_notice(decks: Sequence[Deck], written: Sequence[Deck]) -> Iterator[Notice]:
    changes = compare(decks, written, leave_out=frozenset()).changes
    for index, grouped in groupby(changes, attrgetter("deck")):
        groups = tuple(grouped)
        sections = dict.fromkeys(change.section for change in groups)
        yield NOT_WRITTEN.notice(
            places=[Place(decks[index].index, section) for section in sections],
            about=dict.fromkeys(change.name for change in groups),
            deck=decks[index].label,
            changes=say_short_list([change.words for change in groups]),
        )
