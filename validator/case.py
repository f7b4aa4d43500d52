"""The case that the rules judge: event, rulesets, decks and pool, counted by title."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import formats
from cards import Card, Catalogue
from cards.model import BASIC
from formats import Format, Policy
from validator.decks import OUTSIDE, SUPPLEMENTARY, CardCopies, Deck, copies_together, count_titles
from validator.legality.ruleset import FREE, Ruleset, Ruling, Standing
from validator.limited.products import Origin, Product, origins, product_from
from validator.model import SIDEBOARD, Event, Structure
from validator.questions import DEFAULT_POLICY, STRUCTURES
from validator.violation import Violation

SEARCHED = 20
"""How many unknown names of a team get suggestions; searching for them is costly."""

Scope = Literal[
    "any", "sideboards", "copies", "standings", "commanders", "side decks", "companions",
    "unclear lines", "limited", "pool", "inactive formats",
]  # fmt: skip
"""What a case may have that a rule or notice is about; nearly all cases have little of it."""

NO_PART = OUTSIDE | SUPPLEMENTARY
"""Sections that are no part of a deck."""
BESIDE = NO_PART | {SIDEBOARD}
"""The same where there are no sideboards."""
SIDEBOARD_OF_OLD = 15
"""Cards. A sideboard had so many or none, until `Case.smaller_sideboards_since`."""


def default_policy(play_format: Format | None, structure: str | None) -> str:
    """The id of the team policy that applies when the request names none.

    The Commander family has policies of its own, and so have structures. Team Constructed uses
    the tournament rules (Magic Tournament Rules 8.4): the default of four copies in the team comes
    from a page on Two-Headed Giant only. `play_format` None stands for any format without a policy
    of its own.
    """
    if play_format and play_format.policy:
        return play_format.policy
    own = structure in STRUCTURES and formats.structure(structure).policy
    return own or DEFAULT_POLICY


class Group:
    """Decks of one format that are judged together, with the copies that count."""

    def __init__(
        self, ruleset: Ruleset, decks: list[Deck], *, is_team: bool, sideboard_max: int | None
    ) -> None:
        self.ruleset = ruleset
        self.decks = decks
        self.is_team = is_team
        """Whether the rules for a team's combined decks apply."""
        self.sideboard_max = sideboard_max
        self.left_out = BESIDE if sideboard_max == 0 else NO_PART
        """Sections that are no part of the deck, or not judged further, such as a sideboard where
        none is allowed."""
        self.zone = ruleset.format.command_zone if ruleset.is_active else None
        """The format's command zone, if it has one on this day."""
        self.with_companions = sideboard_max == 0 and self.zone is not None
        """Whether companions, which are outside the deck, count: only beside commanders."""
        self.copies, in_several = copies_together(decks, self.left_out, self.with_companions)
        """Copies by English card title."""
        cards: dict[str, Card] = {}
        for deck in decks:
            cards |= deck.cards
        if len(cards) > len(self.copies):
            cards = {title: cards[title] for title in self.copies}
        self.cards = cards
        self.shared_titles = {title for title in in_several if not cards[title].is_basic}
        """Titles in more than one deck, without basic lands."""
        self.standings: dict[str, Standing] = {}
        """The titles that are banned, not legal or restricted."""
        self.restricted: dict[str, Ruling] = {}
        """The restricted titles, each with the ruling that restricts it."""
        self.accepted = self.copies
        """Copies of the titles that are neither banned nor outside the format."""
        self.limited_by_text: list[str] = []
        """The titles whose own text sets a limit."""
        self.guessed = (
            [deck for deck in decks if deck.is_sideboard_guessed] if sideboard_max == 0 else []
        )
        """The decks whose sideboard was guessed where none is allowed: its titles may be those of
        the main deck, so they are judged as well."""
        judged = cards
        if self.guessed:
            judged = dict(cards)
            for deck in self.guessed:
                judged |= {title: deck.cards[title] for title in deck.copies[SIDEBOARD]}
        if special := ruleset.special(judged):
            self._set_apart(special)
        self.sideboards_of_old: list[Deck] = []
        """The decks of Constructed with a sideboard of fewer than fifteen cards, which was once too
        small."""
        has_usual = sideboard_max == SIDEBOARD_OF_OLD and not ruleset.format.source
        if has_usual and ruleset.limits_copies:
            self.sideboards_of_old = [
                deck for deck in decks if 0 < deck.sizes[SIDEBOARD] < SIDEBOARD_OF_OLD
            ]
        self._over: dict[int, list[str]] = {}
        self.may_break_limits = ruleset.limits_copies and bool(
            self.shared_titles
            or self.over(ruleset.lowest_limit)
            or self.limited_by_text
            or self.restricted
        )
        """Whether any rule on copies can apply, whatever the policy."""

    def _set_apart(self, special: Mapping[str, Standing]) -> None:
        """Separate the few titles that are refused, restricted or have a limit of their own."""
        self.standings = {
            title: standing for title, standing in special.items() if standing is not FREE
        }
        self.restricted = {
            title: ruling
            for title, standing in special.items()
            if (ruling := standing.restriction) and title in self.copies
        }
        if refused := {title for title, standing in self.standings.items() if standing.is_refused}:
            self.accepted = {t: copies for t, copies in self.copies.items() if t not in refused}
        self.limited_by_text = [
            title
            for title in special
            if title in self.accepted and self.cards[title].copy_limit is not None
        ]

    @cached_property
    def titles(self) -> dict[str, CardCopies]:
        """Each title with its lines. Computed on demand: few reports name titles."""
        return self.count(self.decks)

    @cached_property
    def guessed_titles(self) -> dict[str, CardCopies]:
        """Each title of guessed sideboards with its lines."""
        sections = {section for deck in self.guessed for section in deck.copies}
        return count_titles(self.guessed, frozenset(sections - {SIDEBOARD}))

    def all_copies(self, title: str) -> CardCopies:
        """The title with its lines in decks and guessed sideboards."""
        here = [titles[title] for titles in (self.titles, self.guessed_titles) if title in titles]
        lines = [line for copies in here for line in copies.lines]
        return CardCopies(here[0].card, sum(copies.count for copies in here), lines)

    def count(
        self, decks: list[Deck], leave_out: frozenset[str] = frozenset()
    ) -> dict[str, CardCopies]:
        """Copies by title in the decks, without `leave_out` and the sections left out anyway."""
        return count_titles(decks, self.left_out | leave_out, companions=self.with_companions)

    def over(self, limit: int) -> list[str]:
        """The accepted titles with more copies than the limit, without basic lands.

        Cached by limit, since several rules ask for the same one.
        """
        if limit not in self._over:
            self._over[limit] = [
                title
                for title, copies in self.accepted.items()
                if copies > limit and BASIC not in self.cards[title].supertypes
            ]
        return self._over[limit]


