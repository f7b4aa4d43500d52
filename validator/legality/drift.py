"""Differences between our banlists and legal sets and the legalities published by others.

Sites such as Scryfall publish the current status of each card in each format. Each status is
compared with ours. If a whole set differs, that is one difference, not hundreds.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import formats
from cards import Card, Catalogue, Level
from validator.legality.ruleset import Ruleset, ruleset

Status = Literal["legal", "not_legal", "banned", "restricted"]
STATUSES: tuple[Status, ...] = get_args(Status)
WEIGHT: Mapping[Status, int] = {"not_legal": 0, "legal": 1, "restricted": 2, "banned": 3}
"""Of several records with one title (a card and a playtest card) the heaviest counts."""
NAMED: frozenset[Level] = frozenset({"exact", "folded", "alternative", "front face"})
"""Match levels at which a published title certainly is our card."""
WHOLE_SET = 3
"""Minimum number of differing cards for a difference of a whole set."""


class Published(NamedTuple):
    """The published status of a card."""

    title: str
    legalities: Mapping[str, Status]
    """By format id; a missing format means that it does not have the card."""
    set_code: str = ""
    """A set with the card, in upper case."""
    set_name: str = ""


class Sides(NamedTuple):
    """The status on both sides, in one format."""

    format: str
    ours: Status
    theirs: Status


@dataclass(frozen=True, slots=True)
class CardDiffers:
    """A card with a different status on each side."""

    sides: Sides
    card: Card


@dataclass(frozen=True, slots=True)
class SetDiffers:
    """A set that only one side has in the format."""

    sides: Sides
    code: str
    cards: tuple[Card, ...]
    """The differing cards; the set's other cards are legal, or not, because of other sets."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Titles of a set that are playable somewhere and missing from our card facts."""

    set_code: str
    set_name: str
    titles: tuple[str, ...]
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drift:
    """All differences, in a stable order."""

    day: datetime.date
    cards: tuple[CardDiffers, ...]
    sets: tuple[SetDiffers, ...]
    unknown: tuple[Unknown, ...]
    compared: tuple[str, ...]
    """The formats that both sides have."""
    theirs_alone: tuple[str, ...]
    ours_alone: tuple[str, ...]
    titles: int
    """The number of our cards compared."""


def drift(published: Iterable[Published], day: datetime.date, facts: Catalogue) -> Drift:
    """Compare published legalities with ours on a day; `published` is read once."""
    ours = _our_formats(day)
    legalities = _PublishedLegalities(ours, facts)
    for record in published:
        legalities.add(record)
    compared = tuple(format_id for format_id in ours if format_id in legalities.formats)
    cards, sets = [], []
    for format_id in compared:
        rules = ruleset(format_id, day, facts, two_headed=False)
        set_differences, card_differences = _differences(rules, legalities.cards)
        sets += set_differences
        cards += card_differences
    return Drift(
        day,
        tuple(cards),
        tuple(sets),
        tuple(legalities.unknown(compared)),
        compared,
        tuple(sorted(legalities.formats.difference(ours))),
        tuple(format_id for format_id in ours if format_id not in compared),
        len(legalities.cards),
    )


def status_of(card: Card, rules: Ruleset) -> Status:
    """Our status of a card, in the published vocabulary."""
    status = rules.standing(card).status
    return "not_legal" if status == "refused" else status


def _our_formats(day: datetime.date) -> tuple[str, ...]:
    """The Constructed formats in force on the day."""
    return tuple(
        each.id
        for each in map(formats.load, formats.ids())
        if each.kind == "constructed" and each.base is None and day in each.life
    )


Verdicts = dict[str, Status]
"""By format."""


