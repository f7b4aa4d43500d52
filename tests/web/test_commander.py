"""Commander over HTTP: who commands, what stands beside, and how lists say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from flask.testing import FlaskClient

DAY = "2026-08-01"
RED = "Commander\n1 Krenko, Mob Boss\n\nDeck\n"
MONO_RED = f"{RED}99 Mountain"
Found = list[tuple[Any, ...]]


def ask(client: FlaskClient, *decks: str | dict[str, Any], **event: Any) -> dict[str, Any]:
    sent = [{"list": deck} if isinstance(deck, str) else deck for deck in decks]
    body = {"format": "commander", "as_of": DAY, "structure": "individual", **event, "decks": sent}
    response = client.post("/v1/validate", json=body)
    assert response.status_code == 200, response.json
    report = response.json
    assert isinstance(report, dict)
    return report


def faults(report: dict[str, Any]) -> Found:
    names = ("code", "card", "letters", "count", "limit")
    return [tuple(one[name] for name in names if name in one) for one in report["violations"]]


def deck(commanders: list[str], filler: str = "Wastes", size: int = 100) -> dict[str, Any]:
    """A deck of that size: its commanders, and as many of the filler as lack."""
    return {
        "commander": [{"name": name, "count": 1} for name in commanders],
        "main": [{"name": filler, "count": size - len(commanders)}],
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


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        (MONO_RED, []),
        (deck(["Krenko, Mob Boss"], "Mountain"), []),
        (f"{RED}98 Mountain", [("main-too-small", 99, 100)]),
        (f"{RED}100 Mountain", [("main-too-large", 101, 100)]),
        ("100 Mountain", [("commander-missing", 0, 1)]),
        (f"{RED}2 Sol Ring\n97 Mountain", [("deck-copies", "Sol Ring", 2, 1)]),
        (f"{RED}1 Opt\n98 Mountain", [("color-identity", "Opt", "U", 1)]),
        (f"{RED}1 Boros Charm\n98 Mountain", [("color-identity", "Boros Charm", "W", 1)]),
        (f"{RED}1 Kitchen Finks\n98 Mountain", [("color-identity", "Kitchen Finks", "WG", 1)]),
        (f"{RED}1 Dismember\n98 Mountain", [("color-identity", "Dismember", "B", 1)]),
        (f"{RED}1 Stomping Ground\n98 Mountain", [("color-identity", "Stomping Ground", "G", 1)]),
        (f"{RED}1 Alesha, Who Smiles at Death\n98 Mountain",
         [("color-identity", "Alesha, Who Smiles at Death", "WB", 1)]),
        ("Commander\n1 Sol Ring\n\nDeck\n99 Wastes", [("not-a-commander", "Sol Ring", 1)]),
        (deck(["Raised by Giants"], "Forest"), [("not-a-commander", "Raised by Giants", 1)]),
        (f"{RED}1 Ancestral Recall\n98 Mountain", [("banned-card", "Ancestral Recall", 1)]),
        (f"Companion\n1 Kaheera, the Orphanguard\n\n{RED}99 Mountain",
         [("color-identity", "Kaheera, the Orphanguard", "WG", 1),
          ("companion-condition", "Kaheera, the Orphanguard", 1)]),
    ],
)  # fmt: skip
def test_a_deck_of_commander(client: FlaskClient, deck: Any, expected: Found) -> None:
    assert faults(ask(client, deck)) == expected


@pytest.mark.parametrize(
    ("size", "code"), [(99, "main-too-small"), (100, None), (101, "main-too-large")]
)
def test_each_head_has_a_hundred_with_its_commanders(
    client: FlaskClient, size: int, code: str | None
) -> None:
    report = ask(client, *[deck(["Krenko, Mob Boss"], size=size)] * 2, structure="two-headed-giant")
    assert codes(report) == [code] * 2 if code else not codes(report)
    without = ask(client, *[deck([])] * 2, structure="two-headed-giant")
    assert codes(without) == ["commander-missing"] * 2


def test_two_heads_play_each_deck_by_itself_unless_asked(client: FlaskClient) -> None:
    team = {"structure": "two-headed-giant"}
    deck = f"{RED}1 Sol Ring\n98 Mountain"
    report = ask(client, deck, deck, **team)
    assert (report["legal"], report["ruleset"]["policy"]) == (True, "no-team-limit")
    shared = [("shared-card", "Krenko, Mob Boss", 2), ("shared-card", "Sol Ring", 2)]
    assert sorted(faults(ask(client, deck, deck, policy="unified", **team))) == shared


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2025-07-24", [("not-a-commander", "Parhelion II", 1)]), ("2025-07-25", [])],
)
def test_vehicles_command_since_a_day(client: FlaskClient, day: str, expected: Found) -> None:
    assert faults(ask(client, deck(["Parhelion II"], "Plains"), as_of=day)) == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2024-09-22", []),
        ("2024-09-23", [("banned-card", "Mana Crypt", 1)]),
        ("2012-09-30", []),
    ],
)
def test_bans_have_their_day(client: FlaskClient, day: str, expected: Found) -> None:
    assert faults(ask(client, f"{RED}1 Mana Crypt\n98 Mountain", as_of=day)) == expected


FIVE_COLORS = "Kenrith, the Returned King"


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
        (["Tymna the Weaver", "Thrasios, Triton Hero"], None),
        (["Will Kenrith", "Rowan Kenrith"], None),
        (["The Tenth Doctor", "Rose Tyler"], None),
        (["Wilson, Refined Grizzly", "Raised by Giants"], None),
        (["Krenko, Mob Boss", "Tymna the Weaver"], "commanders-do-not-pair"),
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
def test_commanders_alone_and_in_pairs(
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
        "1 Krenko, Mob Boss\n1 Ib Halfheart, Goblin Tactician\n\n98 Mountain",
        "1 Krenko, Mob Boss\n\n98 Mountain\n\n1 Ib Halfheart, Goblin Tactician",
        "2 Krenko, Mob Boss\n\n98 Mountain",
        "1 Krenko, Mob Boss\n\n99 Mountain\n\nSideboard\n1 qzxqzx",
        "1 Goblin Guide\n\n99 Mountain",
    ],
)
def test_no_commander_is_guessed_without_one_block_apart(client: FlaskClient, written: str) -> None:
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
