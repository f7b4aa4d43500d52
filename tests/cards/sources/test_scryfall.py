"""Scryfall's card objects, by their documentation, in the catalogue's terms."""

from __future__ import annotations

from typing import Any

import pytest

from cards.sources import scryfall
from cards.sources.sighting import Sighting
from cards.sources.terms import copy_limit, kind, platform, types_of

PLAIN: dict[str, Any] = {
    "object": "card",
    "oracle_id": "4457ed35-7c10-48c8-9776-456485fdf070",
    "name": "Lightning Bolt",
    "lang": "en",
    "released_at": "2010-07-16",
    "layout": "normal",
    "mana_cost": "{R}",
    "cmc": 1.0,
    "type_line": "Instant",
    "oracle_text": "",
    "colors": ["R"],
    "keywords": [],
    "legalities": {"standard": "not_legal", "vintage": "legal", "legacy": "legal"},
    "games": ["paper", "mtgo"],
    "digital": False,
    "set": "m11",
    "set_name": "Magic 2011",
    "set_type": "core",
    "rarity": "common",
}


def face(name: str, **more: Any) -> dict[str, Any]:
    return {"object": "card_face", "name": name, "type_line": "Instant", **more}


def seen(**more: Any) -> Sighting:
    (sighting,) = scryfall.of_card(PLAIN | more)
    return sighting


def test_a_plain_card() -> None:
    sighting = seen()
    card = sighting.card
    assert (card.title, card.faces, card.layout, card.status) == (
        "Lightning Bolt", (), "normal", "paper",
    )  # fmt: skip
    assert (card.types, card.supertypes, card.subtypes) == (("Instant",), (), ())
    assert (card.mana_value, card.colors, card.copy_limit) == (1, "R", None)
    assert isinstance(card.mana_value, int)
    assert card.printings == (("M11", "C"),)
    assert (card.alternative_titles, sighting.translations) == ((), ())
    assert sighting.identity == PLAIN["oracle_id"]
    assert sighting.is_for_tournaments


@pytest.mark.parametrize(
    ("letters", "text", "command"),
    [
        ("RW", "", "WR\tknown"),
        ("", "Flying", "-\tknown"),
        ("U", "Partner (You can have two commanders if both have partner.)", "U\tpartner"),
        ("U", "Flying, partner", "U\tpartner"),
        ("G", "Partner with Toothy, Imaginary Friend (When",
         "G\tpartner with: Toothy, Imaginary Friend"),
        ("B", "Partner\u2014Survivors (You can", "B\tsurvivors"),
        ("B", "Partner\u2014Friends forever", "B\tfriends forever"),
        ("B", "Friends forever (You can", "B\tfriends forever"),
        ("G", "Vigilance\nChoose a Background (You can", "G\tchoose a background"),
        ("R", "Doctor's companion (You can", "R\tdoctor's companion"),
        ("U", "+1: Draw.\nThis can be your commander.", "U\tcan be your commander"),
        ("", "Partner\nIf this leads, choose a color before the game begins.",
         "-\tchooses a color; partner"),
        ("W", "Creatures you control with partner get bigger.", "W\tknown"),
    ],
)  # fmt: skip
def test_what_a_deck_with_a_commander_asks(letters: str, text: str, command: str) -> None:
    assert seen(color_identity=[*letters], oracle_text=text).card.command == command


def test_an_object_without_an_identity_states_nothing() -> None:
    assert seen().card.command == ""


@pytest.mark.parametrize(
    "more",
    [
        {"layout": "token", "type_line": "Token Creature — Goblin"},
        {"layout": "double_faced_token"},
        {"layout": "emblem", "type_line": "Emblem — Chandra"},
        {"layout": "art_series", "type_line": "Card // Card"},
        {"layout": "normal", "type_line": "Card"},
        {"layout": "normal", "type_line": "Dungeon"},
        {"set_type": "token"},
        {"set_type": "minigame"},
        {"name": "A-Lightning Bolt", "promo_types": ["rebalanced"]},
        {
            "layout": "meld",
            "name": "Brisela, Voice of Nightmares",
            "all_parts": [
                {"component": "meld_part", "name": "Bruna, the Fading Light"},
                {"component": "meld_result", "name": "Brisela, Voice of Nightmares"},
            ],
        },
    ],
)
def test_what_is_no_card(more: dict[str, Any]) -> None:
    assert list(scryfall.of_card(PLAIN | more)) == []


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, "paper"),
        ({"digital": True, "games": ["arena"]}, "online"),
        ({"games": ["mtgo"]}, "online"),
        ({"games": []}, "paper"),
        ({"set_type": "funny"}, "paper"),
        ({"set_type": "funny", "legalities": {"vintage": "not_legal"}}, "funny"),
        ({"set_type": "funny", "legalities": {"vintage": "banned"}}, "paper"),
        ({"security_stamp": "acorn", "legalities": {}}, "funny"),
        ({"border_color": "silver", "legalities": {}}, "funny"),
        ({"promo_types": ["playtest"], "legalities": {}}, "funny"),
        ({"set_type": "memorabilia", "legalities": {}}, "funny"),
        ({"set_type": "expansion", "legalities": {"vintage": "not_legal"}}, "paper"),
    ],
)
def test_status(more: dict[str, Any], status: str) -> None:
    assert seen(**more).card.status == status


