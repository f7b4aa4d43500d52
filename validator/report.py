"""The report: the verdict with everything that explains it, as a record and as JSON."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cards import BoundedCache
from validator.case import Case
from validator.decks import Deck
from validator.fingerprint import fingerprint, sha256
from validator.limited.checklist import remaining
from validator.model import MAIN, SIDEBOARD, Line, Notice, Place
from validator.validity import NOTHING_KNOWN, validity
from validator.violation import Violation

if TYPE_CHECKING:
    from cards import Card
    from validator import documents

ONE_CELL = str.maketrans({"\t": "\\t", "\n": "\\n", "\\": "\\\\"})
"""Escapes written text for one cell of a table, so that it cannot add cells or rows."""
MARKS = ("?", "!", "~")
"""Prefixes of cells for unresolved names, for unreadable lines, and for text that was not read."""
CACHED_ROWS = 16_384
CACHED_SECTIONS = 32


class Report(NamedTuple):
    """The answer about one team. `case` is the resolved input."""

    case: Case
    violations: tuple[Violation, ...]
    notices: tuple[Notice, ...]
    also: Mapping[str, tuple[Violation, ...]] = MappingProxyType({})
    """The violations under additional policies, by policy."""
    formats: Mapping[str, Report] = MappingProxyType({})
    """The same team's reports in additional formats, by format."""

    @property
    def legal(self) -> bool:
        """Whether the team may play these decks at this event."""
        return not self.violations

    def as_dict(self, *, with_cards: bool = False) -> documents.Report:
        """The report as the JSON document of the API, with the cards of each deck if wanted."""
        span = validity(self.case)
        known_start = span and span.start > datetime.date.min
        decks, groups = self.case.decks, self.case.groups
        with_entry = holds_several(decks)
        document: documents.Report = {
            "legal": self.legal,
            "violations": [violation_document(violation, decks) for violation in self.violations],
            "notices": [notice_document(notice, decks) for notice in self.notices],
            "decks": [
                deck_document(deck, with_cards=with_cards, with_entry=with_entry) for deck in decks
            ],
            "remaining": remaining(self.case) if self.case.pool else None,
            "valid_from": span.start.isoformat() if span and known_start else None,
            "valid_until": span.end.isoformat() if span and span.end else None,
            "valid_because": span.because if span else NOTHING_KNOWN,
            "cards_until": self.case.catalogue.as_of.isoformat(),
            "banlist_until": _iso(groups[0].ruleset.banlist_until if groups else None),
            "ruleset": self.ruleset,
        }
        if self.also:
            document["also"] = {
                policy_id: verdict_document(violations, decks)
                for policy_id, violations in self.also.items()
            }
        if self.formats:
            document["in_formats"] = {
                format_id: {
                    **verdict_document(report.violations, report.case.decks),
                    "ruleset": report.ruleset,
                }
                for format_id, report in self.formats.items()
            }
        return document

    @property
    def ruleset(self) -> documents.Ruleset:
        """The versions judged by; equal versions give equal answers to the same question."""
        case = self.case
        banlist = case.groups[0].ruleset.banlist if case.groups else None
        version = banlist.effective if banlist else None
        house = case.event.house
        ruleset: documents.Ruleset = {
            "format": case.format.id,
            "structure": case.structure,
            "as_of": case.day.isoformat(),
            "banlist": version.isoformat() if version else None,
            "policy": case.policy.id,
            "catalogue": case.catalogue.as_of.isoformat(),
            "fingerprint": fingerprint(case.catalogue, house.digest if house else ""),
        }
        if house:
            ruleset["house"] = house.as_dict()
        return ruleset


class Reading(NamedTuple):
    """The content of a text without an event: its decks, or the one card pool."""

    decks: tuple[Deck, ...]
    """At least one. All come from one text, so they share its syntax."""
    faults: tuple[Violation, ...]
    notices: tuple[Notice, ...]

    def as_dict(self) -> documents.Reading:
        """The reading as the JSON document of the API."""
        return {
            "syntax": self.decks[0].decklist.syntax,
            "because": self.decks[0].decklist.because,
            "decks": [
                _deck_as_written(deck, with_entry=len(self.decks) > 1) for deck in self.decks
            ],
            "faults": [violation_document(fault, self.decks) for fault in self.faults],
            "notices": [notice_document(notice, self.decks) for notice in self.notices],
        }


def verdict_document(
    violations: Sequence[Violation], decks: Sequence[Deck] = ()
) -> documents.Verdict:
    """The verdict and its violations."""
    return {
        "legal": not violations,
        "violations": [violation_document(violation, decks) for violation in violations],
    }


def violation_document(violation: Violation, decks: Sequence[Deck] = ()) -> documents.Violation:
    """A violation with the fields of its code, in contract order.

    With `decks` (those of the team), its places name the list that was sent.
    """
    document: dict[str, Any] = {"code": violation.code, "message": violation.message}
    for name in ("card", "letters", "count", "limit", "reason", "banlist"):
        value = getattr(violation, name)
        if value is not None:
            document[name] = value
    if violation.doubt is not None:
        document["certain"] = False
    if violation.suggestions is not None:
        document["suggestions"] = list(violation.suggestions)
    document["places"] = [_place_document(place, decks) for place in violation.places]
    document["rule"] = {
        "source": violation.rule.source,
        "clause": violation.rule.clause,
        "url": violation.rule.url,
    }
    document["fix"] = violation.fix
    return cast("documents.Violation", document)


