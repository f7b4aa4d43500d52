"""The case that the rules judge: event, rulesets, decks and pool, counted by title."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import formats
from cards import Card, Catalogue
from formats import Format, Policy
from messages import say
from validator.legality import Ruleset, Ruling, Standing
from validator.model import (
    COMPANION,
    MAYBEBOARD,
    POOL,
    SIDEBOARD,
    TOKENS,
    Decklist,
    Entry,
    Event,
    Line,
    Notice,
    Place,
    Structure,
)
from validator.origins import Origin, origins
from validator.products import Product, opened

SEARCHED = 100
"""Unknown names of a team for which suggestions are searched; the rest get none."""

OUTSIDE = frozenset({COMPANION, MAYBEBOARD, TOKENS})
"""Sections whose cards are no part of the deck (a companion here stands in the sideboard)."""

SUPPLEMENTARY = frozenset(
    {
        "avatar",
        "planes",
        "schemes",
        "attractions",
        "stickers",
        "conspiracies",
        "contraptions",
        "dungeons",
    }
)
"""Sections of cards that are used beside a deck; in Limited they come from the pool."""


@dataclass
class Deck:
    """One deck (or the pool) with its cards resolved."""

    index: int | None
    """The deck's place in the team, from 0; None for the card pool."""
    decklist: Decklist
    entries: list[Entry] = field(default_factory=list)
    unresolved: list[tuple[int, Line, tuple[Card, ...]]] = field(default_factory=list)
    """Lines whose name means no card, or several, with their position in the list."""
    notices: list[Notice] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What messages call the deck: its player's name, or its number."""
        if self.index is None:
            return say("the pool")
        return self.decklist.player or say("deck {number}", number=self.index + 1)

    def lines(self) -> Iterator[Line]:
        """All lines that count copies, resolved or not."""
        yield from (line for line, _ in self.entries)
        yield from (line for _, line, _ in self.unresolved)

    def in_order(self) -> list[tuple[Line, Card | None]]:
        """The same lines as they stand in the list, each with its card.

        The card is None where the name means none, or several.
        """
        found: list[tuple[Line, Card | None]] = [*self.entries]
        for position, line, _ in self.unresolved:
            found.insert(position, (line, None))
        return found

    def titled(self) -> Decklist:
        """The list with full English card titles, and as it is written where there is none."""
        lines = (
            line._replace(name=card.title, text=None) if card else line
            for line, card in self.in_order()
        )
        return replace(self.decklist, lines=tuple(lines))

    @cached_property
    def sizes(self) -> defaultdict[str, int]:
        """Copies by section; unknown and ambiguous cards count as well."""
        sizes: defaultdict[str, int] = defaultdict(int)
        for line, _ in self.entries:
            sizes[line.section] += line.copies
        for _, line, _ in self.unresolved:
            sizes[line.section] += line.copies
        return sizes

    def place(self, line: Line) -> Place:
        section = POOL if self.index is None else line.section
        text = line.name if line.text is None else line.text
        return Place(self.index, section, line.number, line.copies, text)


@dataclass(slots=True)
class Held:
    """All copies of one title in a group of decks."""

    card: Card
    count: int
    lines: list[tuple[Deck, Line]]

    def by_deck(self) -> dict[int, Held]:
        """The same copies deck by deck, in the order of the decks."""
        decks: dict[int, Held] = {}
        for deck, line in self.lines:
            held = decks.setdefault(deck.index or 0, Held(self.card, 0, []))
            held.count += line.copies
            held.lines.append((deck, line))
        return decks

    def places(self) -> list[Place]:
        return [deck.place(line) for deck, line in self.lines]


def count_titles(decks: list[Deck], leave_out: frozenset[str] = OUTSIDE) -> dict[str, Held]:
    """The copies of each English card title in the decks, less the sections left out."""
    titles: dict[str, Held] = {}
    for deck in decks:
        for line, card in deck.entries:
            if line.section in leave_out:
                continue
            held = titles.get(card.title)
            if held is None:
                titles[card.title] = Held(card, line.copies, [(deck, line)])
            else:
                held.count += line.copies
                held.lines.append((deck, line))
    return titles