@pytest.mark.parametrize(
    ("more", "layout", "colors"),
    [
        ({"layout": "split", "card_faces": [face("Fire"), face("Ice")]}, "split", "UR"),
        ({"layout": "split", "keywords": ["Aftermath"], "card_faces": []}, "aftermath", "UR"),
        (
            {"layout": "split", "type_line": "Enchantment — Room // Room"},
            "room",
            "UR",
        ),
        ({"layout": "case"}, "normal", "UR"),
        ({"layout": "mutate"}, "normal", "UR"),
        ({"layout": "saga"}, "saga", "UR"),
        (
            {"layout": "adventure", "card_faces": [face("A", mana_cost="{1}{U}"), face("B")]},
            "adventure",
            "U",
        ),
        (
            {
                "layout": "adventure",
                "card_faces": [
                    face("A", mana_cost="{R}"),
                    face("B", type_line="Sorcery — Omen"),
                ],
            },
            "omen",
            "R",
        ),
        (
            {
                "layout": "transform",
                "colors": None,
                "card_faces": [face("A", colors=["G"]), face("B", colors=["R"])],
            },
            "transform",
            "G",
        ),
    ],
)
def test_layouts_and_their_colours(more: dict[str, Any], layout: str, colors: str) -> None:
    card = seen(**{"colors": ["R", "U"]} | more).card
    assert (card.layout, card.colors) == (layout, colors)


def test_a_card_with_two_faces() -> None:
    faces = [face("Delver of Secrets"), face("Insectile Aberration")]
    card = seen(
        name="Delver of Secrets // Insectile Aberration",
        layout="transform",
        card_faces=faces,
        type_line="Creature — Human Wizard // Creature — Human Insect",
    ).card
    assert card.faces == ("Delver of Secrets", "Insectile Aberration")
    assert card.subtypes == ("Human", "Wizard")


def test_a_part_of_a_meld_card_bears_both_titles() -> None:
    parts = [
        {"component": "meld_part", "name": "Bruna, the Fading Light"},
        {"component": "meld_result", "name": "Brisela, Voice of Nightmares"},
    ]
    card = seen(layout="meld", name="Bruna, the Fading Light", all_parts=parts).card
    assert card.title == "Bruna, the Fading Light // Brisela, Voice of Nightmares"
    assert card.faces == ("Bruna, the Fading Light", "Brisela, Voice of Nightmares")


def test_two_cards_back_to_back() -> None:
    record = {key: value for key, value in PLAIN.items() if key not in ("oracle_id", "cmc")}
    sides = [
        face("Okaun", oracle_id="one", cmc=4.0, type_line="Legendary Creature — Cyclops"),
        face("Zndrsplt", oracle_id="two", cmc=5.0, flavor_name="Other"),
        face("Zndrsplt", oracle_id="two", cmc=5.0),
    ]
    name = "Okaun // Zndrsplt"
    record |= {"name": name, "layout": "reversible_card", "card_faces": sides}
    one, two = scryfall.of_card(record)
    assert (one.card.title, one.identity, one.is_whole) == ("Okaun", "one", False)
    assert (one.card.mana_value, one.card.supertypes) == (4, ("Legendary",))
    assert (two.card.title, two.card.alternative_titles) == ("Zndrsplt", ("Other",))
    assert one.card.layout == "normal"


@pytest.mark.parametrize(
    ("more", "alternatives"),
    [
        ({"flavor_name": "Godzilla"}, ("Godzilla",)),
        ({"printed_name": "Omen Bolt"}, ("Omen Bolt",)),
        ({"flavor_name": "Lightning Bolt"}, ()),
        ({"flavor_name": "Godzilla", "lang": "ja"}, ()),
        (
            {"card_faces": [face("A", flavor_name="C"), face("B", flavor_name="D")]},
            ("C // D",),
        ),
        ({"card_faces": [face("A", flavor_name="C"), face("B")]}, ("C",)),
    ],
)
def test_other_english_titles(more: dict[str, Any], alternatives: tuple[str, ...]) -> None:
    assert seen(**more).card.alternative_titles == alternatives


