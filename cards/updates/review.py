"""Compare a new catalogue with the old one, and find reasons to reject it."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cards import catalogue_file
from cards.model import Card, CardSet, Level, Printing
from cards.store import Catalogue
from cards.titles import fold

STILL_FOUND: frozenset[Level] = frozenset(
    {"exact", "folded", "alternative", "front face", "corrected"}
)
"""Match levels at which a list with the old title still finds the card."""
LEAST_SHARE = 0.9
"""Minimum share of the known cards; a source with fewer is truncated or another file."""
FIELDS = (
    "types", "supertypes", "subtypes", "copy_limit", "status", "faces", "mana_value", "colors",
)  # fmt: skip
"""Compared fields of a card; printings and alternative titles are compared separately."""
SET_FIELDS = ("name", "released", "kind", "platform")
RULE_FIELDS = frozenset({"types", "supertypes", "copy_limit", "status"})
"""Fields that affect how rules apply to a card: each change is listed."""


@dataclass(frozen=True, slots=True)
class Change:
    """A changed field of a card or set in both catalogues."""

    name: str
    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Printings:
    """The printings that a card in both catalogues gained or lost."""

    title: str
    added: tuple[Printing, ...]
    removed: tuple[Printing, ...]


@dataclass(frozen=True)
class Review:
    """The differences between two catalogues."""

    old: datetime.date
    new: datetime.date
    """The dates of the facts."""
    added: tuple[str, ...]
    """New titles, except for those of renamed cards."""
    renamed: tuple[tuple[str, str], ...]
    """Old titles with the current title of the same card."""
    vanished: tuple[str, ...]
    """Titles that no longer find exactly one card."""
    alike: tuple[tuple[str, ...], ...]
    """Titles of several cards that lists may write alike."""
    changes: tuple[Change, ...]
    printings: tuple[Printings, ...]
    sets_added: tuple[CardSet, ...]
    sets_vanished: tuple[CardSet, ...]
    set_changes: tuple[Change, ...]
    translations: tuple[Change, ...]
    """The number of titles before and after, by language."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs except the date."""
        return not any(
            (
                self.added, self.renamed, self.vanished, self.changes, self.printings,
                self.sets_added, self.sets_vanished, self.set_changes, self.translations,
            )
        )  # fmt: skip


def review(old: Path, new: Path) -> Review:
    """Compare the catalogue file in force with the one that may replace it."""
    in_force, candidate = Catalogue(old), Catalogue(new)
    before = {card.title: card for card in catalogue_file.read(old).cards}
    after = frozenset(candidate.titles())
    renamed, vanished = _missing_titles(sorted(before.keys() - after), before, candidate)
    old_titles = {new_title: title for title, new_title in renamed.items()}
    changes: list[Change] = []
    printings: list[Printings] = []
    for card in catalogue_file.read(new).cards:
        previous = before.get(card.title) or before.get(old_titles.get(card.title, ""))
        if previous:
            changes += _changes(card.title, FIELDS, previous, card)
            printings += _printings(previous, card)
    both = [code for code in candidate.sets if code in in_force.sets]
    return Review(
        old=in_force.as_of,
        new=candidate.as_of,
        added=tuple(sorted(after - before.keys() - old_titles.keys())),
        renamed=tuple(renamed.items()),
        vanished=tuple(vanished),
        alike=tuple(_find_similar(new, before.keys())),
        changes=tuple(changes),
        printings=tuple(printings),
        sets_added=tuple(
            card_set for code, card_set in candidate.sets.items() if code not in in_force.sets
        ),
        sets_vanished=tuple(
            card_set for code, card_set in in_force.sets.items() if code not in candidate.sets
        ),
        set_changes=tuple(
            change
            for code in both
            for change in _changes(code, SET_FIELDS, in_force.sets[code], candidate.sets[code])
        ),
        translations=tuple(
            _translations(catalogue_file.count_titles(old), catalogue_file.count_titles(new))
        ),
    )


def _missing_titles(
    titles: Iterable[str], before: Mapping[str, Card], new: Catalogue
) -> tuple[dict[str, str], list[str]]:
    """Split the missing titles into those that still find one card, and the others."""
    renamed: dict[str, str] = {}
    vanished = []
    for title in titles:
        match = new.find(title)
        card = match.card if match.level in STILL_FOUND else None
        # Finding another card that was known before is not a rename.
        if card and (card.title not in before or title in card.alternative_titles):
            renamed[title] = card.title
        else:
            vanished.append(title)
    return renamed, vanished


def _find_similar(store: Path, before: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Titles on paper with equal spelling, one of them new: lists may mean either."""
    by_spelling: dict[str, list[str]] = {}
    for card in catalogue_file.read(store).cards:
        if card.status == "paper":
            by_spelling.setdefault(fold(card.title), []).append(card.title)
    for titles in by_spelling.values():
        if len(titles) > 1 and not all(title in before for title in titles):
            yield tuple(titles)


def objections(review: Review) -> Iterator[str]:
    """Reasons why the new facts cannot be used, one sentence each."""
    if review.new < review.old:
        yield f"These facts are of {review.new}, and those in force are newer, of {review.old}."
    for card_set in review.sets_vanished:
        yield f"The set {card_set.code} ({card_set.name}) would vanish."


def doubts(review: Review) -> Iterator[str]:
    """Reasons to look at the new facts before they are used, one sentence each."""
    for title in review.vanished:
        yield f'"{title}" would vanish: the source has it under no title.'
    for titles in review.alike:
        yield f"{' and '.join(titles)} would be written alike."


def too_few(noun: str, previous: int, present: int) -> str | None:
    """The objection if a source has too few of the known cards or printings, else None."""
    if present >= previous * LEAST_SHARE:
        return None
    return (
        f"The source has {present:,} {noun}, and {previous:,} are in force: it is cut off, or is"
        " another file."
    )


def _changes(name: str, fields: Iterable[str], old: object, new: object) -> Iterator[Change]:
    for field in fields:
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            yield Change(name, field, before, after)


def _printings(old: Card, new: Card) -> Iterator[Printings]:
    before, after = set(old.printings), set(new.printings)
    if before != after:
        added = tuple(printing for printing in new.printings if printing not in before)
        removed = tuple(printing for printing in old.printings if printing not in after)
        yield Printings(new.title, added, removed)


def _translations(old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[Change]:
    for language in sorted({*old, *new}):
        before, after = old.get(language, 0), new.get(language, 0)
        if before != after:
            yield Change(language, "translated titles", before, after)
