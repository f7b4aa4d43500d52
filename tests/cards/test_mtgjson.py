"""MTGJSON's models, by their documentation, in the catalogue's terms."""

from __future__ import annotations

import bz2
import datetime
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cards import mtgjson
from cards.mtgjson import Damaged, Sighting
from cards.updates import merging
from cards.updates.spool import Spool

DAY = datetime.date(2026, 11, 20)
BOLT: dict[str, Any] = {
    "name": "Lightning Bolt",
    "layout": "normal",
    "types": ["Instant"],
    "supertypes": [],
    "subtypes": [],
    "type": "Instant",
    "colors": ["R"],
    "manaCost": "{R}",
    "manaValue": 1.0,
    "number": "149",
    "rarity": "common",
    "availability": ["mtgo", "paper"],
    "printings": ["LEA", "M11"],
    "legalities": {"vintage": "Legal"},
    "identifiers": {"scryfallOracleId": "4457ed35"},
    "foreignData": [{"language": "German", "name": "Blitzschlag"}],
}


def sides(*names: str, **more: Any) -> list[dict[str, Any]]:
    whole = " // ".join(names)
    return [
        BOLT | {"name": whole, "faceName": name, "side": side, "foreignData": []} | more
        for side, name in zip("abc", names, strict=False)
    ]


def seen(*records: dict[str, Any]) -> Sighting:
    (sighting,) = mtgjson.of_set_cards({"code": "LEA", "cards": records}, DAY)
    return sighting


def test_a_plain_card() -> None:
    sighting = seen(BOLT)
    card = sighting.card
    assert (card.title, card.faces, card.types, card.mana_value) == (
        "Lightning Bolt", (), ("Instant",), 1,
    )  # fmt: skip
    assert card.printings == (("LEA", "C"),)
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
def test_records_that_are_no_cards(more: dict[str, Any]) -> None:
    assert list(mtgjson.of_set_cards({"code": "LEA", "cards": [BOLT | more]}, DAY)) == []


@pytest.mark.parametrize(
    ("more", "field", "value"),
    [
        ({}, "status", "paper"),
        ({"isFunny": True}, "status", "paper"),
        ({"isFunny": True, "legalities": {}}, "status", "funny"),
        ({"flavorName": "Godzilla", "printedName": "Printed"}, "alternative_titles",
         ("Godzilla", "Printed")),
        ({"isGameChanger": True, "leadershipSkills": {"commander": True}}, "mana_value", 1),
    ],
)  # fmt: skip
def test_a_field_of_a_card(more: dict[str, Any], field: str, value: object) -> None:
    assert getattr(seen(BOLT | more).card, field) == value


@pytest.mark.parametrize(
    ("names", "layout", "front", "back", "expected"),
    [
        # A back has colours of its own, and the spell of an omen is no part of the front.
        (("Day", "Night"), "transform", {"colors": ["W"]}, {"colors": ["B"]},
         ("Day // Night", "transform", "W")),
        (("Dragon", "Omen"), "adventure", {"colors": ["R", "U"]}, {"type": "Sorcery — Omen"},
         ("Dragon // Omen", "omen", "R")),
        (("Bruna", "Brisela"), "meld", {}, {}, ("Bruna // Brisela", "meld", "R")),
    ],
)  # fmt: skip
def test_cards_with_two_sides(
    names: tuple[str, str], layout: str, front: dict[str, Any], back: dict[str, Any],
    expected: tuple[str, str, str],
) -> None:  # fmt: skip
    one, other = sides(*names, layout=layout)
    card = seen(one | front, other | back).card
    assert (card.title, card.layout, card.colors) == expected


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


@pytest.mark.parametrize(
    "more",
    [
        {"name": ""}, {"name": 3}, {"types": "Instant"}, {"types": [None]}, {"subtypes": [""]},
        {"text": ["R"]}, {"manaValue": "1"}, {"legalities": {"vintage": True}},
        {"colorIdentity": "WU"},
    ],
)  # fmt: skip
def test_fields_of_other_types_are_refused(more: dict[str, Any]) -> None:
    mtgjson.check({"code": "LEA", "releaseDate": "1993-08-05", "cards": [BOLT]})
    with pytest.raises(ValueError, match=next(iter(more))):
        mtgjson.check({"code": "LEA", "cards": [BOLT, BOLT | more]})


def test_a_set_of_no_day_is_refused() -> None:
    with pytest.raises(ValueError, match="isoformat"):
        mtgjson.check({"code": "LEA", "releaseDate": "soon", "cards": []})


@pytest.mark.parametrize(
    ("day", "is_out"), [(None, True), ("2026-11-20", True), ("2026-11-21", False)]
)
def test_cards_that_come_later_than_their_set(day: str | None, is_out: bool) -> None:
    record = BOLT | ({"originalReleaseDate": day} if day else {})
    found = mtgjson.of_set_cards({"code": "SLD", "cards": [record]}, DAY)
    assert len(list(found)) == is_out


