"""What may stand in a command zone and beside it, in each format with commanders, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.test_commander import ask, faults

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FIVE_COLORS = "Kenrith, the Returned King"
SIZES = {
    "commander": (100, ["Krenko, Mob Boss"]),
}


def deck(
    commanders: list[str], size: int = 100, filler: str = "Wastes", **copies: int
) -> dict[str, Any]:
    """A deck of that size with the commanders, the copies and as many of the filler as lack."""
    rest = size - len(commanders) - sum(copies.values())
    main = [{"name": name.replace("_", " "), "count": count} for name, count in copies.items()]
    return {
        "commander": [{"name": name, "count": 1} for name in commanders],
        "main": [*main, {"name": filler, "count": rest}],
    }


def text(commander: str, main: str, *, companion: str = "", sideboard: str = "") -> str:
    """The list of a deck with its commander, and what stands beside it."""
    parts = {
        "Companion": companion and f"1 {companion}",
        "Commander": f"1 {commander}",
        "Deck": main,
        "Sideboard": sideboard,
    }
    return "\n\n".join(f"{heading}\n{lines}" for heading, lines in parts.items() if lines)


def codes(report: dict[str, Any]) -> list[str]:
    return [one["code"] for one in report["violations"]]


@pytest.mark.parametrize("structure", ["individual", "two-headed-giant"])
@pytest.mark.parametrize("format_id", SIZES)
def test_sizes_are_exact_with_the_commanders(
    client: FlaskClient, format_id: str, structure: str
) -> None:
    size, commanders = SIZES[format_id]
    heads = 2 if structure == "two-headed-giant" else 1
    event = {
        "format": format_id,
        "structure": structure,
        "as_of": "2026-08-01",
    }
    expected = {size - 1: "main-too-small", size: None, size + 1: "main-too-large"}
    for cards, code in expected.items():
        report = ask(client, *[deck(commanders, cards, "Mountain")] * heads, **event)
        assert codes(report) == ([code] * heads if code else [])
        assert all((one["count"], one["limit"]) == (cards, size) for one in report["violations"])
    without = ask(client, *[deck([], size, "Mountain")] * heads, **event)
    assert codes(without) == ["commander-missing"] * heads


@pytest.mark.parametrize(
    ("titles", "code"),
    [
        (["Westvale Abbey"], "not-a-commander"),
        (["Budoka Gardener"], "not-a-commander"),
        (["Growing Rites of Itlimoc"], "not-a-commander"),
        (["Valki, God of Lies"], None),
        (["Jace, Vryn's Prodigy"], None),
        (["Grist, the Hunger Tide"], None),
        (["Teferi, Temporal Archmage"], None),
        (["Jace, the Mind Sculptor"], "not-a-commander"),
        (["Parhelion II"], None),
        (["Smuggler's Copter"], "not-a-commander"),
        (["The Eternity Elevator"], "not-a-commander"),
        (["Hearthhull, the Worldseed"], None),
        (["Pir, Imaginative Rascal", "Toothy, Imaginary Friend"], None),
        (["Pir, Imaginative Rascal", "Tymna the Weaver"], "commanders-do-not-pair"),
        (["Pir, Imaginative Rascal", "Gorm the Great"], "commanders-do-not-pair"),
        (["Cecily, Haunted Mage", "Othelm, Sigardian Outcast"], None),
        (["Cecily, Haunted Mage", "Tymna the Weaver"], "commanders-do-not-pair"),
        (["Leonardo, the Balance", "Donatello, the Brains"], None),
        (["Leonardo, the Balance", "Tymna the Weaver"], "commanders-do-not-pair"),
        (["Amy Pond", "Rory Williams"], None),
        (["Amy Pond", "The Eleventh Doctor"], None),
        (["The War Doctor", "Rose Tyler"], None),
        (["Rory Williams", "The Eleventh Doctor"], "commanders-do-not-pair"),
        (["The Tenth Doctor", "The Eleventh Doctor"], "commanders-do-not-pair"),
        (["The Valeyard", "Rose Tyler"], "commanders-do-not-pair"),
        (["Rose Tyler", "Clara Oswald"], "commanders-do-not-pair"),
        (["Wilson, Refined Grizzly", "Abdel Adrian, Gorion's Ward"], "commanders-do-not-pair"),
        (["Krenko, Mob Boss", "Raised by Giants"], "commanders-do-not-pair"),
        (["Raised by Giants", "Cloakwood Hermit"], "commanders-do-not-pair"),
        (["Jeska, Thrice Reborn", "Tymna the Weaver"], None),
        (["Daretti, Scrap Savant", "Freyalise, Llanowar's Fury"], "commanders-do-not-pair"),
        (["The Prismatic Piper", "Tymna the Weaver"], None),
        (["Tymna the Weaver", "Thrasios, Triton Hero", "Kraum, Ludevic's Opus"],
         "commanders-do-not-pair"),
    ],
)  # fmt: skip
def test_who_commands_alone_or_together(
    client: FlaskClient, titles: list[str], code: str | None
) -> None:
    report = ask(client, deck(titles))
    assert set(codes(report)) == ({code} if code else set())
    assert "commander-unchecked" not in {one["code"] for one in report["notices"]}


@pytest.mark.parametrize(
    ("companion", "expected"),
    [
        ("Gyruda, Doom of Depths", ["companion-condition"]),
        ("Jegantha, the Wellspring", []),
        ("Kaheera, the Orphanguard", ["companion-condition"]),
        ("Keruga, the Macrosage", []),
        ("Lurrus of the Dream-Den", ["companion-condition"]),
        ("Lutri, the Spellchaser", ["companion-condition"]),
        ("Obosh, the Preypiercer", []),
        ("Umori, the Collector", []),
        ("Yorion, Sky Nomad", ["companion-condition"]),
        ("Zirda, the Dawnwaker", []),
    ],
)
def test_companions_stand_outside_the_hundred(
    client: FlaskClient, companion: str, expected: list[str]
) -> None:
    beside = text(FIVE_COLORS, "99 Plains", companion=companion)
    assert codes(ask(client, beside)) == expected
    listed = text(FIVE_COLORS, "99 Plains", companion=companion, sideboard=f"1 {companion}")
    assert codes(ask(client, listed)) == expected


def test_a_companion_of_one_deck_frees_no_other_sideboard(client: FlaskClient) -> None:
    keruga, forbidden = "Keruga, the Macrosage", "1 Ancestral Recall\n2 Opt"
    beside = text(FIVE_COLORS, "99 Plains", companion=keruga)
    other = text("Krenko, Mob Boss", "99 Mountain", sideboard=forbidden)
    own = text(FIVE_COLORS, "99 Plains", companion=keruga, sideboard=forbidden)
    for decks in ((beside, other), (own, beside)):
        report = ask(client, *decks, structure="two-headed-giant")
        assert faults(report) == [("sideboard-not-allowed", 3, 0)]
        [place] = {place["section"] for place in report["violations"][0]["places"]}
        assert place == "sideboard"
    twice = text(FIVE_COLORS, f"1 {keruga}\n98 Plains", companion=keruga)
    assert faults(ask(client, twice)) == [("deck-copies", keruga, 2, 1)]
    off_color = text("Krenko, Mob Boss", "99 Mountain", companion=keruga)
    assert faults(ask(client, off_color)) == [("color-identity", keruga, "UG", 1)]


@pytest.mark.parametrize(
    ("day", "titles", "bracket"),
    [
        ("2025-02-10", [], None),
        ("2025-02-11", ["Jeska's Will", "Trinisphere"], 3),
        ("2025-04-22", ["Gamble", "Jeska's Will"], 3),
        ("2025-10-21", ["Gamble", "Jeska's Will"], 3),
    ],
)
def test_game_changers_are_told_of_and_break_no_rule(
    client: FlaskClient, day: str, titles: list[str], bracket: int | None
) -> None:
    main = "1 Gamble\n1 Jeska's Will\n1 Trinisphere\n96 Mountain"
    report = ask(client, text("Krenko, Mob Boss", main), as_of=day)
    assert report["legal"]
    told = [one for one in report["notices"] if one["code"] == "game-changers"]
    assert [sorted(one["cards"]) for one in told] == ([titles] if titles else [])
    assert all(f"bracket {bracket} " in one["message"] for one in told)


def test_four_game_changers_are_of_bracket_four(client: FlaskClient) -> None:
    main = "1 Gamble\n1 Jeska's Will\n1 Chrome Mox\n1 Mana Vault\n95 Mountain"
    [told] = ask(client, text("Krenko, Mob Boss", main))["notices"]
    assert (told["code"], told["severity"]) == ("game-changers", "info")
    assert "bracket 4 " in told["message"]


@pytest.mark.parametrize(
    ("format_id", "day", "rule", "expected"),
    [
        ("commander", "2026-08-01", "no-companion", {"Lutri, the Spellchaser"}),
        ("commander", "2026-08-01", "game-changer", 53),
        ("commander", "2025-10-21", "game-changer", 51),
        ("commander", "2025-04-22", "game-changer", 61),
        ("commander", "2025-02-11", "game-changer", 40),
        ("commander", "2025-02-10", "game-changer", set()),
        ("pioneer", "2026-08-01", "game-changer", set()),
    ],
)
def test_titles_with_rules_of_their_own(
    client: FlaskClient, format_id: str, day: str, rule: str, expected: set[str] | int
) -> None:
    answer = client.get(f"/v1/formats/{format_id}?as_of={day}").get_json()
    names = {one["name"] for one in answer["title_rules"] if one["effect"] == rule}
    assert names == expected or len(names) == expected
    page = client.get(f"/formats/{format_id}?as_of={day}").get_data(as_text=True)
    assert ('id="titles"' in page) == bool(answer["title_rules"])


PARTNERS = "98 [DDT:60] Plains\nSB: 1 [C16:1] Tymna the Weaver\nSB: 1 [C16:2] Thrasios, Triton Hero"
COCKATRICE = """<?xml version="1.0"?><cockatrice_deck version="1">
<zone name="main"><card number="99" name="Mountain"/></zone>
<zone name="side"><card number="1" name="Krenko, Mob Boss"/></zone></cockatrice_deck>"""
MAGIC_ONLINE = """<?xml version="1.0" encoding="utf-8"?><Deck><Cards CatID="1" Quantity="1"
Sideboard="true" Name="Krenko, Mob Boss"/><Cards CatID="2" Quantity="99" Sideboard="false"
Name="Mountain"/></Deck>"""


@pytest.mark.parametrize(
    ("written", "is_guessed"),
    [
        ("Commander\n1 Krenko, Mob Boss (RVR) 115\n\nDeck\n99 Mountain", False),
        ("1 Krenko, Mob Boss (RVR) 115 *CMDR*\n99 Mountain (RVR) 280", False),
        ("//Commander\n1 Krenko, Mob Boss # !Commander\n\n//Main\n99 Mountain", False),
        ("[metadata]\nName=K\n[Commander]\n1 Krenko, Mob Boss|DDT\n[Main]\n99 Mountain|DDT", False),
        ("1x Krenko, Mob Boss (rvr) 115 [Commander{top}]\n99x Mountain (rvr) 280 [Land]", False),
        ("~~Commanders~~\n1 Krenko, Mob Boss\n\n~~Mainboard~~\n99 Mountain", False),
        ("Commander: Krenko, Mob Boss\n99 Mountain", False),
        ("CMDR: 1 Krenko, Mob Boss\n99 Mountain", False),
        ("Commanders: Tymna the Weaver & Thrasios, Triton Hero\n98 Plains", False),
        ("Deck\n99 Mountain\n\nCommander\n1 Krenko, Mob Boss", False),
        ("統率者\n1 Krenko, Mob Boss\n\nデッキ\n99 山", False),
        ('Count,Name,Section\n1,"Krenko, Mob Boss",commander\n99,Mountain,main', False),
        ('{"commander": "Krenko, Mob Boss", "main": ["99 Mountain"]}', False),
        ("Commander\n1 Krenko, Mob Boss\n99 Mountain", False),
        ("Commander\n1 Krenko, Mob Boss\n1 Goblin Guide\n98 Mountain", False),
        ("99 Mountain\n\nSIDEBOARD:\n1 Krenko, Mob Boss", True),
        ("NAME:K\n99 [DDT:60] Mountain\nSB: 1 [DDT:52] Krenko, Mob Boss", True),
        ("99 Mountain\nSB: 1 Obosh, the Preypiercer\nSB: 1 Kenrith, the Returned King", True),
        ("Commander\n1 Tymna the Weaver\n1 Thrasios, Triton Hero\n49 Island\n49 Plains", True),
        ("Commander\n1x Tymna the Weaver\n1x Thrasios, Triton Hero\n49x Island\n49x Plains", True),
        ("Commander\n1 Tymna the Weaver\n\nDeck\n1 Ravos, Soultender\n98 Plains", False),
        ("Commander: Tymna the Weaver\n1 Ravos, Soultender\n98 Plains", False),
        ("1 Krenko, Mob Boss\n\n99 Mountain", True),
        ("99 Mountain\n\n1 Krenko, Mob Boss", True),
        ("1 Tymna the Weaver\n1 Thrasios, Triton Hero\n\n49 Island\n49 Plains", True),
        ("49 Island\n50 Plains\n\n1 Brago, King Eternal", True),
        ("1 Wilson, Refined Grizzly\n1 Raised by Giants\n\n98 Forest", True),
        (PARTNERS, True),
        (COCKATRICE, True),
        (MAGIC_ONLINE, True),
    ],
)
def test_commanders_of_lists_in_every_syntax(
    client: FlaskClient, written: str, is_guessed: bool
) -> None:
    report = ask(client, written)
    assert codes(report) == []
    told = {one["code"] for one in report["notices"]}
    assert ("commander-guessed" in told) == is_guessed


@pytest.mark.parametrize(
    "sideboard",
    [
        "1 Sol Ring",
        "1 Krenko, Mob Boss\n1 Sol Ring",
        "2 Lightning Bolt",
        "1 qzxqzx",
        "2 Obosh, the Preypiercer\n1 Kenrith, the Returned King",
    ],
)
def test_no_commander_is_guessed_of_a_sideboard_with_other_cards(
    client: FlaskClient, sideboard: str
) -> None:
    found = codes(ask(client, f"99 Mountain\n\nSideboard\n{sideboard}"))
    assert {"commander-missing", "sideboard-not-allowed"} <= set(found)


@pytest.mark.parametrize(
    "written",
    [
        "1 Krenko, Mob Boss\n99 Mountain",
        "1 Krenko, Mob Boss\n\n98 Mountain\n\n1 Ib Halfheart, Goblin Tactician",
        "1 Krenko, Mob Boss\n1 Ib Halfheart, Goblin Tactician\n\n98 Mountain",
        "2 Krenko, Mob Boss\n\n98 Mountain",
        "1 Krenko, Mob Boss\n\n99 Mountain\n\nSideboard\n1 qzxqzx",
        "1 Goblin Guide\n\n99 Mountain",
    ],
)
def test_no_commander_is_guessed_where_none_or_several_stand_apart(
    client: FlaskClient, written: str
) -> None:
    assert "commander-missing" in codes(ask(client, written))


@pytest.mark.parametrize(
    ("format_id", "day", "expected", "absent"),
    [
        ("commander", "2026-08-01", "a legendary Vehicle", "a planeswalker"),
        ("commander", "2025-07-24", "a legendary creature", "a legendary Vehicle"),
    ],
)
def test_a_format_page_tells_who_commands(
    client: FlaskClient, format_id: str, day: str, expected: str, absent: str
) -> None:
    page = client.get(f"/formats/{format_id}?as_of={day}").get_data(as_text=True)
    measures = page.partition("<dl")[2].partition("</dl>")[0]
    assert expected in measures
    assert absent not in measures
    assert "the commanders among them" in measures


@pytest.mark.parametrize(
    ("format_id", "written", "expected"),
    [
        ("booster-draft", "40 Island\nSideboard\n1 Backup Plan", []),
        ("booster-draft", "1 Backup Plan\n39 Island", ["not-legal"]),
        ("booster-draft", "1 Backup Plan\n39 Island\nSideboard\n1 Backup Plan", ["not-legal"]),
        ("modern", "60 Island\nSideboard\n1 Backup Plan", ["not-legal"]),
    ],
)
def test_conspiracies_of_a_draft_stand_in_the_sideboard(
    client: FlaskClient, format_id: str, written: str, expected: list[str]
) -> None:
    assert codes(ask(client, written, format=format_id)) == expected
