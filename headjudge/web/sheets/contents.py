"""The content of a deck's sheets: its cards by section, for counting by a judge."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import cards
import formats
from cards import Card
from headjudge.web.words import facts
from messages import Message, say, say_count
from validator import Report
from validator.decks import Deck
from validator.limited.checklist import GROUPS, by_mana_value, group
from validator.model import COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS

LONGEST = 300
"""Characters of a text from the request; longer ones are cut, with the number of the rest."""
OPEN_LINES = 15
"""Writing lines of a sideboard: the maximum size in Constructed."""

PARTS = {
    MAIN: say("Main deck"),
    SIDEBOARD: say("Sideboard"),
    COMPANION: say("Companion"),
    "commander": say("Commander"),
    "avatar": say("Avatar"),
    "planes": say("Planes"),
    "schemes": say("Schemes"),
    "attractions": say("Attractions"),
    "stickers": say("Stickers"),
    "conspiracies": say("Conspiracies"),
    "contraptions": say("Contraptions"),
    "dungeons": say("Dungeons"),
    MAYBEBOARD: say("Maybeboard (no part of the deck)"),
    TOKENS: say("Tokens (no part of the deck)"),
}
"""The names of list sections on sheets."""
BASICS = say("Basic lands")
OTHERS = say("Other cards")
UNREADABLE = say("Lines that could not be read")
UNKNOWN = say("Unknown cards")
PILES = {**facts.COLORS, "land": say("Lands")}


class Row(NamedTuple):
    """Copies of one title, or a line as written if it names no card."""

    copies: int | None
    """None for an unreadable line; 0 for a field to fill in."""
    title: str
    card: Card | None = None
    translated: str = ""
    """The title in the player's language."""

    @property
    def is_unknown(self) -> bool:
        """Whether the row has copies of an unknown or ambiguous name."""
        return bool(self.copies) and self.card is None


class Part(NamedTuple):
    """Rows under a heading."""

    name: Message
    rows: tuple[Row, ...]
    open_lines: int = 0
    """The minimum number of lines, for entries by hand."""

    @property
    def copies(self) -> int:
        return sum(row.copies or 0 for row in self.rows)


@dataclass(frozen=True, slots=True)
class DeckContents:
    """One deck and its player."""

    player: str
    """The name for sorting: last name first."""
    letter: str
    """The first letter of the player's last name; empty if unsure."""
    number: int
    """The deck's number in the team, from 1."""
    decks: int
    main: Part
    """The main deck without its basic lands."""
    basics: Part
    """Basic lands of the main deck; those free in every pool are always listed."""
    others: tuple[Part, ...]
    """The sideboard, and the other sections of the list."""
    main_size: int
    sideboard_size: int
    has_sideboard: bool
    """Whether a sideboard is allowed, or present."""


Order = Callable[[Row], tuple[object, ...]]


def by_name(row: Row) -> tuple[object, ...]:
    """Sort key: the title, so that misspelt ones are near the right one."""
    return (unicodedata.normalize("NFKD", row.title).casefold(), row.title)


def by_color(row: Row) -> tuple[object, ...]:
    """Sort key: color, mana value and title; unknown ones last."""
    return (row.card is None, *(by_mana_value(row.card) if row.card else by_name(row)))


ORDERS: dict[str, Order] = {"name": by_name, "color": by_color}


def contents(report: Report, order: Order, language: str) -> list[DeckContents]:
    """The decks of a report, sorted and with titles in that language."""
    decks = report.case.decks
    allowed = {
        deck.index: group.sideboard_max != 0 for group in report.case.groups for deck in group.decks
    }
    return [
        _deck(deck, len(decks), order, language, is_sideboard_allowed=allowed.get(deck.index, True))
        for deck in decks
    ]


def by_pile(rows: Iterable[Row]) -> list[Part]:
    """The rows by color, each pile with its name, in the players' order."""
    piles: dict[str, list[Row]] = {pile: [] for pile in GROUPS}
    unknown: list[Row] = []
    for row in sorted(rows, key=by_color):
        (piles[group(row.card)] if row.card else unknown).append(row)
    parts = [Part(PILES[pile], tuple(rows)) for pile, rows in piles.items() if rows]
    return [*parts, Part(UNKNOWN, tuple(unknown))] if unknown else parts


