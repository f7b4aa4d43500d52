"""The lists of an answer, with the findings on their lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from headjudge import decklists
from headjudge.web.pages.check import pictures
from headjudge.web.pages.check.form import Areas, Given
from headjudge.web.pages.check.pictures import Pictures
from headjudge.web.pages.check.suggestions import Change, Source
from messages import Message, say
from validator import Decklist, Notice, Place, Violation
from validator.case import Case
from validator.decks import Deck
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD
from validator.model import SECTIONS as SECTION_NAMES
from validator.rules.lists import UNKNOWN_CARD

SECTIONS = SECTION_NAMES | {MAIN: say("main deck"), MAYBEBOARD: say("under consideration")}
"""Display names of list sections."""
_NEWER = "newer"
SHORT_SENTENCES = {
    words: UNKNOWN_CARD.sentences[variant.removeprefix(_NEWER).removeprefix("/")]
    for variant, words in UNKNOWN_CARD.sentences.items()
    if variant.startswith(_NEWER)
}
"""Sentences of unknown cards without the day of the card facts, which is in a notice."""


class Spot(NamedTuple):
    """The place of a finding on the page, with its label."""

    anchor: str
    name: str
    area: str
    """The id of the text area that the list, or its commander, was typed into."""
    line: int | None
    """The line of that text area."""
    list_anchor: str
    """The anchor of its list on the page."""
    list_name: str


@dataclass(slots=True, eq=False)
class Finding:
    """A violation or a notice, and its places."""

    what: Violation | Notice
    spots: tuple[Spot, ...]
    changes: tuple[Change, ...] = ()
    """Applicable suggestions, best first."""
    items: list[Item] = field(default_factory=list)
    """Its places on the page: in full at the first, as references at the others."""

    @property
    def severity(self) -> str:
        return self.what.severity if isinstance(self.what, Notice) else "fault"


@dataclass(slots=True)
class Item:
    """The findings on the same lines of a list, or on the whole list."""

    anchor: str
    spots: tuple[Spot, ...]
    text: str
    """The line as written, if there is one."""
    list_name: str
    findings: list[Finding] = field(default_factory=list)
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings on these lines that are shown in another list."""

    @property
    def severity(self) -> str:
        """The most severe of the findings: fault, warning or info."""
        severities = {finding.severity for finding in (*self.findings, *self.elsewhere)}
        return next(name for name in ("fault", "warning", "info") if name in severities)

    @property
    def numbers(self) -> list[int]:
        """The lines, none for the list itself."""
        return [spot.line for spot in self.spots if spot.line is not None]

    @property
    def short(self) -> str:
        """The line numbers, consecutive ones as ranges."""
        return ", ".join(
            f"{first}–{last}" if last > first else f"{first}" for first, last in self.runs
        )

    @property
    def name(self) -> str:
        """Its list and its lines in words."""
        if len(self.spots) == 1:
            return self.spots[0].name
        return say("{list}, lines {numbers}", list=self.list_name, numbers=self.short)

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The runs of consecutive lines, each as its first and last number."""
        runs: list[tuple[int, int]] = []
        for number in self.numbers:
            if runs and runs[-1][1] == number - 1:
                runs[-1] = (runs[-1][0], number)
            else:
                runs.append((number, number))
        return runs


@dataclass(slots=True)
class ListView:
    """One list: a player's, or the card pool."""

    anchor: str
    name: str
    read_as: str
    """The detected syntax and the reason, as a sentence."""
    sizes: list[tuple[str, int]]
    """Copies by section, in words."""
    pictures: Pictures
    areas: Areas
    items: list[Item] = field(default_factory=list)

    @property
    def area(self) -> str:
        """The id of the text area that it was typed into."""
        return self.areas.list


class Spots:
    """Locates the places of findings on the page."""

    def __init__(self, lists: Sequence[ListView], changes: Changes) -> None:
        self.changes = changes
        self.lists = {view.anchor: view for view in lists}

    def findings(self, answers: Iterable[Violation | Notice]) -> tuple[Finding, ...]:
        """The violations or notices with their spots, one a line."""
        return tuple(map(self._finding, answers))

    def mark(self, findings: Iterable[Finding]) -> None:
        """Add each finding to its first list, and a reference to it to the others.

        The items of a list are in line order, each with an anchor of its own.
        """
        items: dict[tuple[Spot, ...], Item] = {}
        for finding in findings:
            by_list: dict[tuple[str, str], list[Spot]] = {}
            for spot in finding.spots:
                by_list.setdefault((spot.list_anchor, spot.area), []).append(spot)
            for is_other, spots in enumerate(by_list.values()):
                item = items.setdefault(tuple(spots), self._item(spots, finding.what))
                (item.elsewhere if is_other else item.findings).append(finding)
                finding.items.append(item)
        anchors: set[str] = set()
        for item in sorted(items.values(), key=lambda item: item.numbers):
            while item.anchor in anchors:
                item.anchor += "-also"
            anchors.add(item.anchor)
            self.lists[item.spots[0].list_anchor].items.append(item)

    def _item(self, spots: Sequence[Spot], what: Violation | Notice) -> Item:
        first = spots[0]
        anchor = first.anchor if first.line else f"{first.anchor}-whole"
        lines = {self._spot(place): place.text or "" for place in what.places if place.line}
        text = lines.get(first, "") if len(spots) == 1 else ""
        return Item(anchor, tuple(spots), text, first.list_name)

    def _finding(self, what: Violation | Notice) -> Finding:
        spots = dict.fromkeys(self._spot(place) for place in what.places)
        changes = self.changes.of(what)
        if isinstance(what, Violation):
            what = what._replace(words=SHORT_SENTENCES.get(what.words, what.words))
        return Finding(what, tuple(spots), changes)

    def _spot(self, place: Place) -> Spot:
        view = self.lists[_anchor(place.deck)]
        if place.line is None:
            return Spot(view.anchor, view.name, view.area, None, view.anchor, view.name)
        area, line = view.areas.locate(place.line)
        is_list = area == view.area
        list_name = view.name if is_list else say("{list}, commander", list=view.name)
        name = say("{list}, line {number}", list=list_name, number=line)
        anchor = f"{view.anchor}-line-{place.line}"
        return Spot(anchor, name, area, line, view.anchor, list_name)


