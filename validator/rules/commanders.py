"""The command zone of a deck: who may command, alone or together."""

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
    shipped_facts,
)
from formats import CommandZone
from validator.case import Case, Group
from validator.decks import CardCopies, Deck, count_titles
from validator.model import COMMANDER

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
