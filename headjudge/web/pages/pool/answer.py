"""The content of the pool page: the checklist with its counts, and the places of all cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import cards
import formats
from cards import Card
from formats import Companion
from headjudge.web.api.limited import free_lands
from headjudge.web.pages.pool.form import PoolEvent, PoolForm, letter
from headjudge.web.words import facts as fact_words
from messages import Message, say
from validator.limited.checklist import (
    GROUPS,
    Expected,
    Part,
    by_mana_value,
    by_rarity,
    checklist,
    expected_counts,
    group,
)
from validator.limited.pool_building import LEFT, Assignment
from validator.limited.products import product_from, read_product
from validator.model import MAIN, SIDEBOARD, Place
from validator.questions import day

OTHERS = "other"
CLASSES = {
    "common": ("C", say("Commons")),
    "uncommon": ("U", say("Uncommons")),
    "rare_mythic": ("RM", say("Rares and mythic rares")),
    OTHERS: ("LS", say("Others")),
}
"""The rarity classes of counts: letters and display names."""
CLASS_OF = {letter: name for name, (letters, _) in CLASSES.items() for letter in letters}
GUESTS_MAX = 150
"""Titles of a companion set that are listed; boosters have only an unknown part of larger ones."""
MOST_MANA = 7
"""The last column of a curve, for all higher costs."""


class ChecklistRow(NamedTuple):
    """One title of the checklist."""

    title: str
    rarity: str
    """The rarity letter; empty for a title outside of the product's sets."""
    rarity_words: Message | None
    rarity_class: str
    typed: str
    copies: int


class Pile(NamedTuple):
    """The titles of one color."""

    name: str
    rows: tuple[ChecklistRow, ...]

    @property
    def cards(self) -> int:
        """Cards counted."""
        return sum(row.copies for row in self.rows)


class Section(NamedTuple):
    """The titles of one set."""

    code: str
    name: str
    companion: Companion | None
    piles: tuple[Pile, ...]
    is_cut: bool = False
    """Whether it has too many titles to list; then only counted ones are shown."""

    @property
    def cards(self) -> int:
        """Cards that were counted."""
        return sum(pile.cards for pile in self.piles)

    @property
    def titles(self) -> int:
        """The number of titles."""
        return sum(len(pile.rows) for pile in self.piles)


class Checklist(NamedTuple):
    """The whole checklist."""

    sections: tuple[Section, ...]
    expected: dict[str, Expected]
    """The contents of the product; by rarity only if the packs stay with the team."""

    @property
    def rows(self) -> list[tuple[str, ChecklistRow]]:
        """Every title with its pile."""
        piles = (pile for section in self.sections for pile in section.piles)
        return [(pile.name, row) for pile in piles for row in pile.rows]

    @property
    def total(self) -> int:
        """Cards that were counted."""
        return sum(section.cards for section in self.sections)

    @property
    def piles(self) -> Counter[str]:
        """Cards that were counted, by color."""
        return _sum((pile, row.copies) for pile, row in self.rows)

    @property
    def classes(self) -> Counter[str]:
        """Cards that were counted, by class of rarity."""
        return _sum((row.rarity_class, row.copies) for _, row in self.rows)


class Cell(NamedTuple):
    """Copies of a title in one place."""

    key: str
    """The key of the place on the page."""
    copies: int


class BuildRow(NamedTuple):
    """One title of the pool, and the places of its copies."""

    title: str
    group: str
    mana: str
    """Its column in the curve; None for lands and unknown costs."""
    cost: str
    """Its mana value; empty for lands and unknown costs."""
    types: tuple[str, ...]
    is_creature: bool
    held: int
    cells: tuple[Cell, ...]


class CardPlace(NamedTuple):
    """A place to move cards to."""

    key: str
    short: str
    words: Message
    """Its name within a sentence: `deck A`."""
    heading: Message
    """Its name as a heading: `Deck A`."""
    place: Place


def checklist_of(form: PoolForm) -> Checklist:
    """The checklist of the form's product, with the counts; the form has no faults."""
    facts = cards.catalogue()
    product = product_from(read_product(form.product))
    parts = checklist(product, day(form.as_of), facts)
    sections = [_section(part, facts.sets[part.set_code].name, form) for part in parts]
    titles = {row.card.title for part in parts for row in part.rows}
    typed_cards = (facts.find(title).card for title in form.typed if title not in titles)
    others = [(card, "") for card in typed_cards if card and card.title not in free_lands()]
    if others:
        sections.append(
            Section("", say("Cards of no set of the product"), None, _piles(others, form))
        )
    expected = expected_counts(product)
    if form.kind.format.endswith("draft"):
        expected = {name: count for name, count in expected.items() if name == "cards"}
    return Checklist(tuple(sections), expected)


