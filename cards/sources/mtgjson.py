"""MTGJSON's AllPrintings, set by set (https://mtgjson.com/data-models/set/)."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cards.command_zone import command_row
from cards.model import Card, Printing, Status
from cards.sources import streams
from cards.sources.sighting import SetSighting, SheetCard, Sighting
from cards.sources.streams import Damaged
from cards.sources.terms import (
    ETERNAL,
    NO_CARDS,
    SPELLS_ASIDE,
    as_integer,
    colors,
    copy_limit,
    layout_of,
    rarity,
    translations,
)

LANGUAGES = {
    "German": "de", "French": "fr", "Italian": "it", "Spanish": "es",
    "Portuguese (Brazil)": "pt-BR", "Japanese": "ja", "Korean": "ko", "Russian": "ru",
    "Chinese Simplified": "zh-Hans", "Chinese Traditional": "zh-Hant",
}  # fmt: skip
"""MTGJSON's names of languages, and our codes."""
ALL_COLORS = frozenset({"split", "aftermath", "room", "flip"})
"""Layouts with the colors of all parts."""

BOOSTERS = {"play": "play", "draft": "draft", "default": "draft"}
"""MTGJSON's names of boosters that are played in Limited, and our kinds."""
DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld", "reversible_card"})

Record = Mapping[str, Any]


def published(path: Path) -> datetime.date:
    """The date of a build, from its head; raises Damaged."""
    for prefix, _, value in streams.events(path):
        if prefix == "meta.date":
            with suppress(TypeError, ValueError):
                return datetime.date.fromisoformat(value)
        if prefix.startswith("data."):
            break
    raise Damaged(f"{path.name} is not MTGJSON's AllPrintings: it has no date.")


def sets(path: Path) -> Iterator[Record]:
    """The documents of all sets, one at a time; raises Damaged if there is none."""
    count = 0
    for code, document in streams.members(path, "data"):
        if not isinstance(document, dict) or not isinstance(document.get("cards"), list):
            raise Damaged(f"{path.name} is not MTGJSON's AllPrintings: {code} is no set.")
        count += 1
        yield document
    if not count:
        raise Damaged(f"{path.name} has no sets.")


def of_set(record: Record) -> SetSighting:
    """The facts about a set at the head of its document."""
    return SetSighting(
        code=record["code"].upper(),
        name=record.get("name") or "",
        released=record.get("releaseDate") or "",
        set_type=record.get("type") or "",
        block=record.get("block") or "",
        is_paper=not record.get("isOnlineOnly"),
        is_on_mtgo=bool(record.get("mtgoCode")),
    )


def of_set_cards(document: Record) -> Iterator[Sighting]:
    """The cards in a set's document."""
    cards: dict[tuple[str, str], list[Record]] = {}
    for record in document.get("cards") or ():
        cards.setdefault((record["name"], record.get("number") or ""), []).append(record)
    for sides in cards.values():
        sides.sort(key=lambda side: side.get("side") or "")
        front = sides[0]
        if front.get("side") in (None, "a") and not _is_no_card(front):
            letter = rarity(front["rarity"], front["types"], front["supertypes"])
            printing = Printing(document["code"].upper(), letter)
            digital = front.get("isOnlineOnly") or "paper" not in front.get("availability", "paper")
            yield _sighting(sides, [printing], "online" if digital else "paper")


def sheet_cards(document: Record) -> Iterator[tuple[str, SheetCard]]:
    """The cards of a set by their ids, which the sheets of boosters name."""
    for record in document.get("cards") or ():
        if record.get("side") in (None, "a") and record.get("uuid"):
            letter = rarity(record["rarity"], record["types"], record["supertypes"])
            code, title = document["code"].upper(), record.get("name") or ""
            is_double_faced = record["layout"] in DOUBLE_FACED
            yield record["uuid"], SheetCard(code, title, letter, is_double_faced)


def boosters(document: Record) -> Iterator[tuple[str, str, str, str]]:
    """The ordinary boosters of a set: its code, their kind, its release, and their sheets."""
    for name, booster in (document.get("booster") or {}).items():
        if kind := BOOSTERS.get(name):
            sheets = {
                sheet: {"foil": contents.get("foil"), "cards": [*contents["cards"]]}
                for sheet, contents in booster["sheets"].items()
            }
            text = json.dumps({"boosters": booster["boosters"], "sheets": sheets})
            yield document["code"].upper(), kind, document.get("releaseDate") or "", text


