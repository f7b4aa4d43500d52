"""Headings: sections and card types, decorated and in other languages."""

from __future__ import annotations

import pytest

from cards import catalogue
from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.headings import Heading


def _without_total(text: str) -> Heading:
    heading = classify(text)
    assert isinstance(heading, Heading)
    return heading._replace(total=None)


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("Deck", "main"), ("Main", "main"), ("MAINDECK", "main"), ("Main Deck:", "main"),
        ("Main board (60)", "main"), ("Mainboard", "main"), ("[Main]", "main"),
        ("Main Deck - 60 cards", "main"), ("//Main", "main"),
        ("Sideboard", "sideboard"), ("sideboard:", "sideboard"), ("Side", "sideboard"),
        ("SB", "sideboard"), ("SB:", "sideboard"), ("[sideboard]", "sideboard"),
        ("//Sideboard", "sideboard"), ("// Sideboard", "sideboard"), ("## Sideboard", "sideboard"),
        ("=== Sideboard ===", "sideboard"), ("**Sideboard (15 cards)**", "sideboard"),
        ("15 Sideboard", "sideboard"), ("Sideboard: 15", "sideboard"), ("- Sideboard", "sideboard"),
        ("Companion", "companion"), ("Commander", "commander"), ("Commander (1)", "commander"),
        ("Avatar", "avatar"), ("Planar Deck", "planes"), ("[planes]", "planes"),
        ("Schemes", "schemes"), ("Scheme deck", "schemes"), ("[schemes]", "schemes"),
        ("Attractions", "attractions"), ("Stickers (10)", "stickers"),
        ("Conspiracies", "conspiracies"), ("[Conspiracy]", "conspiracies"),
        ("Display Commander", "maybeboard"),
        ("Tokens", "tokens"), ("Emblems:", "tokens"), ("Tokens & Extras (3)", "tokens"),
        ("[Contraptions]", "contraptions"), ("[Dungeon]", "dungeons"),
        ("Main Deck Continued:", "main"), ("| Sideboard | |", "sideboard"),
        ("Maybeboard", "maybeboard"), ("Considering:", "maybeboard"), ("MD:", "main"),
        ("Rest of pool", "sideboard"), ("Rest of the pool:", "sideboard"),
    ],
)  # fmt: skip
def test_a_section(text: str, section: str) -> None:
    assert _without_total(text) == Heading(section)


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("Hauptdeck", "main"), ("Gefährte", "companion"), ("Deck principal", "main"),
        ("Réserve (15)", "sideboard"), ("RESERVE", "sideboard"), ("Mazo", "main"),
        ("Banquillo", "sideboard"), ("Mazzo principale", "main"), ("Baralho", "main"),
        ("Колода:", "main"), ("Сайдборд", "sideboard"), ("デッキ", "main"),
        ("メインデッキ", "main"),
        ("メイン・デッキ (60枚)", "main"), ("サイドボード", "sideboard"),
        ("サイドボード15枚", "sideboard"), ("ｻｲﾄﾞﾎﾞｰﾄﾞ", "sideboard"), ("相棒", "companion"),
        ("备牌（15）", "sideboard"), ("主牌", "main"),
        ("덱", "main"), ("사이드보드", "sideboard"),
    ],
)  # fmt: skip
def test_a_section_in_another_language(text: str, section: str) -> None:
    assert _without_total(text) == Heading(section)


@pytest.mark.parametrize(
    "text",
    [
        "Creatures", "**Creatures**", "Creatures (24)", "24 Creatures", "Creature [24]",
        "Creatures x14", "Creatures 24x", "Lands x 24",
        "Lands: 24", "24 Lands", "Instants & Sorceries (8)", "Other Spells", "Other",
        "Non-creature spells",
        "# Planeswalkers", "Kreaturen (24)", "Länder", "Créatures : 12", "Terrains", "Hechizos",
        "Tierras", "Incantesimi", "Feitiços (4)", "Существа", "Земли", "クリーチャー (24)",
        "土地：24", "インスタント・ソーサリー", "生物 24", "地", "생물", "대지 24",
    ],
)  # fmt: skip
def test_card_types_begin_no_section(text: str) -> None:
    assert _without_total(text) == Heading(None, is_of_types=True)


@pytest.mark.parametrize("text", ["[metadata]", "[duel]", "[shop]", "[quest]", "About"])
def test_settings(text: str) -> None:
    assert classify(text) == Heading(None, settings=True)


@pytest.mark.parametrize(
    ("text", "owner", "player"),
    [
        ("Player A", "player a", "Player A"), ("## Player 1", "player 1", "Player 1"),
        ("Player 1: Ana", "player 1", "Ana"), ("=== Player B (Ben) ===", "player b", "Ben"),
        ("**Player 2 - Ana Maria**", "player 2", "Ana Maria"),
        ("Jugador 1", "jugador 1", "Jugador 1"),
        ("Spieler A:", "spieler a", "Spieler A"), ("プレイヤー１", "プレイヤー1", "プレイヤー1"),
        ("Deck 1", "deck 1", None), ("Deck A:", "deck a", None), ("Deck #2", "deck 2", None),
        ("List 2", "list 2", None), ("Deck 1: Mono Red", "deck 1", "Mono Red"),
        ("Deck 2 (60)", "deck 2", None), ("デッキB", "デッキb", None),
    ],
)  # fmt: skip
def test_headings_of_owners(text: str, owner: str, player: str | None) -> None:
    assert classify(text) == Heading(None, owner=owner, player=player)


def test_an_owner_may_have_a_section() -> None:
    assert classify("Deck 1 Sideboard") == Heading("sideboard", owner="deck 1")
    assert classify("Player A - Main Deck (60)") == Heading("main", owner="player a")


@pytest.mark.parametrize(
    "text", ["Deck 60", "Deck (1)", "Deck", "Player Guide", "Lista", "Deck 1st", "Deck 2 win"]
)
def test_headings_that_name_no_owner(text: str) -> None:
    assert headings.owner(text) is None


@pytest.mark.parametrize("text", ["Sideboard Guide", "Deck Doctor", "metadata", "a" * 100])
def test_other_words_are_no_heading(text: str) -> None:
    assert headings.read(text) is None


def test_only_the_words_that_need_a_sign_are_english_titles() -> None:
    """A bare heading may be a translated title (French `Commander`), but no English one."""
    words = {word for each in headings.SECTIONS.values() for word in each}
    words.update(headings.CARD_TYPES.split())
    found = {word for word in words if catalogue().find(word).level in ("exact", "folded")}
    assert found == headings.NEEDS_A_SIGN