class Changes:
    """The changes that suggestions make to the texts."""

    def __init__(self, case: Case, sources: Mapping[int | None, Source]) -> None:
        self.sources = sources
        self.decks = {deck.index: deck for deck in (*case.decks, *filter(None, [case.pool]))}
        self.names = {
            deck.place(line): line.name
            for deck in self.decks.values()
            for _, line, _ in deck.unresolved
        }

    def of(self, what: Violation | Notice) -> tuple[Change, ...]:
        """One-click fixes of a violation: a title for a name, or fewer copies."""
        if isinstance(what, Notice):
            return ()
        if not what.suggestions:
            return tuple(self._removals(what))
        if len(what.places) != 1:
            return ()
        (place,) = what.places
        name = self.names.get(place)
        if name is None or place.line is None:
            return ()
        return tuple(self.sources[place.deck].changes(place.line, name, what.suggestions))

    def _removals(self, what: Violation) -> Iterator[Change]:
        """Removes a forbidden sideboard, or excess copies from each deck that has them."""
        excess = (what.count or 0) - (what.limit or 0)
        is_sideboard = what.code == "sideboard-not-allowed"
        if excess <= 0 or not (is_sideboard or (what.card and what.limit is not None)):
            return
        lines: dict[int, list[int]] = {}
        for place in what.places:
            if place.line is not None and place.deck is not None:
                lines.setdefault(place.deck, []).append(place.line)
        for deck, numbers in lines.items():
            words = _removal(self.decks[deck], excess, numbers, is_sideboard=is_sideboard)
            yield from self.sources[deck].less(numbers, excess, words)


def _removal(deck: Deck, excess: int, lines: Sequence[int], *, is_sideboard: bool) -> Message:
    if is_sideboard:
        return say("Remove the sideboard")
    copies = sum(line.copies for line in deck.decklist.lines if line.number in lines)
    name = deck.decklist.player or _deck_label(deck.index)
    if copies <= excess:
        return say("{deck}: remove it", deck=name)
    return say("{deck}: cut to {number}", number=copies - excess, deck=name)


def list_view(deck: Deck, given: Given, areas: Areas) -> ListView:
    """The view of a deck, without findings."""
    player = deck.decklist.player or ""
    number = _deck_label(deck.index)
    return ListView(
        anchor=_anchor(deck.index),
        name=say("{deck} ({player})", deck=number, player=player) if player else number,
        read_as=_syntax_message(deck.decklist, given.encoding),
        sizes=_sizes(deck),
        pictures=pictures.of_deck(deck),
        areas=areas,
    )


def _deck_label(index: int | None) -> Message:
    return say("The card pool") if index is None else say("Deck {number}", number=index + 1)


def _sizes(deck: Deck) -> list[tuple[str, int]]:
    if deck.index is None:
        copies = sum(deck.sizes.values())
        return [(say("card") if copies == 1 else say("cards"), copies)]
    sections = dict.fromkeys((MAIN, SIDEBOARD, *deck.sizes))
    return [
        (SECTIONS.get(section, section), deck.sizes[section])
        for section in sections
        if section == MAIN or deck.sizes[section]
    ]


def _anchor(deck: int | None) -> str:
    return "pool-list" if deck is None else f"deck-{deck + 1}"


def _syntax_message(deck: Decklist, encoding: str | None) -> Message:
    """The detected syntax with the reason, and a guessed encoding."""
    name = decklists.SYNTAXES[deck.syntax].name
    if encoding:
        return say(
            "Read as {syntax}: {because}. The file is not UTF-8 and was read as {encoding}.",
            syntax=name, because=deck.because, encoding=encoding,
        )  # fmt: skip
    return say("Read as {syntax}: {because}.", syntax=name, because=deck.because)
