"""Limits: each bound holds exactly, is settable, and is answered by the problem of its row."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web.api.batch import lines
from headjudge.web.service import limits, settings
from headjudge.web.service.limits import LIMITS, Limits, of_environment, rows
from tests.conftest import ROOT

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
def test_decks(client: FlaskClient, over: int, status: int) -> None:
    decks = [{"list": "60 Forest"}] * (LIMITS.decks + over)
    assert post(client, TEAM | {"decks": decks})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_lines_of_a_team(client: FlaskClient, over: int, status: int) -> None:
    half = LIMITS.lines // 2
    decks = [{"list": "1 Forest\n" * (half + over)}, {"list": "1 Island\n" * half}]
    assert post(client, TEAM | {"decks": decks})[0] == status


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 422)])
def test_count(client: FlaskClient, over: int, status: int) -> None:
    cards = [{"name": "Forest", "count": LIMITS.count + over}]
    assert post(client, TEAM | {"decks": [{"main": cards}] * 2})[0] == status


def test_lines_of_a_batch(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LINES_MAX", 3)
    assert statuses(client, 3) == [200, 200, 200]
    body = f"{json.dumps(TEAM)}\n" * 4
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    assert response.status_code == 413


def test_bytes_of_a_batch(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    line = len(json.dumps(TEAM)) + 1
    monkeypatch.setattr(lines, "BODY_MAX", 2 * line)
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
    monkeypatch.setattr("headjudge.web.inputs.question.LIMITS", lowered)
    decks = [{"list": "1 Opd\n1 Negade\n1 Foresd\n60 Forest"}, {"list": "60 Island"}]
    report = client.post("/v1/validate", json=TEAM | {"decks": decks}).get_json()
    unknown = [one for one in report["violations"] if one["code"] == "unknown-card"]
    assert (len(unknown), sum(bool(one.get("suggestions")) for one in unknown)) == (3, found)


def test_every_limit_has_its_setting() -> None:
    given = {row.setting: str(min(row.usual, 7)) for row in rows()}
    assert of_environment(given) == Limits(**{row.name: min(row.usual, 7) for row in rows()})
    assert of_environment({}) == Limits()


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "1_000", "٣", "9" * 30])
@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_a_wrong_setting_is_refused(row: limits.LimitRow, text: str) -> None:
    with pytest.raises(settings.WrongSettings, match=f"{row.setting} must be a whole number"):
        of_environment({row.setting: text})


@pytest.mark.parametrize("row", [row for row in rows() if row.most < limits.HIGHEST])
def test_no_more_than_the_engine_takes(row: limits.LimitRow) -> None:
    of_environment({row.setting: str(row.most)})
    with pytest.raises(settings.WrongSettings):
        of_environment({row.setting: str(row.most + 1)})


ASKED = """
import json, sys
from app import create_app
client = create_app().test_client()
team = {"format": "modern", "as_of": "2024-10-01"}
def ask(path, **more):
    answer = client.post(path, json=team | more)
    return [answer.status_code, answer.get_json().get("type", "").rpartition("/")[2]]
forests = {"list": "60 Forest"}
print(json.dumps([
    ask("/v1/validate", decks=[forests] * 2),
    ask("/v1/validate", decks=[forests] * 3),
    ask("/v1/validate", decks=[{"list": "61 Forest"}] * 2),
    ask("/v1/validate", decks=[{"main": [{"name": "Forest", "count": 61}]}] * 2),
    ask("/v1/validate", decks=[{"list": "60 Forest" + "\\n" * 5}] * 2),
    ask("/v1/validate", decks=[{"list": "60 Forest // " + "x" * 20}] * 2),
    ask("/v1/validate", decks=[forests] * 2, house={"ban": ["Opt", "Negate"]}),
    ask("/v1/validate", decks=[forests] * 2, team="x" * 500),
    ask("/v1/sheets", teams=[], decks=[[[[[[]]]]]]),
]))
"""


def test_the_service_keeps_what_is_set() -> None:
    lowered = {
        "DECKS": "2", "COUNT": "60", "LINES": "4", "LINE": "20", "HOUSE_TITLES": "1",
        "BODY": "500", "NESTING": "5",
    }  # fmt: skip
    given = {limits.PREFIX + name: value for name, value in lowered.items()}
    asked = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=ROOT, env=os.environ | given, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    schema = [422, "schema"]
    assert json.loads(asked.stdout) == [
        [200, ""], schema, schema, schema, schema, schema, schema, [413, "too-large"],
        [400, "not-json"],
    ]  # fmt: skip


def test_the_service_does_not_start_with_a_wrong_one() -> None:
    given = os.environ | {"HEADJUDGE_LIMIT_DECKS": "9"}
    started = subprocess.run(
        [sys.executable, "-c", "import app"], cwd=ROOT, env=given, capture_output=True, text=True
    )
    assert started.returncode
    assert "HEADJUDGE_LIMIT_DECKS must be a whole number from 1 to 8" in started.stderr