@pytest.mark.parametrize(
    ("more", "translations"),
    [
        ({"lang": "de", "printed_name": "Blitzschlag"}, [("de", "Blitzschlag")]),
        ({"lang": "pt", "printed_name": "Raio"}, [("pt-BR", "Raio")]),
        ({"lang": "zhs", "printed_name": "闪电击"}, [("zh-Hans", "闪电击")]),
        ({"lang": "zht", "printed_name": "閃電擊"}, [("zh-Hant", "閃電擊")]),
        ({"lang": "la", "printed_name": "Fulgur"}, []),
        ({"lang": "fr", "printed_name": "Lightning Bolt"}, []),
        ({"lang": "fr"}, []),
        (
            {"lang": "ja", "printed_name": "稲妻", "flavor_name": "ゴジラ"},
            [("ja", "稲妻"), ("ja", "ゴジラ")],
        ),
    ],
)
def test_translated_titles(more: dict[str, Any], translations: list[tuple[str, str]]) -> None:
    assert list(seen(**more).translations) == translations


@pytest.mark.parametrize(
    ("layout", "translations"),
    [("split", ["Feu", "Glace", "Feu // Glace"]), ("prepare", ["Feu", "Feu // Glace"])],
)
def test_translated_titles_of_faces(layout: str, translations: list[str]) -> None:
    faces = [face("Fire", printed_name="Feu"), face("Ice", printed_name="Glace")]
    sighting = seen(lang="fr", name="Fire // Ice", layout=layout, card_faces=faces)
    assert [title for _, title in sighting.translations] == translations


def test_a_basic_land_has_a_rarity_of_its_own() -> None:
    card = seen(type_line="Basic Snow Land — Forest", rarity="common").card
    assert card.printings == (("M11", "L"),)
    assert card.supertypes == ("Basic", "Snow")


def test_sets() -> None:
    of_card = scryfall.set_of_card(PLAIN)
    assert of_card[:4] == ("M11", "Magic 2011", "2010-07-16", "core")
    assert (of_card.is_paper, of_card.is_on_mtgo, of_card.is_listed) == (True, True, False)
    listed = scryfall.of_set({"code": "ymid", "set_type": "alchemy", "digital": True})
    assert (listed.code, listed.released, listed.is_paper, listed.is_listed) == (
        "YMID", "", False, True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "types", "supertypes", "subtypes"),
    [
        ("Legendary Creature — Time Lord Doctor", "Creature", "Legendary", "Time Lord|Doctor"),
        ("Tribal Instant — Goblin", "Kindred|Instant", "", "Goblin"),
        ("Plane — Bolas’s Meditation Realm", "Plane", "", "Bolas’s Meditation Realm"),
        ("Phenomenon", "Phenomenon", "", ""),
        ("Land Creature — Forest Dryad // Land", "Land|Creature", "", "Forest|Dryad"),
        ("World Enchantment", "Enchantment", "World", ""),
        ("", "", "", ""),
    ],
)
def test_type_lines(line: str, types: str, supertypes: str, subtypes: str) -> None:
    assert ["|".join(words) for words in types_of(line)] == [types, supertypes, subtypes]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("A deck can have any number of cards named Rats.", "any"),
        ("A deck can have up to nine cards named Riders.", 9),
        ("A deck can have up to 12 cards named Riders.", 12),
        ("A deck can have only one card named Song.", 1),
        ("Flying\nMegalegendary (Your deck can have only one copy of this card.)", 1),
        ("Draw a card.", None),
        ("", None),
    ],
)
def test_own_limits(text: str, limit: object) -> None:
    assert copy_limit(text) == limit


@pytest.mark.parametrize(
    ("set_type", "is_paper", "is_on_mtgo", "expected"),
    [
        ("core", True, True, ("core", "paper")),
        ("commander", True, False, ("supplemental", "paper")),
        ("eternal", True, False, ("supplemental", "paper")),
        ("memorabilia", True, False, ("other", "paper")),
        ("promo", False, True, ("online", "mtgo")),
        ("alchemy", False, False, ("online", "arena")),
        ("masters", False, False, ("online", "arena")),
    ],
)
def test_kinds_and_platforms(
    set_type: str, is_paper: bool, is_on_mtgo: bool, expected: tuple[str, str]
) -> None:
    assert expected == (
        kind(set_type, is_paper=is_paper),
        platform(set_type, is_paper=is_paper, is_on_mtgo=is_on_mtgo),
    )
