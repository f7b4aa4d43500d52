"""POST /v1/validate: what a request may say, and what every fault is told."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

FORESTS = {"list": "60 Forest"}
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": [FORESTS, FORESTS]}


def test_a_legal_team_is_legal(client: FlaskClient) -> None:
    response = client.post("/v1/validate", json=TEAM)
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.get_json()["legal"] is True
    assert len(response.data) < 1_000


def test_lists_and_cards_are_the_same_deck(client: FlaskClient) -> None:
    cards = {"main": [{"name": "Forest", "count": 60}], "sideboard": []}
    response = client.post("/v1/validate", json=TEAM | {"decks": [FORESTS, cards]})
    assert [deck["sizes"]["main"] for deck in response.get_json()["decks"]] == [60, 60]


def test_json_knows_one_kind_of_number(client: FlaskClient) -> None:
    deck = {"main": [{"name": "Forest", "count": 60.0}]}
    body = TEAM | {"decks": [deck, FORESTS], "team_size": 2.0}
    report = client.post("/v1/validate", json=body).get_json()
    assert report["decks"][0]["sizes"]["main"] == 60


def test_a_deck_of_its_own_format(client: FlaskClient) -> None:
    decks = [FORESTS | {"format": "legacy"}, FORESTS]
    body = TEAM | {"structure": "team-constructed", "decks": decks}
    notices = client.post("/v1/validate", json=body).get_json()["notices"]
    assert "formats-differ" in [notice["code"] for notice in notices]


def test_a_text_of_two_players_says_where_each_deck_is(client: FlaskClient) -> None:
    text = "Player A\n4 Shock\n56 Forest\n\nPlayer B\n4 Shock\n56 Forest\n"
    report = client.post("/v1/validate", json=TEAM | {"decks": [{"list": text}]}).get_json()
    assert [(deck["entry"], deck["lines"]) for deck in report["decks"]] == [
        (0, [2, 3]),
        (0, [6, 7]),
    ]
    places = [
        place
        for violation in report["violations"]
        if violation["code"] == "combined-copies"
        for place in violation["places"]
    ]
    assert [(place["deck"], place["line"]) for place in places] == [(0, 2), (0, 6)]
    structured = TEAM | {"decks": [FORESTS, {"main": [{"name": "Forest", "count": 60}]}]}
    report = client.post("/v1/validate", json=structured).get_json()
    assert "entry" not in report["decks"][1]


@pytest.mark.parametrize(
    ("format_id", "severity"), [("standard", "warning"), ("modern", "info"), ("sealed", "info")]
)
def test_beyond_the_facts_a_rotating_format_is_a_warning(
    client: FlaskClient, format_id: str, severity: str
) -> None:
    body = TEAM | {"format": format_id, "as_of": "2031-10-01"}
    report = client.post("/v1/validate", json=body).get_json()
    (notice,) = [one for one in report["notices"] if one["code"] == "facts-older"]
    assert notice["severity"] == severity
    assert report["cards_until"] == report["ruleset"]["catalogue"] < "2031-10-01"


def test_two_of_one_name_are_told_apart_by_number(client: FlaskClient) -> None:
    decks = [{"player": " Ann ", "list": "4 Opt\n55 Island"}, {"player": "Ann", "list": "4 Opt\n9"}]
    report = client.post("/v1/validate", json=TEAM | {"decks": decks}).get_json()
    assert [deck["player"] for deck in report["decks"]] == ["Ann", "Ann"]
    said = " ".join(
        one["message"] for one in report["violations"] if one["code"] != "combined-copies"
    )
    assert "Ann (deck 1)" in said
    assert "Ann (deck 2)" in said


@pytest.mark.parametrize(("sent", "given"), [(" ", None), ("", None), ("Ann \n B.", "Ann B.")])
def test_a_blank_label_is_none(client: FlaskClient, sent: str, given: str | None) -> None:
    team = TEAM | {"team": sent, "decks": [FORESTS | {"player": sent}, FORESTS]}
    assert client.post("/v1/validate", json=team).get_json()["decks"][0].get("player") == given


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
