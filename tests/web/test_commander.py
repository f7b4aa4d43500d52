"""Commander over HTTP, besides verdicts: game changers, and who commands on the page."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

FAST = ["Chrome Mox", "Gamble", "Jeska's Will", "Mana Vault"]
SLOW = ["Gamble", "Jeska's Will", "Trinisphere"]


@pytest.mark.parametrize(
    ("day", "sent", "told", "bracket"),
    [
        ("2025-02-10", SLOW, [], None),
        ("2025-02-11", SLOW, ["Jeska's Will", "Trinisphere"], 3),
        ("2025-04-22", SLOW, ["Gamble", "Jeska's Will"], 3),
        ("2026-08-01", FAST, FAST, 4),
    ],
)
def test_game_changers_are_told_of_and_break_no_rule(
    client: FlaskClient, day: str, sent: list[str], told: list[str], bracket: int | None
) -> None:
    titles = [*sent, *["Mountain"] * (99 - len(sent))]
    text = "\n".join(["Commander", "1 Krenko, Mob Boss", "", "Deck", *titles])
    team = {"format": "commander", "structure": "individual", "as_of": day}
    report = client.post("/v1/validate", json=team | {"decks": [{"list": text}]}).get_json()
    assert report["legal"]
    notices = [one for one in report["notices"] if one["code"] == "game-changers"]
    assert [sorted(one["cards"]) for one in notices] == ([told] if told else [])
    assert all(f"bracket {bracket} " in one["message"] for one in notices)


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
    page = client.get(f"/formats/{format_id}?as_of={day}").text
    assert ('id="titles"' in page) == bool(answer["title_rules"])


@pytest.mark.parametrize(("day", "is_leading"), [("2025-07-24", False), ("2025-07-25", True)])
def test_a_format_page_tells_who_commands(client: FlaskClient, day: str, is_leading: bool) -> None:
    page = client.get(f"/formats/commander?as_of={day}").text
    measures = page.partition("<dl")[2].partition("</dl>")[0]
    assert "a legendary creature" in measures
    assert ("a legendary Vehicle" in measures) is is_leading
