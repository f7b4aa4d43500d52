"""Merge the data of a source with the facts in force.

The source is authoritative for what is printed on cards and for the printings of the sets it
has. What it lacks, or states in other terms, is kept: kinds, blocks and platforms of known
sets, the status of known cards, alternative and translated titles, and cards and printings of
sets missing from the source.
"""

from __future__ import annotations

import datetime
import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from cards.corrections import correct_card, correct_set
from cards.facts import Facts, SetFacts, Translation
from cards.model import Card, Printing, Status
from cards.sources.sighting import UNKNOWN_RARITY, SetSighting
from cards.sources.terms import LANGUAGES, kind, platform
from cards.updates.renames import find_renames
from cards.updates.spool import Spool

UNDATED = str(datetime.date.max)
"""The release of a set without a date; none of its cards is legal until it has one."""


@dataclass(frozen=True)
class Merged:
    """The new facts, and what happened to known titles missing from the source."""

    facts: Facts
    renamed: Mapping[str, str]
    """Old titles with their new ones."""
    vanished: tuple[str, ...]
    """Removed titles, of cards whose sets are in the source."""
    kept: tuple[str, ...]
    """Titles that are kept because the source lacks one of their sets, or on request."""


def merge(
    old_facts: Facts,
    spool: Spool,
    as_of: datetime.date,
    *,
    identities: Mapping[str, str],
    keep: Collection[str] = (),
) -> Merged:
    """The facts in force updated with the source's data as of `as_of`.

    `identities` are Oracle IDs by known title, if an earlier update stored them. Titles in
    `keep` are kept even if the source lacks them.
    """
    sightings = spool.sets()
    cards = {card.title: card for card in old_facts.cards}
    present = {title for title, _ in spool.titles()}
    missing = [title for title in cards if title not in present]
    retained = {
        title
        for title in missing
        if title in keep or any(code not in sightings for code, _ in cards[title].printings)
    }
    new_titles = find_renames(
        [title for title in missing if title not in keep], cards, spool, identities
    )
    others = [title for title in missing if title not in new_titles]
    kept = tuple(title for title in others if title in retained)
    vanished = tuple(title for title in others if title not in retained)
    sets = _sets({card_set.code: card_set for card_set in old_facts.sets}, sightings)
    # A download of some languages only does not move the day that holds for all of them.
    translates_all = spool.languages().issuperset(LANGUAGES)
    facts = Facts(
        as_of=as_of,
        sets=tuple(sorted(sets.values(), key=lambda card_set: (card_set.released, card_set.code))),
        cards=_cards(cards, [cards[title] for title in kept], spool, sets, sightings, new_titles),
        translations=_translations(old_facts, spool, new_titles, frozenset(vanished)),
        translated_until=as_of if translates_all else old_facts.translated_until,
        names_beyond=old_facts.names_beyond,
    )
    return Merged(facts, new_titles, vanished, kept)


def _sets(
    old_sets: Mapping[str, SetFacts], sightings: Mapping[str, SetSighting]
) -> dict[str, SetFacts]:
    sets = dict(old_sets)
    for code, sighting in sightings.items():
        old = old_sets.get(code)
        if old is None:
            sets[code] = correct_set(
                code,
                sighting.name or code,
                sighting.released or UNDATED,
                kind(sighting.set_type, is_paper=sighting.is_paper),
                sighting.block,
                platform(
                    sighting.set_type, is_paper=sighting.is_paper, is_on_mtgo=sighting.is_on_mtgo
                ),
            )
        elif sighting.is_listed:
            # Card records only state when each card came out, which may be later.
            sets[code] = old._replace(
                name=sighting.name or old.name, released=sighting.released or old.released
            )
    return sets


def _cards(
    old_cards: Mapping[str, Card],
    kept: Sequence[Card],
    spool: Spool,
    sets: Mapping[str, SetFacts],
    seen_sets: Collection[str],
    new_titles: Mapping[str, str],
) -> Iterator[Card]:
    old_titles: dict[str, list[str]] = {}
    for old, new in new_titles.items():
        old_titles.setdefault(new, []).append(old)
    platforms = {code: facts.platform for code, facts in sets.items()}

    def age(printing: Printing) -> tuple[str, str, str]:
        return sets[printing.set_code].released, *printing

    def merge() -> Iterator[Card]:
        for card, is_for_tournaments in spool.cards():
            before = [old_cards[title] for title in old_titles.get(card.title, ())]
            if card.title in old_cards:
                before.insert(0, old_cards[card.title])
            result = _merge_card(card, before, seen_sets)
            result = result._replace(printings=tuple(sorted(result.printings, key=age)))
            printed_in = [sets[code] for code, _ in result.printings]
            status = _status(card, before, printed_in, is_for_tournaments)
            yield correct_card(result._replace(status=status), platforms)

    yield from heapq.merge(merge(), kept, key=attrgetter("title"))


def _merge_card(card: Card, before: Sequence[Card], seen_sets: Collection[str]) -> Card:
    """The card from the source, completed from the known cards that it corresponds to."""
    old_printings = [printing for old in before for printing in old.printings]
    printings = [
        *_with_rarities(card.printings, old_printings),
        *(printing for printing in old_printings if printing.set_code not in seen_sets),
    ]
    if not before:
        return card._replace(printings=tuple(printings))
    old = before[0]
    names = {card.title, *card.faces}
    titles = chain(*(old_card.alternative_titles for old_card in before), card.alternative_titles)
    alternatives = (*titles, *(old_card.title for old_card in before))
    if not card.types:
        # A preview without types: keep those of the facts in force, if known.
        card = card._replace(types=old.types, supertypes=old.supertypes, subtypes=old.subtypes)
    return card._replace(
        printings=tuple(dict.fromkeys(printings)),
        alternative_titles=tuple(
            title for title in dict.fromkeys(alternatives) if title not in names
        ),
    )


def _with_rarities(
    printings: Sequence[Printing], old_printings: Sequence[Printing]
) -> Iterator[Printing]:
    """The printings; unknown rarities are replaced by known ones, else by special."""
    for printing in printings:
        if printing.rarity == UNKNOWN_RARITY:
            rarities = [rarity for code, rarity in old_printings if code == printing.set_code]
            yield from (Printing(printing.set_code, rarity) for rarity in rarities or "S")
        else:
            yield printing


def _status(
    card: Card, before: Sequence[Card], printed_in: Sequence[SetFacts], is_for_tournaments: bool
) -> Status:
    """The status of a card; known cards only become tournament cards on evidence of the source.

    The facts in force are more reliable otherwise: cards of celebrations and challenges are
    not for tournaments, whichever set they are counted in.
    """
    is_on_paper = any(facts.platform == "paper" for facts in printed_in)
    if before:
        return "paper" if is_for_tournaments and is_on_paper else before[0].status
    if not is_on_paper:
        return "online"
    is_aside = all(facts.kind in ("funny", "other") for facts in printed_in)
    return "funny" if is_aside and not is_for_tournaments else card.status


def _translations(
    old_facts: Facts, spool: Spool, new_titles: Mapping[str, str], vanished: Collection[str]
) -> Iterator[Translation]:
    """Those in force first: of two spellings that fold to the same text, the known one stays."""
    for translation in old_facts.translations:
        if translation.title not in vanished:
            yield translation._replace(title=new_titles.get(translation.title, translation.title))
    yield from spool.translations()
