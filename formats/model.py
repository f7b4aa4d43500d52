"""Records of play formats and team policies, as stored in this folder's files."""

import datetime
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

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
    "own-text",
]
"""Kinds of cards that can be commanders."""


class UnknownFormat(LookupError):
    """No play format has this id."""


class UnknownPolicy(LookupError):
    """No team policy has this id."""


class Period(NamedTuple):
    """A span of days: from `start` up to, but not including, `end` (None: open)."""

    start: datetime.date
    end: datetime.date | None = None

    def __contains__(self, day: datetime.date) -> bool:  # type: ignore[override]
        """Whether a day is in the span."""
        return self.start <= day and (self.end is None or day < self.end)


class Dated(NamedTuple):
    """Words or titles that apply for a period, with their source."""

    names: tuple[str, ...]
    life: Period
    source: str = ""


class CommandZone(NamedTuple):
    """Who may command a deck of the format, and the restrictions on that deck."""

    leads: tuple[Dated, ...]
    """The kinds of cards that can be commanders, with periods."""
    pairs: bool = True
    """Whether two cards may command together by partner, Background and the like."""
    identity: bool = True
    """Whether the deck must stay within the color identity of its commanders."""
    cannot_lead: tuple[Dated, ...] = ()
    """Titles of those kinds that cannot be commanders: Spacecraft without power and toughness."""
    banned: tuple[Dated, ...] = ()
    """Titles that are banned as commander only."""
    banned_companions: tuple[Dated, ...] = ()
    """Titles that are banned as companion only."""
    game_changers: tuple[Dated, ...] = ()
    """Titles counted for brackets; they break no rule."""

    def leads_on(self, day: datetime.date) -> frozenset[str]:
        """The kinds of cards that can be commanders on the day."""
        return frozenset(name for row in self.leads if day in row.life for name in row.names)


class Clause(NamedTuple):
    """A document and its section, so numbered from a day on."""

    start: datetime.date
    source: str
    clause: str | None = None


class Format(NamedTuple):
    """A play format: its life, its deck sizes, and its card pool."""

    id: str
    name: str
    kind: Kind
    life: Period
    main_min: int
    """The minimum size of a main deck."""
    sideboard_max: int | None
    """The maximum size of an individual player's sideboard; None: no maximum."""
    copies_max: int | None
    """The maximum number of copies in a deck and sideboard; None: no maximum."""
    pool: CardPool
    """The source of legal cards: `sets` the listed sets, `eternal` every set, `commons` every
    card printed as a common, `any` all cards."""
    sets: Mapping[str, tuple[Period, ...]]
    """By set code, the periods in which the set is legal, in order."""
    always_legal: tuple[str, ...]
    """Titles legal in every period, in color order; in Limited, the basic lands that may be added
    to a pool."""
    dated_by: tuple[str, ...] = ()
    """For pools of every set: the formats whose `sets` date a set, the first match wins. Other
    sets count from their release."""
    prereleases_until: datetime.date | None = None
    """Until this day a set counted from its prerelease; None: it never did."""
    snow_as_basic: datetime.date | None = None
    """From this day on snow basics outside the format count as the equivalent basic lands."""
    source: str | None = None
    """The document with its rules of construction, if it is not the Magic Tournament Rules."""
    legality: tuple[Clause, ...] = ()
    """Where it stands which cards are legal, in order of days; empty: as for all formats."""
    sets_left_out: frozenset[str] = frozenset()
    """Codes of sets whose printings do not count."""
    cards: Mapping[str, tuple[Period, ...]] = MappingProxyType({})
    """By title, the periods in which a single card is legal besides the sets, in order."""
    base: str | None = None
    """For an event kind such as team-sealed: its play format."""
    structure: str | None = None
    """For an event kind: its structure."""
    notes: str | None = None
    also: tuple[str, ...] = ()
    """Usual short names, such as EDH, in lower case."""
    main_max: int | None = None
    """The maximum size of a main deck with its commanders; None: no maximum."""
    singleton: Singleton | None = None
    """Limits titles to one copy: per deck whatever the policy, or per team."""
    policy: str | None = None
    """The default team policy; None: the usual one."""
    command_zone: CommandZone | None = None
    """Commander rules, in formats with commanders, which count toward the deck size."""

    @property
    def rotates(self) -> bool:
        """Whether sets leave it, so that future legality depends on each set."""
        return any(period.end for periods in self.sets.values() for period in periods)

    def sets_on(self, day: datetime.date) -> dict[str, Period]:
        """The sets that are legal on `day`, in file order, each with its period."""
        return {
            code: period
            for code, periods in self.sets.items()
            for period in periods
            if day in period
        }

    def legality_on(self, day: datetime.date) -> Clause | None:
        """Where it stands which cards are legal; the first one known also for earlier days."""
        begun = [clause for clause in self.legality if clause.start <= day]
        return begun[-1] if begun else next(iter(self.legality), None)

    def cards_on(self, day: datetime.date) -> tuple[str, ...]:
        """The single cards legal on `day` whatever their sets, in file order."""
        return tuple(
            title for title, periods in self.cards.items() if any(day in each for each in periods)
        )


class Policy(NamedTuple):
    """A dated set of rules for building the decks of a team (Unified Deck Construction)."""

    id: str
    name: str
    """A translatable message, like all of its texts."""
    short: str
    """The name in forms."""
    hint: str | None
    """Who plays by it, as its page says."""
    life: Period | None
    """When tournaments used it; None: no tournament rule, so valid on any date."""
    copies_in_team: int | None
    """The maximum number of copies in the team's combined decks; None: no combined limit."""
    titles_shared: bool
    """Whether two decks of a team may contain the same title."""
    restricted_scope: RestrictedScope
    """Where the one copy of a restricted card is counted: in the team, or in a deck."""
    own_limit: OwnLimit
    """Where a limit in a card's own text replaces the usual one."""
    exempt: str
    """The cards that the policy exempts, in words."""
    two_headed_giant_sideboard_max: int
    source: str
    clause: str | None
    copies_source: str
    """The document for the copy limit, if another one states it better."""
    copies_clause: str | None


class Companion(NamedTuple):
    """A set whose cards are in the boosters of another."""

    set_code: str
    companion: str
    life: Period
    in_limited: bool
    """Whether its cards are in the boosters used for Limited."""
    filter: str | None = None
    """Limits the companion set to some of its cards: `nonbasic-land`, `god`."""
    note: str | None = None
    source: str | None = None