def shorten_title(text: str) -> str:
    """The text, cut if it is longer than any title."""
    if len(text) <= LONGEST:
        return text
    more = say_count(len(text) - LONGEST, "{number} more character", "{number} more characters")
    return say("{text} … ({more})", text=text[:LONGEST], more=more)


def last_name_first(player: str) -> str:
    """A player's name for sorting: `Lovelace, Ada`; empty without a name.

    Names in Han, kana or Hangul begin with the family name. Names that are to be sorted otherwise
    have to be corrected by their players.
    """
    *first, last = player.split() or [""]
    if not first or "," in player or not last[0].isalpha() or _is_family_first(player):
        return player
    return f"{last}, {' '.join(first)}"


def last_name_letter(player: str) -> str:
    """The letter by which a player's sheet is sorted; empty without a name."""
    name = unicodedata.normalize("NFC", last_name_first(player[:LONGEST])).partition(",")[0].split()
    if not name:
        return ""
    first = name[0 if _is_family_first(player) else -1][0].upper()
    return first if first.isalpha() else ""


def _is_family_first(player: str) -> bool:
    first = unicodedata.name(player.strip()[:1] or " ", "")
    return first.startswith(("CJK", "HIRA", "KATA", "HANGUL"))


def _deck(
    deck: Deck, decks: int, order: Order, language: str, *, is_sideboard_allowed: bool
) -> DeckContents:
    player = deck.decklist.player or ""
    sections = _by_section(deck, language)
    main = sections.pop(MAIN, [])
    basics = [row for row in main if _is_basic(row)]
    spells = [row for row in main if not _is_basic(row)]
    sideboard = sections.pop(SIDEBOARD, [])
    has_sideboard = is_sideboard_allowed or bool(sideboard)
    others = [Part(PARTS[SIDEBOARD], _sort(sideboard, order), OPEN_LINES)] if has_sideboard else []
    others += [
        Part(PARTS.get(section, OTHERS), _sort(rows, order)) for section, rows in sections.items()
    ]
    if deck.decklist.unreadable:
        lines = (Row(None, shorten_title(line.text)) for line in deck.decklist.unreadable)
        others.append(Part(UNREADABLE, tuple(lines)))
    return DeckContents(
        player=shorten_title(last_name_first(player)),
        letter=last_name_letter(player),
        number=(deck.index or 0) + 1,
        decks=decks,
        main=Part(PARTS[MAIN], _sort(spells, order)),
        basics=Part(BASICS, _with_free_lands(basics, language)),
        others=tuple(others),
        main_size=deck.sizes[MAIN],
        sideboard_size=deck.sizes[SIDEBOARD],
        has_sideboard=has_sideboard,
    )


def _by_section(deck: Deck, language: str) -> dict[str, list[Row]]:
    """The rows of each section, with the copies of each title added up."""
    by_section: dict[str, dict[str, Row]] = {}
    unresolved: dict[str, list[Row]] = {}
    for line, card in deck.in_order():
        rows = by_section.setdefault(line.section, {})
        if card is None:
            row = Row(line.copies, shorten_title(line.name))
            unresolved.setdefault(line.section, []).append(row)
            continue
        row = rows.get(card.title) or Row(0, card.title, card, _title_in(card.title, language))
        rows[card.title] = row._replace(copies=(row.copies or 0) + line.copies)
    return {
        section: [*rows.values(), *unresolved.get(section, ())]
        for section, rows in by_section.items()
    }


def _is_basic(row: Row) -> bool:
    return row.card is not None and row.card.is_basic


def _with_free_lands(basics: list[Row], language: str) -> tuple[Row, ...]:
    """The basic lands, including unused ones to fill in, as they are free in every pool."""
    present = {row.title for row in basics}
    unused = (title for title in formats.load("sealed").always_legal if title not in present)
    rows = [*basics, *(Row(0, title, None, _title_in(title, language)) for title in unused)]
    return _sort(rows, by_name)


def _sort(rows: Iterable[Row], order: Order) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=order))


def _title_in(title: str, language: str) -> str:
    return (cards.catalogue().title_in(title, language) or "") if language else ""
