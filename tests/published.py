"""Facts as MTGJSON would publish them: shapes by its documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cards import Card, catalogue_file, mtgjson
from cards.model import Facts, SetFacts, Translation
from cards.store import SHIPPED

RARITIES = {
    "C": "common",
    "U": "uncommon",
    "R": "rare",
    "M": "mythic",
    "L": "common",
    "S": "special",
}
SET_TYPES = {"supplemental": "masters", "other": "memorabilia", "online": "alchemy"}
LAYOUTS = {"aftermath": "split", "room": "split", "omen": "adventure"}
LIMITS = {"any": "any number of", 7: "up to seven", 9: "up to nine", 1: "only one"}
LANGUAGES = {ours: theirs for theirs, ours in mtgjson.LANGUAGES.items()}

Record = dict[str, Any]


def identity(title: str) -> str:
    """An Oracle ID."""
    return str(uuid5(NAMESPACE_URL, title))


def text(card: Card) -> str:
    """What of a card's rules text is looked at."""
    abilities = card.command.partition("\t")[2].split("; ")
    lines = [words for words in abilities if words not in ("", "known")]
    if (limit := card.copy_limit) is not None:
        copies = "card" if limit == 1 else "cards"
        lines.append(f"A deck can have {LIMITS[limit]} {copies} named {card.title}.")
    return "\n".join(lines)


def color_identity(key: str, card: Card) -> Record:
    """The field of the color identity, where the card has one of its own."""
    letters = card.command.partition("\t")[0]
    return {key: list(letters.strip("-"))} if card.command else {}


def type_line(card: Card) -> str:
    """The type line of the front."""
    types = [*card.supertypes, *card.types]
    return " ".join(types) + (f" — {' '.join(card.subtypes)}" if card.subtypes else "")


def all_printings(facts: Facts) -> Record:
    """`AllPrintings.json`."""
    cards: dict[str, list[Record]] = {one.code: [] for one in facts.sets}
    numbers: Counter[str] = Counter()
    titles: dict[str, list[Translation]] = {}
    for translation in facts.translations:
        titles.setdefault(translation.title, []).append(translation)
    for card in facts.cards:
        for code, rarity in card.printings:
            numbers[code] += 1
            record = {"number": str(numbers[code]), "rarity": RARITIES[rarity], "setCode": code}
            cards[code] += [record | side for side in sides(card, titles.get(card.title, ()))]
    date = str(facts.as_of)
    return {
        "meta": {"date": date, "version": f"5.3.0+{date.replace('-', '')}"},
        "data": {one.code: of_set(one) | {"cards": cards[one.code]} for one in facts.sets},
    }


def of_set(one: SetFacts) -> Record:
    """The head of a set's document."""
    return {
        "code": one.code,
        "name": one.name,
        "releaseDate": one.released,
        "type": SET_TYPES.get(one.kind, one.kind),
        "block": one.block,
        "isOnlineOnly": one.platform != "paper",
        "isFoilOnly": False,
        "tokens": [],
        **({"mtgoCode": one.code} if one.platform == "mtgo" else {}),
    }


def sides(card: Card, titles: Sequence[Translation] = ()) -> Iterator[Record]:
    """The objects of a card in a set, one for each side."""
    for side, name in zip("abcde", card.faces or (card.title,), strict=False):
        record: Record = {
            "name": card.title,
            "layout": LAYOUTS.get(card.layout, card.layout),
            "types": list(card.types),
            "supertypes": list(card.supertypes),
            "subtypes": list(card.subtypes),
            "type": "Instant — Omen" if card.layout == "omen" and side > "a" else type_line(card),
            "keywords": ["Aftermath"] if card.layout == "aftermath" else [],
            "colors": list(card.colors or ""),
            **color_identity("colorIdentity", card),
            "manaValue": card.mana_value,
            "text": text(card),
            "printings": sorted({code for code, _ in card.printings}),
            "availability": ["arena"] if card.status == "online" else ["mtgo", "paper"],
            "legalities": {"vintage": "Legal"} if card.status == "paper" else {},
            "identifiers": {"scryfallOracleId": identity(card.title)},
            "foreignData": [
                {"language": LANGUAGES[one.language], "name": one.translated} for one in titles
            ],
        }
        if card.alternative_titles:
            record["flavorName"] = card.alternative_titles[0]
        if card.status == "funny":
            record["isFunny"] = True
        if card.faces:
            record |= {"side": side, "faceName": name}
        yield record


def shipped() -> Facts:
    """The facts that ship, whose cards and translations can be read once."""
    return catalogue_file.read(SHIPPED)
