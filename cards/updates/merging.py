"""Merge the data of a source with the facts in force.

The source is authoritative for what is printed on cards and for the printings of the sets it
has. What it lacks, or states in other terms, is kept: kinds, blocks and platforms of known
sets, the status of known cards, alternative and translated titles, and cards and printings of
sets missing from the source.

What the boosters of a set hold comes from the sheets that the source has for them: a booster has a
number of cards from each of several sheets, in one of several make-ups. The bounds of a class of
cards are the fewest and the most over all make-ups, each reached alone.
"""

import datetime
import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from cards.additions import Additions
from cards.corrections import correct_card, correct_set
from cards.model import Card, Facts, Printing, SetFacts, Status, Translation
from cards.mtgjson import SetSighting, SheetCard, kind, platform
from cards.titles import loosen
from cards.updates.spool import Spool

UNDATED = str(datetime.date.max)
"""The release of a set without a date; none of its cards is legal until it has one."""


@dataclass(frozen=True)
class Merged:
    """The new facts, and the known titles missing from the source."""

    facts: Facts
    sets: Collection[str]
    """The codes of all sets."""
    kept: tuple[str, ...]
    """Titles that are kept because the source lacks one of their sets."""


def merge(old_facts: Facts, spool: Spool, as_of: datetime.date, source: str) -> Merged:
    """The facts in force updated with the data of a source as of `as_of`."""
    sightings = spool.sets()
    cards = {card.title: card for card in old_facts.cards}
    present = frozenset(spool.titles())
    # Dungeons, which the source counts among the tokens, have no printing here.
    added = [card for title, card in cards.items() if title not in present and not card.printings]
    missing = [title for title, card in cards.items() if title not in present and card.printings]
    new_titles = _renames(missing, cards, spool)
    others = [title for title in missing if title not in new_titles]
    kept = tuple(
        title
        for title in others
        if any(code not in sightings for code, _ in cards[title].printings)
    )
    vanished = frozenset(others).difference(kept)
    unchanged = sorted([*added, *(cards[title] for title in kept)], key=attrgetter("title"))
    sets = _sets({card_set.code: card_set for card_set in old_facts.sets}, sightings)
    facts = Facts(
        as_of=as_of,
        sets=tuple(sorted(sets.values(), key=lambda card_set: (card_set.released, card_set.code))),
        cards=_cards(cards, unchanged, spool, sets, sightings, new_titles),
        translations=_translations(old_facts, spool, new_titles, vanished),
        incomplete=old_facts.incomplete.difference(sightings) | spool.previews(),
        names_beyond=old_facts.names_beyond,
        source=source,
    )
    return Merged(facts, sets, kept)


def _renames(missing: Iterable[str], old_titles: Collection[str], spool: Spool) -> dict[str, str]:
    """The new title of each missing one that was renamed.

    The old title is printed on the new card, or a new title only differs in spelling or in the
    back face.
    """
    by_spelling: dict[str, str] = {}
    for title in spool.titles():
        if title not in old_titles:
            by_spelling.setdefault(loosen(title), title)
            by_spelling.setdefault(loosen(_front(title)), title)
    by_alternative = dict(spool.alternatives())
    renames = {
        title: by_alternative.get(title)
        or by_spelling.get(loosen(title))
        or by_spelling.get(loosen(_front(title)))
        for title in missing
    }
    return {title: new for title, new in renames.items() if new}


def _front(title: str) -> str:
    return title.partition(" // ")[0]


def _sets(
    old_sets: Mapping[str, SetFacts], sightings: Mapping[str, SetSighting]
) -> dict[str, SetFacts]:
    sets = dict(old_sets)
    for code, sighting in sightings.items():
        old = old_sets.get(code)
        if old is None:
            card_set = correct_set(
                code,
                sighting.name or code,
                sighting.released or UNDATED,
                kind(sighting.set_type, is_paper=sighting.is_paper),
                sighting.block,
                platform(
                    sighting.set_type, is_paper=sighting.is_paper, is_on_mtgo=sighting.is_on_mtgo
                ),
            )
        else:
            card_set = old._replace(
                name=sighting.name or old.name, released=sighting.released or old.released
            )
        sets[code] = card_set._replace(size=sighting.size)
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
        *card.printings,
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


