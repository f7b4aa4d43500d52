"""Which card a written name means, level by level."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue, store
from cards.model import EXPLAINED

FIRE = "Fire // Ice"
ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"
EDGAR = "Edgar, Charmed Groom // Edgar Markov's Coffin"
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
        ("Rick, Steadfast Leader", "alternative", "Greymond, Avacyn's Stalwart"),
        ("Dracula the Voyager", "alternative", EDGAR),
        ("Casket of Native Earth", "other face", EDGAR),
        ("Dracula the Voyager // Casket of Native Earth // Dracula the Voyager", "folded", EDGAR),
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
        ("Lim Dul's Vault", "corrected", "Lim-Dûl's Vault"),
        ("LimDuls Vault", "corrected", "Lim-Dûl's Vault"),
        ("Lim—Dul's Vault", "corrected", "Lim-Dûl's Vault"),
        ("Will o' the Wisp", "corrected", "Will-o'-the-Wisp"),
        ("Fire Bolt", "corrected", "Firebolt"),
        ("Waste-Land", "corrected", "Wasteland"),
        ("Minsc and Boo, Timeless Heroes", "corrected", "Minsc & Boo, Timeless Heroes"),
        ("Sword of Fire + Ice", "corrected", "Sword of Fire and Ice"),
        ("Sword of Fire Ice", "corrected", "Sword of Fire and Ice"),
        ("Jace, Mind Sculptor", "corrected", "Jace, the Mind Sculptor"),
        ("Shu Yun, Silent Tempest", "corrected", "Shu Yun, the Silent Tempest"),
        ("The Birds of Paradise", "corrected", "Birds of Paradise"),
        ("Offer You Can't Refuse", "corrected", "An Offer You Can't Refuse"),
        ("Fire and Ice", "corrected", FIRE),
        ("Fire & Ice", "corrected", FIRE),
        ("A-Omnath, Locus of Creation", "rebalanced", "Omnath, Locus of Creation"),
        ("a-lightning bolt", "rebalanced", "Lightning Bolt"),
        ("A-Fire // A-Ice", "rebalanced", FIRE),
        ("Lightning Bolt (Alchemy)", "rebalanced", "Lightning Bolt"),
        ("Lightning Bolt (Rebalanced)", "rebalanced", "Lightning Bolt"),
        # faces that are written more than once
        ("Fire // Ice // Fire", "folded", FIRE),
        ("Fire // Fire", "folded", FIRE),
        ("fire/ice/fire", "folded", FIRE),
        (f"{DELVER} // Delver of Secrets", "folded", DELVER),
        ("Naturalize // Naturalize", "folded", "Naturalize"),
        # names that others want: Start // Fire, Waste Land, and cards that are called so in French
        ("Start", "front face", "Start // Finish"),
        ("wasteland", "folded", "Wasteland"),
        ("Endurance", "exact", "Endurance"),
        ("Intervention", "other face", "Integrity // Intervention"),
        ("Danse macabre", "folded", "Danse Macabre"),
    ],
)
def test_the_level_at_which_a_name_means_a_card(written: str, level: str, title: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.card and match.card.title) == (level, title)
    plain = catalogue().plain[written]
    assert (plain and plain.title) == (None if level in EXPLAINED else title)


@pytest.mark.parametrize(
    ("written", "language"), [("Blitzschlag", "de"), ("foudre", "fr"), ("稲妻", "ja")]
)
def test_a_translation_says_its_language(written: str, language: str) -> None:
    assert catalogue().find(written).language == language


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
        "Goblin",  # not the one whose title begins with a run of underscores
        "A Offer You Can't Refuse",  # a wrong letter, not a missing word
        "the",
        "The And",
        "A-",
        "A-Lightnig Bolt",
        "Lightning Bolt" + " " * 500,
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


def test_every_title_means_its_own_card() -> None:
    facts = catalogue()
    for title in facts.titles():
        match = facts.find(title)
        assert match.level == "exact"
        assert match.card is not None
        assert match.card.title == title


def test_every_face_and_alternative_title_names_something() -> None:
    facts = catalogue()
    for card in map(facts.card, facts.titles()):
        for name in (*card.faces, *card.alternative_titles):
            assert facts.is_title(name), name
        if card.status == "paper" and card.faces:
            assert card in facts.find(card.faces[0]).cards


@pytest.mark.parametrize(
    ("written", "set_code", "titles"),
    [
        ("Start", "CMB2", {"Start // Fire"}),
        ("Start", "cmb2", {"Start // Fire"}),
        ("Start", "AKR", {"Start // Finish"}),
        ("Start", "DOM", {"Start // Finish"}),
        ("復活", "PCY", {"Recover", "Resurrection"}),
        ("復活", "INV", {"Recover"}),
        ("復活", "2E", {"Resurrection"}),
        ("Lightning Bolt", "DOM", {"Lightning Bolt"}),
        ("qzxqzx", "DOM", set()),
    ],
)
def test_a_set_settles_a_name_of_several_cards(
    written: str, set_code: str, titles: set[str]
) -> None:
    match = catalogue().find_printed(written, set_code)
    assert {card.title for card in match.cards} == titles
    assert (match.card is not None) == (len(titles) == 1)


@pytest.mark.parametrize(
    ("title", "set_code", "was_printed"),
    [
        ("Opt", "DOM", True),
        ("Opt", "dom", True),
        ("Opt", "DAR", True),  # as MTG Arena calls it
        ("Opt", "IN", True),  # as Gatherer calls Invasion
        ("Opt", "UDS", False),
        ("Opt", "CG", False),
        ("Opt", "PUDS", True),  # promotional cards are never all known
        ("Opt", "SLD", True),  # nor are series that go on
        ("Opt", "YNEO", True),  # nor are sets of MTG Arena
        ("Opt", "FRA", True),  # nor is a set later than the facts
        ("Opt", "Q7X", True),  # whatever that may be
        ("Opt", "", True),
    ],
)
def test_whether_a_card_can_be_of_a_set(title: str, set_code: str, was_printed: bool) -> None:
    facts = catalogue()
    assert facts.was_printed(facts.card(title), set_code) == was_printed


def test_codes_of_other_programs_mean_sets_that_there_are() -> None:
    origins = tomllib.loads(store.SET_CODES.read_text("utf-8"))["origin"]
    meant = {code for origin in origins for codes in origin["codes"].values() for code in codes}
    assert meant <= catalogue().sets.keys()
    assert all(code == code.upper() for origin in origins for code in origin["codes"])


@pytest.mark.parametrize("written", ["lightning bolt", "Fire", "Blitzschlag", "No Such Card", ""])
def test_a_card_is_had_by_its_exact_title_alone(written: str) -> None:
    with pytest.raises(KeyError):
        catalogue().card(written)


@given(st.text(st.characters(), max_size=40))
def test_any_text_can_be_asked_for(text: str) -> None:
    match = catalogue().find(text)
    assert (match.card is not None) == (len(match.cards) == 1)
    assert bool(match.cards) == (match.level != "none")
