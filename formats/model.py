"""What a play format, a team policy and an event are, as the files in this folder tell it."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["constructed", "limited", "extra-list"]
CardPool = Literal["sets", "eternal", "commons", "any"]
RestrictedScope = Literal["team", "deck"]
Singleton = Literal["deck", "team"]
OwnLimit = Literal["none", "every-deck", "one-deck"]


Lead = Literal[
    "legendary-creature",
    "legendary-planeswalker",
    "legendary-vehicle",
    "legendary-spacecraft",
    "planeswalker",
    "uncommon-creature",
    "own-text",
]
"""What a commander may be."""


class UnknownFormat(LookupError):
    """No play format has this id."""


class UnknownPolicy(LookupError):
    """No team policy has this id."""


class UnknownEvent(LookupError):
    """No facts are kept about an event of this name."""


@dataclass(frozen=True, slots=True)
class Period:
    """A span of days: from `start` on, up to but without `end` (None: not ended)."""

    start: datetime.date
    end: datetime.date | None = None

    def __contains__(self, day: datetime.date) -> bool:
        """Whether a day lies in the span."""
        return self.start <= day and (self.end is None or day < self.end)

    def overlaps(self, other: Period) -> bool:
        """Whether a day lies in both spans."""
        return (other.end is None or self.start < other.end) and (
            self.end is None or other.start < self.end
        )


@dataclass(frozen=True, slots=True)
class Dated:
    """Words or titles that hold for a time, by a source."""

    names: tuple[str, ...]
    life: Period
    source: str = ""


@dataclass(frozen=True, slots=True)
class CommandZone:
    """Who may command a deck of the format, and what the commander asks of the deck."""

    leads: tuple[Dated, ...]
    """What a commander may be, each with the days on which it may."""
    pairs: bool = True
    """Whether two may command together by partner, a Background and the like."""
    identity: bool = True
    """Whether the deck keeps to the colour identity of its commanders."""
    signature_spell: bool = False
    """Whether each commander has an instant or sorcery beside it (Oathbreaker)."""
    one_basic_type: bool = False
    """Whether a deck of no colours may have basic lands of one type (Brawl)."""
    banned: tuple[Dated, ...] = ()
    """Titles that may be in a deck and not command it."""
    banned_companions: tuple[Dated, ...] = ()
    """Titles that may be in a deck and not be its companion."""
    game_changers: tuple[Dated, ...] = ()
    """Titles that brackets count, which break no rule."""

    def leads_on(self, day: datetime.date) -> frozenset[str]:
        """What a commander may be on the day."""
        return frozenset(name for row in self.leads if day in row.life for name in row.names)


@dataclass(frozen=True, slots=True)
class PointsList:
    """The points that titles cost from a day on, up to the next list."""

    start: datetime.date
    source: str
    titles: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Format:
    """A play format: its life, its deck sizes, and the cards it draws on."""

    id: str
    name: str
    kind: Kind
    life: Period
    main_min: int
    """The fewest cards in a main deck."""
    sideboard_max: int | None
    """The most cards in a sideboard, for one player alone; None: no maximum."""
    copies_max: int | None
    """The most copies of a title in a deck with its sideboard; None: no maximum."""
    pool: CardPool
    """Where legal cards come from: `sets` the sets listed, `eternal` every set, `commons` every
    card printed as a common, `any` no matter where."""
    sets: Mapping[str, tuple[Period, ...]]
    """By set code, the periods in which the set is legal, in order."""
    always_legal: tuple[str, ...]
    """Titles legal in every period, in the order of colors; in Limited, the basic lands added
    freely to a pool."""
    dated_by: tuple[str, ...] = ()
    """Where every set counts: the formats whose `sets` say from when, the first that has the set
    first. A set in none of them counts from its release."""
    sets_left_out: frozenset[str] = frozenset()
    """Codes of sets whose printings do not count."""
    cards: Mapping[str, tuple[Period, ...]] = field(default_factory=dict)
    """By title, the periods in which a single card is legal besides the sets, in order."""
    base: str | None = None
    """For an event kind such as team-sealed: the play format it is an event of."""
    structure: str | None = None
    """For an event kind: how its teams play."""
    notes: str | None = None
    main_max: int | None = None
    """The most cards in a main deck with its commanders; None: no maximum."""
    singleton: Singleton | None = None
    """Where one copy of a title is allowed: in each deck, whatever the policy, or in the team."""
    policy: str | None = None
    """The team policy where none is asked for; None: the usual one."""
    command_zone: CommandZone | None = None
    """Of a format with commanders: who they may be. They count toward the size of the deck."""
    points_max: int | None = None
    """The most points of a deck; None: titles cost none."""
    points: tuple[PointsList, ...] = ()

    def points_on(self, day: datetime.date) -> PointsList | None:
        """The list of points that holds on `day`."""
        begun = [points for points in self.points if points.start <= day]
        return begun[-1] if begun else None

    def sets_on(self, day: datetime.date) -> dict[str, Period]:
        """The sets that the file lists as legal on `day`, in its order, each with its period."""
        return {
            code: period
            for code, periods in self.sets.items()
            for period in periods
            if day in period
        }

    @property
    def rotates(self) -> bool:
        """Whether its sets leave it: what is in it on a later day has to be known set by set."""
        return any(period.end for periods in self.sets.values() for period in periods)

    def cards_on(self, day: datetime.date) -> tuple[str, ...]:
        """The single titles that are legal on `day` whatever the sets, in the file's order."""
        return tuple(
            title for title, held in self.cards.items() if any(day in period for period in held)
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """A dated set of rules for building the decks of a team (Unified Deck Construction)."""

    id: str
    name: str
    """A message, as all of its words are."""
    short: str
    """What a form calls it."""
    hint: str | None
    """What a form says beside it."""
    life: Period | None
    """When tournaments played by it; None: no tournament rule, and so at any date."""
    copies_in_team: int | None
    """The most copies of a title in the team's combined decks; None: no combined limit."""
    titles_shared: bool
    """Whether two decks of a team may hold the same title."""
    restricted_scope: RestrictedScope
    """Where one copy of a restricted card is allowed: in the team, or in a deck."""
    own_limit: OwnLimit
    """Where a limit in a card's own text replaces the usual one."""
    exempt: str
    """Which cards the policy exempts, in words."""
    two_headed_giant_sideboard_max: int
    source: str
    clause: str | None
    copies_source: str
    """The document that states the limit of copies, where another states it better."""
    copies_clause: str | None


@dataclass(frozen=True, slots=True)
class EventFact:
    """One dated fact about a kind of event, such as the starting life of a team."""

    id: str
    """The rule that the fact belongs to; several facts may share it."""
    event: str
    parameter: str
    value: int | str
    life: Period
    source: str
    certainty: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one document, or several, say of a parameter."""

    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Documents that differ about a parameter, for as long as they do."""

    parameter: str
    events: tuple[str, ...]
    life: Period
    readings: tuple[Reading, ...]
    settled: str
    """Which of them is held here and why, or that it is not settled."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be known of all facts about some events in a time."""

    text: str
    events: tuple[str, ...]
    life: Period


@dataclass(frozen=True, slots=True)
class Companion:
    """A set whose cards come in the boosters of another."""

    set_code: str
    companion: str
    life: Period
    in_limited: bool
    """Whether its cards can be opened in the boosters used for Limited."""
    filter: str | None = None
    """Narrows the companion to some of its cards: `nonbasic-land`, `god`."""
    note: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class DeckCardRule:
    """One dated rule about cards that no deck may hold, whatever the format."""

    rule: str
    effective: datetime.date
    note: str
    titles: tuple[str, ...] = ()
    """The cards, where the rule is about single ones."""


@dataclass(frozen=True, slots=True)
class DeckCardRules:
    """What keeps a card out of every deck."""

    nontraditional_types: frozenset[str]
    """Types of cards that are no deck cards."""
    nontraditional_subtypes: frozenset[str]
    """Subtypes likewise, where the type says nothing (an Attraction is an artifact)."""
    rules: tuple[DeckCardRule, ...]
    """The rules with their dates, in date order."""

    def is_beside_decks(self, types: Collection[str], subtypes: Collection[str]) -> bool:
        """Whether a card of these types and subtypes is used beside decks, and in none."""
        return not (
            self.nontraditional_types.isdisjoint(types)
            and self.nontraditional_subtypes.isdisjoint(subtypes)
        )
