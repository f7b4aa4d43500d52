"""What stands in the command zone of a deck, who may command, and who may command together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter

from cards import Card, Catalogue
from cards.command_zone import (
    CHOOSE_A_BACKGROUND,
    CHOOSES_A_COLOR,
    DOCTORS_COMPANION,
    OWN_TEXT,
    PARTNER_WITH,
    TIME_LORD_DOCTOR,
    command_facts,
)
from formats import CommandZone
from validator.case import Case, Group
from validator.decks import Deck, Held, count_titles
from validator.legality.legal_days import was_uncommon
from validator.model import COMMANDER

NONE: frozenset[str] = frozenset()
BACKGROUND = "Background"
DOCTOR = frozenset({"Time Lord", "Doctor"})
SPELLS = frozenset({"Instant", "Sorcery"})
ALONE = frozenset(
    {OWN_TEXT, CHOOSE_A_BACKGROUND, CHOOSES_A_COLOR, DOCTORS_COMPANION, TIME_LORD_DOCTOR, "known"}
)
"""What is no kind of partner that both have alike."""


@dataclass(frozen=True, slots=True)
class Commanders:
    """The command zone of one deck, in a format that has one."""

    zone: CommandZone
    held: Mapping[str, Held]
    """All that stands in it, by title."""
    leaders: Mapping[str, Held]
    """The commanders among that."""
    spells: Mapping[str, Held]
    """The signature spells, where the format has some."""
    has_unknown: bool
    """Whether a line of it means no card, or several."""

    @property
    def identity(self) -> frozenset[str] | None:
        """The colour identity of the commanders together; None where one of them is not known."""
        identities = [command_facts(title).identity for title in self.leaders]
        letters = [each for each in identities if each is not None]
        return NONE.union(*letters) if len(letters) == len(identities) else None


def command_zones(case: Case) -> Iterator[tuple[Group, Deck, Commanders]]:
    """The decks of formats with commanders, each with what stands in its command zone."""
    for group in case.groups:
        if group.zone:
            yield from ((group, deck, _commanders(deck, group.zone)) for deck in group.decks)


def _commanders(deck: Deck, zone: CommandZone) -> Commanders:
    sections = frozenset(deck.copies) - {COMMANDER}
    held = count_titles([deck], sections) if COMMANDER in deck.copies else {}
    spells = {
        title: copies
        for title, copies in held.items()
        if zone.signature_spell and not SPELLS.isdisjoint(copies.card.types)
    }
    return Commanders(
        zone,
        held,
        {title: copies for title, copies in held.items() if title not in spells},
        spells,
        any(line.section == COMMANDER for _, line, _ in deck.unresolved),
    )


def may_lead(card: Card, commanders: Commanders, case: Case) -> bool:
    """Whether the card may command, or stand beside the commander as what it is."""
    if card.title in commanders.spells:
        return True
    leads = commanders.zone.leads_on(case.day)
    if leads_alone(card, leads, case.catalogue):
        return True
    if BACKGROUND in card.subtypes and commanders.zone.pairs and len(commanders.leaders) > 1:
        return "uncommon-creature" not in leads or was_uncommon(card, case.catalogue)
    return is_untold(card, leads)


def leads_alone(card: Card, leads: frozenset[str], catalogue: Catalogue) -> bool:
    """Whether the card may command a deck by itself, where commanders are what `leads` says."""
    facts = command_facts(card.title)
    is_legendary = "Legendary" in card.supertypes
    fitting = {
        "own-text": OWN_TEXT in facts.kinds,
        "legendary-creature": is_legendary and "Creature" in card.types,
        "legendary-planeswalker": is_legendary and "Planeswalker" in card.types,
        "legendary-vehicle": is_legendary and "Vehicle" in card.subtypes,
        "legendary-spacecraft": is_legendary and "Spacecraft" in card.subtypes,
        "planeswalker": "Planeswalker" in card.types,
        "uncommon-creature": "Creature" in card.types and was_uncommon(card, catalogue),
    }
    return any(fitting[lead] for lead in leads)


def is_untold(card: Card, leads: frozenset[str]) -> bool:
    """Whether the card may say of itself that it commands, and the facts are too old to know."""
    facts = command_facts(card.title)
    return "own-text" in leads and "Planeswalker" in card.types and not facts.is_known


def may_pair(cards: Sequence[Card]) -> bool | None:
    """Whether the cards command together; None where the facts cannot tell."""
    if len(cards) != 2:
        return False
    first, second = cards
    if _is_pair(first, second) or _is_pair(second, first):
        return True
    is_clear = (BACKGROUND in card.subtypes or command_facts(card.title).is_known for card in cards)
    return False if all(is_clear) else None


def _is_pair(first: Card, second: Card) -> bool:
    own, others = command_facts(first.title).kinds, command_facts(second.title).kinds
    if CHOOSE_A_BACKGROUND in own and BACKGROUND in second.subtypes:
        return True
    is_doctor = frozenset(second.subtypes) == DOCTOR or TIME_LORD_DOCTOR in others
    if DOCTORS_COMPANION in own and is_doctor:
        return True
    if PARTNER_WITH + second.title in own:
        return True
    return any(kind in others for kind in own - ALONE if not kind.startswith(PARTNER_WITH))


def allowed_letters(commanders: Commanders, outside: Counter[str]) -> frozenset[str]:
    """The colours that commanders choose before the game: those that the deck has most of."""
    choices = sum(CHOOSES_A_COLOR in command_facts(title).kinds for title in commanders.leaders)
    return frozenset(letter for letter, _ in islice(outside.most_common(), choices))


def basics_of_one_type(held: Iterable[Held]) -> frozenset[str]:
    """The title of the basic land that a deck of no colours has most copies of."""
    basics = [copies for copies in held if copies.card.is_basic and least_letters(copies.card)]
    most = max(basics, key=attrgetter("count"), default=None)
    return frozenset({most.card.title}) if most else NONE


def least_letters(card: Card) -> frozenset[str]:
    """Colours that are in the identity of a card for certain, by its colours and land types."""
    types = card.subtypes if "Land" in card.types else ()
    # A basic land type is the title of the basic land.
    return frozenset(card.colors or "").union(
        *(command_facts(kind).identity or NONE for kind in types)
    )
