"""The lists of an answer line by line, and each finding beside the lines that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from headjudge.web.pages.check import pictures
from headjudge.web.pages.check.form import Given
from headjudge.web.pages.check.pictures import Pictures
from headjudge.web.pages.check.source_lines import SourceLine, read_as, source_lines
from headjudge.web.pages.check.suggestions import Change, Source
from messages import Message, say
from validator import Notice, Place, Violation, nouns
from validator.case import Case
from validator.decks import Deck
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD

SECTIONS = nouns.SECTIONS | {MAIN: say("main deck"), MAYBEBOARD: say("under consideration")}
"""What the page calls the sections of a list."""


class Spot(NamedTuple):
    """A place of a fault: where it is on the page, and what it is called."""

    anchor: str
    name: str
    area: str
    """The id of the text area that the list was typed into."""
    line: int | None


class Finding(NamedTuple):
    """A violation or a notice, and where it stands."""

    what: Violation | Notice
    spots: tuple[Spot, ...]
    has_lines: bool
    """Whether it is shown beside lines; otherwise the summary shows it in full."""
    changes: tuple[Change, ...] = ()
    """Suggestions that can be applied, best first."""

    @property
    def severity(self) -> str:
        return self.what.severity if isinstance(self.what, Notice) else "fault"


@dataclass(slots=True)
class ListLine:
    """One line as it was written, and what is to say of it."""

    number: int | None
    text: str
    anchor: str
    findings: list[Finding] = field(default_factory=list)

    @property
    def severity(self) -> str:
        """The most severe of the line's findings: fault, warning or info; empty without any."""
        found = {finding.severity for finding in self.findings}
        return next((name for name in ("fault", "warning", "info") if name in found), "")


@dataclass(slots=True)
class ListView:
    """One list: a player's, or the card pool."""

    anchor: str
    name: str
    read_as: str
    """The syntax that was recognised, and what told it, as a sentence."""
    sizes: list[tuple[str, int]]
    """Copies by section, in words."""
    lines: list[ListLine]
    pictures: Pictures
    area: str
    """The id of the text area that it was typed into."""
    findings: list[Finding] = field(default_factory=list)
    """What is about the list and no line of it."""


class Spots:
    """Where the places of findings are on the page."""

    def __init__(self, lists: Sequence[ListView], changes: Changes) -> None:
        self.changes = changes
        self.lists = {one.anchor: one for one in lists}
        self._lines: dict[tuple[str, int | None, str | None], ListLine] = {}
        for one in lists:
            for line in one.lines:
                self._lines[one.anchor, line.number, line.text] = line
                self._lines.setdefault((one.anchor, line.number, None), line)

    def findings(self, found: Iterable[Violation | Notice]) -> tuple[Finding, ...]:
        """Each with its spots, one a line."""
        return tuple(self._finding(what) for what in found)

    def mark(self, findings: Iterable[Finding]) -> None:
        """Put each finding beside its lines, or at the head of its list."""
        for finding in findings:
            shown = (self._line(place) or self._list(place) for place in finding.what.places)
            for one in {one.anchor: one for one in shown}.values():
                one.findings.append(finding)

    def _finding(self, what: Violation | Notice) -> Finding:
        spots = dict.fromkeys(self._spot(place) for place in what.places)
        has_lines = any(self._line(place) for place in what.places)
        return Finding(what, tuple(spots), has_lines, self.changes.of(what))

    def _spot(self, place: Place) -> Spot:
        one = self._list(place)
        line = self._line(place)
        if line:
            name = say("{list}, line {number}", list=one.name, number=line.number)
            return Spot(line.anchor, name, one.area, line.number)
        return Spot(one.anchor, one.name, one.area, None)

    def _list(self, place: Place) -> ListView:
        return self.lists[_anchor(place.deck)]

    def _line(self, place: Place) -> ListLine | None:
        """The line of a place: where entries of a document share one, that of its text."""
        if place.line is None:
            return None
        anchor = _anchor(place.deck)
        return self._lines.get((anchor, place.line, place.text)) or self._lines.get(
            (anchor, place.line, None)
        )


class Changes:
    """What suggestions change in the lists' texts."""

    def __init__(self, case: Case, sources: Mapping[int | None, Source]) -> None:
        self.sources = sources
        self.names = {
            deck.place(line): line.name
            for deck in (*case.decks, *([case.pool] if case.pool else []))
            for _, line, _ in deck.unresolved
        }

    def of(self, what: Violation | Notice) -> tuple[Change, ...]:
        """The suggestions of a name that no card has, or several, as changes of its line."""
        if isinstance(what, Notice) or not what.suggestions or len(what.places) != 1:
            return ()
        (place,) = what.places
        name = self.names.get(place)
        if name is None or place.line is None:
            return ()
        return tuple(self.sources[place.deck].changes(place.line, name, what.suggestions))


def list_views(decks: Sequence[Deck], given: Given, area: str) -> Iterator[ListView]:
    """The decks that one text holds, each with its part of it."""
    parts = source_lines(given.text, [deck.decklist for deck in decks])
    for deck, part in zip(decks, parts, strict=True):
        yield _list_view(deck, part, given.encoding, area)


def _list_view(deck: Deck, part: Sequence[SourceLine], encoding: str | None, area: str) -> ListView:
    anchor = _anchor(deck.index)
    player = deck.decklist.player or ""
    number = say("The card pool") if deck.index is None else _numbered(deck.index)
    return ListView(
        anchor=anchor,
        name=say("{deck} ({player})", deck=number, player=player) if player else number,
        read_as=read_as(deck.decklist, encoding),
        sizes=_sizes(deck),
        lines=[ListLine(line.number, line.text, f"{anchor}-line-{line.key}") for line in part],
        pictures=pictures.of_deck(deck),
        area=area,
    )


def _numbered(index: int) -> Message:
    return say("Deck {number}", number=index + 1)


def _sizes(deck: Deck) -> list[tuple[str, int]]:
    if deck.index is None:
        return [(say("card pool"), sum(deck.sizes.values()))]
    sections = dict.fromkeys((MAIN, SIDEBOARD, *deck.sizes))
    return [
        (SECTIONS.get(section, section), deck.sizes[section])
        for section in sections
        if section == MAIN or deck.sizes[section]
    ]


def _anchor(deck: int | None) -> str:
    return "pool-list" if deck is None else f"deck-{deck + 1}"
