"""Limits: each bound holds exactly, and is answered by the problem of its row."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web.api import batch
from headjudge.web.limits import LIMITS, Limits

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}


def nested(levels: int) -> str:
    """A request with so many arrays and objects within each other, itself included."""
    return f'{{"format": {"[" * (levels - 1)}{"]" * (levels - 1)}}}'


def post(client: FlaskClient, document: Any) -> tuple[int, str]:
    """The status of the answer, and the kind of problem that it is."""
    body = document if isinstance(document, str) else json.dumps(document)
    response = client.post("/v1/validate", data=body, content_type="application/json")
    kind = str(response.get_json().get("type", "")).rpartition("/")[2]
    return response.status_code, kind


@pytest.mark.parametrize(
    ("over", "expected"), [(0, (422, "schema")), (1, (400, "not-json"))], ids=["at", "above"]
)
def test_nesting(client: FlaskClient, over: int, expected: tuple[int, str]) -> None:
    assert post(client, nested(LIMITS.nesting + over)) == expected


def test_brackets_in_a_text_are_no_nesting(client: FlaskClient) -> None:
    decks = [{"list": "[" * 5_000}, {"list": "60 Island"}]
    assert post(client, TEAM | {"decks": decks}) == (200, "")


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_lines_of_a_list(client: FlaskClient, over: int, status: int) -> None:
    line = "1 Opt // " + "x" * (LIMITS.line + over - 9)
    assert post(client, TEAM | {"decks": [{"list": f"60 Forest\n{line}"}] * 2})[0] == status


def test_a_long_line_of_json_is_none(client: FlaskClient) -> None:
    cards = [{"count": 1, "name": "Forest", "more": "x" * 400}] * 60
    text = json.dumps({"mainboard": cards})
    assert len(text) > LIMITS.line
    assert post(client, TEAM | {"decks": [{"list": text}] * 2})[0] == 200


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_characters_of_a_team(client: FlaskClient, over: int, status: int) -> None:
    remarks = ("// " + "x" * 996 + "\n") * (LIMITS.characters // 1_000 - 1)
    missing = LIMITS.characters + over - len(remarks) - len("60 Forest\n")
    decks = [{"list": "60 Forest\n" + remarks}, {"list": "60 Island\n" + "x" * (missing - 10)}]
    assert sum(len(deck["list"]) for deck in decks) == LIMITS.characters + over
    assert post(client, TEAM | {"decks": decks})[0] == status


def test_a_long_document_of_json_is_bounded_by_its_body(client: FlaskClient) -> None:
    cards = [{"count": 1, "name": "Forest", "more": "x" * 4_000}] * 60
    text = json.dumps({"mainboard": cards})
    assert len(text) > LIMITS.characters
    decks = [{"list": text}, {"list": "60 Island"}]
    assert post(client, TEAM | {"decks": decks})[0] == 200


@pytest.mark.parametrize(("formats", "status"), [(4, 200), (5, 422)])
def test_lines_times_formats(client: FlaskClient, formats: int, status: int) -> None:
    lines = LIMITS.format_lines // 4 // 2
    named = ["legacy", "vintage", "pioneer", "standard", "pauper"][:formats]
    decks = [{"list": "1 Forest\n" * lines}, {"list": "1 Island\n" * lines}]
    assert post(client, TEAM | {"decks": decks, "formats": named})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_the_name_of_a_team(client: FlaskClient, over: int, status: int) -> None:
    assert post(client, TEAM | {"team": "x" * (LIMITS.label + over)})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_decks(client: FlaskClient, over: int, status: int) -> None:
    decks = [{"list": "60 Forest"}] * (LIMITS.decks + over)
    assert post(client, TEAM | {"decks": decks})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_lines_of_a_team(client: FlaskClient, over: int, status: int) -> None:
    half = LIMITS.lines // 2
    decks = [{"list": "1 Forest\n" * (half + over)}, {"list": "1 Island\n" * half}]
    assert post(client, TEAM | {"decks": decks})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_the_limit_of_a_count(client: FlaskClient, over: int, status: int) -> None:
    cards = [{"name": "Forest", "count": LIMITS.count + over}]
    assert post(client, TEAM | {"decks": [{"main": cards}] * 2})[0] == status


def test_lines_of_a_batch(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "LIMITS", Limits(batch_lines=3))
    assert statuses(client, 3) == [200, 200, 200]
    body = f"{json.dumps(TEAM)}\n" * 4
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    assert response.status_code == 413


def test_bytes_of_a_batch(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    line = len(json.dumps(TEAM)) + 1
    monkeypatch.setattr(batch, "LIMITS", Limits(batch=2 * line))
    assert statuses(client, 2) == [200, 200]
    body = f"{json.dumps(TEAM)}\n" * 3
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    assert response.status_code == 413


def statuses(client: FlaskClient, teams: int) -> list[int]:
    """The statuses of the lines of a batch of so many teams."""
    body = f"{json.dumps(TEAM)}\n" * teams
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    return [json.loads(line)["status"] for line in response.text.splitlines()]


@pytest.mark.parametrize(("number", "found"), [(LIMITS.suggestions, 3), (2, 2)])
def test_suggestions(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, number: int, found: int
) -> None:
    lowered = Limits(suggestions=number)
    monkeypatch.setattr("headjudge.web.question.LIMITS", lowered)
    decks = [{"list": "1 Opd\n1 Negade\n1 Foresd\n60 Forest"}, {"list": "60 Island"}]
    report = client.post("/v1/validate", json=TEAM | {"decks": decks}).get_json()
    unknown = [one for one in report["violations"] if one["code"] == "unknown-card"]
    assert (len(unknown), sum(bool(one.get("suggestions")) for one in unknown)) == (3, found)
