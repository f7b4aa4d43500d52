"""The report: the verdict with all that explains it, as a record and as JSON."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from validator.case import Case, Deck
from validator.fingerprint import fingerprint
from validator.model import MAIN, SIDEBOARD, Line, Notice, Place
from validator.remaining import remaining
from validator.violation import Violation

Document = dict[str, Any]


@dataclass(frozen=True)
class Report:
    """The answer about one team. `case` is what was judged."""

    case: Case
    violations: tuple[Violation, ...]
    notices: tuple[Notice, ...]

    @property
    def legal(self) -> bool:
        """Whether the team may play these decks in this event."""
        return not self.violations

    def as_dict(self) -> Document:
        """The report in the form of the API's answer, ready for JSON."""
        case = self.case
        return {
            "legal": self.legal,
            "violations": [violation_document(violation) for violation in self.violations],
            "notices": [notice_document(notice) for notice in self.notices],
            "decks": [deck_document(deck) for deck in case.decks],
            "remaining": remaining(case),
            "ruleset": self.ruleset,
        }

    @cached_property
    def ruleset(self) -> Document:
        """What was judged by: with these versions the same question gets the same answer."""
        case = self.case
        banlist = case.groups[0].ruleset.banlist if case.groups else None
        version = banlist.effective if banlist else None
        return {
            "format": case.format.id,
            "structure": case.structure,
            "as_of": case.day.isoformat(),
            "banlist": version.isoformat() if version else None,
            "policy": case.policy.id,
            "catalogue": case.catalogue.as_of.isoformat(),
            "fingerprint": fingerprint(case.catalogue),
        }


@dataclass(frozen=True)
class Reading:
    """What one list says by itself."""

    deck: Deck
    faults: tuple[Violation, ...]
    notices: tuple[Notice, ...]

    def as_dict(self) -> Document:
        """The reading in the form of the API's answer, ready for JSON."""
        return {
            "syntax": self.deck.decklist.syntax,
            "because": self.deck.decklist.because,
            "decks": [deck_document(self.deck)],
            "faults": [violation_document(fault) for fault in self.faults],
            "notices": [notice_document(notice) for notice in self.notices],
        }


def violation_document(violation: Violation) -> Document:
    """A violation with the fields that its code has, in the order of the contract."""
    document: Document = {"code": violation.code, "message": violation.message}
    for field in ("card", "count", "limit", "reason", "banlist"):
        value = getattr(violation, field)
        if value is not None:
            document[field] = value
    if violation.suggestions is not None:
        document["suggestions"] = list(violation.suggestions)
    document["places"] = [_place_document(place) for place in violation.places]
    document["rule"] = {"source": violation.rule.source, "clause": violation.rule.clause}
    document["fix"] = violation.fix
    return document


def notice_document(notice: Notice) -> Document:
    """A notice, with places and cards where it is about some."""
    document: Document = {
        "code": notice.code,
        "severity": notice.severity,
        "message": notice.message,
    }
    if notice.cards:
        document["cards"] = list(notice.cards)
    if notice.places:
        document["places"] = [_place_document(place) for place in notice.places]
    return document


def deck_document(deck: Deck) -> Document:
    """A deck as it was understood, card by card in the order of its list."""
    cards = [_card_document(card.title, line) for line, card in deck.entries]
    for position, line, _ in deck.unresolved:
        cards.insert(position, _card_document(None, line))
    return {
        "player": deck.decklist.player,
        "main": deck.sizes[MAIN],
        "sideboard": deck.sizes[SIDEBOARD],
        "digest": digest(deck),
        "cards": cards,
    }


def digest(deck: Deck) -> str:
    """A hash of titles, counts and sections: the same for each way of writing one list."""
    counts: dict[tuple[str, str], int] = {}
    for line, card in deck.entries:
        key = (line.section, card.title)
        counts[key] = counts.get(key, 0) + line.copies
    for _, line, _ in deck.unresolved:
        key = (line.section, f"?{line.name}")
        counts[key] = counts.get(key, 0) + line.copies
    rows = sorted(f"{section}\t{title}\t{count}" for (section, title), count in counts.items())
    text = "\n".join(rows).encode("utf-8", "surrogatepass")
    return "sha256:" + hashlib.sha256(text).hexdigest()


def _card_document(title: str | None, line: Line) -> Document:
    """One line; the title is None where the name means no card, or several."""
    return {"name": title, "count": line.copies, "section": line.section, "line": line.number}


def _place_document(place: Place) -> Document:
    return {
        "deck": place.deck,
        "section": place.section,
        "line": place.line,
        "count": place.copies,
        "text": place.text,
    }
