"""Which card a written name means, level by level."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue

FIRE = "Fire // Ice"
ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"
DELVER = "Delver of Secrets // Insectile Aberration"


@pytest.mark.parametrize(
    ("written", "level", "title"),
    [
        ("Lightning Bolt", "exact", "Lightning Bolt"),
        (" Lightning Bolt\t", "exact", "Lightning Bolt"),
        ("Fire // Ice", "exact", FIRE),
        ("X", "exact", "X"),
        ("+2 Mace", "exact", "+2 Mace"),
        ("1996 World Champion", "exact", "1996 World Champion"),
        ('"Name Sticker" Goblin', "exact", '"Name Sticker" Goblin'),
        ("Erase (Not the Urza's Legacy One)", "exact", "Erase (Not the Urza's Legacy One)"),
        ("LIGHTNING bolt", "folded", "Lightning Bolt"),
        ("lim-dul’s vault", "folded", "Lim-Dûl's Vault"),
        ("Æther Vial", "folded", "Aether Vial"),
        ("Fire/Ice", "folded", FIRE),
        ("fire//ice", "folded", FIRE),
        ("_____ Goblin", "folded", "________ Goblin"),
        ("《Lightning Bolt》", "folded", "Lightning Bolt"),
        ("Ｌｉｇｈｔｎｉｎｇ　Ｂｏｌｔ", "folded", "Lightning Bolt"),
        ("Rhilex the Accursed", "alternative", "Agent Venom"),
        ("Godzilla, King of the Monsters", "alternative", "Zilortha, Strength Incarnate"),
        ("Fire", "front face", FIRE),
        ("erayo, soratami ascendant", "front face", ERAYO),
        ("Ice", "other face", FIRE),
        ("Erayo's Essence", "other face", ERAYO),
        ("Stomp", "other face", "Bonecrusher Giant // Stomp"),
        ("Blitzschlag", "translated", "Lightning Bolt"),
        ("FOUDRE", "translated", "Lightning Bolt"),
        ("《稲妻》", "translated", "Lightning Bolt"),
        ("闪电击", "translated", "Lightning Bolt"),
        ("foret", "translated", "Forest"),
        ("lightning-bolt", "corrected", "Lightning Bolt"),
        ("Urzas Saga", "corrected", "Urza's Saga"),
        ("Sword of Fire & Ice", "corrected", "Sword of Fire and Ice"),
        ("Shu Yun the Silent Tempest", "corrected", "Shu Yun, the Silent Tempest"),
    ],
)
def test_the_level_at_which_a_name_means_a_card(written: str, level: str, title: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.card and match.card.title) == (level, title)
    assert match.is_plain == (level not in ("translated", "corrected"))


@pytest.mark.parametrize(
    ("written", "language"), [("Blitzschlag", "de"), ("foudre", "fr"), ("稲妻", "ja")]
)
def test_a_translation_says_its_language(written: str, language: str) -> None:
    assert catalogue().find(written).language == language


def test_an_english_title_has_no_language() -> None:
    assert catalogue().find("Lightning Bolt").language is None


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Fire // Ice // Fire", FIRE),
        ("Fire // Fire", FIRE),
        ("fire/ice/fire", FIRE),
        (f"{DELVER} // Delver of Secrets", DELVER),
        ("Naturalize // Naturalize", "Naturalize"),
    ],
)
def test_faces_written_more_than_once(written: str, title: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.card and match.card.title) == ("folded", title)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "/",
        "?",
        "Lightnig Bolt",
        "Lightning Blot",
        "Lightningg Bolt",
        "Naturalise",
        "Fire // Stomp",
        "Fire // Ice // Stomp",
        "Bolt",
        "\ud800",
        "Lightning \udfff Bolt",
        "\0",
        "Lightnig\0Bolt",
        "x" * 5_000,
        "/" * 5_000,
        "Lightning Bolt" + " x" * 2_500,
        "'; DROP TABLE cards; --",
        "%",
        "\U0010ffff",
    ],
)
def test_names_of_no_card(written: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.cards, match.card) == ("none", (), None)
    assert not catalogue().is_title(written)


@pytest.mark.parametrize(
    ("written", "titles"),
    [
        (
            "Brisela, Voice of Nightmares",
            {
                "Bruna, the Fading Light // Brisela, Voice of Nightmares",
                "Gisela, the Broken Blade // Brisela, Voice of Nightmares",
            },
        ),
        ("carpe diem", {"Live Fast", "Seize the Day"}),
        ("復活", {"Recover", "Resurrection"}),
    ],
)
def test_a_name_of_several_cards_is_none_of_them(written: str, titles: set[str]) -> None:
    match = catalogue().find(written)
    assert match.card is None
    assert {card.title for card in match.cards} == titles
    assert catalogue().is_title(written)


@pytest.mark.parametrize(
    ("written", "title", "loser"),
    [
        ("Start", "Start // Finish", "Start // Fire"),
        ("wasteland", "Wasteland", "Waste Land"),
        ("Lightning Bolt", "Lightning Bolt", "a prepared spell of that name"),
        ("Endurance", "Endurance", "Endure, which is that in French"),
        ("Intervention", "Integrity // Intervention", "Intervene, which is that in French"),
        ("Danse macabre", "Danse Macabre", "Dance of the Dead, which is that in French"),
    ],
)
def test_who_wins_a_name(written: str, title: str, loser: str) -> None:
    card = catalogue().find(written).card
    assert card is not None
    assert card.title == title, loser


def test_every_title_means_its_own_card() -> None:
    facts = catalogue()
    for title in facts.titles():
        match = facts.find(title)
        assert match.level == "exact"
        assert match.card is not None
        assert match.card.title == title


def test_every_front_face_of_a_paper_card_names_it() -> None:
    facts = catalogue()
    for card in map(facts.card, facts.titles()):
        if card.status == "paper" and card.faces:
            assert card in facts.find(card.faces[0]).cards


def test_every_face_and_alternative_title_names_something() -> None:
    facts = catalogue()
    for card in map(facts.card, facts.titles()):
        for name in (*card.faces, *card.alternative_titles):
            assert facts.is_title(name), name


@pytest.mark.parametrize("written", ["lightning bolt", "Fire", "Blitzschlag", "No Such Card", ""])
def test_a_card_is_had_by_its_exact_title_alone(written: str) -> None:
    with pytest.raises(KeyError):
        catalogue().card(written)


def test_a_name_means_the_same_card_each_time() -> None:
    facts = catalogue()
    assert facts.find("Fire").card is facts.find("Ice").card is facts.card(FIRE)


@given(st.text(st.characters(), max_size=40))
def test_any_text_can_be_asked_for(text: str) -> None:
    match = catalogue().find(text)
    assert (match.card is not None) == (len(match.cards) == 1)
    assert bool(match.cards) == (match.level != "none")
