"""POST /v1/validate: what a request may say, and what every fault is told."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

FORESTS = {"list": "60 Forest"}
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": [FORESTS, FORESTS]}


def test_two_of_one_name_are_told_apart_by_number(client: FlaskClient) -> None:
    decks = [{"player": " Ann ", "list": "4 Opt\n55 Island"}, {"player": "Ann", "list": "4 Opt\n9"}]
    report = client.post("/v1/validate", json=TEAM | {"decks": decks}).get_json()
    assert [deck["player"] for deck in report["decks"]] == ["Ann", "Ann"]
    said = " ".join(
        one["message"] for one in report["violations"] if one["code"] != "combined-copies"
    )
    assert "Ann (deck 1)" in said
    assert "Ann (deck 2)" in said


def ask_formats(client: FlaskClient, **change: Any) -> TestResponse:
    decks = [{"list": "4 Lightning Bolt\n56 Mountain"}, FORESTS]
    body = TEAM | {"decks": decks, "formats": ["standard", "legacy", "commander"]} | change
    return client.post("/v1/validate", json=body)


def test_further_formats(client: FlaskClient) -> None:
    report = ask_formats(client, also=["tournament"]).get_json()
    assert report["legal"] is True
    found = report["in_formats"]
    assert [*found] == ["standard", "legacy", "commander"]
    assert {name: one["legal"] for name, one in found.items()} == {
        "standard": False, "legacy": True, "commander": False,
    }  # fmt: skip
    assert [one["code"] for one in found["standard"]["violations"]] == ["not-legal"]
    assert found["commander"]["ruleset"]["policy"] == "no-team-limit"
    for name, one in found.items():
        alone = ask_formats(client, format=name, formats=[]).get_json()
        assert alone["violations"] == one["violations"]
        assert "formats" not in alone