def _section(part: Part, name: str, form: PoolForm) -> Section:
    is_cut = part.companion is not None and len(part.rows) > GUESTS_MAX
    rows = (
        (row.card, row.rarity) for row in part.rows if not is_cut or row.card.title in form.typed
    )
    return Section(part.set_code, name, part.companion, _piles(rows, form), is_cut)


def spots(kind: PoolEvent) -> tuple[CardPlace, ...]:
    """The places of cards: the rest of the pool, and each deck (with sideboard, if it has one)."""
    if kind.players == 1:
        left = CardPlace("left", say("Sideboard"), say("sideboard"), say("Sideboard"), LEFT)
        return left, CardPlace("0", say("Deck"), say("deck"), say("Deck"), Place(0, MAIN))
    places = [
        CardPlace("left", say("Left"), say("left of the pool"), say("Left in the pool"), LEFT)
    ]
    for index in range(kind.players):
        name = letter(index)
        words, heading = say("deck {letter}", letter=name), say("Deck {letter}", letter=name)
        places.append(CardPlace(str(index), name, words, heading, Place(index, MAIN)))
        if kind.has_sideboards:
            places.append(_sideboard(index))
    return tuple(places)


def _sideboard(index: int) -> CardPlace:
    name = letter(index)
    return CardPlace(
        f"{index}s",
        say("{letter} side", letter=name),
        say("sideboard {letter}", letter=name),
        say("Sideboard {letter}", letter=name),
        Place(index, SIDEBOARD),
    )


def build_rows(built: Assignment, kind: PoolEvent) -> list[tuple[str, list[BuildRow]]]:
    """The pool by color, each title with the places of its copies, in players' order."""
    find = cards.catalogue().find
    titles = {*built.pool, *built.used}
    built_cards = [card for title in titles if (card := find(title).card)]
    rows = [
        BuildRow(
            card.title,
            group(card),
            _mana(card),
            f"{card.mana_value:g}" if _mana(card) else "",
            card.types,
            "Creature" in card.types,
            max(built.pool.get(card.title, 0), built.used[card.title]),
            tuple(Cell(spot.key, built.copies(card.title, spot.place)) for spot in spots(kind)),
        )
        for card in sorted(built_cards, key=by_mana_value)
    ]
    return [(name, list(pile)) for name, pile in groupby(rows, lambda row: row.group)]


def lists(rows: Sequence[BuildRow], spot: CardPlace) -> list[tuple[int, BuildRow]]:
    """The cards of one place, in their order."""
    cells = ((cell, row) for row in rows for cell in row.cells if cell.key == spot.key)
    return [(cell.copies, row) for cell, row in cells if cell.copies]


def curve(placed: Iterable[tuple[int, BuildRow]]) -> Counter[str]:
    """Cards by mana value, without lands."""
    return _sum((row.mana, copies) for copies, row in placed if row.mana)


def creatures(placed: Iterable[tuple[int, BuildRow]]) -> int:
    """The number of creatures."""
    return sum(copies for copies, row in placed if row.is_creature)


def main_min() -> int:
    """The minimum size of a deck."""
    return formats.load("sealed").main_min


def lands() -> tuple[str, ...]:
    """The lands that may be added freely, in color order."""
    return formats.load("sealed").always_legal


def _piles(rows: Iterable[tuple[Card, str]], form: PoolForm) -> tuple[Pile, ...]:
    by_color: dict[str, list[ChecklistRow]] = {}
    for card, rarity in sorted(rows, key=lambda row: by_rarity(row[0], row[1] or "S")):
        by_color.setdefault(group(card), []).append(_row(card, rarity, form))
    return tuple(Pile(name, tuple(by_color[name])) for name in GROUPS if name in by_color)


def _row(card: Card, rarity: str, form: PoolForm) -> ChecklistRow:
    typed = form.typed.get(card.title, "")
    words = fact_words.RARITIES.get(rarity)
    kind = CLASS_OF.get(rarity, OTHERS)
    return ChecklistRow(card.title, rarity, words, kind, typed, form.counts.get(card.title, 0))


def _mana(card: Card) -> str:
    if "Land" in card.types or card.mana_value is None:
        return ""
    value = int(card.mana_value)
    return f"{MOST_MANA}+" if value >= MOST_MANA else str(value)


def _sum(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for name, number in counts:
        total[name] += number
    return total