def test_a_set_tells_rarities() -> None:
    card = BOLT | {"number": "149", "rarity": "rare", "availability": ["paper"]}
    land = card | {"name": "Forest", "types": ["Land"], "supertypes": ["Basic"], "number": "1"}
    digital = card | {"name": "Net", "availability": ["arena"], "number": "2"}
    flavored = card | {"name": "Named", "flavorName": "Godzilla", "number": "3"}
    split = [
        side | {"rarity": "uncommon", "number": "4"}
        for side in reversed(sides("Fire", "Ice", layout="split"))
    ]
    document = {"code": "M11", "cards": [card, land, digital, flavored, *split]}
    found = {one.card.title: one.card for one in mtgjson.of_set_cards(document, DAY)}
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
        {"code": "M11", "name": "Magic 2011", "releaseDate": "2010-07-16", "type": "core"}, held=0
    )
    assert one == ("M11", "Magic 2011", "2010-07-16", "core", "", True, False, False, 0)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ({"baseSetSize": 2, "totalSetSize": 3}, 2),  # other art of the same cards
        ({"baseSetSize": 5, "totalSetSize": 3}, 4),
        ({"baseSetSize": 5, "totalSetSize": 3, "type": "duel_deck"}, 2),  # its tokens are numbered
        ({"baseSetSize": 2, "totalSetSize": 6}, 5),
        ({}, 2),
    ],
)
def test_the_size_of_a_set_has_the_cards_that_its_document_lacks(
    head: dict[str, Any], size: int
) -> None:
    records = [{}, {}, {}, {"isRebalanced": True}]
    document = {"code": "NEW", "type": "expansion", "cards": records} | head
    assert mtgjson.of_set(document, held=2).size == size


def test_boosters(tmp_path: Path) -> None:
    """A make-up with a foil, cards of another set, and a token that is none."""

    def of(title: str, rarity: str, **more: Any) -> dict[str, Any]:
        return BOLT | {"name": title, "uuid": title, "rarity": rarity, **more}

    basic = {"types": ["Land"], "supertypes": ["Basic"]}
    own = [
        of("Common", "common"), of("Uncommon", "uncommon"), of("Rare", "rare"),
        of("Mythic", "mythic"), of("Forest", "common", **basic),
        *(side | {"uuid": f"Day {side['side']}", "rarity": "uncommon"}
          for side in sides("Day", "Night", layout="transform")),
    ]  # fmt: skip
    sheets = {
        "common": ["Common"], "uncommon": ["Uncommon"], "rareMythic": ["Rare", "Mythic"],
        "land": ["Forest"], "foil": ["Common", "Mythic"], "doubleFaced": ["Day a"],
        "guest": ["Guest"], "token": ["Token"],
    }  # fmt: skip
    contents = {"uncommon": 3, "rareMythic": 1, "doubleFaced": 1, "guest": 1, "token": 1}
    document = {
        "code": "NEW",
        "releaseDate": "2026-11-13",
        "cards": own,
        "booster": {
            "collector": {"boosters": [], "sheets": {}},
            "play": {
                "boosters": [
                    {"contents": {"common": 7, "land": 1, **contents}, "weight": 2},
                    {"contents": {"common": 7, "foil": 1, **contents}, "weight": 1},
                ],
                "sheets": {
                    name: {"foil": name == "foil", "cards": dict.fromkeys(cards, 1)}
                    for name, cards in sheets.items()
                },
            },
        },
    }
    other = {"code": "SPG", "cards": [of("Guest", "mythic")]}
    with Spool(tmp_path / "spool.sqlite") as spool:
        for one in (document, other):
            spool.add_boosters(mtgjson.sheet_cards(one), mtgjson.boosters(one))
        found = merging.contents(spool, "MTGJSON", ())
        assert merging.contents(spool, "MTGJSON", {"NEW"}).boosters == {}
    assert found.titles == {"NEW": {"SPG": ("Guest",)}}
    assert found.boosters == {
        "NEW": (
            {
                "kind": "play", "from": "2026-11-13", "cards": 14, "common": [7, 8],
                "uncommon": [4, 4], "rare_mythic": [1, 2], "mythic": [0, 2],
                "basic_land": [0, 1], "double_faced": [1, 1], "special": [1, 1],
                "foil": [0, 1], "certainty": "derived", "source": "MTGJSON",
            },
        )
    }  # fmt: skip


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress, bz2.compress])
def test_a_file_however_it_is_packed(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "AllPrintings"
    sets = {"M11": {"code": "M11", "cards": []}, "LEA": {"code": "LEA", "cards": [BOLT]}}
    whole = json.dumps({"meta": {"date": "2026-11-20", "version": "5"}, "data": sets}).encode()
    path.write_bytes(pack(whole))
    assert mtgjson.published(path) == datetime.date(2026, 11, 20)
    assert list(mtgjson.sets(path)) == list(sets.values())
    path.write_bytes(pack(whole)[:-9])
    with pytest.raises(Damaged, match=r"^AllPrintings is cut off or altered"):
        list(mtgjson.sets(path))


@pytest.mark.parametrize(
    "text",
    [
        "{}", "[", '{"meta": {"date": "soon"}}', '{"meta": {"date": 3}}',
        '{"data": {"Opt": [{"name": "Opt"}]}, "meta": {"date": "2026-11-20"}}',
    ],
)  # fmt: skip
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "Other.json"
    path.write_text(text)
    with pytest.raises(Damaged):
        mtgjson.published(path)
    with pytest.raises(Damaged):
        list(mtgjson.sets(path))