class _PublishedLegalities:
    """Published legalities by our cards."""

    def __init__(self, ours: Collection[str], facts: Catalogue) -> None:
        self._ours = ours
        self._facts = facts
        self.formats: set[str] = set()
        self.cards: dict[str, tuple[Card, Verdicts]] = {}
        self._unknown: dict[tuple[str, str], dict[str, Verdicts]] = defaultdict(dict)

    def add(self, published: Published) -> None:
        """Add a record."""
        self.formats.update(published.legalities)
        theirs = published.legalities
        verdicts_of_card = {name: theirs[name] for name in self._ours if name in theirs}
        match = self._facts.find(published.title)
        if match.level in NAMED and match.card:
            _, verdicts = self.cards.setdefault(match.card.title, (match.card, {}))
        elif match.cards or match.level == "rebalanced":
            return  # a digital version of a card, or a name that several cards share
        else:
            of_set = self._unknown[published.set_code, published.set_name]
            verdicts = of_set.setdefault(published.title, {})
        for name, status in verdicts_of_card.items():
            verdicts[name] = max(verdicts.get(name, "not_legal"), status, key=WEIGHT.__getitem__)

    def unknown(self, compared: Collection[str]) -> Iterator[Unknown]:
        """Unknown titles that are playable in a compared format, by set."""
        for (code, name), titles in sorted(self._unknown.items()):
            played = {
                title: places
                for title, verdicts in titles.items()
                if (
                    places := [
                        format_id for format_id in compared if verdicts.get(format_id, "") in PLAYED
                    ]
                )
            }
            if played:
                where = {format_id for places in played.values() for format_id in places}
                of_all = tuple(format_id for format_id in compared if format_id in where)
                yield Unknown(code, name, tuple(sorted(played)), of_all)


PLAYED = frozenset({"legal", "restricted", "banned"})


def _differences(
    rules: Ruleset, published: Mapping[str, tuple[Card, Verdicts]]
) -> tuple[list[SetDiffers], list[CardDiffers]]:
    format_id = rules.format.id
    theirs: dict[str, Status] = {}
    differing: dict[Sides, dict[str, Card]] = defaultdict(dict)
    for title, (card, verdicts) in published.items():
        theirs[title] = verdict = verdicts.get(format_id, "not_legal")
        ours = status_of(card, rules)
        if ours != verdict:
            differing[Sides(format_id, ours, verdict)][title] = card
    sets: list[SetDiffers] = []
    cards: list[CardDiffers] = []
    for sides in sorted(differing):
        left = differing[sides]
        if {*sides[1:]} == {"legal", "not_legal"}:
            for card_set in _whole_sets(sides, left, theirs, rules):
                sets.append(card_set)
                left = {title: card for title, card in left.items() if card not in card_set.cards}
        cards += (CardDiffers(sides, left[title]) for title in sorted(left))
    return sets, cards


def _whole_sets(
    sides: Sides, differing: Mapping[str, Card], theirs: Mapping[str, Status], rules: Ruleset
) -> Iterator[SetDiffers]:
    """The sets with every card in the format on one side, and none because of it on the other."""
    by_set: dict[str, list[Card]] = defaultdict(list)
    for card in differing.values():
        for code in dict.fromkeys(code for code, _ in card.printings):
            by_set[code].append(card)
    taken: set[str] = set()
    for code in sorted(by_set, key=lambda set_code: (-len(by_set[set_code]), set_code)):
        fresh = [card for card in by_set[code] if card.title not in taken]
        if len(fresh) >= WHOLE_SET and _is_whole(sides, code, theirs, rules):
            taken.update(card.title for card in fresh)
            yield SetDiffers(sides, code, tuple(sorted(fresh, key=lambda card: card.title)))


def _is_whole(sides: Sides, code: str, theirs: Mapping[str, Status], rules: Ruleset) -> bool:
    cards_here = [card for card in rules.catalogue.cards_of(code) if card.title in theirs]
    if rules.format.pool != "sets":
        # Cards of the set may be missing, but none of its exclusive cards agrees on both sides.
        of_it = (
            card for card in cards_here if all(set_code == code for set_code, _ in card.printings)
        )
        return not any(theirs[card.title] == "legal" == status_of(card, rules) for card in of_it)
    has_it = any(rules.day in period for period in rules.format.sets.get(code, ()))
    if has_it is (sides.theirs == "legal"):
        return False
    if sides.theirs == "legal":
        return all(theirs[card.title] in PLAYED for card in cards_here)
    here = rules.format.sets_on(rules.day).keys() - {code}
    stay = rules.format.always_legal
    return all(
        theirs[card.title] == "not_legal" or card.is_in(here) or card.title in stay
        for card in cards_here
    )
