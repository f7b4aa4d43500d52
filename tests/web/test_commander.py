"""Formats with commanders and points over HTTP: what each code says, and what is no fault."""

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


def cards(names: list[str], main: dict[str, int]) -> dict[str, Any]:
    return {
        "commander": [{"name": name, "count": 1} for name in names],
        "main": [{"name": name, "count": count} for name, count in main.items()],
    }


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        (MONO_RED, []),
        (cards(["Krenko, Mob Boss"], {"Mountain": 99}), []),
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
        (cards(["Tymna the Weaver", "Thrasios, Triton Hero"], {"Island": 98}), []),
        (cards(["Will Kenrith", "Rowan Kenrith"], {"Island": 98}), []),
        (cards(["The Tenth Doctor", "Rose Tyler"], {"Island": 98}), []),
        (cards(["Wilson, Refined Grizzly", "Raised by Giants"], {"Forest": 98}), []),
        (cards(["Krenko, Mob Boss", "Tymna the Weaver"], {"Mountain": 98}),
         [("commanders-do-not-pair",)]),
        (cards(["Raised by Giants"], {"Forest": 99}), [("not-a-commander", "Raised by Giants", 1)]),
        (f"{RED}1 Ancestral Recall\n98 Mountain", [("banned-card", "Ancestral Recall", 1)]),
        (f"Companion\n1 Kaheera, the Orphanguard\n\n{RED}99 Mountain",
         [("color-identity", "Kaheera, the Orphanguard", "WG", 1),
          ("companion-condition", "Kaheera, the Orphanguard", 1)]),
    ],
)  # fmt: skip
def test_a_deck_of_commander(client: FlaskClient, deck: Any, expected: Found) -> None:
    assert faults(ask(client, deck)) == expected


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
    deck = cards(["Parhelion II"], {"Plains": 99})
    assert faults(ask(client, deck, as_of=day)) == expected


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


@pytest.mark.parametrize(
    ("format_id", "deck", "expected"),
    [
        ("premodern", "4 Brainstorm\n56 Island", [("banned-card", "Brainstorm", 4)]),
    ],
)  # fmt: skip
def test_other_formats(client: FlaskClient, format_id: str, deck: Any, expected: Found) -> None:
    assert faults(ask(client, deck, format=format_id)) == expected
