"""The case that the rules judge: event, rulesets, decks and pool, counted by title."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import formats
from cards import Card, Catalogue
from formats import Format, Policy
from validator.decks import OUTSIDE, SUPPLEMENTARY, Deck, Held, copies_together, count_titles
from validator.legality.ruleset import Ruleset
from validator.legality.standing import FREE, Ruling, Standing
from validator.limited.pack_origins import Origin, origins
from validator.limited.products import Product, product_from
from validator.model import COMMANDER, SIDEBOARD, Event, Structure
from validator.questions import DEFAULT_POLICY
from validator.violation import Violation

SEARCHED = 100
"""Unknown names of a team for which suggestions are searched; the rest get none."""


def default_policy(play_format: Format | None, structure: str | None) -> str:
    """The id of the team policy that binds where none is asked for; None is any other format.

    That of the format, as in the Commander family; the tournament rules where teammates play at
    tables of their own (Magic Tournament Rules 8.4), as the page behind four in the team speaks
    of Two-Headed Giant alone.
    """
    if play_format and play_format.policy:
        return play_format.policy
    return formats.TOURNAMENT if structure == "team-constructed" else DEFAULT_POLICY


class Group:
    """Decks of one format that are judged together, and the copies that count there."""

    def __init__(
        self, ruleset: Ruleset, decks: list[Deck], *, is_team: bool, sideboard_max: int | None
    ) -> None:
        self.ruleset = ruleset
        self.decks = decks
        self.is_team = is_team
        """Whether the rules for a team's combined decks bind here."""
        self.sideboard_max = sideboard_max
        self.left_out = OUTSIDE
        """Sections that are judged no further, as a sideboard where none is allowed."""
        self.zone = ruleset.format.command_zone if ruleset.is_active else None
        """The command zone of the format, while it exists."""
        if sideboard_max == 0:
            self.left_out |= {SIDEBOARD}
        if ruleset.format.kind == "limited":
            self.left_out |= SUPPLEMENTARY
        self.with_companions = sideboard_max == 0 and self.zone is not None
        """Whether companions count: beside a commander they alone stand outside the deck."""
        self.copies, in_several = copies_together(decks, self.left_out, self.with_companions)
        """Copies by English card title."""
        cards: dict[str, Card] = {}
        for deck in decks:
            cards |= deck.cards
        if len(cards) > len(self.copies):
            cards = {title: cards[title] for title in self.copies}
        self.cards = cards
        self.shared_titles = {title for title in in_several if not cards[title].is_basic}
        """The titles that are in more than one deck, without basic lands."""
        self.standings: dict[str, Standing] = {}
        """Those of the titles that are banned, refused or restricted."""
        self.restricted: dict[str, Ruling] = {}
        """The restricted titles, with what restricts each."""
        self.accepted = self.copies
        """Copies of the titles that are neither banned nor outside the format."""
        self.limited_by_text: list[str] = []
        """Those of which the card's own text sets a limit."""
        if special := ruleset.special(cards):
            self._set_apart(special)
        self._over: dict[int, list[str]] = {}
        self.may_break_limits = ruleset.limits_copies and bool(
            self.shared_titles
            or self.over(ruleset.lowest_limit)
            or self.limited_by_text
            or self.restricted
        )
        """Whether rules on copies have anything to ask, under whichever policy."""

    def _set_apart(self, special: Mapping[str, Standing]) -> None:
        """Sort out the titles that few decks have: refused, restricted, or with an own limit."""
        self.standings = {
            title: standing
            for title, standing in special.items()
            if standing is not FREE and not self._leads_by_rarity(title, standing)
        }
        self.restricted = {
            title: ruling for title, standing in special.items() if (ruling := standing.restriction)
        }
        if refused := {title for title, standing in self.standings.items() if standing.is_refused}:
            self.accepted = {t: copies for t, copies in self.copies.items() if t not in refused}
        self.limited_by_text = [
            title
            for title in special
            if self.cards[title].copy_limit is not None and title in self.accepted
        ]

    def _leads_by_rarity(self, title: str, standing: Standing) -> bool:
        """Whether a title outside a format of commons stands in the command zone alone."""
        if not self.zone or not standing.refusal or standing.refusal.reason != "rarity":
            return False
        sections = {name for deck in self.decks for name, of in deck.copies.items() if title in of}
        return sections == {COMMANDER}

    @cached_property
    def titles(self) -> dict[str, Held]:
        """Each title with the lines that it stands on; most teams have no fault that names them."""
        return self.count(self.decks)

    def count(self, decks: list[Deck], leave_out: frozenset[str] = frozenset()) -> dict[str, Held]:
        """The copies of each title that are judged in the decks, less further sections."""
        return count_titles(decks, self.left_out | leave_out, companions=self.with_companions)

    def over(self, limit: int) -> list[str]:
        """The accepted titles of which there are more copies, without basic lands.

        Rules ask this again and again of one limit.
        """
        if limit not in self._over:
            self._over[limit] = [
                title
                for title, copies in self.accepted.items()
                if copies > limit and not self.cards[title].is_basic
            ]
        return self._over[limit]


@dataclass
class Case:
    """Everything that a rule may ask about one team."""

    event: Event
    day: datetime.date
    format: Format
    structure: Structure
    policy: Policy
    decks: list[Deck]
    pool: Deck | None
    groups: list[Group]
    catalogue: Catalogue
    searched: int = SEARCHED
    """For how many unknown names suggestions are searched."""
    violations: tuple[Violation, ...] = ()
    """What the rules found; notices come after them."""
    is_limited: bool = field(init=False)
    is_newer_than_facts: bool = field(init=False)
    """Whether cards may exist on the day that the catalogue does not know."""

    team_size: int = field(init=False)
    """The number of decks that the structure asks for."""

    def __post_init__(self) -> None:
        self.is_limited = self.format.kind == "limited"
        self.is_newer_than_facts = self.day > self.catalogue.as_of
        usual = {"two-headed-giant": 2, "team-constructed": min(max(len(self.decks), 2), 3)}
        named = self.event.team_size
        self.team_size = usual.get(self.structure, 1) if named is None else named

    def under(self, policy_id: str) -> Case:
        """The same case under another policy; formats.UnknownPolicy."""
        return replace(self, policy=formats.resolve_policy(policy_id, self.day))

    @property
    def formats_differ(self) -> bool:
        if len(self.groups) < 2:
            return False
        return len({group.ruleset.format.id for group in self.groups}) > 1

    @property
    def may_lack_translations(self) -> bool:
        """Whether cards may exist on the day of which it knows no translated titles."""
        return self.day > self.catalogue.translated_until

    def is_legal(self, deck: Deck, card: Card) -> bool:
        """Whether the format of the deck, or of the pool, has the card on the day."""
        for group in self.groups:
            if deck is self.pool or any(own is deck for own in group.decks):
                return not group.ruleset.standing(card).is_refused
        return card.status == "paper"

    @property
    def copy_groups(self) -> list[Group]:
        """The groups whose copies are limited: Constructed, while their format exists."""
        return [group for group in self.groups if group.ruleset.limits_copies]

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
        return product_from(self.event.product)

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