@dataclass
class Group:
    """Decks of one format that are judged together."""

    ruleset: Ruleset
    decks: list[Deck]
    is_team: bool
    """Whether the rules for a team's combined decks bind here."""
    sideboard_max: int | None

    @cached_property
    def titles(self) -> dict[str, Held]:
        """Copies by title; a sideboard where none is allowed is judged no further."""
        leave_out = OUTSIDE
        if self.sideboard_max == 0:
            leave_out |= {SIDEBOARD}
        if self.ruleset.format.kind == "limited":
            leave_out |= SUPPLEMENTARY
        return count_titles(self.decks, leave_out)

    @cached_property
    def standings(self) -> list[tuple[Held, Standing]]:
        """Each title with its standing in the format."""
        standing = self.ruleset.standing
        return [(held, standing(held.card)) for held in self.titles.values()]

    @cached_property
    def accepted(self) -> list[Held]:
        """The titles whose copies are counted: neither banned nor outside the format."""
        return [held for held, standing in self.standings if not standing.is_refused]

    @cached_property
    def restricted(self) -> dict[str, Ruling]:
        """The restricted titles among them, with what restricts each."""
        return {
            held.card.title: standing.restriction
            for held, standing in self.standings
            if standing.restriction
        }


@dataclass
class Case:
    """Everything that a rule may ask about one team."""

    event: Event
    format: Format
    structure: Structure
    policy: Policy
    decks: list[Deck]
    pool: Deck | None
    groups: list[Group]
    catalogue: Catalogue
    searched: int = SEARCHED
    """For how many unknown names suggestions are searched."""

    @property
    def day(self) -> datetime.date:
        return self.event.day

    def under(self, policy_id: str) -> Case:
        """The same case under another policy; formats.UnknownPolicy."""
        return replace(self, policy=formats.resolve_policy(policy_id, self.day))

    @property
    def is_limited(self) -> bool:
        return self.format.kind == "limited"

    @property
    def formats_differ(self) -> bool:
        return len({group.ruleset.format.id for group in self.groups}) > 1

    @property
    def is_newer_than_facts(self) -> bool:
        """Whether cards may exist on the day that the catalogue does not know."""
        return self.day > self.catalogue.as_of

    @property
    def team_size(self) -> int:
        """The number of decks that the structure asks for."""
        if self.event.team_size is not None:
            return self.event.team_size
        if self.structure == "team-constructed":
            return min(max(len(self.decks), 2), 3)
        return 2 if self.structure == "two-headed-giant" else 1

    @property
    def copy_groups(self) -> list[Group]:
        """The groups whose copies are limited: Constructed, while their format exists."""
        return [
            group
            for group in self.groups
            if group.ruleset.format.kind == "constructed" and group.ruleset.is_active
        ]

    @property
    def team_groups(self) -> list[Group]:
        """Those among them in which the rules for a team's combined decks bind."""
        return [group for group in self.copy_groups if group.is_team]

    @property
    def two_headed_giant_event(self) -> str:
        """The kind of Two-Headed Giant event: a draft, or sealed with the dates of Constructed."""
        kind = "draft" if self.format.id == "booster-draft" else "sealed"
        return f"two-headed-giant-{kind}"

    @cached_property
    def used(self) -> dict[str, Held]:
        """Copies by title in all decks and sideboards."""
        return count_titles(self.decks)

    @cached_property
    def pooled(self) -> dict[str, Held]:
        """Copies by title in the card pool."""
        return count_titles([self.pool]) if self.pool else {}

    @property
    def is_pool_bound(self) -> bool:
        """Whether the decks were built from a pool that was sent; Constructed has none."""
        return self.is_limited and self.pool is not None

    @cached_property
    def product(self) -> Product:
        """What the team opened; nothing where the event names no product."""
        return opened(self.event.product)

    @cached_property
    def pool_origins(self) -> list[tuple[Held, frozenset[Origin]]]:
        """The pool's titles with where in the product each may come from, without free lands."""
        return [
            (held, origins(held.card, self.product, self.day))
            for title, held in self.pooled.items()
            if title not in self.format.always_legal
        ]

    @cached_property
    def free_lands(self) -> int:
        """The copies of free basic lands that the pool lists."""
        free = self.format.always_legal
        return sum(held.count for title, held in self.pooled.items() if title in free)

    @cached_property
    def pool_size(self) -> int:
        """The cards of the pool besides them; unknown and ambiguous ones count as well."""
        return sum(self.pool.sizes.values()) - self.free_lands if self.pool else 0
