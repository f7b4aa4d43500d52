"""`POST /v1/impact` and a card's history, as clients ask for them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from headjudge.web.api.impact import TEAMS_MAX

DECKS = [{"list": "60 Forest"}]
ASKED: dict[str, Any] = {
    "format": "modern",
    "from": "2024-12-15",
    "to": "2024-12-16",
    "structure": "individual",
    "teams": [{"team": "Ada", "decks": DECKS}],
}


def test_who_is_touched(client: FlaskClient) -> None:
    teams = [
        {"team": "Ada", "decks": [{"list": "4 The One Ring\n56 Forest"}]},
        {"decks": [{"main": [{"name": "Forest", "count": 60}]}]},
    ]
    answer = client.post("/v1/impact", json=ASKED | {"teams": teams}).get_json()
    assert (answer["from"], answer["to"], answer["teams_touched"]) == (
        "2024-12-15",
        "2024-12-16",
        1,
    )
    first, second = answer["teams"]
    assert (first["team"], first["before"], first["after"]) == ("Ada", True, False)
    assert [one["code"] for one in first["appearing"]] == ["banned-card"]
    assert [one["message"] for one in first["causes"]] == ["Banned."]
    assert (second["team"], second["touched"], second["causes"]) == (None, False, [])
    assert answer["format_changes"]["banlists"][0]["format"] == "modern"


def test_an_id_comes_back_as_it_was_sent(client: FlaskClient) -> None:
    sent: list[str | int | float] = ["A-7", 7, 7.5, ""]
    teams = [{"id": identifier, "decks": DECKS} for identifier in sent]
    answer = client.post("/v1/impact", json=ASKED | {"teams": [*teams, {"decks": DECKS}]})
    answered = answer.get_json()["teams"]
    assert [team["id"] for team in answered[:-1]] == sent
    assert "id" not in answered[-1]


def test_teams_of_several_formats(client: FlaskClient) -> None:
    deck = [{"list": "4 The One Ring\n56 Forest"}]
    teams = [{"decks": deck}, {"format": "legacy", "decks": deck}]
    answer = client.post("/v1/impact", json=ASKED | {"teams": teams}).get_json()
    assert [(team["format"], team["touched"]) for team in answer["teams"]] == [
        ("modern", True), ("legacy", False),
    ]  # fmt: skip


def test_house_rules_hold_on_both_days(client: FlaskClient) -> None:
    teams = [{"decks": [{"list": "4 The One Ring\n56 Forest"}]}]
    house = {"name": "Ours", "allow": ["The One Ring"]}
    answer = client.post("/v1/impact", json=ASKED | {"teams": teams, "house": house}).get_json()
    assert answer["teams_touched"] == 0
    assert answer["house"]["name"] == "Ours"
    assert "+" in answer["fingerprint"]


def test_further_policies(client: FlaskClient) -> None:
    sent = ASKED | {
        "from": "2017-12-31",
        "to": "2018-06-01",
        "structure": "team-constructed",
        "also": ["combined-four"],
        "teams": [{"decks": [{"list": "2 Opt\n58 Forest"}] * 3}],
    }
    (team,) = client.post("/v1/impact", json=sent).get_json()["teams"]
    assert team["also"].keys() == {"combined-four"}
    assert team["also"]["combined-four"]["before"] is False
    assert team["also"]["combined-four"]["touched"] is False


def test_a_batch_of_changes(client: FlaskClient) -> None:
    asked = [ASKED | {"id": 7}, ASKED | {"id": "b", "format": "mordern"}, ASKED]
    body = "\n".join(map(json.dumps, asked))
    response = client.post("/v1/impact/batch", data=body, content_type="application/x-ndjson")
    first, second, third = map(json.loads, response.text.splitlines())
    assert (first["id"], first["line"], first["status"]) == (7, 1, 200)
    assert first["impact"] == client.post("/v1/impact", json=ASKED).get_json()
    assert (second["id"], second["status"]) == ("b", 422)
    assert second["problem"]["errors"][0]["pointer"] == "/format"
    assert (third["id"], third["impact"]) == (None, first["impact"])


def test_a_batch_of_changes_takes_no_query(client: FlaskClient) -> None:
    kind = "application/x-ndjson"
    response = client.post("/v1/impact/batch?include=cards", data="", content_type=kind)
    assert response.status_code == 422


@pytest.mark.parametrize(
    ("structure", "policy"),
    [("two-headed-giant", "combined-four"), ("team-constructed", "tournament")],
)
def test_the_policy_is_that_of_the_structure(
    client: FlaskClient, structure: str, policy: str
) -> None:
    answer = client.post("/v1/impact", json=ASKED | {"structure": structure}).get_json()
    assert answer["policy"] == policy


def test_two_heads_by_default(client: FlaskClient) -> None:
    asked = {key: value for key, value in ASKED.items() if key != "structure"}
    answer = client.post("/v1/impact", json=asked).get_json()
    assert answer["structure"] == "two-headed-giant"
    assert [one["id"] for one in answer["format_changes"]["banlists"]] == [
        "modern", "two-headed-giant",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"format": "sealed"}, "/format"),
        ({"format": "mordern"}, "/format"),
        ({"from": "2024-12-17"}, "/to"),
        ({"from": "yesterday"}, "/from"),
        ({"structure": "solo"}, "/structure"),
        ({"policy": "best"}, "/policy"),
        ({"team_size": 2}, "/team_size"),
        ({"as_of": "2024-12-17"}, "/as_of"),
        ({"also": ["best"]}, "/also/0"),
        ({"house": {"ban": ["Opt", "Optt"]}}, "/house/ban/1"),
        ({"teams": [{"format": "sealed", "decks": DECKS}]}, "/teams/0/format"),
        (
            {"house": {"ban": ["Opt"]}, "teams": [{"format": "legacy", "decks": DECKS}]},
            "/teams/0/format",
        ),
        ({"teams": []}, "/teams"),
        ({"teams": [{"decks": DECKS}] * (TEAMS_MAX + 1)}, "/teams"),
        ({"teams": [{"decks": []}]}, "/teams/0/decks"),
        ({"teams": [{"id": True, "decks": DECKS}]}, "/teams/0/id"),
        ({"teams": [{"decks": DECKS}, {"decks": [{"list": "4 Opt", "format": "sealed"}]}]},
         "/teams/1/decks/0/format"),
        ({"teams": [{"decks": DECKS, "pool": {"list": "1 Opt"}}]}, "/teams/0/pool"),
        ({"teams": [{"decks": [{"list": "\n" * 3000}]}]}, "/teams/0/decks"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(client: FlaskClient, change: dict[str, Any], pointer: str) -> None:
    response = client.post("/v1/impact", json=ASKED | change)
    assert response.status_code == 422
    assert [fault["pointer"] for fault in response.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize("missing", ["format", "from", "to", "teams"])
def test_what_is_required(client: FlaskClient, missing: str) -> None:
    asked = {key: value for key, value in ASKED.items() if key != missing}
    response = client.post("/v1/impact", json=asked)
    assert [fault["pointer"] for fault in response.get_json()["errors"]] == [f"/{missing}"]


def test_a_history(client: FlaskClient) -> None:
    answer = client.get("/v1/formats/modern/cards/splinter%20twin").get_json()
    assert (answer["format"], answer["name"]) == ("modern", "Splinter Twin")
    assert [one["status"] for one in answer["history"]] == ["legal", "banned", "legal"]


@pytest.mark.parametrize("path", ["Fire // Ice", "Fire//Ice", "fire/ice", "Ice"])
def test_a_history_of_a_title_with_slashes(client: FlaskClient, path: str) -> None:
    for address in (path, quote(path, safe="")):
        answer = client.get(f"/v1/formats/modern/cards/{address}").get_json()
        assert answer["name"] == "Fire // Ice"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/formats/modern/cards/Naturalise", 404),
        ("/v1/formats/mordern/cards/Naturalize", 404),
        ("/v1/formats/modern/cards/Naturalize?as_of=2024-01-01", 422),
    ],
)
def test_no_history(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_sources_of_a_list(client: FlaskClient) -> None:
    banlist = client.get("/v1/banlists/vintage?as_of=2024-10-01").get_json()
    by_title = {one["name"]: one for one in banlist["rulings"] if one["name"]}
    assert sorted(by_title) == sorted(banlist["banned"] + banlist["restricted"])
    assert by_title["Treasure Cruise"]["since"] == "2015-01-23"
    classes = [one["card_class"] for one in banlist["rulings"] if one["card_class"]]
    assert classes == [one["rule"] for one in banlist["classes"]]


def test_sources_of_a_difference(client: FlaskClient) -> None:
    diff = client.get("/v1/banlists/modern/diff?from=2024-12-15&to=2024-12-16").get_json()
    found = {one["name"]: (one["status"], one["since"]) for one in diff["rulings"]}
    assert found["The One Ring"] == ("banned", "2024-12-16")
    assert found["Mox Opal"] == ("legal", "2024-12-16")
    assert len(found) == len(diff["banned"] + diff["unbanned"])