def notice_document(notice: Notice, decks: Sequence[Deck] = ()) -> documents.Notice:
    """A notice, with places and cards if it has any."""
    document: documents.Notice = {
        "code": notice.code,
        "severity": notice.severity,
        "message": notice.message,
    }
    if notice.cards:
        document["cards"] = list(notice.cards)
    if notice.policy:
        document["policy"] = notice.policy
    if notice.places:
        document["places"] = [_place_document(place, decks) for place in notice.places]
    return document


def deck_document(
    deck: Deck, *, with_cards: bool = False, with_entry: bool = False
) -> documents.JudgedDeck:
    """A deck as it was read; if wanted card by card in list order, and with its place."""
    player = deck.decklist.player
    sizes = size_by_section(deck)
    document: documents.JudgedDeck
    if player:
        document = {"player": player, "sizes": sizes, "digest": digest(deck)}
    else:  # without a null, as a deck of an answer may be sent again
        document = {"sizes": sizes, "digest": digest(deck)}
    if with_cards:
        document["cards"] = [_card_document(line, card) for line, card in deck.in_order()]
    if deck.decklist.sent is not None and with_entry:
        numbers = [line.number for line in deck.decklist.lines if line.number]
        numbers += [line.number for line in deck.decklist.unreadable]
        document["entry"] = deck.decklist.sent
        document["lines"] = [min(numbers), max(numbers)] if numbers else None
    return document


def holds_several(decks: Sequence[Deck]) -> bool:
    """Whether one text that was sent holds several of the decks."""
    return any(deck.decklist.sent not in (None, index) for index, deck in enumerate(decks))


def size_by_section(deck: Deck) -> dict[str, int]:
    """The cards in the main deck, in the sideboard, and in each other section that has some."""
    sizes = {MAIN: 0, SIDEBOARD: 0}
    for part, size in deck.sizes.items():
        if size:
            sizes[part] = size
    return sizes


def _card_document(line: Line, card: Card | None) -> documents.DeckCard:
    return {
        "name": card.title if card else line.name,
        "count": line.copies,
        "section": line.section,
        "line": line.number,
    }


def _deck_as_written(deck: Deck, with_entry: bool) -> documents.ReadDeck:
    """A deck as it was read, with the text, set and collector number of each line."""
    summary: documents.DeckSummary = deck_document(deck, with_entry=with_entry)
    return {
        **summary,
        "cards": [
            {
                **_card_document(line, card),
                "text": line.name if line.text is None else line.text,
                "set": line.set_code,
                "number": line.collector_number,
            }
            for line, card in deck.in_order()
        ],
    }


def digest(deck: Deck) -> str:
    """A hash of the list's content, the same for all ways of writing one list.

    A row is a section, a title and its copies. Unresolved names and unreadable lines have rows
    too, so nothing can be added to a list without changing its digest. Spaces in unreadable
    lines do not count.
    """
    rows: list[str] = []
    for section, titles in deck.copies.items():
        rows += map(_rows(section).__getitem__, titles.items())
    read = deck.decklist
    if deck.unresolved or read.unreadable or read.unread:
        rows += _rows_not_understood(deck)
    return sha256("\n".join(sorted(rows)))


def _rows_not_understood(deck: Deck) -> list[str]:
    copies: Counter[str] = Counter()
    for _, line, _ in deck.unresolved:
        copies[f"{_cell(line.section)}\t?{line.name.translate(ONE_CELL)}"] += line.copies
    for text, lines in deck.unreadable().items():
        copies[f"\t!{text.translate(ONE_CELL)}"] = lines
    for text in deck.decklist.unread:
        copies[f"\t~{text.translate(ONE_CELL)}"] += 1
    return [f"{key}\t{number}" for key, number in copies.items()]


@lru_cache(CACHED_SECTIONS)
def _rows(section: str) -> BoundedCache[tuple[str, int], str]:
    """The rows of a section by title and copies."""
    return BoundedCache(partial(_row, section), CACHED_ROWS)


def _row(section: str, card: tuple[str, int]) -> str:
    title, copies = card
    return f"{_cell(section)}\t{_cell(title)}\t{copies}"


def _cell(text: str) -> str:
    """A section or title as a cell, escaped if it begins like a mark."""
    cell = text.translate(ONE_CELL)
    return f"\\{cell}" if cell.startswith(MARKS) else cell


def _iso(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None


def _place_document(place: Place, decks: Sequence[Deck]) -> documents.Place:
    document: documents.Place = {
        "deck": _entry(place, decks),
        "section": place.section,
        "line": place.line,
        "count": place.copies,
        "text": place.text,
    }
    return document


def _entry(place: Place, decks: Sequence[Deck]) -> int | None:
    """The entry of the request that a place is in, as a text may hold several decks."""
    if place.deck is None or place.deck >= len(decks):
        return place.deck
    sent = decks[place.deck].decklist.sent
    return place.deck if sent is None else sent
