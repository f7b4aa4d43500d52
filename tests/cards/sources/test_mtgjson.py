"""MTGJSON's models, by their documentation, in the catalogue's terms."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from cards.sources import mtgjson
from cards.sources.sighting import Sighting
from cards.sources.streams import Damaged

ATOMIC: dict[str, Any] = {
    "name": "Lightning Bolt",
    "layout": "normal",
    "types": ["Instant"],
    "supertypes": [],
    "subtypes": [],
    "type": "Instant",
    "colors": ["R"],
    "manaCost": "{R}",
    "manaValue": 1.0,
    "printings": ["LEA", "M11"],
    "legalities": {"vintage": "Legal"},
    "identifiers": {"scryfallOracleId": "4457ed35"},
    "foreignData": [{"language": "German", "name": "Blitzschlag"}],
}


def sides(*names: str, **more: Any) -> list[dict[str, Any]]:
    whole = " // ".join(names)
    return [
        ATOMIC | {"name": whole, "faceName": name, "side": side, "foreignData": []} | more
        for side, name in zip("abc", names, strict=False)
    ]


def seen(*records: dict[str, Any]) -> Sighting:
    (sighting,) = mtgjson.of_atomic(records)
    return sighting


def test_a_plain_card() -> None:
    sighting = seen(ATOMIC)
    card = sighting.card
    assert (card.title, card.faces, card.types, card.mana_value) == (
        "Lightning Bolt", (), ("Instant",), 1,
    )  # fmt: skip
    assert card.printings == (("LEA", "?"), ("M11", "?"))
    assert sighting.translations == (("de", "Blitzschlag"),)
    assert (sighting.identity, sighting.is_for_tournaments) == ("4457ed35", True)


@pytest.mark.parametrize(
    "more",
    [
        {"types": ["Dungeon"]},
        {"types": ["Card"]},
        {"isRebalanced": True, "name": "A-Lightning Bolt"},
        {"layout": "meld", "name": "Brisela, Voice of Nightmares", "side": "b"},
        {"layout": "meld", "name": "Brisela, Voice of Nightmares"},
    ],
)
def test_what_is_no_card(more: dict[str, Any]) -> None:
    assert list(mtgjson.of_atomic([ATOMIC | more])) == []


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, "paper"),
        ({"isFunny": True}, "paper"),
        ({"isFunny": True, "legalities": {}}, "funny"),
    ],
)
def test_status(more: dict[str, Any], status: str) -> None:
    assert seen(ATOMIC | more).card.status == status


def test_faces_and_their_translations() -> None:
    front, back = sides("Fire", "Ice", layout="split")
    front |= {
        "colors": ["R"],
        "foreignData": [{"language": "French", "name": "Feu // Glace", "faceName": "Feu"}],
    }
    back |= {
        "colors": ["U"],
        "foreignData": [{"language": "French", "name": "Feu // Glace", "faceName": "Glace"}],
    }
    sighting = seen(front, back)
    assert (sighting.card.title, sighting.card.faces) == ("Fire // Ice", ("Fire", "Ice"))
    assert sighting.card.colors == "UR"
    titles = [title for _, title in sighting.translations]
    assert titles == ["Feu", "Glace", "Feu // Glace"]


def test_translations_that_do_not_tell_faces_apart() -> None:
    front, back = sides("Fire", "Ice", layout="split")
    foreign = [{"language": "French", "name": "Feu // Glace"}]
    sighting = seen(front | {"foreignData": foreign}, back | {"foreignData": foreign})
    assert [title for _, title in sighting.translations] == ["Feu", "Glace", "Feu // Glace"]


def test_a_back_has_colours_of_its_own() -> None:
    front, back = sides("Day", "Night", layout="transform")
    assert seen(front | {"colors": ["W"]}, back | {"colors": ["B"]}).card.colors == "W"


def test_an_omen() -> None:
    front, back = sides("Dragon", "Omen", layout="adventure")
    card = seen(front | {"colors": ["R", "U"]}, back | {"type": "Sorcery — Omen"}).card
    assert (card.layout, card.colors) == ("omen", "R")


def test_a_meld_card_bears_both_titles() -> None:
    front, back = sides("Bruna, the Fading Light", "Brisela, Voice of Nightmares", layout="meld")
    assert seen(front, back).card.title == front["name"]


def test_variants_of_one_title_are_one_card() -> None:
    assert seen(ATOMIC, ATOMIC | {"manaValue": 3.0}).card.mana_value == 1


def test_a_set_tells_rarities() -> None:
    card = ATOMIC | {"number": "149", "rarity": "rare", "availability": ["paper"]}
    land = card | {"name": "Forest", "types": ["Land"], "supertypes": ["Basic"], "number": "1"}
    digital = card | {"name": "Net", "availability": ["arena"], "number": "2"}
    flavored = card | {"name": "Named", "flavorName": "Godzilla", "number": "3"}
    split = [
        side | {"rarity": "uncommon", "number": "4"}
        for side in reversed(sides("Fire", "Ice", layout="split"))
    ]
    document = {"code": "M11", "cards": [card, land, digital, flavored, *split]}
    found = {one.card.title: one.card for one in mtgjson.of_set_cards(document)}
    assert {title: card.printings for title, card in found.items()} == {
        "Lightning Bolt": (("M11", "R"),),
        "Forest": (("M11", "L"),),
        "Net": (("M11", "R"),),
        "Named": (("M11", "R"),),
        "Fire // Ice": (("M11", "U"),),
    }
    assert found["Net"].status == "online"
    assert found["Named"].alternative_titles == ("Godzilla",)


def test_two_cards_back_to_back() -> None:
    front, back = sides("Bolt", "Bolt", layout="reversible_card")
    sighting = seen(front, back)
    assert (sighting.card.title, sighting.card.faces) == ("Bolt", ())
    assert not sighting.is_whole


def test_sets() -> None:
    one = mtgjson.of_set(
        {"code": "M11", "name": "Magic 2011", "releaseDate": "2010-07-16", "type": "core"}
    )
    assert one == ("M11", "Magic 2011", "2010-07-16", "core", "", True, False, True)


def test_the_day_of_a_build(tmp_path: Path) -> None:
    path = tmp_path / "Meta.json"
    path.write_text(json.dumps({"meta": {"date": "2026-11-20", "version": "5"}, "data": {}}))
    assert mtgjson.published(path) == datetime.date(2026, 11, 20)
    for text in ("{}", '{"meta": {"date": "soon"}}', "[", '{"meta": {"date": 3}}'):
        path.write_text(text)
        with pytest.raises(Damaged):
            mtgjson.published(path)
