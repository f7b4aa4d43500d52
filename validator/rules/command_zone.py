"""Who may command a deck, and the limits of the commanders' color identity."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import formats
from cards import Card
from cards.command_zone import (
    CHOOSE_A_BACKGROUND,
    CHOOSES_A_COLOR,
    DOCTORS_COMPANION,
    OWN_TEXT,
    PARTNER_WITH,
    TIME_LORD_DOCTOR,
    command_facts,
    in_order,
    shipped_facts,
)
from formats import CommandZone
from messages import say_list, template
from validator.case import Case, Group
from validator.decks import CardCopies, Deck, count_titles
from validator.definition import Rule
from validator.model import COMMANDER, Place
from validator.violation import Source, Violation

NONE: frozenset[str] = frozenset()
BACKGROUND = "Background"
DOCTOR = frozenset({"Time Lord", "Doctor"})
ALONE = frozenset(
    {OWN_TEXT, CHOOSE_A_BACKGROUND, CHOOSES_A_COLOR, DOCTORS_COMPANION, TIME_LORD_DOCTOR, "known"}
)
"""Kinds of partner that need not be the same on both cards."""


class Commanders(NamedTuple):
    """The command zone of one deck in a format with commanders."""

    zone: CommandZone
    titles: Mapping[str, CardCopies]
    """The commanders."""
    has_unknown: bool
    """Whether one of its lines is unresolved."""

    @property
    def identity(self) -> frozenset[str] | None:
        """The combined color identity of the commanders; None if one of them is unknown."""
        identities = [command_facts(copies.card).identity for copies in self.titles.values()]
        letters = [each for each in identities if each is not None]
        return NONE.union(*letters) if len(letters) == len(identities) else None


def command_zones(case: Case) -> Iterator[tuple[Group, Deck, Commanders]]:
    """The decks in formats with commanders, each with its command zone."""
    for group in case.groups:
        if group.zone:
            yield from ((group, deck, _commanders(deck, group.zone)) for deck in group.decks)


def _commanders(deck: Deck, zone: CommandZone) -> Commanders:
    sections = frozenset(deck.copies) - {COMMANDER}
    titles = count_titles([deck], sections) if COMMANDER in deck.copies else {}
    return Commanders(
        zone,
        titles,
        any(line.section == COMMANDER for _, line, _ in deck.unresolved),
    )


def may_lead(card: Card, commanders: Commanders, case: Case) -> bool:
    """Whether the card may be in the command zone, in its role beside the others."""
    if formats.ban_on(card.title, commanders.zone.cannot_lead, case.day):
        return False
    leads = commanders.zone.leads_on(case.day)
    if leads_alone(card, leads):
        return True
    if BACKGROUND in card.subtypes and commanders.zone.pairs and len(commanders.titles) > 1:
        return True
    return may_lack_own_text(card, leads)


def leads_alone(card: Card, leads: frozenset[str]) -> bool:
    """Whether the card may command a deck alone, in a format with these kinds of `leads`."""
    facts = command_facts(card)
    is_legendary = "Legendary" in card.supertypes
    fitting = {
        "own-text": OWN_TEXT in facts.kinds,
        "legendary-creature": is_legendary and "Creature" in card.types,
        "legendary-planeswalker": is_legendary and "Planeswalker" in card.types,
        "legendary-vehicle": is_legendary and "Vehicle" in card.subtypes,
        "legendary-spacecraft": is_legendary and "Spacecraft" in card.subtypes,
    }
    return any(fitting[lead] for lead in leads)


def may_lack_own_text(card: Card, leads: frozenset[str]) -> bool:
    """Whether the card's text may allow it to command, but the facts are too old to tell."""
    facts = command_facts(card)
    return "own-text" in leads and "Planeswalker" in card.types and not facts.is_known


def may_pair(cards: Sequence[Card]) -> bool | None:
    """Whether the cards may command together; None if the facts cannot tell."""
    if len(cards) != 2:
        return False
    first, second = cards
    if _is_pair(first, second) or _is_pair(second, first):
        return True
    is_clear = (BACKGROUND in card.subtypes or command_facts(card).is_known for card in cards)
    return False if all(is_clear) else None


def _is_pair(first: Card, second: Card) -> bool:
    own, others = command_facts(first).kinds, command_facts(second).kinds
    if CHOOSE_A_BACKGROUND in own and BACKGROUND in second.subtypes:
        return True
    is_doctor = frozenset(second.subtypes) == DOCTOR or TIME_LORD_DOCTOR in others
    if DOCTORS_COMPANION in own and is_doctor:
        return True
    if PARTNER_WITH + second.title in own:
        return True
    return any(kind in others for kind in own - ALONE if not kind.startswith(PARTNER_WITH))


def allowed_letters(commanders: Commanders, outside: Counter[str]) -> frozenset[str]:
    """The colors that commanders choose before the game: the most frequent in the deck."""
    leaders = [copies.card for copies in commanders.titles.values()]
    choices = sum(CHOOSES_A_COLOR in command_facts(card).kinds for card in leaders)
    return frozenset(letter for letter, _ in islice(outside.most_common(), choices))