def _is_no_card(record: Record) -> bool:
    return (
        not NO_CARDS.isdisjoint(record["types"])
        or bool(record.get("isRebalanced"))
        or record["name"].startswith("A-")
        # The halves have both titles; the melded card has its own.
        or (record["layout"] == "meld" and " // " not in record["name"])
    )


def _sighting(sides: Sequence[Record], printings: Sequence[Printing], status: Status) -> Sighting:
    front, title = sides[0], sides[0]["name"]
    names = tuple(title.split(" // "))
    faces = names if len(names) > 1 else ()
    second_line = sides[1].get("type") or "" if len(sides) > 1 else ""
    is_aftermath = "Aftermath" in (front.get("keywords") or ())
    subtypes = tuple(front["subtypes"])
    layout = layout_of(front["layout"], subtypes, second_line, is_aftermath)
    if layout == "reversible_card":
        title, faces, layout = names[0], (), "normal"
    legalities = front.get("legalities") or {}
    is_for_tournaments = any(legalities.get(name) for name in ETERNAL)
    is_funny = bool(front.get("isFunny")) and not is_for_tournaments
    card = Card(
        title=title,
        faces=faces,
        layout=layout,
        types=tuple("Kindred" if kind == "Tribal" else kind for kind in front["types"]),
        supertypes=tuple(front["supertypes"]),
        subtypes=subtypes,
        mana_value=as_integer(front.get("manaValue")),
        colors=_colors(sides, layout),
        copy_limit=copy_limit(front.get("text") or ""),
        printings=tuple(printings),
        status="funny" if status == "paper" and is_funny else status,
        alternative_titles=_alternatives(sides, {title, *faces}),
        command=_command(front),
    )
    identity = (front.get("identifiers") or {}).get("scryfallOracleId") or ""
    is_whole = front["layout"] != "reversible_card"
    return Sighting(
        card,
        identity,
        tuple(_translations(sides, card)),
        is_for_tournaments,
        is_whole,
        tuple((name, str(state).lower()) for name, state in sorted(legalities.items())),
    )


def _command(front: Record) -> str:
    """Color identity and commander abilities; empty if the record has no identity."""
    identity = front.get("colorIdentity")
    return "" if identity is None else command_row(identity, front.get("text") or "")


def _colors(sides: Sequence[Record], layout: str) -> str:
    letters = list(sides[0].get("colors") or ())
    if layout in ALL_COLORS:
        letters = [letter for side in sides for letter in side.get("colors") or ()]
    elif layout in SPELLS_ASIDE and sides[0].get("manaCost"):
        letters = [letter for letter in letters if letter in sides[0]["manaCost"]]
    return colors(letters)


def _alternatives(sides: Sequence[Record], known_titles: set[str]) -> tuple[str, ...]:
    """Other English titles printed on the card, such as those of licensed versions."""
    titles = []
    for of_face, of_card in (("faceFlavorName", "flavorName"), ("facePrintedName", "printedName")):
        names = [side.get(of_face) or "" for side in sides]
        titles.append(" // ".join(names) if all(names) else sides[0].get(of_card) or "")
    return tuple(name for name in dict.fromkeys(titles) if name and name not in known_titles)


def _translations(sides: Sequence[Record], card: Card) -> Iterator[tuple[str, str]]:
    by_language: dict[str, list[str]] = {}
    for side in sides if card.faces else sides[:1]:
        for foreign in side.get("foreignData") or ():
            language = LANGUAGES.get(foreign.get("language") or "")
            name = foreign.get("faceName") or foreign.get("name") or ""
            if language and name:
                # A side without a name of its own has that of the whole card.
                parts = [name] if foreign.get("faceName") else name.split(" // ")
                names_so_far = by_language.setdefault(language, [])
                names_so_far += [part for part in parts if part not in names_so_far]
    for language, names in by_language.items():
        yield from translations(language, card.title, card.faces, card.layout, names)
