"""The shipped facts as Scryfall and MTGJSON would publish them: shapes by their documentation."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cards import Card, stored
from cards.facts import Facts
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
LANGUAGES = {"pt-BR": "pt", "zh-Hans": "zhs", "zh-Hant": "zht"}

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


def scryfall_sets(facts: Facts) -> Record:
    """The answer to `/sets`."""
    return {
        "object": "list",
        "has_more": False,
        "data": [
            {
                "object": "set",
                "code": one.code.lower(),
                "name": one.name,
                "set_type": SET_TYPES.get(one.kind, one.kind),
                "released_at": one.released,
                "digital": one.platform != "paper",
            }
            for one in facts.sets
        ],
    }


def scryfall_cards(facts: Facts) -> Iterator[Record]:
    """The objects of `default_cards`."""
    sets = {one.code: one for one in facts.sets}
    for card in facts.cards:
        for number, (code, rarity) in enumerate(card.printings):
            one = sets[code]
            digital = one.platform != "paper"
            record: Record = {
                "object": "card",
                "id": identity(f"{card.title}/{code}/{number}"),
                "oracle_id": identity(card.title),
                "name": card.title,
                "lang": "en",
                "released_at": one.released,
                "layout": LAYOUTS.get(card.layout, card.layout),
                "cmc": None if card.mana_value is None else float(card.mana_value),
                "type_line": type_line(card),
                "oracle_text": text(card),
                "colors": list(card.colors or ""),
                **color_identity("color_identity", card),
                "keywords": ["Aftermath"] if card.layout == "aftermath" else [],
                "legalities": {"vintage": "legal" if card.status == "paper" else "not_legal"},
                "games": ["mtgo" if one.platform == "mtgo" else "arena"] if digital else ["paper"],
                "digital": digital,
                "promo_types": ["playtest"] if card.status == "funny" else [],
                "set": code.lower(),
                "set_name": one.name,
                "set_type": SET_TYPES.get(one.kind, one.kind),
                "rarity": RARITIES[rarity],
            }
            if card.layout == "meld":
                record["name"], melded = card.faces
                record["all_parts"] = [
                    {"object": "related_card", "component": "meld_part", "name": record["name"]},
                    {"object": "related_card", "component": "meld_result", "name": melded},
                ]
            elif card.faces:
                second = "Instant — Omen" if card.layout == "omen" else "Instant"
                lines = (type_line(card), *[second] * len(card.faces))
                record["card_faces"] = [
                    {"object": "card_face", "name": name, "type_line": line}
                    for name, line in zip(card.faces, lines, strict=False)
                ]
            if number == 0 and card.alternative_titles:
                record["flavor_name"] = card.alternative_titles[0]
            yield record


def mtgjson_set_list(facts: Facts) -> Record:
    """`SetList.json`."""
    return {
        "meta": {"date": str(facts.as_of), "version": f"5.3.0+{facts.as_of:%Y%m%d}"},
        "data": [
            {
                "code": one.code,
                "name": one.name,
                "releaseDate": one.released,
                "type": SET_TYPES.get(one.kind, one.kind),
                "isOnlineOnly": one.platform != "paper",
                **({"mtgoCode": one.code} if one.platform == "mtgo" else {}),
            }
            for one in facts.sets
        ],
    }


def mtgjson_atomic(facts: Facts) -> Record:
    """`AtomicCards.json`."""
    cards = {}
    for card in facts.cards:
        sides = []
        for side, name in zip("abcde", card.faces or (card.title,), strict=False):
            record: Record = {
                "name": card.title,
                "layout": card.layout,
                "types": list(card.types),
                "supertypes": list(card.supertypes),
                "subtypes": list(card.subtypes),
                "type": type_line(card),
                "colors": list(card.colors or ""),
                **color_identity("colorIdentity", card),
                "manaValue": card.mana_value,
                "text": text(card),
                "printings": sorted({code for code, _ in card.printings}),
                "legalities": {"vintage": "Legal"} if card.status == "paper" else {},
                "identifiers": {"scryfallOracleId": identity(card.title)},
                "foreignData": [],
            }
            if card.status == "funny":
                record["isFunny"] = True
            if card.faces:
                record |= {"side": side, "faceName": name}
            sides.append(record)
        cards[card.title] = sides
    return {"meta": {"date": str(facts.as_of)}, "data": cards}


def shipped() -> Facts:
    """The facts that ship, whose cards and translations can be read once."""
    return stored.read(SHIPPED)


def write_lines(path: Path, records: Iterable[Record]) -> Path:
    """JSON lines, packed as the name says."""
    with _opened(path)(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return path


def write_document(path: Path, document: Any) -> Path:
    """One JSON document, packed as the name says."""
    with _opened(path)(path, "wt", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)
    return path


def _opened(path: Path) -> Callable[..., Any]:
    openers: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
    return openers.get(path.suffix, open)