@dataclass(eq=False)
class Case:
    """Everything a rule may need to know about one team."""

    event: Event
    day: datetime.date
    format: Format
    structure: Structure
    policy: Policy
    decks: list[Deck]
    pool: Deck | None
    catalogue: Catalogue
    searched: int = SEARCHED
    """How many unknown names get suggestions."""
    groups: list[Group] = field(default_factory=list)
    violations: tuple[Violation, ...] = ()
    """The result of the rules; notices are computed afterwards."""
    is_limited: bool = field(init=False)
    has_side_decks: bool = field(init=False)
    """Whether a deck has cards beside it, such as Attractions."""

    def __post_init__(self) -> None:
        self.is_limited = self.format.kind == "limited"
        self.has_side_decks = False
        for deck in self.decks:
            if not SUPPLEMENTARY.isdisjoint(deck.sizes):
                self.has_side_decks = True

    @cached_property
    def scopes(self) -> Set[Scope]:
        """What rules and notices can find something about."""
        found: set[Scope] = {"any"}
        if self.is_limited:
            found |= {"limited", "pool"} if self.pool is not None else {"limited"}
        if self.has_side_decks:
            found |= {"side decks", "standings"}
        for deck in [*self.decks, self.pool] if self.pool else self.decks:
            if deck.unresolved or deck.decklist.unreadable:
                found.add("unclear lines")
        for deck in self.decks:
            if deck.sizes.get(SIDEBOARD):
                found.add("sideboards")
            if deck.companions:
                found.add("companions")
        for group in self.groups:
            if group.may_break_limits:
                found.add("copies")
            if group.standings:
                found.add("standings")
            if group.zone:
                found.add("commanders")
            if not group.ruleset.is_active:
                found.add("inactive formats")
        return found

    def under(self, policy_id: str) -> Case:
        """The same case under another policy; raises formats.UnknownPolicy."""
        return replace(self, policy=formats.resolve_policy(policy_id, self.day), violations=())

    def on(self, day: datetime.date) -> Case:
        """The same case on another day, without the groups, whose rulesets are of that day."""
        event = self.event._replace(as_of=day)
        policy = formats.resolve_policy(event.policy, day)
        return replace(self, event=event, day=day, policy=policy, groups=[], violations=())

    @property
    def is_newer_than_facts(self) -> bool:
        """Whether cards that the catalogue lacks may exist on the day."""
        return self.day > self.catalogue.as_of

    @property
    def smaller_sideboards_since(self) -> datetime.date:
        """The first day on which a sideboard could have fewer than fifteen cards."""
        return formats.structure("individual").since("sideboard", "constructed")

    @property
    def team_size(self) -> int:
        """The number of decks required by the structure."""
        if self.event.team_size is not None:
            return self.event.team_size
        sizes = formats.structure(self.structure).sizes
        return min(max(len(self.decks), sizes[0]), sizes[-1])

    @property
    def formats_differ(self) -> bool:
        if len(self.groups) < 2:
            return False
        return len({group.ruleset.format.id for group in self.groups}) > 1

    @property
    def may_lack_translations(self) -> bool:
        """Whether cards whose translated titles the catalogue lacks may exist on the day."""
        return self.day > self.catalogue.translated_until

    def is_legal(self, deck: Deck, card: Card) -> bool:
        """Whether the card is legal on the day in the format of the deck (or pool)."""
        for group in self.groups:
            if deck is self.pool or any(own is deck for own in group.decks):
                return not group.ruleset.standing(card).is_refused
        return card.status == "paper"

    @property
    def copy_groups(self) -> list[Group]:
        """The groups with limits on copies: Constructed, while the format exists."""
        return [group for group in self.groups if group.ruleset.limits_copies]

    @property
    def team_groups(self) -> list[Group]:
        """The groups in which the rules for a team's combined decks apply."""
        return [group for group in self.copy_groups if group.is_team]

    @cached_property
    def deck_titles(self) -> dict[str, CardCopies]:
        """Copies by title in all decks and sideboards."""
        return count_titles(self.decks)

    @cached_property
    def pool_titles(self) -> dict[str, CardCopies]:
        """Copies by title in the card pool."""
        return count_titles([self.pool]) if self.pool else {}

    @property
    def is_pool_bound(self) -> bool:
        """Whether the decks must come from a pool in the request; never in Constructed."""
        return self.is_limited and self.pool is not None

    @cached_property
    def product(self) -> Product:
        """The product opened by the team; empty if the event names none."""
        return product_from(self.event.product)

    @property
    def incomplete_sets(self) -> list[str]:
        """The sets opened of which not all cards are known."""
        return [code for code in self.product.sets if not self.catalogue.is_whole(code)]

    @property
    def facts_until(self) -> datetime.date:
        """The day up to which both the card facts and the lists of the decks' formats are known."""
        until = self.catalogue.as_of
        for group in self.groups:
            until = min(until, group.ruleset.banlist_until or until)
        return until

    @cached_property
    def pool_origins(self) -> list[tuple[CardCopies, frozenset[Origin]]]:
        """The pool's titles, each with its possible origins in the product; without free lands."""
        return [
            (copies, origins(copies.card, self.product, self.day))
            for title, copies in self.pool_titles.items()
            if title not in self.format.always_legal and copies.card.printings
        ]

    @cached_property
    def free_lands(self) -> int:
        """Copies of free basic lands in the pool."""
        free = self.format.always_legal
        return sum(copies.count for title, copies in self.pool_titles.items() if title in free)

    @cached_property
    def pool_size(self) -> int:
        """Cards in the pool without free lands; unknown and ambiguous names count."""
        return sum(self.pool.sizes.values()) - self.free_lands if self.pool else 0
