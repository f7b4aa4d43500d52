"""Compare a new catalogue with the old one, and find reasons to reject it."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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
"""Fields that affect how rules apply to a card."""


@dataclass(frozen=True)
class Review:
    """The differences between two catalogues."""

    old: datetime.date
    new: datetime.date
    """The dates of the facts."""
    differences: Mapping[str, Sequence[str]]
    """Lines for people, by what they are about."""
    vanished: tuple[str, ...]
    """Titles that no longer find exactly one card."""
    alike: tuple[tuple[str, ...], ...]
    """Titles of several cards that lists may write alike."""
    sets_vanished: tuple[CardSet, ...]
    limited: tuple[str, ...] = ()
    """Titles that lose what allowed a deck more copies of them."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs except the date."""
        return not (self.vanished or self.sets_vanished or any(self.differences.values()))


def review(old: Path, new: Path) -> Review:
    """Compare the catalogue file in force with the one that may replace it."""
    in_force, candidate = Catalogue(old), Catalogue(new)
    before = {card.title: card for card in catalogue_file.read(old).cards}
    after = frozenset(candidate.titles())
    renamed, vanished = _missing_titles(sorted(before.keys() - after), before, candidate)
    old_titles = {new_title: title for title, new_title in renamed.items()}
    by_rules: list[str] = []
    otherwise: list[str] = []
    gained: list[str] = []
    lost: list[str] = []
    limited: list[str] = []
    for card in catalogue_file.read(new).cards:
        previous = before.get(card.title) or before.get(old_titles.get(card.title, ""))
        if previous:
            by_rules += _changes(card.title, RULE_FIELDS, previous, card)
            otherwise += _changes(card.title, set(FIELDS) - RULE_FIELDS, previous, card)
            gained += _printings(card.title, card.printings, previous.printings)
            lost += _printings(card.title, previous.printings, card.printings)
            if (previous.copy_limit and not card.copy_limit) or previous.is_basic > card.is_basic:
                limited.append(card.title)
    titles, new_titles = catalogue_file.count_titles(old), catalogue_file.count_titles(new)
    return Review(
        old=in_force.as_of,
        new=candidate.as_of,
        differences={
            "sets added": [
                f"{code} {one.name}, {one.kind}, {one.platform}, {one.released}"
                for code, one in candidate.sets.items()
                if code not in in_force.sets
            ],
            "sets changed": [
                line
                for code, card_set in candidate.sets.items()
                if code in in_force.sets
                for line in _changes(code, SET_FIELDS, in_force.sets[code], card_set)
            ],
            "cards added": sorted(after - before.keys() - old_titles.keys()),
            "cards renamed": [f"{title} -> {new_title}" for title, new_title in renamed.items()],
            "changed for the rules": by_rules,
            "changed otherwise": otherwise,
            "printings gained": gained,
            "printings lost": lost,
            "translated titles": [
                f"{language}: {titles.get(language, 0)} -> {new_titles.get(language, 0)}"
                for language in sorted({*titles, *new_titles})
                if titles.get(language) != new_titles.get(language)
            ],
        },
        vanished=tuple(vanished),
        alike=tuple(_find_similar(new, before.keys())),
        sets_vanished=tuple(
            card_set for code, card_set in in_force.sets.items() if code not in candidate.sets
        ),
        limited=tuple(limited),
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
    for title in review.limited:
        yield f'"{title}" would be as limited as other cards: its text, or "Basic", is missing.'
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


def _changes(name: str, fields: Iterable[str], old: object, new: object) -> Iterator[str]:
    """The fields that differ, in the order of their names."""
    for field in sorted(fields):
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            yield f"{name}: {field.replace('_', ' ')} {_value(before)} -> {_value(after)}"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    return "none" if value is None or value == "" else str(value)


def _printings(title: str, some: Sequence[Printing], others: Sequence[Printing]) -> Iterator[str]:
    """The printings that are not among the others: `Opt: DOM (C), SLD (R/M)`."""
    rarities: dict[str, list[str]] = {}
    known = frozenset(others)
    for code, rarity in (printing for printing in some if printing not in known):
        rarities.setdefault(code, []).append(rarity)
    if rarities:
        yield f"{title}: " + ", ".join(f"{code} ({'/'.join(of)})" for code, of in rarities.items())