def certain_colors(card: Card) -> frozenset[str]:
    """Colors that are certainly in a card's identity, by its colors and land types."""
    types = card.subtypes if "Land" in card.types else ()
    # Basic land types are the titles of the basic lands.
    return frozenset(card.colors or "").union(
        *(shipped_facts(kind).identity or NONE for kind in types)
    )


CR = "Comprehensive Rules"

COMMANDER_MISSING: Rule[Case] = Rule(
    "commander-missing",
    Source(CR, "903.3"),
    says=template("There is no commander in {deck}."),
    fix=template("Write “Commander” on a line of its own, and the commander of {deck} below it."),
)


@COMMANDER_MISSING.rule
def commander_missing(case: Case) -> Iterator[Violation]:
    # A deck is led by a commander that its list names (CR 903.3).
    for _, deck, commanders in command_zones(case):
        if not commanders.titles and not commanders.has_unknown:
            yield COMMANDER_MISSING.violation(
                count=0,
                limit=1,
                places=[Place(deck.index, COMMANDER)],
                deck=deck.label,
            )


NOT_A_COMMANDER: Rule[Case] = Rule(
    "not-a-commander",
    Source(CR, "903.3"),
    says=template("{card} cannot be the commander of {deck} in {format}."),
    fix=template("Choose another commander for {deck}."),
    variants={
        "banned": template(
            "{card} is banned as a commander in {format}, though a deck may contain it."
        )
    },
)


@NOT_A_COMMANDER.rule
def not_a_commander(case: Case) -> Iterator[Violation]:
    # A commander is a legendary creature, or a card whose text says that it can be one (CR 903.3);
    # each format may admit other cards.
    for group, deck, commanders in command_zones(case):
        for title, copies in commanders.titles.items():
            ban = formats.ban_on(title, commanders.zone.banned, case.day)
            if ban or not may_lead(copies.card, commanders, case):
                yield NOT_A_COMMANDER.violation(
                    Source.effective(ban.source, ban.life.start) if ban else None,
                    variant="banned" if ban else "",
                    card=title,
                    count=copies.count,
                    places=copies.places(),
                    deck=deck.label,
                    format=group.ruleset.format.name,
                )


COMMANDERS_DO_NOT_PAIR: Rule[Case] = Rule(
    "commanders-do-not-pair",
    Source(CR, "702.124"),
    says=template("{titles} cannot command {deck} together."),
    fix=template("Keep one commander of {deck}, or two that can pair."),
)


@COMMANDERS_DO_NOT_PAIR.rule
def commanders_do_not_pair(case: Case) -> Iterator[Violation]:
    # Two commanders need partner or a similar ability that names the other one (CR 702.124).
    for _, deck, commanders in command_zones(case):
        if len(commanders.titles) < 2:
            continue
        cards = [copies.card for copies in commanders.titles.values()]
        pairs = commanders.zone.pairs and may_pair(cards)
        if pairs is False and all(may_lead(card, commanders, case) for card in cards):
            yield COMMANDERS_DO_NOT_PAIR.violation(
                places=[
                    place for copies in commanders.titles.values() for place in copies.places()
                ],
                titles=say_list(list(commanders.titles)),
                deck=deck.label,
            )


COLOR_IDENTITY: Rule[Case] = Rule(
    "color-identity",
    Source(CR, "903.4"),
    says=template(
        "{card} has {letters} in its color identity, which the commanders of {deck} lack."
    ),
    fix=template("Replace {copies} of {card} in {deck}."),
)


@COLOR_IDENTITY.rule
def color_identity(case: Case) -> Iterator[Violation]:
    # All colors in a card's color identity are in that of the commanders too (CR 903.5c).
    for group, deck, commanders in command_zones(case):
        leaders, identity = commanders.titles, commanders.identity
        if not commanders.zone.identity or not leaders or commanders.has_unknown:
            continue
        if identity is None:
            continue
        # Titles that are not legal must be replaced anyway.
        judged = [
            copies
            for title, copies in group.count([deck]).items()
            if title in group.accepted and title not in leaders
        ]
        letters = {copies.card.title: _letters(copies) - identity for copies in judged}
        outside: Counter[str] = Counter()
        for copies in judged:
            outside.update(dict.fromkeys(letters[copies.card.title], copies.count))
        allowed = allowed_letters(commanders, outside)
        for copies in judged:
            too_many = letters[copies.card.title] - allowed
            if too_many:
                yield COLOR_IDENTITY.violation(
                    card=copies.card.title,
                    letters=in_order(too_many),
                    count=copies.count,
                    places=copies.places(),
                    deck=deck.label,
                )


def _letters(copies: CardCopies) -> frozenset[str]:
    identity = command_facts(copies.card).identity
    return certain_colors(copies.card) if identity is None else identity
