"""What a new catalogue changes against the old one, and what speaks against taking it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from cards.model import Card, CardSet, Printing
from cards.store import Catalogue

LEAST_SHARE = 0.9
"""Of the known cards. A source that has fewer is cut off, or is another file."""
FIELDS = (
    "types", "supertypes", "subtypes", "copy_limit", "status", "faces", "mana_value", "colors",
)  # fmt: skip
"""What of a card may change; printings and alternative titles are compared by themselves."""
TELLING = frozenset({"types", "supertypes", "copy_limit", "status"})
"""What decides by which rules a card is played: each change of these is listed."""


@dataclass(frozen=True, slots=True)
class Change:
    """A card or set of both catalogues that differs in one thing."""

    name: str
    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Printings:
    """The printings that a card of both catalogues gained or lost."""

    title: str
    added: tuple[Printing, ...]
    removed: tuple[Printing, ...]


@dataclass(frozen=True)
class Review:
    """The differences between two catalogues."""

    old: Catalogue
    new: Catalogue
    added: tuple[str, ...]
    """Titles that are new, those of renamed cards left out."""
    renamed: tuple[tuple[str, str], ...]
    """Old titles, each with the one by which the same card is called now."""
    vanished: tuple[str, ...]
    """Titles by which no card, or more than one, is found any more."""
    changes: tuple[Change, ...]
    printings: tuple[Printings, ...]
    sets_added: tuple[CardSet, ...]
    sets_vanished: tuple[CardSet, ...]
    set_changes: tuple[Change, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs but the date."""
        return not any(
            (
                self.added, self.renamed, self.vanished, self.changes, self.printings,
                self.sets_added, self.sets_vanished, self.set_changes,
            )
        )  # fmt: skip


def review(old: Catalogue, new: Catalogue) -> Review:
    """Compare the facts in force with those that may take their place."""
    before, after = set(old.titles()), set(new.titles())
    renamed: dict[str, str] = {}
    vanished = []
    for title in sorted(before - after):
        card = new.find(title).card
        if card is None or (card.title in before and title not in card.alternative_titles):
            vanished.append(title)
        else:
            renamed[title] = card.title
    changes: list[Change] = []
    printings: list[Printings] = []
    for title in sorted(before):
        now = renamed.get(title, title)
        if now in after:
            one, other = old.card(title), new.card(now)
            changes += _changes(one, other)
            printings += _printings(one, other)
    both = [code for code in new.sets if code in old.sets]
    return Review(
        old=old,
        new=new,
        added=tuple(sorted(after - before - set(renamed.values()))),
        renamed=tuple(renamed.items()),
        vanished=tuple(vanished),
        changes=tuple(changes),
        printings=tuple(printings),
        sets_added=tuple(one for code, one in new.sets.items() if code not in old.sets),
        sets_vanished=tuple(one for code, one in old.sets.items() if code not in new.sets),
        set_changes=tuple(
            change for code in both for change in _set_changes(old.sets[code], new.sets[code])
        ),
    )


def objections(found: Review, accepted: Collection[str] = ()) -> Iterator[str]:
    """What speaks against the new facts: a sentence each. Titles in `accepted` may vanish."""
    if found.new.as_of < found.old.as_of:
        yield (
            f"These facts are of {found.new.as_of}, and those in force are newer,"
            f" of {found.old.as_of}."
        )
    for title in found.vanished:
        if title not in accepted:
            yield f'"{title}" would vanish: the source has it under no title.'
    for one in found.sets_vanished:
        yield f"The set {one.code} ({one.name}) would vanish."


def too_few(known: int, present: int) -> str | None:
    """What speaks against a source with so few of the known cards, or None."""
    if present >= known * LEAST_SHARE:
        return None
    return (
        f"The source has {present:,} of the {known:,} cards in force: it is cut off, or is"
        " another file."
    )


def _changes(one: Card, other: Card) -> Iterator[Change]:
    for field in FIELDS:
        before, after = getattr(one, field), getattr(other, field)
        if before != after:
            yield Change(other.title, field, before, after)


def _printings(one: Card, other: Card) -> Iterator[Printings]:
    before, after = set(one.printings), set(other.printings)
    if before != after:
        added = tuple(printing for printing in other.printings if printing not in before)
        removed = tuple(printing for printing in one.printings if printing not in after)
        yield Printings(other.title, added, removed)


def _set_changes(one: CardSet, other: CardSet) -> Iterator[Change]:
    for field in ("name", "released", "kind", "platform"):
        before, after = getattr(one, field), getattr(other, field)
        if before != after:
            yield Change(one.code, field, before, after)