CLASSES = ("common", "uncommon", "rare_mythic", "mythic", "basic_land", "double_faced", "special")
RARITIES = {
    "C": ("common",), "U": ("uncommon",), "R": ("rare_mythic",), "M": ("rare_mythic", "mythic"),
    "L": ("basic_land",),
}  # fmt: skip


class Contents(NamedTuple):
    """The boosters of some sets, as in `formats/products`."""

    boosters: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Rows by set."""
    titles: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By set, the titles of each other set in its boosters."""

    def added_to(self, additions: Additions) -> Additions:
        """The additions with these boosters."""
        return Additions(
            additions.source, additions.rulings, additions.sets, additions.checked,
            self.boosters, self.titles,
        )  # fmt: skip


def contents(spool: Spool, source: str, known: Collection[str]) -> Contents:
    """The boosters of the sets that are not among the known ones."""
    boosters: dict[str, tuple[Mapping[str, Any], ...]] = {}
    titles: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for code, pack_kind, released, booster in spool.boosters():
        if code in known or not released or code in boosters:
            continue
        sheets = {
            name: (cards, bool(sheet.get("foil")))
            for name, sheet in booster["sheets"].items()
            if (cards := spool.sheet_cards(sheet["cards"]))
        }
        variants = [variant["contents"] for variant in booster["boosters"]]
        row = _row(code, sheets, variants)
        if row:
            boosters[code] = (
                {
                    "kind": pack_kind,
                    "from": released,
                    **row,
                    "certainty": "derived",
                    "source": source,
                },
            )
            titles[code] = dict(_titles(code, sheets))
    return Contents(boosters, titles)


def _row(
    code: str,
    sheets: Mapping[str, tuple[Collection[SheetCard], bool]],
    variants: Collection[Mapping[str, int]],
) -> dict[str, Any]:
    bounds: dict[str, list[tuple[int, int]]] = {name: [] for name in (*CLASSES, "foil")}
    sizes = []
    for variant in variants:
        drawn = {name: count for name, count in variant.items() if name in sheets}
        sizes.append(sum(drawn.values()))
        for each in CLASSES:
            fewest = most = 0
            for name, count in drawn.items():
                is_of_class = [each in _classes(code, card) for card in sheets[name][0]]
                fewest += count * all(is_of_class)
                most += count * any(is_of_class)
            bounds[each].append((fewest, most))
        foils = sum(count for name, count in drawn.items() if sheets[name][1])
        bounds["foil"].append((foils, foils))
    if not any(sizes):
        return {}
    row: dict[str, Any] = {"cards": min(filter(None, sizes))}
    for each, pairs in bounds.items():
        row[each] = [min(low for low, _ in pairs), max(high for _, high in pairs)]
    if not row["double_faced"][0]:  # only told where a set guarantees them
        del row["double_faced"]
    return row


def _classes(code: str, card: SheetCard) -> tuple[str, ...]:
    if card.code != code:
        return ("special",)
    double_faced = ("double_faced",) if card.is_double_faced else ()
    return (*RARITIES.get(card.rarity, ()), *double_faced)


def _titles(
    code: str, sheets: Mapping[str, tuple[Collection[SheetCard], bool]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The titles of each other set on the sheets."""
    by_set: dict[str, set[str]] = {}
    for cards, _ in sheets.values():
        for card in cards:
            if card.code != code:
                by_set.setdefault(card.code, set()).add(card.title)
    for of, titles in sorted(by_set.items()):
        yield of, tuple(sorted(titles))
